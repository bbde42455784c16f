// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { firstValueFrom, Subject } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { at, booking, CUT, DAY, IVAYLO, MARIA, row } from '#calendar/reads/rows.test-support.ts';
import { setLanguage } from '#i18n/i18n.ts';
import {
  button,
  choose,
  chosen,
  dialog,
  eachOnItsOwn,
  onClose,
  onSaved,
  person,
  show,
  write,
} from './reservation-dialog.test-support.tsx';
import { clients, data, events } from './reservation-fakes.test-support.ts';

vi.mock('#data/events/events.commands.ts', async () => (await import('./reservation-fakes.test-support.ts')).data);
vi.mock('#data/events/booking-saves.ts', async () => (await import('./reservation-fakes.test-support.ts')).saves);
vi.mock('#data/events/event-edits.ts', async () => (await import('./reservation-fakes.test-support.ts')).edits);
vi.mock('#data/events/client-facts.ts', async () => (await import('./reservation-fakes.test-support.ts')).clientFacts);
vi.mock('#data/events/older-events.ts', async () => (await import('./reservation-fakes.test-support.ts')).olderEvents);
vi.mock('#data/events/events.queries.ts', async () => (await import('./reservation-fakes.test-support.ts')).eventReads);
vi.mock('#data/client-index.queries.ts', async () => (await import('./reservation-fakes.test-support.ts')).clientIndex);
vi.mock('#data/clients.queries.ts', async () => (await import('./reservation-fakes.test-support.ts')).clientReads);
vi.mock('#data/shifts.queries.ts', async () => (await import('./reservation-fakes.test-support.ts')).shiftReads);

eachOnItsOwn();

const plain = (element: HTMLElement) => element.textContent?.replaceAll('\u2060', '');

it('opens a new reservation at nine for an hour and says what Save waits for', async () => {
  show({ kind: 'new', draft: {} });
  expect(dialog()).toHaveProperty('textContent', expect.stringContaining('Нова резервация'));
  expect([chosen('Час'), chosen('Минути'), chosen('Времетраене'), chosen('Дата')]).toEqual(['9', '0', '60', DAY]);
  expect(screen.getByText('Изберете служител, за да запазите.')).toBeTruthy();
  expect(button('Запази')).toHaveProperty('disabled', true);
});

it('books with the only employee there is, unless another one was asked for', async () => {
  const away = { ...IVAYLO, active: false };
  show({ kind: 'new', draft: {} }, { employees: [away, MARIA] });
  expect(chosen('Служител')).toBe('maria');
  cleanup();
  show({ kind: 'new', draft: { employee: IVAYLO.id } }, { employees: [away, MARIA] });
  expect(chosen('Служител')).toBeNull();
});

it('saves the whole record once employee, client and service are chosen', async () => {
  show({ kind: 'new', draft: { employee: 'maria', start: 600 } });
  expect(screen.getByText('Изберете клиент, за да запазите.')).toBeTruthy();
  await person.type(screen.getByRole('combobox', { name: 'Клиент' }), 'yoana');
  await person.click(await screen.findByRole('option', { name: /Йоана/ }));
  expect(screen.getByText('Изберете услуга, за да запазите.')).toBeTruthy();
  await choose('Услуга', /Подстригване/);
  expect(chosen('Времетраене')).toBe('45');
  await person.click(button('Запази'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(data.addEvent.mock.calls[0]?.[1]).toEqual({
    resource_id: 'maria',
    client_id: 'yoana',
    service_id: 'cut',
    title: 'Подстригване',
    start_time: at('10:00'),
    end_time: at('10:45'),
    notes: null,
    type: 'appointment',
    over: [],
  });
  expect(onSaved).toHaveBeenCalledWith(DAY, 'new');
});

it('blocks time: the title changes, client and service go away, an employee is enough', async () => {
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut' } });
  await person.click(screen.getByRole('checkbox', { name: /Блокирай времето/ }));
  expect(dialog().textContent).toContain('Блокиране на време');
  expect(screen.queryByRole('combobox', { name: 'Клиент' })).toBeNull();
  await person.click(button('Запази'));
  await waitFor(() => expect(data.addEvent).toHaveBeenCalled());
  expect(data.addEvent.mock.calls[0]?.[1]).toMatchObject({
    type: 'blocking',
    title: 'Блокирано време',
    client_id: null,
    service_id: null,
  });
});

it('blocks time for nobody, whoever was chosen before: the saved record has no client', async () => {
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut', client: 'yoana' } });
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Клиент' })).toHaveProperty('value', 'Йоана Христова'));
  await person.click(screen.getByRole('checkbox', { name: /Блокирай времето/ }));
  await person.click(button('Запази'));
  await waitFor(() =>
    expect(data.addEvent.mock.calls[0]?.[1]).toMatchObject({ type: 'blocking', client_id: null, service_id: null }),
  );
});

it('says from when to when it is, after each change of hour, minute and length, and saves that end', async () => {
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut', client: 'vera' } });
  const range = () => dialog().querySelector('.badge.tnum')?.textContent;
  expect(range()).toBe('9:00–9:45');
  await choose('Час', '11');
  expect(range()).toBe('11:00–11:45');
  await choose('Минути', '30');
  expect(range()).toBe('11:30–12:15');
  await choose('Времетраене', '90 мин');
  expect(range()).toBe('11:30–13:00');
  await person.click(button('Запази'));
  await waitFor(() => expect(data.addEvent.mock.calls[0]?.[1]).toMatchObject({ start_time: at('11:30'), end_time: at('13:00') }));
});

it('offers its own minute among the quarters, and shows it', async () => {
  events.next([booking('a', '10:05', '10:55')]);
  show({ kind: 'edit', id: 'a' });
  expect(button(/^Минути/).textContent).toContain('05');
  await person.click(button(/^Минути/));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['00', '05', '15', '30', '45']);
});

it('warns of an overlap and of time off shift, and saves all the same', async () => {
  events.next([booking('other', '17:30', '18:00')]);
  show({ kind: 'new', draft: { employee: 'maria', start: 17 * 60 + 15, service: 'cut', client: 'vera' } });
  expect((await screen.findByText(/Застъпва се с/)).textContent?.replaceAll('\u2060', '')).toContain(
    'Йоана Христова, 17:30–18:00',
  );
  await choose('Времетраене', '60 мин');
  // A range is never broken over two lines.
  expect(screen.getByText(/свършва след смяната на Мария Петрова \(9:00\u2060–\u206018:00\)/)).toBeTruthy();
  await choose('Час', '20');
  expect(screen.getByText(/не е на смяна в 20:15/)).toBeTruthy();
  expect(button('Запази')).toHaveProperty('disabled', false);
  // What was said before it was saved is what was agreed to.
  await choose('Час', '17');
  await person.click(button('Запази'));
  await waitFor(() => expect(data.addEvent.mock.calls[0]?.[1]).toMatchObject({ over: [{ id: 'other' }] }));
});

it('opens an existing reservation with its own minute and duration, and saves nothing when nothing changed', async () => {
  events.next([booking('a', '10:05', '10:55')]);
  show({ kind: 'edit', id: 'a' });
  expect(dialog().textContent).toContain('Редакция на резервация');
  expect([chosen('Минути'), chosen('Времетраене')]).toEqual(['5', '50']);
  await person.click(button('Запази'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(data.updateEvent).not.toHaveBeenCalled();
});

it('says that lists are empty, and that the salon is not known', async () => {
  show({ kind: 'new', draft: {} }, { employees: [], services: new Map() }, Number.NaN);
  expect(screen.getAllByText('Не е намерен идентификатор на салон.').length).toBeGreaterThan(0);
  await person.click(button(/^Служител/));
  expect(await screen.findByText('Няма налични служители')).toBeTruthy();
  await person.keyboard('{Escape}');
  await person.click(button(/^Услуга/));
  expect(await screen.findByText('Няма налични услуги')).toBeTruthy();
});

it('lists the services by category, each with its minutes and price', async () => {
  const services = [
    CUT,
    row('services', { id: 'gel', name: 'Гел лак', category: 'Маникюр', duration: 60 }),
    row('services', { id: 'dye', name: 'Боядисване', category: 'Коса', duration: null }),
  ];
  show({ kind: 'new', draft: { employee: 'maria' } }, { services: new Map(services.map((one) => [one.id, one])) });
  await person.click(button(/^Услуга/));
  const list = await screen.findByRole('listbox');
  const groups = within(list).getAllByRole('group');
  expect(groups.map((group) => group.getAttribute('aria-label'))).toEqual(['Коса', 'Маникюр', 'Без категория']);
  expect(
    within(list)
      .getAllByRole('option')
      .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' ')),
  ).toEqual(['Боядисване60 мин · 0,00 лв', 'Гел лак60 мин · 0,00 лв', 'Подстригване45 мин · 45,00 лв']);
});

it('says where there are no clients at all', async () => {
  clients.splice(0);
  show({ kind: 'new', draft: {} });
  await person.click(screen.getByRole('combobox', { name: 'Клиент' }));
  expect(await within(await screen.findByRole('listbox')).findByText('Няма налични клиенти')).toBeTruthy();
});

it('says in English what Save waits for, what lies below, and that nobody works then', async () => {
  setLanguage('en');
  events.next([booking('other', '17:30', '18:00')]);
  show({ kind: 'new', draft: { start: 17 * 60 + 15 } });
  expect(dialog().textContent).toContain('New reservation');
  expect(screen.getByText('Choose an employee to save.').getAttribute('role')).toBe('status');
  await choose('Employee', 'Мария Петрова');
  expect(screen.getByText('Choose a client to save.')).toBeTruthy();
  const said = async (text: RegExp) =>
    plain((await screen.findByText(text)).closest<HTMLElement>('[role=status]') as HTMLElement);
  expect(await said(/^Overlaps/)).toBe('Overlaps Йоана Христова, 17:30–18:00. You can book it anyway.');
  expect(await said(/^It ends after/)).toBe('It ends after the shift of Мария Петрова (9:00–18:00). You can save anyway.');
  await choose('Hour', '20');
  expect(await said(/is not on shift/)).toBe('Мария Петрова is not on shift at 20:15. You can save anyway.');
  expect(screen.getByRole('group', { name: 'Free times nearby' })).toBeTruthy();
  cleanup();

  const opened = booking('a', '10:00', '11:00');
  events.next([opened]);
  show({ kind: 'edit', id: 'a' });
  events.next([{ ...opened, deleted: true }]);
  expect(await said(/was deleted elsewhere/)).toBe(
    'This appointment was deleted elsewhere meanwhile. If you save, it is brought back.',
  );
});

it('keeps the length of the chosen service among the choices (RES-12)', async () => {
  const long = row('services', { id: 'long', name: 'Официална прическа', duration: 50 });
  show({ kind: 'new', draft: { employee: 'maria' } }, { services: new Map([['long', long]]) });
  await choose('Услуга', /Официална/);
  expect(chosen('Времетраене')).toBe('50');
  await choose('Времетраене', '60 мин');
  await choose('Времетраене', '50 мин');
  expect(chosen('Времетраене')).toBe('50');
});

it('books with nobody and nothing that is not there (any more), and says so beside the field', async () => {
  const draft = { employee: 'maria', service: 'cut', client: 'nobody' };
  const shown = show({ kind: 'new', draft });
  const error = (words: string) => screen.queryAllByRole('alert').some(({ textContent }) => textContent === words);
  await waitFor(() => expect(error('Този клиент вече го няма. Изберете друг.')).toBe(true));
  expect(button('Запази')).toHaveProperty('disabled', true);
  write(screen.getByRole('combobox', { name: 'Клиент' }), 'vera');
  await person.click(await screen.findByRole('option', { name: /Вера/ }));
  expect(button('Запази')).toHaveProperty('disabled', false);
  // Another device removes the service, then the employee.
  shown.again({ services: new Map() });
  expect(error('Тази услуга вече я няма. Изберете друга.')).toBe(true);
  expect(screen.getByText('Изберете услуга, за да запазите.')).toBeTruthy();
  shown.again({ employees: [IVAYLO, { ...MARIA, active: false }] });
  expect(error('Този служител вече е неактивен. Изберете друг.')).toBe(true);
  shown.again({ employees: [IVAYLO] });
  expect(error('Този служител вече го няма. Изберете друг.')).toBe(true);
  expect(button('Запази')).toHaveProperty('disabled', true);
  cleanup();

  // What a saved one names stays with it.
  events.next([booking('a', '10:00', '11:00', { client_id: 'nobody' })]);
  show({ kind: 'edit', id: 'a' }, { services: new Map(), employees: [IVAYLO] });
  expect(button(/^Служител/).textContent).toContain('Изтрит служител');
  expect(button(/^Услуга/).textContent).toContain('Подстригване');
  expect(screen.queryAllByRole('alert')).toEqual([]);
  write(screen.getByLabelText(/^Бележки/), 'Остава');
  await person.click(button('Запази'));
  await waitFor(() => expect(data.updateEvent.mock.calls[0]?.[2]).toEqual({ notes: 'Остава' }));
});

it('gives client and service back when the box is unticked again', async () => {
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut', client: 'yoana' } });
  await person.click(screen.getByRole('checkbox', { name: /Блокирай времето/ }));
  await person.click(screen.getByRole('checkbox', { name: /Блокирай времето/ }));
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Клиент' })).toHaveProperty('value', 'Йоана Христова'));
  await person.click(button('Запази'));
  await waitFor(() =>
    expect(data.addEvent.mock.calls[0]?.[1]).toMatchObject({ client_id: 'yoana', service_id: 'cut', title: 'Подстригване' }),
  );
});

it('saves nothing without a salon, however complete (RES-37)', () => {
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut', client: 'vera' } }, {}, Number.NaN);
  expect(screen.getAllByText('Не е намерен идентификатор на салон.')).toHaveLength(2);
  expect(button('Запази')).toHaveProperty('disabled', true);
});

it('books once, however often Enter is pressed', async () => {
  const stored = new Subject<string>();
  data.addEvent.mockReturnValueOnce(firstValueFrom(stored));
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut', client: 'yoana' } });
  const form = dialog().querySelector('form') as HTMLFormElement;
  // While it is busy Save is no submit button: a form with a single text field sends itself then.
  fireEvent.submit(form);
  fireEvent.submit(form);
  await screen.findByRole('button', { name: 'Запазване…' });
  fireEvent.submit(form);
  await act(async () => stored.next('new'));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(data.addEvent).toHaveBeenCalledTimes(1);
});

it('without any service there is one “add service”, which makes one', () => {
  show({ kind: 'new', draft: {} }, { services: new Map() });
  expect(within(dialog()).getAllByText('Добави услуга')).toHaveLength(1);
  expect(within(dialog()).getByRole('link', { name: 'Добави услуга' }).getAttribute('href')).toBe('/services/add');
});

it.each([
  ['Добави служител', '/employees/add'],
  ['Добави услуга', '/services/add'],
])('an empty list leads on: %s; what was typed is asked about before', async (name, path) => {
  show({ kind: 'new', draft: {} }, { employees: [], services: new Map() });
  write(screen.getByLabelText(/^Бележки/), 'Къс бретон');
  await person.click(within(dialog()).getByRole('link', { name }));
  expect(screen.queryByText(path)).toBe(null);
  await person.click(screen.getByRole('button', { name: 'Не запазвай' }));
  expect(await screen.findByText(path)).toBeTruthy();
});

it('the line below the service says one length, the chosen one, and in words how it stands to the usual', async () => {
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut' } });
  const hint = () =>
    plain(button(/^Услуга/).closest('.col-span-6') as HTMLElement)
      ?.replaceAll('\u00a0', ' ')
      .match(/\d+ мин.*/)?.[0];
  expect(hint()).toBe('45 мин · 45,00 лв · край 9:45');
  await choose('Времетраене', '30 мин');
  expect(hint()).toBe('30 мин, по-кратко от обичайното · 45,00 лв · край 9:30');
  await choose('Времетраене', '90 мин');
  expect(hint()).toBe('90 мин, по-дълго от обичайното · 45,00 лв · край 10:30');
});
