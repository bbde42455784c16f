import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMinutes } from '#domain/time/time.ts';
import type { Service } from '#schemas/services.ts';
import { calendarCase, calendarText, eventLines, readText, SPAN, tableCase, ZONE } from './appointment-cases.test-support.ts';
import type { ReadAppointments } from './appointment-entry.ts';
import { appointmentId, importedClientId } from './appointment-ids.ts';
import { planAppointments, readCalendar } from './at-once.test-support.ts';
import { eventMarks } from './decision-marks.ts';
import { guessChoices } from './plan-appointments.ts';
import type {
  AppointmentChoices,
  AppointmentValues,
  ImportedBase,
  PlannedAppointment,
  SalonClient,
  SalonEvent,
  SalonNow,
} from './planned-appointment.ts';

const service = (id: string, name_bg: string, name_en: string | null, more: Partial<Service> = {}): Service => ({
  id,
  name: name_bg,
  name_bg,
  name_en,
  duration: 45,
  price: 30,
  category: null,
  color: '#3498db',
  show_online: true,
  processing_after: 0,
  processing_minutes: 0,
  buffer_after: 0,
  resource_ids: null,
  own_terms: null,
  room_id: null,
  notes: null,
  currency: 'EUR',
  salon_id: 1,
  rev: 1,
  deleted: false,
  created_at: null,
  updated_at: null,
  ...more,
});

const client = (id: string, name: string, phone: string | null = null, more: Partial<SalonClient> = {}): SalonClient => ({
  id,
  deleted: false,
  name,
  first_name: null,
  last_name: null,
  phone,
  email: null,
  merged_into: null,
  erased_at: null,
  ...more,
});

const SALON: SalonNow = {
  employees: [
    { id: 'maria', name: 'Мария Тодорова', active: true },
    { id: 'desi', name: 'Десислава Петкова', active: true },
    { id: 'ivana', name: 'Ivana Toneva', active: true },
    { id: 'boryana', name: 'Boryana Deleva', active: true },
  ],
  clients: [],
  services: [
    service('cut', 'Подстригване', 'Ladies cut', { buffer_after: 5 }),
    service('colour', 'Боядисване', 'Colour', { duration: 90, processing_after: 30, processing_minutes: 30, price: 80 }),
    service('nails', 'Маникюр', 'Manicure'),
    service('gel', 'Маникюр с гел лак', 'Gel manicure', { price: 40 }),
  ],
  events: [],
  weekly: new Map(),
  overrides: new Map(),
  bases: new Map(),
  zone: ZONE,
  now: '2026-11-27T08:00:00.000Z',
  currency: 'EUR',
  language: 'bg',
};

const salon = (more: Partial<SalonNow> = {}): SalonNow => ({ ...SALON, ...more });
const plan = (read: ReadAppointments, now: SalonNow = SALON, choices: Partial<AppointmentChoices> = {}) =>
  planAppointments(read, { ...guessChoices(read.entries, now), ...choices }, now);

const calendar = (...lines: readonly string[]) => readCalendar(calendarText('X-WR-CALNAME:Мария', ...lines), SPAN);
const entry = (title: string, ...more: readonly string[]) =>
  calendar(...eventLines('u1', 'DTSTART:20261201T080000Z', 'DTEND:20261201T090000Z', `SUMMARY:${title}`, ...more));
const only = (read: ReadAppointments, now?: SalonNow, choices?: Partial<AppointmentChoices>): PlannedAppointment => {
  const [one] = plan(read, now, choices);
  if (!one) throw new Error('nothing is planned');
  return one;
};
const kinds = (planned: readonly PlannedAppointment[]) => planned.map(({ fate }) => fate.kind);

/** Returns the salon after the store has written the plan: its rows, clients and bases. */
function written(planned: readonly PlannedAppointment[], now: SalonNow, by: 'here' | 'elsewhere' = 'here'): SalonNow {
  const events = new Map(now.events.map((row) => [row.id, row]));
  const clients = new Map(now.clients.map((one) => [one.id, one]));
  const bases = new Map(now.bases);
  const frame = {
    deleted: false,
    arrived_at: null,
    visit_id: null,
  };
  for (const { id, write, said } of planned) {
    if (write?.kind === 'add' || write?.kind === 'change') {
      const { newClient } = write;
      if (newClient) clients.set(newClient.id, client(newClient.id, newClient.name, newClient.phone, { email: newClient.email }));
    }
    const row = events.get(id);
    if (write?.kind === 'add') events.set(id, { id, ...frame, ...write.values });
    if (write?.kind === 'change' && row) events.set(id, { ...row, ...write.values });
    if (write?.kind === 'remove' && row) events.set(id, { ...row, deleted: true });
    const after = events.get(id);
    const former = bases.get(id);
    if (after && said) {
      const isWritten = write !== null || !former;
      bases.set(id, { said, wrote: isWritten ? eventMarks(after) : former.wrote, takenBack: false });
    }
    if (write?.kind === 'remove' && former) bases.set(id, { ...former, takenBack: true });
  }
  return {
    ...now,
    events: [...events.values()],
    clients: [...clients.values()],
    bases: by === 'here' ? bases : new Map<string, ImportedBase>(),
  };
}
const touched = (now: SalonNow, id: string, change: Partial<SalonEvent>): SalonNow => ({
  ...now,
  events: now.events.map((row) => (row.id === id ? { ...row, ...change } : row)),
});

/** Returns a planned appointment as `employee | client | service or title | type status`. */
function line({ shown, client: who, what, fate, write }: PlannedAppointment): string {
  const place = shown?.resource_id ?? (write?.kind === 'time_off' ? `${write.resourceId} ${write.dates.length}d` : '-');
  const person = who ? `${who.name}${who.isNew ? ' (new)' : ` (${who.by})`}` : '-';
  return [fate.kind, what, place, person, shown?.service_id ?? shown?.title ?? '-'].join(' | ');
}

describe('the files of other programs', () => {
  test('Google: appointments, lunch, a vacation, and what is left out', () => {
    expect(plan(calendarCase('40-google.ics')).map(line)).toEqual([
      'new | appointment | maria | Анна Димитрова (new) | colour',
      'new | blocking | maria | - | Обяд',
      'new | appointment | maria | Мария Иванова (new) | cut',
      'cancelled | appointment | - | - | -',
      'left_out | appointment | - | - | -',
      'new | time_off | maria 3d | - | -',
    ]);
  });

  test('Outlook: the guest, a client in the summary, and a whole day of training', () => {
    expect(plan(calendarCase('41-outlook.ics')).map(line)).toEqual([
      'new | appointment | desi | Йоана Христова (new) | nails',
      'new | blocking | desi | - | Обучение',
      'cancelled | appointment | - | - | -',
      'new | appointment | desi | Силвия Костова (new) | Педикюр – Силвия Костова, 0898 765 432',
    ]);
  });

  test('Apple: a calendar that names nobody waits for a person', () => {
    const read = calendarCase('42-apple.ics');
    expect(kinds(plan(read))).toEqual(['no_employee', 'no_employee', 'no_employee', 'no_employee']);
    const calendars = new Map([['Salon', { resourceId: 'ivana', use: 'guess' as const }]]);
    expect(plan(read, salon({ services: [service('cut', 'Haircut', null)] }), { calendars }).map(line)).toEqual([
      'new | appointment | ivana | Elena Marinova (new) | cut',
      'new | appointment | ivana | Elena Marinova (new) | Elena Marinova: Balayage',
      'new | blocking | ivana | - | Dentist',
      'new | time_off | ivana 2d | - | -',
    ]);
  });

  test('Fresha: employees by the description, a walk-in, and blocked time', () => {
    expect(plan(calendarCase('43-fresha.ics')).map(line)).toEqual([
      'new | appointment | ivana | Maria Nikolova (new) | cut',
      'new | appointment | boryana | - | colour',
      'new | blocking | ivana | - | Blocked time',
    ]);
  });

  test('tables of Acuity, Square, Fresha and a salon’s own', () => {
    expect(plan(tableCase('45-acuity-appointments.csv')).map(line)).toEqual([
      'new | appointment | ivana | Maria Nikolova (new) | cut',
      'new | appointment | boryana | Elena Marinova (new) | colour',
      'new | appointment | ivana | - | Blow dry',
    ]);
    expect(kinds(plan(tableCase('46-square-appointments.csv')))).toEqual(['new', 'cancelled', 'new']);
    expect(kinds(plan(tableCase('47-fresha-appointments.csv')))).toEqual(['new', 'new', 'new', 'cancelled']);
    expect(plan(tableCase('49-appointments-bg.csv')).map(line)).toEqual([
      'new | appointment | maria | Анна Димитрова (new) | cut',
      'new | appointment | maria | Вера Колева (new) | colour',
      'cancelled | appointment | - | - | -',
      'new | appointment | maria | Стоян (new) | cut',
      'new | appointment | maria | Анна Димитрова (new) | cut',
    ]);
  });
});

describe('whose it is', () => {
  test.each([
    ['Мария', 'maria'],
    ['maria@salon.example', 'maria'],
    ['Салон – Десислава', 'desi'],
    ['Desislava Petkova', 'desi'],
    ['Ивана Тонева', 'ivana'],
    ['Salon', null],
    ['', null],
  ])('the calendar „%s“ belongs to %s', (name, expected) => {
    expect(guessChoices([{ employee: name }], SALON).calendars.get(name)?.resourceId).toBe(expected);
  });

  test('two of one first name are asked for; the only employee has every calendar; holidays are nobody’s', () => {
    const twice = [...SALON.employees, { id: 'other', name: 'Мария Колева', active: true }];
    expect(guessChoices([{ employee: 'Мария' }], { employees: twice }).calendars.get('Мария')?.resourceId).toBeNull();
    const [alone] = SALON.employees;
    expect(guessChoices([{ employee: '' }], { employees: alone ? [alone] : [] }).calendars.get('')?.resourceId).toBe('maria');
    expect(guessChoices([{ employee: 'Holidays in Bulgaria' }], SALON).calendars.get('Holidays in Bulgaria')?.use).toBe(
      'left_out',
    );
  });

  test.each([
    ['Подстригване - Мария Иванова', 'Мария Иванова', 'cut'],
    ['Мария Иванова - подстригване', 'Мария Иванова', 'cut'],
    ['Мария Иванова: Ladies Cut', 'Мария Иванова', 'cut'],
    ['Мария Иванова, подстригване 0887 654 321', 'Мария Иванова', 'cut'],
    ['подстригване Мария Петрова Иванова', 'Мария Петрова Иванова', 'cut'],
    ['Маникюр с гел лак | Ася Кьосева', 'Ася Кьосева', 'gel'],
    ['Ася Кьосева (маникюр)', 'Ася Кьосева', 'nails'],
    ['Haircut with Anna Smith', null, null],
    ['Gel Manicure with Anna Smith', 'Anna Smith', 'gel'],
    ['Терапия с Вера Колева', 'Вера Колева', null],
    ['Вера 0888 111 222', 'Вера', null],
    ['Подстригване - Мария', null, 'cut'],
    ['Walk-in: Colour', null, 'colour'],
    ['Боядисване корени', null, 'colour'],
  ])('the summary „%s“ means %s, %s', (title, name, found) => {
    const { client: who, shown } = only(entry(title));
    expect([who?.name ?? null, shown?.service_id ?? null]).toEqual([name, found]);
  });

  test.each(['Обяд', 'Lunch', 'Dentist', 'Среща с Иван Петров', 'почивка', 'Доставка Wella', 'Купи мляко'])(
    '„%s“ is blocked time',
    (title) => {
      expect(only(entry(title))).toMatchObject({
        what: 'blocking',
        client: null,
        shown: { title, type: 'blocking', client_id: null },
      });
    },
  );

  test('a whole calendar is taken as appointments, as blocked time, or left out', () => {
    const as = (use: 'appointments' | 'blocking' | 'left_out', title: string) =>
      only(entry(title), SALON, { calendars: new Map([['Мария', { resourceId: 'maria', use }]]) });
    expect(as('appointments', 'Купи мляко').what).toBe('appointment');
    expect(as('blocking', 'Подстригване - Мария Иванова').what).toBe('blocking');
    expect(as('left_out', 'Подстригване - Мария Иванова').fate.kind).toBe('left_out');
  });

  test('a client is found by phone however it is written, by e-mail, by the one name in either script', () => {
    const clients = [
      client('a', 'Мария Иванова', '0887654321'),
      client('b', 'Вера Колева', null, { email: 'vera@example.com' }),
      client('c', 'Ася Кьосева'),
    ];
    const found = (title: string, description = '') =>
      only(entry(title, `DESCRIPTION:${description}`), salon({ clients })).client;
    expect(found('Подстригване 0887 654 321')).toMatchObject({ id: 'a', by: 'phone', isNew: false });
    expect(found('Подстригване', 'Клиент: В.\\nИмейл: Vera@Example.com')).toMatchObject({ id: 'b', by: 'email' });
    expect(found('Подстригване - Asya Kyoseva')).toMatchObject({ id: 'c', by: 'name' });
    expect(found('Подстригване - Мария Иванова 0899 000 111')).toMatchObject({ isNew: true, phone: '+359899000111' });
  });

  test('of several with one phone it is the one of that name; a name that two have is new', () => {
    const clients = [
      client('a', 'Мария Иванова', '+359887654321'),
      client('b', 'Ива Иванова', '+359887654321'),
      client('c', 'Вера Колева'),
      client('d', 'Вера Колева'),
    ];
    expect(only(entry('Подстригване - Ива Иванова 0887654321'), salon({ clients })).client?.id).toBe('b');
    expect(only(entry('Подстригване - Вера Колева'), salon({ clients })).client?.isNew).toBe(true);
  });

  test('who was merged is the one that was kept; a deleted client comes again, an erased one does not', () => {
    const merged = [client('a', 'Мария Иванова', '+359887654321', { merged_into: 'b' }), client('b', 'Мария Петрова')];
    expect(only(entry('Подстригване 0887654321'), salon({ clients: merged })).client?.id).toBe('b');
    const id = importedClientId({ name: '', phone: '+359887654321', email: null });
    const deleted = [client(id, 'Мария Иванова', '+359887654321', { deleted: true })];
    expect(only(entry('Подстригване 0887654321'), salon({ clients: deleted })).client).toMatchObject({ id, isNew: true });
    const erased = [client(id, '', null, { erased_at: '2026-11-01T00:00:00.000Z' })];
    const again = only(entry('Подстригване 0887654321'), salon({ clients: erased })).client;
    expect(again).toMatchObject({ isNew: true });
    expect(again?.id).not.toBe(id);
  });

  test('a client whose phone was changed here since is still the one that the import made', () => {
    const read = entry('Подстригване - Мария Иванова 0887654321');
    const after = written(plan(read), SALON);
    const [made] = after.clients;
    const moved = { ...after, clients: made ? [{ ...made, phone: '+359899000111' }] : [] };
    expect(only(read, moved)).toMatchObject({ client: { id: made?.id, by: 'import' }, fate: { kind: 'same' } });
  });

  test('a guest of whom the file has an e-mail alone is called by it', () => {
    const read = entry('Подстригване', 'ATTENDEE:mailto:asya@example.com');
    expect(only(read).client).toMatchObject({ name: 'asya@example.com', email: 'asya@example.com', isNew: true });
  });

  test('one person of several entries is made once: by phone, and by the whole name beside it', () => {
    const days = ['Подстригване - Мария Иванова 0887654321', 'Боядисване - Мария Иванова', 'Маникюр 0887654321'];
    const read = calendar(
      ...days.flatMap((title, n) => eventLines(`u${n}`, `DTSTART:2026120${n + 1}T080000Z`, `SUMMARY:${title}`)),
    );
    expect(new Set(plan(read).map(({ client: who }) => who?.id)).size).toBe(1);
    expect(plan(read).map(({ client: who }) => who?.name)).toEqual(['Мария Иванова', 'Мария Иванова', 'Мария Иванова']);
  });
});

describe('the booking', () => {
  test('the service’s times and price count, unless the file has a price; its title is the service', () => {
    expect(only(entry('Боядисване - Мария Иванова')).shown).toMatchObject({
      title: 'Боядисване',
      price: 80,
      currency: 'EUR',
      processing_after: 0, // an hour has no room for waiting that begins after 30 minutes and lasts 30
      status: 'booked',
    });
    expect(only(entry('Подстригване - Мария Иванова')).shown).toMatchObject({ buffer_after: 5 });
    expect(only(entry('Подстригване - Мария Иванова', 'DESCRIPTION:Цена: 25 лв')).shown).toMatchObject({
      price: 25,
      currency: 'BGN',
    });
  });

  test('where the file does not say how long it lasts the service does', () => {
    const read = calendar(...eventLines('u1', 'DTSTART:20261201T080000Z', 'SUMMARY:Боядисване - Мария Иванова'));
    expect(only(read).shown?.end_time).toBe('2026-12-01T09:30:00.000Z');
  });

  test('what has no field is kept: what more the summary says, a name that the phone’s owner has not, the description', () => {
    const clients = [client('a', 'Мария Иванова', '+359887654321')];
    const { shown } = only(entry('Подстригване - Ива Иванова 0887654321 при Ели', 'DESCRIPTION:къса коса'), salon({ clients }));
    expect(shown).toMatchObject({
      client_id: 'a',
      notes: 'Подстригване - Ива Иванова 0887654321 при Ели\nИва Иванова +359887654321\nкъса коса',
    });
    expect(only(entry('Подстригване - Мария Иванова')).shown?.notes).toBeNull();
  });

  test('a phone that no column holds is no phone of the client, and stands in the notes', () => {
    const booked = (phone: string) =>
      only(readText(`Дата;Час;Клиент;Телефон;Услуга;Служител\n1.12.2026;10:00;Вера Колева;${phone};Маникюр;Мария`));
    const long = 'при сестра ѝ Калина, след шест вечерта, 02 9';
    expect(booked(long)).toMatchObject({ client: { name: 'Вера Колева', phone: null }, shown: { notes: long } });
    expect(booked(`${long}876`)).toMatchObject({ client: { phone: null }, shown: { notes: `Вера Колева ${long}876` } });
    expect(booked('няма')).toMatchObject({ client: { phone: null }, shown: { notes: null } });
  });

  test('of two services of one name the one counts that the employee offers, and a deleted one is none', () => {
    const services = [
      service('a', 'Масаж', null, { resource_ids: '["desi"]' }),
      service('b', 'Масаж', null, { resource_ids: '["maria"]' }),
      service('c', 'Масаж на лице', null, { deleted: true }),
    ];
    expect(only(entry('Масаж на лице'), salon({ services })).shown?.service_id).toBe('b');
  });

  test.each([
    ['Балеаж - Мария Иванова 0887654321', 'Балеаж'],
    ['Elena Marinova: Balayage + toner', 'Balayage + toner'],
    ['Терапия за лице', 'Терапия за лице'],
    ['Balayage with Elena Marinova', 'Balayage'],
    ['Мария Иванова 0887654321', null],
    ['Подстригване - Мария Иванова', null],
    ['Обяд', null],
  ])('the text of „%s“ in which no service is found is %s', (title, wording) => {
    expect(only(entry(title)).wording).toBe(wording);
  });

  test('a text means the service that a person has chosen for it, however it is written; its words stay in the notes', () => {
    const choices = { services: new Map([['балеаж', 'colour']]) };
    const one = only(entry('БАЛЕАЖ! - Мария Иванова 0887654321'), SALON, choices);
    expect(one).toMatchObject({
      wording: 'БАЛЕАЖ',
      client: { name: 'Мария Иванова' },
      shown: { service_id: 'colour', title: 'Боядисване', price: 80, notes: 'БАЛЕАЖ! - Мария Иванова 0887654321' },
    });
    // Without a client it would be blocked time.
    expect(only(entry('Балеаж'))).toMatchObject({ what: 'blocking', wording: 'Балеаж' });
    expect(only(entry('Балеаж'), SALON, choices)).toMatchObject({ what: 'appointment', shown: { service_id: 'colour' } });
    expect(only(entry('Балеаж'), SALON, { services: new Map([['балеаж', 'gone']]) }).shown?.service_id).toBeNull();
    const labelled = entry('Мария Иванова', 'DESCRIPTION:Услуга: балеаж');
    expect(only(labelled, SALON, choices).shown).toMatchObject({ service_id: 'colour', notes: 'балеаж' });
    expect(only(labelled).shown).toMatchObject({ service_id: null, title: 'Мария Иванова', notes: 'балеаж' });
  });

  test('another choice for a text changes the bookings that it has made', () => {
    const read = entry('Балеаж - Мария Иванова');
    const now = written(plan(read), SALON);
    expect(only(read, now, { services: new Map([['балеаж', 'colour']]) })).toMatchObject({
      fate: { kind: 'changed', decisions: ['client', 'service', 'price'] },
      write: { values: { service_id: 'colour', title: 'Боядисване', price: 80, notes: 'Балеаж - Мария Иванова' } },
    });
  });

  test('a long text is cut for the title and stands whole in the notes', () => {
    const long = `Терапия ${'много '.repeat(80)}дълга 0888 111 222`;
    const { shown } = only(entry(long));
    expect(shown?.title?.length).toBeLessThanOrEqual(300);
    expect(shown?.notes).toBe(long.replace(/\s+/g, ' '));
  });

  test('busy whole days block each of them, also the long one in autumn; free ones are left out unless a person says otherwise', () => {
    const days = (...more: readonly string[]) =>
      calendar(...eventLines('u1', 'DTSTART;VALUE=DATE:20271030', 'DTEND;VALUE=DATE:20271102', 'SUMMARY:Ремонт', ...more));
    const busy = plan(days());
    expect(busy.map(({ shown }) => [shown?.start_time, shown?.end_time])).toEqual([
      ['2027-10-29T21:00:00.000Z', '2027-10-30T21:00:00.000Z'],
      ['2027-10-30T21:00:00.000Z', '2027-10-31T21:00:00.000Z'],
      ['2027-10-31T22:00:00.000Z', '2027-11-01T22:00:00.000Z'],
    ]);
    expect(kinds(plan(days('TRANSP:TRANSPARENT')))).toEqual(['left_out']);
    expect(plan(days('TRANSP:TRANSPARENT'), SALON, { allDay: 'time_off' }).map(line)).toEqual([
      'new | time_off | maria 3d | - | -',
    ]);
    expect(kinds(plan(days(), written(busy, SALON)))).toEqual(['same', 'same', 'same']);
  });
});

describe('a file again', () => {
  const read = calendarCase('44-series.ics');
  const first = plan(read);
  const after = written(first, SALON);

  test('the same file writes nothing, here and on another device', () => {
    for (const now of [after, written(first, SALON, 'elsewhere')]) {
      const again = plan(read, now);
      expect(again.filter(({ write }) => write !== null)).toEqual([]);
      expect(new Set(kinds(again))).toEqual(new Set(['same', 'cancelled']));
    }
  });

  const move = (text: string) =>
    text
      .replace('DTSTART:20261201T080000Z', 'DTSTART:20261201T100000Z')
      .replace('DTEND:20261201T090000Z', 'DTEND:20261201T110000Z');
  const text = calendarText(
    'X-WR-CALNAME:Мария',
    ...eventLines(
      'u1',
      'DTSTART:20261201T080000Z',
      'DTEND:20261201T090000Z',
      'SUMMARY:Подстригване - Мария Иванова',
      'DESCRIPTION:стара',
    ),
  );
  const was = readCalendar(text, SPAN);
  const there = written(plan(was), SALON);
  const elsewhere = written(plan(was), SALON, 'elsewhere');
  const id = appointmentId('u1');
  const newer = (change: (text: string) => string) => readCalendar(change(text), SPAN);

  test('a newer file changes what changed there, and nothing else', () => {
    const moved = only(newer(move), there);
    expect(moved.fate).toEqual({ kind: 'changed', decisions: ['place'], kept: [] });
    expect(moved.write).toMatchObject({
      kind: 'change',
      values: { resource_id: 'maria', start_time: '2026-12-01T10:00:00.000Z', end_time: '2026-12-01T11:00:00.000Z' },
    });
    expect(Object.keys(moved.write?.kind === 'change' ? moved.write.values : {}).sort()).toEqual([
      'buffer_after',
      'end_time',
      'processing_after',
      'processing_minutes',
      'resource_id',
      'start_time',
    ]);
  });

  test('what somebody moved here stays, and what else changed there comes all the same', () => {
    const here = touched(there, id, { start_time: '2026-12-02T08:00:00.000Z', end_time: '2026-12-02T09:00:00.000Z' });
    expect(only(was, here).fate.kind).toBe('same');
    expect(only(newer(move), here)).toMatchObject({ fate: { kind: 'moved_here', kept: ['place'] }, write: null });
    const both = only(
      newer((one) => move(one).replace('стара', 'нова')),
      here,
    );
    expect(both).toMatchObject({
      fate: { kind: 'changed', decisions: ['client'], kept: ['place'] },
      write: { values: { notes: 'нова' } },
    });
    expect(both.shown?.start_time).toBe('2026-12-02T08:00:00.000Z');
    const later = written([both], here);
    expect(
      only(
        newer((one) => move(one).replace('стара', 'нова')),
        later,
      ),
    ).toMatchObject({ fate: { kind: 'same' }, write: null });
  });

  test('another device, which has no base, leaves alone what differs: somebody may have made it so', () => {
    const here = touched(elsewhere, id, { start_time: '2026-12-02T08:00:00.000Z', end_time: '2026-12-02T09:00:00.000Z' });
    for (const now of [here, elsewhere]) expect(only(newer(move), now).fate).toEqual({ kind: 'moved_here', kept: ['place'] });
    const cancelled = newer((one) => one.replace('SUMMARY', 'STATUS:CANCELLED\r\nSUMMARY'));
    expect(only(cancelled, elsewhere)).toMatchObject({ fate: { kind: 'stays' }, write: null });
  });

  test('what was completed here, or whose client has come, stays so', () => {
    expect(only(was, touched(there, id, { status: 'completed' })).fate.kind).toBe('same');
    expect(
      only(
        newer((one) => one.replace('SUMMARY', 'STATUS:CANCELLED\r\nSUMMARY')),
        touched(there, id, { arrived_at: '2026-12-01T08:00:00.000Z' }),
      ).fate.kind,
    ).toBe('stays');
  });

  test('what was deleted here stays away, unless a person wants it; what the import took back comes again', () => {
    const deleted = { ...there, events: there.events.map((row) => ({ ...row, deleted: true })) };
    expect(only(was, deleted)).toMatchObject({ fate: { kind: 'deleted_here' }, write: null });
    expect(only(was, deleted, { deletedHere: 'again' })).toMatchObject({ fate: { kind: 'new' }, write: { kind: 'add' } });
    const undone = { ...deleted, bases: new Map([...deleted.bases].map(([key, base]) => [key, { ...base, takenBack: true }])) };
    expect(only(was, undone)).toMatchObject({ fate: { kind: 'new' }, write: { kind: 'add' } });
  });

  test('cancelled there: taken back where nobody touched it, and left where somebody did', () => {
    const cancelled = newer((one) => one.replace('SUMMARY', 'STATUS:CANCELLED\r\nSUMMARY'));
    expect(only(cancelled).fate.kind).toBe('cancelled');
    expect(only(cancelled, there)).toMatchObject({ fate: { kind: 'taken_back' }, write: { kind: 'remove' } });
    const here = touched(there, id, { notes: 'моя' });
    expect(only(cancelled, here)).toMatchObject({ fate: { kind: 'stays' }, write: null });
    expect(only(cancelled, touched(there, id, { status: 'cancelled' })).fate.kind).toBe('same');
  });

  test('an occurrence that was taken out of its series there is taken back; one that somebody touched stays', () => {
    const series = (...more: readonly string[]) =>
      calendar(
        ...eventLines(
          'u1',
          'DTSTART:20261201T080000Z',
          'DURATION:PT1H',
          'RRULE:FREQ=WEEKLY;COUNT=3',
          ...more,
          'SUMMARY:Подстригване - Мария Иванова',
        ),
      );
    const now = written(plan(series()), SALON);
    const without = series('EXDATE:20261208T080000Z');
    const gone = appointmentId('u1\n2026-12-08T08:00:00.000Z');
    expect(plan(without, now).map(({ id: own, fate }) => [own === gone, fate.kind])).toEqual([
      [false, 'same'],
      [false, 'same'],
      [true, 'taken_back'],
    ]);
    expect(plan(without, touched(now, gone, { notes: 'моя' })).at(-1)).toMatchObject({
      id: gone,
      entry: null,
      fate: { kind: 'stays' },
      write: null,
    });
    const single = calendar(
      ...eventLines('u1', 'DTSTART:20261201T080000Z', 'DURATION:PT1H', 'SUMMARY:Подстригване - Мария Иванова'),
    );
    expect(kinds(plan(single, now)).sort()).toEqual(['new', 'taken_back', 'taken_back', 'taken_back']);
    expect(plan(calendar(...eventLines('other', 'DTSTART:20261201T080000Z')), now).map(({ fate }) => fate.kind)).toEqual(['new']);
  });

  describe('an entry that its calendar no longer has', () => {
    const days = (...some: readonly number[]) =>
      calendar(
        ...some.flatMap((day) =>
          eventLines(
            `d${day}`,
            `DTSTART:202612${String(day).padStart(2, '0')}T080000Z`,
            'DURATION:PT1H',
            'SUMMARY:Маникюр - Мария Иванова',
          ),
        ),
      );
    const now = written(plan(days(1, 2, 3, 10)), SALON);
    const fates = (...of: Parameters<typeof plan>) =>
      Object.fromEntries(
        plan(...of).map(({ id: own, fate }) => [[1, 2, 3, 4, 10].find((day) => appointmentId(`d${day}`) === own), fate.kind]),
      );

    test('is said and stays, of the time alone that the file covers, and of what this device has imported', () => {
      expect(fates(days(1, 3), now)).toEqual({ 1: 'same', 2: 'gone', 3: 'same' });
      expect(fates(days(1, 3, 10), { ...now, bases: new Map() })).toEqual({ 1: 'same', 3: 'same', 10: 'same' });
      const [, gone] = plan(days(1, 3), now).reverse();
      expect([gone?.write, gone?.shown?.service_id, gone?.client?.name].filter(Boolean)).toEqual(['nails', 'Мария Иванова']);
      const other = readCalendar(calendarText('X-WR-CALNAME:Десислава', ...eventLines('d1', 'DTSTART:20261201T080000Z')), SPAN);
      expect(plan(other, now).some(({ fate }) => fate.kind === 'gone')).toBe(false);
    });

    test('is taken back where a person wants it and nobody has touched it', () => {
      const choices = { gone: 'take_back' } as const;
      expect(fates(days(1, 3), now, choices)).toEqual({ 1: 'same', 2: 'taken_back', 3: 'same' });
      expect(fates(days(1, 3), touched(now, appointmentId('d2'), { notes: 'моя' }), choices)).toMatchObject({ 2: 'gone' });
    });

    test('and was deleted here, or has ended, is not spoken of', () => {
      expect(fates(days(1, 3), touched(now, appointmentId('d2'), { deleted: true }))).toEqual({ 1: 'same', 3: 'same' });
      expect(fates(days(1, 3), { ...now, now: '2026-12-02T12:00:00.000Z' })).toEqual({ 1: 'same', 3: 'same' });
    });
  });

  describe('a vacation', () => {
    const vacation = (first: string, end: string, ...more: readonly string[]) =>
      calendar(...eventLines('v', `DTSTART;VALUE=DATE:${first}`, `DTEND;VALUE=DATE:${end}`, 'SUMMARY:Отпуск', ...more));
    const before = vacation('20261201', '20261204');
    const [first] = plan(before);
    const off = (...dates: readonly string[]): SalonNow => ({
      ...SALON,
      overrides: new Map(dates.map((date) => [`maria/2026-12-${date}`, [{ start: null, end: null, type: 'time_off' as const }]])),
      bases: new Map(first?.said ? [[first.id, { said: first.said, wrote: first.said, takenBack: false }]] : []),
    });
    const days = ({ fate, write }: PlannedAppointment) =>
      write?.kind === 'time_off'
        ? [fate.kind, write.dates.map((date) => date.slice(8)), write.back.map((day) => day.slice(-2))]
        : fate.kind;

    test('that was lengthened, moved, shortened or cancelled there is changed here', () => {
      const now = off('01', '02', '03');
      expect(days(only(before, now))).toBe('same');
      expect(days(only(vacation('20261201', '20261206'), now))).toEqual(['changed', ['04', '05'], []]);
      expect(days(only(vacation('20261203', '20261206'), now))).toEqual(['changed', ['04', '05'], ['01', '02']]);
      expect(days(only(vacation('20261201', '20261203'), now))).toEqual(['changed', [], ['03']]);
      expect(days(only(vacation('20261201', '20261204', 'STATUS:CANCELLED'), now))).toEqual([
        'taken_back',
        [],
        ['01', '02', '03'],
      ]);
    });

    test('keeps away from a day that somebody has deleted here, unless a person wants it again', () => {
      const now = off('01', '03');
      expect(days(only(before, now))).toBe('deleted_here');
      const longer = only(vacation('20261201', '20261206'), now);
      expect([days(longer), longer.fate]).toEqual([
        ['changed', ['04', '05'], []],
        { kind: 'changed', decisions: ['place'], kept: ['place'] },
      ]);
      expect(days(only(before, now, { deletedHere: 'again' }))).toEqual(['changed', ['02'], []]);
    });
  });

  test('another service there brings its price along, unless the price was changed here', () => {
    const dyed = newer((one) => one.replace('Подстригване', 'Боядисване'));
    expect(only(dyed, there)).toMatchObject({
      fate: { decisions: ['service', 'price'] },
      write: { values: { service_id: 'colour', title: 'Боядисване', price: 80 } },
    });
    expect(only(dyed, touched(there, id, { price: 10 }))).toMatchObject({
      fate: { kind: 'changed', decisions: ['service'], kept: ['price'] },
    });
  });

  test('a price of the salon that changed since changes no booking', () => {
    const dearer = { ...there, services: there.services.map((one) => ({ ...one, price: 99 })) };
    expect(only(was, dearer).fate.kind).toBe('same');
    expect(only(was, { ...dearer, bases: new Map() }).fate.kind).toBe('same');
  });

  test('past appointments come if they are wanted, and one that was imported before is no past one', () => {
    const now = salon({ now: '2026-12-02T00:00:00.000Z' });
    expect(only(was, now)).toMatchObject({ fate: { kind: 'past' }, write: null });
    expect(only(was, now, { history: true })).toMatchObject({ fate: { kind: 'new' }, offShift: null });
    expect(only(was, { ...there, now: now.now }).fate.kind).toBe('same');
  });

  test('the same calendar chosen twice doubles nothing', () => {
    const twice = { ...was, entries: [...was.entries, ...was.entries] };
    expect(kinds(plan(twice))).toEqual(['new', 'repeated']);
  });
});

describe('marks', () => {
  const weekly = new Map([['maria/2', [{ start: '09:00', end: '13:00' }]]]); // Tuesdays
  const at = (n: number, start: string) =>
    eventLines(`u${n}`, `DTSTART:${start}`, 'DURATION:PT1H', `SUMMARY:Подстригване - Мария Иванова`);

  const at1 = (start: string) => calendar(...at(1, start));

  test('overlaps with the salon’s bookings and among the file’s own', () => {
    const row: SalonEvent = {
      ...(only(entry('Обяд')).shown as AppointmentValues),
      id: 'mine',
      deleted: false,
      arrived_at: null,
      visit_id: null,
    };
    const found = plan(
      calendar(...at(1, '20261201T083000Z'), ...at(2, '20261201T090000Z'), ...at(3, '20261201T110000Z')),
      salon({ events: [row] }),
    );
    expect(found.map(({ overlaps }) => overlaps)).toEqual([['mine', appointmentId('u2')], [appointmentId('u1')], []]);
  });

  test('a room that is short overlaps whoever has it, once for each booking', () => {
    const desis = {
      ...(only(at1('20261201T083000Z')).shown as AppointmentValues),
      ...{ id: 'desis', resource_id: 'desi', deleted: false, arrived_at: null, visit_id: null },
    };
    const chair = { id: 'chair', name: 'Стол', count: 1 };
    const found = (count: number) =>
      plan(at1('20261201T080000Z'), salon({ events: [desis], rooms: new Map([['cut', { ...chair, count }]]) }))[0]?.overlaps;
    expect([found(1), found(2)]).toEqual([['desis'], []]);
    const hers = plan(
      at1('20261201T080000Z'),
      salon({ events: [{ ...desis, resource_id: 'maria' }], rooms: new Map([['cut', chair]]) }),
    );
    expect(hers[0]?.overlaps).toEqual(['desis']);
  });

  test('off-shift and beyond the shift are marked, and nothing of an employee who has no shifts yet', () => {
    const read = calendar(
      ...at(1, '20261201T080000Z'),
      ...at(2, '20261201T103000Z'),
      ...at(3, '20261201T120000Z'),
      ...at(4, '20261202T080000Z'),
    );
    expect(plan(read, salon({ weekly })).map(({ offShift }) => offShift)).toEqual([
      null,
      'beyond_shift',
      'off_shift',
      'no_shift',
    ]);
    expect(plan(read).map(({ offShift }) => offShift)).toEqual([null, null, null, null]);
  });
});

describe('properties', () => {
  const TITLES = [
    'Подстригване - Мария Иванова 0887654321',
    'Боядисване - Вера Колева',
    'Обяд',
    'Маникюр 0888111222',
    'Ася Кьосева, маникюр',
    'Мария Иванова - маникюр',
  ];
  const appointments = fc.uniqueArray(
    fc.record({
      uid: fc.integer({ min: 0, max: 40 }),
      day: fc.integer({ min: 0, max: 300 }),
      minute: fc.integer({ min: 0, max: 287 }),
      title: fc.nat(5),
      weeks: fc.integer({ min: 0, max: 3 }),
    }),
    { selector: ({ uid }) => uid, minLength: 1, maxLength: 15 },
  );
  type Appointment = { uid: number; day: number; minute: number; title: number; weeks: number };
  const fileOf = (list: readonly Appointment[]) =>
    calendar(
      ...list.flatMap(({ uid, day, minute, title, weeks }) => {
        const start = addMinutes('2026-12-01T00:00:00.000Z', day * 1440 + minute * 5).replace(/[-:]|\.000/g, '');
        return eventLines(
          `u${uid}`,
          `DTSTART:${start}`,
          'DURATION:PT30M',
          ...(weeks > 0 ? [`RRULE:FREQ=WEEKLY;COUNT=${weeks + 1}`] : []),
          `SUMMARY:${TITLES[title]}`,
        );
      }),
    );
  const plain = (planned: readonly PlannedAppointment[]) =>
    planned
      .map(({ id, fate, write, client: who }) => ({ id, fate, write, client: who?.id ?? null }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));

  test('the same file in another order plans the same', () => {
    fc.assert(
      fc.property(appointments, fc.infiniteStream(fc.nat()), (list, chances) => {
        const shuffled = [...list]
          .map((one) => [chances.next().value, one] as const)
          .sort((a, b) => a[0] - b[0])
          .map(([, one]) => one);
        expect(plain(plan(fileOf(shuffled)))).toEqual(plain(plan(fileOf(list))));
      }),
      { numRuns: 25 },
    );
  });

  test('a newer file writes what changed alone, and then equals importing it once', () => {
    fc.assert(
      fc.property(appointments, appointments, (before, changes) => {
        const changed = before.map((one) => changes.find(({ uid }) => uid === one.uid) ?? one);
        const old = written(plan(fileOf(before)), SALON);
        const second = plan(fileOf(changed), old);
        const same = new Set(before.filter((one) => changed.includes(one)).map(({ uid }) => appointmentId(`u${uid}`)));
        for (const { id, write } of second) if (same.has(id.slice(0, appointmentId('u0').length))) expect(write).toBeNull();
        const both = written(second, old);
        const once = written(plan(fileOf(changed)), SALON);
        const shape = (now: SalonNow) =>
          now.events
            .filter(({ deleted }) => !deleted)
            .map(({ id, start_time, end_time, service_id, title, type }) => [id, start_time, end_time, service_id, title, type])
            .sort();
        expect(shape(both)).toEqual(shape(once));
        expect(plan(fileOf(changed), both).filter(({ write }) => write !== null)).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  test('a table shuffled by rows has the same ids', () => {
    const rows = fc.array(
      fc.tuple(
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom('10:00', '11:00'),
        fc.constantFrom('Анна Димитрова', 'Вера Колева', ''),
        fc.constantFrom('Подстригване', 'Маникюр'),
      ),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(rows, fc.infiniteStream(fc.nat()), (list, chances) => {
        const ids = (some: typeof list) =>
          readText(
            ['Дата;Час;Клиент;Услуга', ...some.map(([day, time, who, what]) => `0${day}.12.2026;${time};${who};${what}`)].join(
              '\n',
            ),
          )
            .entries.map(({ key }) => appointmentId(key))
            .sort();
        const shuffled = [...list]
          .map((one) => [chances.next().value, one] as const)
          .sort((a, b) => a[0] - b[0])
          .map(([, one]) => one);
        expect(ids(shuffled)).toEqual(ids(list));
        expect(new Set(ids(list)).size).toBe(list.length);
      }),
      { numRuns: 25 },
    );
  });
});
