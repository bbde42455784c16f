// @vitest-environment happy-dom
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { BehaviorSubject, combineLatest, firstValueFrom, map, NEVER, of, Subject, throwError } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { at, booking, CUT, DAY, IVAYLO, MARIA, row, YOANA, ZONE } from '#calendar/reads/test-rows.ts';
import type { OlderState } from '#data/events/day-events.ts';
import { StorageFullError } from '#data/failures.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { weeklyKey } from '#domain/availability.ts';
import { SALON_DEFAULTS } from '#domain/salon-config.ts';
import { buildIndex } from '#domain/search.ts';
import { ReplicaContext } from '#features/use-replica.ts';
import { fullDevice, leaveForLater } from '#features/use-saving.ts';
import { setLanguage } from '#i18n/i18n.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { toasts } from '#ui/toast-store.ts';
import { DeleteQuestion } from './reservation-delete.tsx';
import { ReservationDialog } from './reservation-dialog.tsx';
import { valuesOf } from './reservation-form.ts';
import type { Editing } from './use-opened-event.ts';

const data = vi.hoisted(() => ({
  addEvent: vi.fn(async (..._args: unknown[]) => 'new'),
  updateEvent: vi.fn(async (..._args: unknown[]) => undefined),
  deleteEvent: vi.fn(async (..._args: unknown[]) => undefined),
  pressEventStatus: vi.fn(async (_replica: unknown, event: { id: string }, _pressed: string, _now: string) => ({
    id: event.id,
    before: { status: 'booked' },
    wrote: { status: 'completed' },
  })),
}));
const edits = vi.hoisted(() => ({
  undoDelete: vi.fn(async (..._args: unknown[]) => 'undone'),
  undoEdit: vi.fn(async (..._args: unknown[]) => 'undone'),
}));
const older = new BehaviorSubject<OlderState>({ phase: 'kept', readAt: null, reason: null });
const events = new BehaviorSubject<readonly LocalRow<'events'>[]>([]);
const reads: { how: 'now' | 'never' | 'failed'; clients: Subject<typeof clients> | null; free: boolean; named: boolean } = {
  ...{ how: 'now', clients: null, free: true, named: true },
};
const KNOWN = [YOANA, row('clients', { id: 'vera', name: 'Вера Ангелова' })];
const clients = [...KNOWN];

vi.mock('#data/events/events.commands.ts', () => data);
vi.mock('#data/events/event-edits.ts', () => edits);
vi.mock('#data/events/older-events.ts', () => ({
  dayWithOlder$: () =>
    combineLatest([events, older]).pipe(map(([rows, state]) => ({ events: rows, clients: new Map(), older: state }))),
}));
vi.mock('#data/events/events.queries.ts', () => ({
  event$: (_: unknown, id: string) =>
    reads.how === 'never'
      ? NEVER
      : reads.how === 'failed'
        ? throwError(() => new Error('no read'))
        : events.pipe(map((rows) => rows.find((event) => event.id === id && !event.deleted) ?? null)),
  eventsBetween$: () => (reads.free ? events : throwError(() => new Error('no read'))),
  daysEvents$: () => (reads.free ? events : throwError(() => new Error('no read'))),
}));
vi.mock('#data/client-index.queries.ts', () => ({
  clientIndex$: () => reads.clients?.pipe(map(buildIndex)) ?? of(buildIndex(clients)),
}));
vi.mock('#data/clients.queries.ts', () => ({
  clientsById$: (_: unknown, ids: string[]) =>
    reads.how === 'never'
      ? NEVER
      : !reads.named
        ? throwError(() => new Error('no read'))
        : of(new Map(clients.filter(({ id }) => ids.includes(id)).map((client) => [client.id, client]))),
}));
vi.mock('#data/shifts.queries.ts', () => ({ overrideSets$: () => of(new Map()) }));

const salon: SalonPart = {
  config: SALON_DEFAULTS,
  employees: [IVAYLO, MARIA],
  services: new Map([['cut', CUT]]),
  weekly: new Map([[weeklyKey('maria', 3), [{ start: '09:00', end: '18:00' }]]]),
  troubles: new Map(),
  openOverlaps: new Set<string>(),
  complete: true,
};
const onClose = vi.fn();
const onSaved = vi.fn();

function Elsewhere() {
  return <p>{useLocation().pathname}</p>;
}

function show(opened: Editing, more: Partial<SalonPart> = {}, salonId = 1, horizon: string | null = null, known?: Known) {
  const replica = { salonId, horizon$: of(horizon) as OpenReplica['horizon$'] } as OpenReplica;
  const tree = (part: Partial<SalonPart>) => (
    <ReplicaContext value={replica}>
      <MemoryRouter>
        <Routes>
          <Route
            path="/"
            element={<ReservationDialog {...{ opened, known, today: DAY, onSaved, onClose }} salon={{ ...salon, ...part }} />}
          />
          <Route path="*" element={<Elsewhere />} />
        </Routes>
      </MemoryRouter>
    </ReplicaContext>
  );
  const { rerender, unmount } = render(tree(more));
  /** What another device changed of the salon comes in. */
  return { again: (part: Partial<SalonPart>) => rerender(tree(part)), unmount };
}
type Known = LocalRow<'events'>;

// A shared machine is slow at times; nothing here waits for time.
configure({ asyncUtilTimeout: 10_000 });
const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
/** At one go: a key press draws the whole dialog anew, which is nothing that is looked at here. */
const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const dialog = () => screen.getByRole('dialog');
const button = (name: string | RegExp) => within(dialog()).getByRole('button', { name });
const chosen = (name: string) => button(new RegExp(`^${name}`)).getAttribute('data-value');
async function choose(name: string, option: string | RegExp) {
  await person.click(button(new RegExp(`^${name}`)));
  await person.click(await screen.findByRole('option', { name: option }));
}

beforeEach(() => {
  setLanguage('bg');
  Object.assign(reads, { how: 'now', clients: null, free: true, named: true });
  clients.splice(0, clients.length, ...KNOWN);
  events.next([]);
  older.next({ phase: 'kept', readAt: null, reason: null });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.clearAllMocks();
  toasts.dismiss();
});

it('opens a new reservation at nine for an hour and says what Save waits for', async () => {
  show({ kind: 'new', draft: {} });
  expect(dialog()).toHaveProperty('textContent', expect.stringContaining('Нова резервация'));
  expect([chosen('Час'), chosen('Минути'), chosen('Времетраене'), chosen('Дата')]).toEqual(['9', '0', '60', DAY]);
  expect(screen.getByText('Изберете служител, за да запазите.')).toBeTruthy();
  expect(button('Запази')).toHaveProperty('disabled', true);
});

it('begins in the client field, its list closed until one types or presses', async () => {
  show({ kind: 'new', draft: { employee: 'maria', start: 600 } });
  const client = screen.getByRole('combobox', { name: 'Клиент' });
  await waitFor(() => expect(document.activeElement).toBe(client));
  expect(screen.queryByRole('listbox')).toBeNull();
  await person.click(client);
  expect(await screen.findByRole('option', { name: /Вера/ })).toBeTruthy();
  await person.keyboard('yoa');
  await waitFor(() => expect(screen.getAllByRole('option')[0]?.textContent).toMatch(/Йоана/));
  await person.keyboard('{Enter}');
  expect(client).toHaveProperty('value', 'Йоана Христова');
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
  expect(onSaved).toHaveBeenCalledWith(DAY);
});

it('makes a client on the spot and hands both over together', async () => {
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut' } });
  await person.click(screen.getByRole('combobox', { name: 'Клиент' }));
  write(screen.getByRole('combobox', { name: 'Клиент' }), 'Зорница Нова');
  await person.click(await screen.findByRole('option', { name: 'Създай клиент „Зорница Нова“' }));
  write(screen.getByLabelText(/^Телефон/), '0888 765 432');
  await person.type(screen.getByLabelText(/^Телефон/), '{Enter}');
  await person.click(button('Запази'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(data.addEvent.mock.calls[0]?.[2]).toEqual({ id: expect.any(String), name: 'Зорница Нова', phone: '0888 765 432' });
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

const plain = (element: HTMLElement) => element.textContent?.replaceAll('\u2060', '');

it('keeps what was typed when another device changes the reservation, says what changed, and sends only its own', async () => {
  const opened = booking('a', '10:00', '11:00', { notes: 'Алергия' });
  events.next([opened]);
  show({ kind: 'edit', id: 'a' });
  write(screen.getByLabelText(/^Бележки/), 'Къс бретон');
  events.next([
    {
      ...opened,
      ...{ start_time: at('12:00'), end_time: at('13:00'), resource_id: 'ivaylo', notes: 'Дълъг бретон' },
      ...{ status: 'cancelled', rev: 2 },
    },
  ]);
  expect(plain(await screen.findByText(/Междувременно от друго място/))).toContain(
    'часът е 12:00–13:00, при Ивайло Ганев, бележката е нова, статусът е „Отказан“',
  );
  // What nobody touched here is what it is there; what was typed stays, with the other's beside it.
  expect([chosen('Час'), chosen('Служител')]).toEqual(['12', 'ivaylo']);
  expect(plain(screen.getByText(/беше 10:00/))).toBe('Променено от друго място, беше 10:00–11:00');
  expect(screen.getByText('Променено от друго място, беше Мария Петрова')).toBeTruthy();
  expect(screen.getByLabelText(/^Бележки/)).toHaveProperty('value', 'Къс бретон');
  expect(screen.getByText('На друго място: Дълъг бретон')).toBeTruthy();
  await person.click(button('Запази'));
  await waitFor(() =>
    expect(data.updateEvent).toHaveBeenCalledWith(expect.anything(), 'a', { notes: 'Къс бретон' }, undefined, []),
  );
});

it('opens at once with what the calendar shows; where that is older, the newer one comes without a word', async () => {
  const shown = booking('a', '10:00', '11:00');
  reads.how = 'never';
  show({ kind: 'edit', id: 'a' }, {}, 1, null, shown);
  expect([chosen('Час'), chosen('Служител')]).toEqual(['10', 'maria']);
  expect(screen.getByRole('combobox', { name: 'Клиент' })).toHaveProperty('value', ''); // not read yet is not removed
  cleanup();

  reads.how = 'now';
  events.next([{ ...shown, start_time: at('12:00'), end_time: at('13:00'), rev: 2 }]);
  show({ kind: 'edit', id: 'a' }, {}, 1, null, shown);
  await waitFor(() => expect(chosen('Час')).toBe('12'));
  expect(screen.queryByText(/Междувременно/)).toBeNull();
  events.next([{ ...shown, start_time: at('13:00'), end_time: at('14:00'), rev: 3 }]);
  expect(plain(await screen.findByText(/Междувременно/))).toContain('часът е 13:00–14:00');
});

it('keeps the whole place that was chosen here, and the client with the note, in English as well', async () => {
  setLanguage('en');
  const opened = booking('a', '10:00', '11:00');
  events.next([opened]);
  show({ kind: 'edit', id: 'a' });
  await choose('Duration', '90 min');
  write(screen.getByLabelText(/^Notes/), 'Short fringe');
  events.next([{ ...opened, start_time: at('09:00'), end_time: at('10:00'), resource_id: 'ivaylo', client_id: 'vera', rev: 2 }]);
  expect(plain(await screen.findByText(/^Changed elsewhere meanwhile/))).toBe(
    'Changed elsewhere meanwhile: the time is 9:00–10:00, with Ивайло Ганев, client Вера Ангелова. What you typed here is still there.',
  );
  expect([chosen('Hour'), chosen('Duration'), chosen('Employee')]).toEqual(['10', '90', 'maria']);
  expect(screen.getByRole('combobox', { name: 'Client' })).toHaveProperty('value', 'Йоана Христова');
  for (const theirs of [/^Elsewhere: 9:00/, 'Elsewhere: Ивайло Ганев', / · Elsewhere: Вера Ангелова$/])
    expect(screen.getByText(theirs)).toBeTruthy();
  await person.click(button('Save'));
  await waitFor(() =>
    expect(data.updateEvent.mock.calls[0]?.[2]).toEqual({
      ...{ resource_id: 'maria', start_time: at('10:00'), end_time: at('11:30') },
      ...{ client_id: 'yoana', notes: 'Short fringe' },
    }),
  );
});

it('brings a reservation back that was deleted elsewhere meanwhile', async () => {
  const opened = booking('a', '10:00', '11:00');
  events.next([opened]);
  show({ kind: 'edit', id: 'a' });
  events.next([{ ...opened, deleted: true }]);
  expect(await screen.findByText(/беше изтрит от друго място/)).toBeTruthy();
  await person.click(button('Запази'));
  await waitFor(() => expect(edits.undoDelete.mock.calls[0]?.[1]).toMatchObject({ id: 'a', client_id: 'yoana' }));
});

it('edits what it brings back as any other: status and price follow the type', async () => {
  const opened = booking('a', '10:00', '11:00');
  events.next([opened]);
  show({ kind: 'edit', id: 'a' });
  await person.click(screen.getByRole('checkbox', { name: /Блокирай времето/ }));
  events.next([{ ...opened, deleted: true }]);
  expect(await screen.findByText(/беше изтрит от друго място/)).toBeTruthy();
  await person.click(button('Запази'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(edits.undoDelete.mock.calls[0]?.[1]).toEqual(opened);
  expect(data.updateEvent.mock.calls[0]?.[2]).toMatchObject({ type: 'blocking', client_id: null, service_id: null });
});

it('asks before it deletes', async () => {
  events.next([booking('a', '10:00', '11:00')]);
  show({ kind: 'edit', id: 'a' });
  await person.click(button('Изтрий резервацията'));
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('Да изтрием ли часа на Йоана Христова?');
  expect(data.deleteEvent).not.toHaveBeenCalled();
  await person.click(within(question).getByRole('button', { name: 'Изтрий' }));
  await waitFor(() => expect(data.deleteEvent).toHaveBeenCalledWith(expect.anything(), 'a'));
});

it('stays open with everything in it when saving fails, and says why', async () => {
  data.addEvent.mockRejectedValueOnce(new StorageFullError('quota'));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut', client: 'yoana' } });
  write(screen.getByLabelText(/^Бележки/), 'Важно');
  await person.click(button('Запази'));
  // The device has no room: the storage dialog asks first.
  await waitFor(() => expect(fullDevice.getState().unsaved?.what).toBe('Йоана Христова, 9:00'));
  leaveForLater();
  await waitFor(() =>
    expect(toasts.store.getState().toasts[0]?.description).toMatch(/^Грешка при запазване: паметта на устройството е пълна/),
  );
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByLabelText(/^Бележки/)).toHaveProperty('value', 'Важно');
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

it('says so when the reservation is not there, with a button to close', async () => {
  show({ kind: 'edit', id: 'nowhere' });
  expect(screen.getByText('Тази резервация вече я няма')).toBeTruthy();
  await person.click(within(dialog()).getAllByRole('button', { name: 'Затвори' }).at(-1) as HTMLElement);
  expect(onClose).toHaveBeenCalled();
});

it('lists the services by category, each with its minutes', async () => {
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
      .map(({ textContent }) => textContent),
  ).toEqual(['Боядисване60 мин', 'Гел лак60 мин', 'Подстригване45 мин']);
});

it('says where there are no clients at all', async () => {
  clients.splice(0);
  show({ kind: 'new', draft: {} });
  await person.click(screen.getByRole('combobox', { name: 'Клиент' }));
  expect(within(await screen.findByRole('listbox')).getByText('Няма налични клиенти')).toBeTruthy();
});

it('offers the free places around a taken time and takes one by a press', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at('08:00')) });
  events.next([booking('other', '10:00', '11:00')]);
  show({ kind: 'new', draft: { employee: 'maria', start: 600, service: 'cut', client: 'vera' } });
  const offers = await screen.findByRole('group', { name: 'Свободни часове наоколо' });
  const names = (await within(offers).findAllByRole('button')).map(({ textContent }) => textContent);
  expect(names).toEqual(['9:15', '11:00', '11:30', '12:00']);
  await person.click(within(offers).getByRole('button', { name: '11:00' }));
  expect([chosen('Час'), chosen('Минути')]).toEqual(['11', '0']);
  expect(screen.queryByText(/Застъпва се с/)).toBeNull();
  // The list stands still, with the chosen one marked, so that another can be tried.
  expect(
    within(offers)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(names);
  expect(within(offers).getByRole('button', { pressed: true }).textContent).toBe('11:00');
});

it('does not warn that a cancelled appointment lies over another', async () => {
  events.next([booking('a', '10:00', '11:00', { status: 'cancelled' }), booking('other', '10:30', '11:30')]);
  show({ kind: 'edit', id: 'a' });
  await choose('Времетраене', '120 мин');
  expect(screen.queryByText(/Застъпва се с/)).toBeNull();
  await choose('Час', '17');
  expect(screen.getByText(/свършва след смяната/)).toBeTruthy();
});

it('says on an old day that the server could not be asked what it overlaps', async () => {
  older.next({ phase: 'failed', readAt: null, reason: 'line' });
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut', client: 'vera', date: '2025-03-05' } });
  expect(await screen.findByText(/Нужна е връзка, за да се види с какво се застъпва/)).toBeTruthy();
  expect(button('Запази')).toHaveProperty('disabled', false);
});

it('shows how a saved appointment stands, saves a status at once, and that is no news of another place', async () => {
  const opened = booking('a', '10:00', '11:00');
  events.next([opened]);
  show({ kind: 'edit', id: 'a' });
  const row5 = screen.getByRole('group', { name: 'Статус' });
  expect(within(row5).getByRole('button', { pressed: true }).textContent).toBe('Записан');
  await person.click(within(row5).getByRole('button', { name: 'Приключен' }));
  expect(data.pressEventStatus.mock.calls[0]?.[2]).toBe('completed');
  events.next([{ ...opened, status: 'completed' }]);
  await waitFor(() => expect(within(row5).getByRole('button', { pressed: true }).textContent).toBe('Приключен'));
  expect(screen.queryByText(/Междувременно/)).toBeNull();
  await waitFor(() => expect(toasts.store.getState().toasts[0]?.action?.label).toBe('Върни'));
  toasts.store.getState().toasts[0]?.action?.onAction();
  await waitFor(() => expect(edits.undoEdit).toHaveBeenCalled());
  events.next([opened]);
  await waitFor(() => expect(within(row5).getByRole('button', { pressed: true }).textContent).toBe('Записан'));
  expect(screen.queryByText(/Междувременно/)).toBeNull();
  events.next([{ ...opened, status: 'completed' }]);
  await waitFor(() => expect(within(row5).getByRole('button', { pressed: true }).textContent).toBe('Приключен'));

  // Back to booked is a press on what is shown.
  await person.click(within(row5).getByRole('button', { name: 'Записан' }));
  expect(data.pressEventStatus.mock.calls[1]?.[2]).toBe('completed');
  // From another device it is news.
  events.next([{ ...opened, status: 'no-show' }]);
  expect(await screen.findByText(/статусът е „Не се яви“/)).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});

it('has no status for blocked time', () => {
  events.next([
    booking('a', '10:00', '11:00', { type: 'blocking', client_id: null, service_id: null, status: null, title: 'Обяд' }),
  ]);
  show({ kind: 'edit', id: 'a' });
  expect(dialog().textContent).toContain('Редакция на блокирано време');
  expect(screen.queryByRole('group', { name: 'Статус' })).toBeNull();
});

it('saves an own old booking that reached the server and left this device while its dialog was open', async () => {
  const opened = booking('a', '10:00', '11:00');
  events.next([opened]);
  show({ kind: 'edit', id: 'a' }, {}, 1, '2026-11-19T00:00:00.000Z');
  write(screen.getByLabelText(/^Бележки/), 'Късно');
  events.next([]);
  expect(screen.queryByText(/беше изтрит/)).toBeNull();
  await person.click(button('Запази'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(edits.undoDelete.mock.calls[0]?.[1]).toMatchObject({ id: 'a' });
  expect(data.updateEvent.mock.calls[0]?.[2]).toEqual({ notes: 'Късно' });
});

it('takes a deletion back with the row as it stood', async () => {
  const opened = booking('a', '10:00', '11:00');
  events.next([opened]);
  show({ kind: 'edit', id: 'a' });
  await person.click(button('Изтрий резервацията'));
  await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Изтрий' }));
  await waitFor(() => expect(toasts.store.getState().toasts[0]?.action).toBeTruthy());
  toasts.store.getState().toasts[0]?.action?.onAction();
  await waitFor(() => expect(edits.undoDelete).toHaveBeenCalledWith(expect.anything(), opened));
});

it.each([
  { interval: 5, offers: ['10:15', '10:45', '9:15', '11:15'] },
  { interval: 10, offers: ['10:20', '10:50', '9:10', '11:20'] },
  { interval: 20, offers: ['10:20', '11:00', '9:00', '11:40'] },
  { interval: 30, offers: ['10:30', '11:00', '9:00', '11:30'] },
] as const)('offers places at the steps of a salon with $interval minutes', async ({ interval, offers }) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at('08:00')) });
  events.next([booking('other', '10:00', '10:15')]);
  const draft = { employee: 'maria', start: 600, service: 'cut', client: 'vera' };
  show({ kind: 'new', draft }, { config: { ...SALON_DEFAULTS, interval } });
  const group = await screen.findByRole('group', { name: 'Свободни часове наоколо' });
  expect((await within(group).findAllByRole('button')).map(({ textContent }) => textContent)).toEqual(offers);
});

it('keeps a time over midnight and the length of one on the night of the clock change', async () => {
  const night = booking('a', '23:30', '00:20', { end_time: at('00:20', '2026-11-19') });
  events.next([
    night,
    booking('early', '00:10', '01:00', { start_time: at('00:10', '2026-11-19'), end_time: at('01:00', '2026-11-19') }),
  ]);
  show({ kind: 'edit', id: 'a' });
  expect([chosen('Дата'), chosen('Час'), chosen('Времетраене')]).toEqual([DAY, '23', '50']);
  expect(plain(dialog())).toContain('23:30–0:20');
  expect(plain(await screen.findByText(/Застъпва се с/))).toContain('Йоана Христова, 0:10–1:00');
  cleanup();

  // 2:30 in summer time; half an hour later the clock shows 3:00, and then 3:00 again.
  events.next([{ ...night, id: 'b', start_time: '2026-10-24T23:30:00.000Z', end_time: '2026-10-25T01:30:00.000Z' }]);
  show({ kind: 'edit', id: 'b' });
  expect([chosen('Дата'), chosen('Час'), chosen('Минути'), chosen('Времетраене')]).toEqual(['2026-10-25', '2', '30', '120']);
  await choose('Времетраене', '60 мин');
  await person.click(button('Запази'));
  await waitFor(() =>
    expect(data.updateEvent.mock.calls[0]?.[2]).toEqual({
      ...{ start_time: '2026-10-24T23:30:00.000Z', end_time: '2026-10-25T00:30:00.000Z' },
    }),
  );
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

it('shows that it is saving, and that it is loading; a failed read can be tried again or closed', async () => {
  const stored = new Subject<string>();
  data.addEvent.mockReturnValueOnce(firstValueFrom(stored));
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut', client: 'yoana' } });
  await person.click(button('Запази'));
  expect((await screen.findByRole('button', { name: 'Запазване…' })).getAttribute('aria-busy')).toBe('true');
  await person.click(button('Запазване…'));
  stored.next('new');
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(data.addEvent).toHaveBeenCalledTimes(1);
  cleanup();

  events.next([booking('a', '10:00', '11:00')]);
  reads.how = 'never';
  show({ kind: 'edit', id: 'a' });
  expect(screen.getByText('Зареждане на резервацията…').closest('[role=status]')).toBeTruthy();
  cleanup();

  reads.how = 'failed';
  show({ kind: 'edit', id: 'a' });
  expect((await within(dialog()).findByRole('alert')).textContent).toContain('Грешка при зареждане на данните');
  expect(within(dialog()).getAllByRole('button', { name: 'Затвори' })).toHaveLength(2);
  reads.how = 'now';
  await person.click(button('Опитайте отново'));
  await waitFor(() => expect(chosen('Час')).toBe('10'));
});

it('takes a new client who was typed and not added yet; leaving asks first, and nothing is saved without a name', async () => {
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut', client: 'yoana' } });
  write(screen.getByRole('combobox', { name: 'Клиент' }), '0877 600 700');
  await person.click(await screen.findByRole('option', { name: 'Създай клиент „0877 600 700“' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Име и фамилия')));
  expect(screen.getByText('Напишете името на клиента, за да запазите.')).toBeTruthy();
  expect(button('Запази')).toHaveProperty('disabled', true);
  await person.keyboard('{Escape}');
  expect(await screen.findByRole('alertdialog')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Продължи редакцията' }));
  expect(onClose).not.toHaveBeenCalled();
  write(screen.getByLabelText('Име и фамилия'), 'Зорница Нова');
  await person.click(button('Запази'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(data.addEvent.mock.calls[0]?.[1]).toMatchObject({ client_id: null });
  expect(data.addEvent.mock.calls[0]?.[2]).toMatchObject({ name: 'Зорница Нова', phone: '0877 600 700' });
});

it('lets a client made on the spot be corrected, and gives back who stood there before', async () => {
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut', client: 'yoana' } });
  const client = () => screen.getByRole('combobox', { name: 'Клиент' });
  await waitFor(() => expect(client()).toHaveProperty('value', 'Йоана Христова'));
  write(client(), 'Зорница');
  await person.click(await screen.findByRole('option', { name: 'Създай клиент „Зорница“' }));
  await person.click(within(screen.getByRole('group', { name: 'Нов клиент' })).getByRole('button', { name: 'Отказ' }));
  expect(client()).toHaveProperty('value', 'Йоана Христова');
  expect(document.activeElement).toBe(client());
  expect(screen.queryByRole('listbox')).toBeNull();

  write(client(), 'Зорница');
  await person.click(await screen.findByRole('option', { name: 'Създай клиент „Зорница“' }));
  await person.click(button('Добави клиента'));
  expect(client()).toHaveProperty('value', 'Зорница');
  expect(document.activeElement).toBe(button(/^Услуга/));
  expect(screen.queryByText(/^Нов клиент · /)).toBeNull();
  await person.click(button('Поправи новия клиент'));
  write(screen.getByLabelText(/^Телефон/), '+359877600700');
  write(screen.getByLabelText('Име и фамилия'), 'Зорница Нова');
  await person.click(button('Добави клиента'));
  expect(screen.getByText('Нов клиент · 0877 600 700')).toBeTruthy();
  await person.click(button('Запази'));
  await waitFor(() => expect(data.addEvent.mock.calls[0]?.[2]).toMatchObject({ name: 'Зорница Нова', phone: '+359877600700' }));
});

it('says whose phone a new client has, and takes that one by a press', async () => {
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut' } });
  write(screen.getByRole('combobox', { name: 'Клиент' }), 'Йоанка');
  await person.click(await screen.findByRole('option', { name: 'Създай клиент „Йоанка“' }));
  write(screen.getByLabelText(/^Телефон/), '00359 888 12 34 56');
  // No more than what can be stored.
  expect(
    [screen.getByLabelText('Име и фамилия'), screen.getByLabelText(/^Телефон/)].map((x) => x.getAttribute('maxlength')),
  ).toEqual(['200', '40']);
  const said = await screen.findByText('Телефонът 0888 123 456 вече е записан на Йоана Христова.');
  expect(said.closest('[role=status]')).toBeTruthy();
  expect(button('Запази')).toHaveProperty('disabled', false); // families share one
  await person.click(button('Избери този клиент'));
  expect(screen.getByRole('combobox', { name: 'Клиент' })).toHaveProperty('value', 'Йоана Христова');
  await person.click(button('Запази'));
  await waitFor(() => expect(data.addEvent.mock.calls[0]?.[1]).toMatchObject({ client_id: 'yoana' }));
  expect(data.addEvent.mock.calls[0]?.[2]).toBeUndefined();
});

it('says that there are more clients than it shows', async () => {
  const many = Array.from({ length: 60 }, (_, n) => row('clients', { id: `c${n}`, name: `Клиент ${n}` }));
  clients.push(...many);
  show({ kind: 'new', draft: {} });
  await person.click(screen.getByRole('combobox', { name: 'Клиент' }));
  expect(await screen.findByText(/^Показани са първите 50 от 62/)).toBeTruthy();
  expect(screen.getAllByRole('option')).toHaveLength(50);
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

it('says on the night of the spring clock change that a time does not exist, and saves what it says', async () => {
  const draft = { employee: 'maria', service: 'cut', client: 'vera', date: '2027-03-28', start: 3 * 60 + 30 };
  show({ kind: 'new', draft });
  const skipped = /часовникът прескача 3:30/;
  expect(plain(await screen.findByText(skipped))).toBe('В тази нощ часовникът прескача 3:30. Часът ще бъде в 4:30.');
  expect(screen.getByText(skipped).closest('[role=status]')).toBeTruthy();
  expect(plain(dialog())).toContain('4:30–5:15');
  expect(plain(dialog())).toContain('край 5:15');
  await choose('Час', '02');
  expect(screen.queryByText(skipped)).toBeNull();
  expect(plain(dialog())).toContain('2:30–4:15'); // 45 minutes: from 3:00 it is 4:00
  await choose('Час', '03');
  await person.click(button('Запази'));
  await waitFor(() =>
    expect(data.addEvent.mock.calls[0]?.[1]).toMatchObject({
      start_time: '2027-03-28T01:30:00.000Z',
      end_time: '2027-03-28T02:15:00.000Z',
    }),
  );
});

it('hears the second half of a double click on a status as nothing', async () => {
  const opened = booking('a', '10:00', '11:00');
  events.next([opened]);
  show({ kind: 'edit', id: 'a' });
  const status = (name: string) => within(screen.getByRole('group', { name: 'Статус' })).getByRole('button', { name });
  await person.dblClick(status('Приключен'));
  expect(data.pressEventStatus).toHaveBeenCalledTimes(1);
  data.pressEventStatus.mockRejectedValueOnce(new Error('disk'));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await person.click(status('Не се яви'));
  await person.click(status('Не се яви')); // not saved: it can be tried again
  expect(data.pressEventStatus).toHaveBeenCalledTimes(3);
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

it('offers no places around a day that is over', async () => {
  events.next([booking('a', '20:00', '21:00', { start_time: at('20:00', '2026-11-11'), end_time: at('21:00', '2026-11-11') })]);
  show({ kind: 'edit', id: 'a' });
  expect(await screen.findByText(/не е на смяна в 20:00/)).toBeTruthy();
  expect(screen.queryByText('Свободни часове наоколо')).toBeNull();
  expect(screen.queryByText(/Няма свободно/)).toBeNull();
});

it('takes another day from the month (RES-07)', async () => {
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut', client: 'vera' } });
  await person.click(button(/^Дата/));
  await person.click(await screen.findByRole('button', { name: 'Следващ месец' }));
  await person.click(screen.getByRole('button', { name: 'четвъртък, 31 декември 2026' }));
  expect(button(/^Дата/).textContent).toBe('чт, 31/12/2026');
  await person.click(button('Запази'));
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith('2026-12-31'));
  expect(data.addEvent.mock.calls[0]?.[1]).toMatchObject({ start_time: at('09:00', '2026-12-31') });
});

it('saves nothing without a salon, however complete (RES-37)', () => {
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut', client: 'vera' } }, {}, Number.NaN);
  expect(screen.getAllByText('Не е намерен идентификатор на салон.')).toHaveLength(2);
  expect(button('Запази')).toHaveProperty('disabled', true);
});

it('does not reach into what was opened since by whoever left while it was saved', async () => {
  const stored = new Subject<string>();
  data.addEvent.mockReturnValueOnce(firstValueFrom(stored));
  const shown = show({ kind: 'new', draft: { employee: 'maria', service: 'cut', client: 'yoana' } });
  await person.click(button('Запази'));
  await screen.findByRole('button', { name: 'Запазване…' });
  shown.unmount();
  await act(async () => stored.next('new'));
  expect(onSaved).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
});

it('calls a client who was removed so, also where another device put them in', async () => {
  const opened = booking('a', '10:00', '11:00');
  events.next([opened]);
  show({ kind: 'edit', id: 'a' });
  events.next([{ ...opened, client_id: 'nobody', rev: 2 }]);
  expect(plain(await screen.findByText(/Междувременно/))).toContain('клиент Изтрит клиент');
  events.next([{ ...opened, client_id: null, rev: 3 }]);
  await waitFor(() => expect(plain(screen.getByText(/Междувременно/))).toContain('клиент Без клиент'));
});

it('shows its error state, too, when what it chooses from cannot be read, and keeps what was typed (RES-21, RES-22)', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  reads.clients = new Subject();
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut', client: 'yoana' } });
  write(screen.getByLabelText(/^Бележки/), 'Важно');
  act(() => reads.clients?.error(new Error('no read')));
  expect(within(dialog()).getByRole('alert').textContent).toContain('Грешка при зареждане на данните');
  expect(dialog().textContent).toContain('Нова резервация');
  expect(toasts.store.getState().toasts[0]?.title).toBe('no read');
  expect(within(dialog()).getAllByRole('button', { name: 'Затвори' })).toHaveLength(2);
  reads.clients = null;
  await person.click(button('Опитайте отново'));
  expect(screen.getByLabelText(/^Бележки/)).toHaveProperty('value', 'Важно');
  await person.click(button('Запази'));
  await waitFor(() => expect(data.addEvent.mock.calls[0]?.[1]).toMatchObject({ notes: 'Важно', client_id: 'yoana' }));
});

it('shows a chosen client at once, not only once the row was read', async () => {
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut' } });
  await person.click(screen.getByRole('combobox', { name: 'Клиент' }));
  reads.how = 'never';
  await person.click(await screen.findByRole('option', { name: /Вера/ }));
  expect(screen.getByRole('combobox', { name: 'Клиент' })).toHaveProperty('value', 'Вера Ангелова');
});

it('says in their place that the free places could not be read, and looks again when asked', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at('08:00')) });
  events.next([booking('other', '10:00', '11:00')]);
  reads.free = false;
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut', client: 'vera', start: 600 } });
  const offers = await screen.findByRole('group', { name: 'Свободни часове наоколо' });
  expect((await within(offers).findByRole('alert')).textContent).toContain('Грешка при зареждане на данните');
  expect(button('Запази')).toHaveProperty('disabled', false);
  reads.free = true;
  await person.click(button('Опитайте отново'));
  await waitFor(() => expect(within(offers).getAllByRole('button').length).toBeGreaterThan(1));
  expect(within(offers).queryByRole('alert')).toBeNull();
});

it('saves a status and deletes also where the client’s name cannot be read', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  events.next([booking('a', '10:00', '11:00')]);
  show({ kind: 'edit', id: 'a' });
  expect(screen.getByRole('combobox', { name: 'Клиент' })).toHaveProperty('value', 'Йоана Христова');
  reads.named = false;
  await person.click(within(screen.getByRole('group', { name: 'Статус' })).getByRole('button', { name: 'Приключен' }));
  expect(data.pressEventStatus).toHaveBeenCalledOnce();
  await person.click(button('Изтрий резервацията'));
  await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Изтрий' }));
  await waitFor(() => expect(data.deleteEvent).toHaveBeenCalledOnce());
});

it('asks before a deletion also where the client’s name, and how far back this device goes, cannot be read', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const opened = booking('a', '10:00', '11:00');
  events.next([opened]);
  reads.named = false;
  const replica = { salonId: 1, horizon$: throwError(() => new Error('no read')) as unknown } as OpenReplica;
  render(
    <ReplicaContext value={replica}>
      <DeleteQuestion open values={valuesOf(opened, ZONE)} salon={salon} onCancel={onClose} onConfirm={onSaved} />
    </ReplicaContext>,
  );
  expect(await screen.findByRole('alertdialog', { name: 'Да изтрием ли този час?' })).toBeTruthy();
  cleanup();
  reads.named = true;
  render(
    <ReplicaContext value={replica}>
      <ReservationDialog opened={{ kind: 'edit', id: 'a' }} today={DAY} {...{ salon, onSaved, onClose }} />
    </ReplicaContext>,
  );
  expect(chosen('Час')).toBe('10');
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

it('a quarter of an hour later in the second of two equal hours is a quarter of an hour later', async () => {
  // 3:15 of the night of 25 October, an hour after the first 3:15.
  events.next([booking('a', '10:00', '11:00', { start_time: '2026-10-25T01:15:00.000Z', end_time: '2026-10-25T02:00:00.000Z' })]);
  show({ kind: 'edit', id: 'a' });
  await choose('Минути', '30');
  await person.click(button('Запази'));
  await waitFor(() =>
    expect(data.updateEvent.mock.calls[0]?.[2]).toEqual({
      ...{ start_time: '2026-10-25T01:30:00.000Z', end_time: '2026-10-25T02:15:00.000Z' },
    }),
  );
});

it('says where the clock is turned back meanwhile how long it lasts and when it ends', async () => {
  const turned = { start_time: '2026-10-25T00:30:00.000Z', end_time: '2026-10-25T01:15:00.000Z' };
  events.next([booking('a', '10:00', '11:00', turned)]);
  show({ kind: 'edit', id: 'a' });
  expect(plain(dialog())).toContain('3:30–3:15');
  expect(plain(await screen.findByText(/часовникът се връща/))?.replace('\u00a0', ' ')).toBe(
    'В тази нощ часовникът се връща: 45 мин след 3:30 ще показва 3:15.',
  );
});

it('calls nobody removed whom it has not read yet', async () => {
  const opened = booking('a', '10:00', '11:00');
  events.next([opened]);
  show({ kind: 'edit', id: 'a' });
  reads.how = 'never';
  act(() => events.next([{ ...opened, client_id: 'vera', rev: 2 }]));
  await waitFor(() => expect(screen.queryByText(/Зареждане/)).toBeNull());
  expect(plain(dialog())).not.toContain('Изтрит клиент');
});

it.each(['Отказ', 'Затвори'])(
  '„%s“ asks, as Escape does, where something was typed, and keeps it unless told otherwise',
  async (name) => {
    show({ kind: 'new', draft: { employee: 'maria' } });
    write(screen.getByLabelText(/^Бележки/), 'Къс бретон');
    await person.click(button(name));
    const question = screen.getByRole('alertdialog');
    await person.click(within(question).getAllByRole('button')[0] as HTMLElement);
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByLabelText(/^Бележки/)).toHaveProperty('value', 'Къс бретон');
    await person.click(button(name));
    await person.click(screen.getByRole('button', { name: 'Не запазвай' }));
    expect(onClose).toHaveBeenCalledOnce();
  },
);

it('„Отказ“ closes at once where nothing was typed', async () => {
  show({ kind: 'new', draft: { employee: 'maria' } });
  await person.click(button('Отказ'));
  expect(onClose).toHaveBeenCalledOnce();
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

const OVER = 'Това време вече е минало. Можете да запазите въпреки това.';

it('says that a time is over, where something is put there; who sits there now is no such case', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at('09:30')) });
  show({ kind: 'new', draft: { employee: 'maria', start: 540 } });
  expect(screen.queryByText(OVER)).toBe(null);
  await choose('Час', '08');
  expect(screen.getByText(OVER)).toBeTruthy();
  cleanup();

  events.next([booking('a', '08:00', '09:00')]);
  show({ kind: 'edit', id: 'a' });
  expect(screen.queryByText(OVER)).toBe(null);
  await choose('Час', '07');
  expect(screen.getByText(OVER)).toBeTruthy();
});

it('asks before a status that cannot be so yet, and sets it then', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at('09:30')) });
  events.next([booking('a', '10:00', '11:00')]);
  show({ kind: 'edit', id: 'a' });
  await person.click(button('Не се яви'));
  expect(data.pressEventStatus).not.toHaveBeenCalled();
  await person.click(screen.getByRole('button', { name: 'Отбележи' }));
  await waitFor(() => expect(data.pressEventStatus).toHaveBeenCalledOnce());
});

it('marks whoever does not offer the service, warns, and saves all the same', async () => {
  const own = { ...CUT, resource_ids: '["ivaylo"]' };
  show(
    { kind: 'new', draft: { employee: 'maria', start: 600, service: 'cut', client: 'vera' } },
    { services: new Map([['cut', own]]) },
  );
  expect(await screen.findByText(/Мария Петрова не предлага „Подстригване“/)).toBeTruthy();
  await person.click(button(/^Служител/));
  expect((await screen.findByRole('option', { name: /Мария/ })).textContent).toContain('не я предлага');
  expect(screen.getByRole('option', { name: /Ивайло/ }).textContent).not.toContain('не я предлага');
  await person.keyboard('{Escape}');
  await person.click(button('Запази'));
  await waitFor(() => expect(data.addEvent.mock.calls[0]?.[1]).toMatchObject({ resource_id: 'maria', service_id: 'cut' }));
});

it('books when the client waits, says when that is, and warns only of what the employee is taken by', async () => {
  const colour = row('services', {
    ...{ id: 'colour', name: 'Боядисване', duration: 105, price: 90 },
    ...{ processing_after: 30, processing_minutes: 45, buffer_after: 0 },
  });
  const services = new Map([
    ['cut', CUT],
    ['colour', colour],
  ]);
  events.next([booking('waiting', '10:30', '11:15')]);
  const shown = show({ kind: 'new', draft: { employee: 'maria', start: 600, service: 'colour', client: 'vera' } }, { services });
  expect(screen.getByText(/престой 10:30–11:15/)).toBeTruthy();
  expect(screen.queryByText(/Застъпва се/)).toBeNull();
  await person.click(button('Запази'));
  await waitFor(() =>
    expect(data.addEvent.mock.calls[0]?.[1]).toMatchObject({
      ...{ start_time: at('10:00'), end_time: at('11:45') },
      ...{ processing_after: 30, processing_minutes: 45, buffer_after: 0, over: [] },
    }),
  );
  shown.unmount();
  // The other way round: what is booked into the waiting, and what runs on into the work after it.
  events.next([booking('colour', '10:00', '11:45', { service_id: 'colour', processing_after: 30, processing_minutes: 45 })]);
  const inside = show({ kind: 'new', draft: { employee: 'maria', start: 630, service: 'cut', client: 'vera' } }, { services });
  expect(screen.queryByText(/Застъпва се/)).toBeNull();
  inside.unmount();
  show({ kind: 'new', draft: { employee: 'maria', start: 630, service: 'cut', client: 'vera', minutes: 60 } }, { services });
  expect(await screen.findByText(/Застъпва се/)).toBeTruthy();
});
