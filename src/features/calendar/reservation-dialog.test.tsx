// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BehaviorSubject, combineLatest, map, of } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StorageFullError } from '#data/failures.ts';
import type { OlderState } from '#data/older-events.ts';
import { weeklyKey } from '#domain/availability.ts';
import { SALON_DEFAULTS } from '#domain/salon-config.ts';
import { buildIndex } from '#domain/search.ts';
import { ReplicaContext } from '#features/use-replica.ts';
import { fullDevice, leaveForLater } from '#features/use-saving.ts';
import { setLanguage } from '#i18n/i18n.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { toasts } from '#ui/toast-store.ts';
import type { Replica, SalonPart } from './calendar-reads.ts';
import { ReservationDialog } from './reservation-dialog.tsx';
import { at, booking, CUT, DAY, IVAYLO, MARIA, row, YOANA } from './test-rows.ts';
import type { Editing } from './use-reservation.ts';

const data = vi.hoisted(() => ({
  addEvent: vi.fn(async (..._args: unknown[]) => 'new'),
  updateEvent: vi.fn(async (..._args: unknown[]) => undefined),
  deleteEvent: vi.fn(async (..._args: unknown[]) => undefined),
  restoreEvent: vi.fn(async (..._args: unknown[]) => undefined),
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
const clients = [YOANA, row('clients', { id: 'vera', name: 'Вера Ангелова' })];

vi.mock('#data/events.commands.ts', () => data);
vi.mock('#data/event-edits.ts', () => edits);
vi.mock('#data/older-events.ts', () => ({
  dayWithOlder$: () =>
    combineLatest([events, older]).pipe(map(([rows, state]) => ({ events: rows, clients: new Map(), older: state }))),
}));
vi.mock('#data/events.queries.ts', () => ({
  event$: (_: unknown, id: string) => events.pipe(map((rows) => rows.find((event) => event.id === id && !event.deleted) ?? null)),
  daysEvents$: () => events,
}));
vi.mock('#data/clients.queries.ts', () => ({
  clientIndex$: () => of(buildIndex(clients)),
  clientsById$: (_: unknown, ids: string[]) =>
    of(new Map(clients.filter(({ id }) => ids.includes(id)).map((client) => [client.id, client]))),
}));
vi.mock('#data/shifts.queries.ts', () => ({ overrideSets$: () => of(new Map()) }));

const salon: SalonPart = {
  config: SALON_DEFAULTS,
  employees: [IVAYLO, MARIA],
  services: new Map([['cut', CUT]]),
  weekly: new Map([[weeklyKey('maria', 3), [{ start: '09:00', end: '18:00' }]]]),
  troubles: new Map(),
  complete: true,
};
const onClose = vi.fn();
const onSaved = vi.fn();

function show(opened: Editing, more: Partial<SalonPart> = {}, salonId = 1, horizon: string | null = null) {
  return render(
    <ReplicaContext value={{ salonId, horizon$: of(horizon) as Replica['horizon$'] } as Replica}>
      <ReservationDialog opened={opened} salon={{ ...salon, ...more }} today={DAY} onSaved={onSaved} onClose={onClose} />
    </ReplicaContext>,
  );
}

// A shared machine is slow at times; nothing here waits for time.
vi.setConfig({ testTimeout: 30_000 });
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
  events.next([]);
  older.next({ phase: 'kept', readAt: null, reason: null });
});
afterEach(() => {
  cleanup();
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
  expect(screen.getByText(/свършва след смяната на Мария Петрова/)).toBeTruthy();
  await choose('Час', '20');
  expect(screen.getByText(/не е на смяна в 20:15/)).toBeTruthy();
  expect(button('Запази')).toHaveProperty('disabled', false);
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

it('keeps what was typed when another device changes the reservation, says what changed, and sends only its own', async () => {
  const opened = booking('a', '10:00', '11:00');
  events.next([opened]);
  show({ kind: 'edit', id: 'a' });
  write(screen.getByLabelText(/^Бележки/), 'Къс бретон');
  events.next([{ ...opened, start_time: at('12:00'), end_time: at('13:00'), rev: 2 }]);
  expect((await screen.findByText(/Междувременно от друго място/)).textContent?.replaceAll('\u2060', '')).toContain(
    'часът е 12:00–13:00',
  );
  expect(screen.getByLabelText(/^Бележки/)).toHaveProperty('value', 'Къс бретон');
  await person.click(button('Запази'));
  await waitFor(() => expect(data.updateEvent).toHaveBeenCalledWith(expect.anything(), 'a', { notes: 'Къс бретон' }, undefined));
});

it('brings a reservation back that was deleted elsewhere meanwhile', async () => {
  const opened = booking('a', '10:00', '11:00');
  events.next([opened]);
  show({ kind: 'edit', id: 'a' });
  events.next([{ ...opened, deleted: true }]);
  expect(await screen.findByText(/беше изтрит от друго място/)).toBeTruthy();
  await person.click(button('Запази'));
  await waitFor(() => expect(data.restoreEvent.mock.calls[0]?.[1]).toMatchObject({ id: 'a', client_id: 'yoana' }));
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
  expect(data.restoreEvent.mock.calls[0]?.[1]).toEqual(opened);
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
  const none = clients.splice(0);
  show({ kind: 'new', draft: {} });
  await person.click(screen.getByRole('combobox', { name: 'Клиент' }));
  expect(within(await screen.findByRole('listbox')).getByText('Няма налични клиенти')).toBeTruthy();
  clients.push(...none);
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
  vi.useRealTimers();
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
  expect(data.restoreEvent.mock.calls[0]?.[1]).toMatchObject({ id: 'a' });
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

it('speaks English', () => {
  setLanguage('en');
  show({ kind: 'new', draft: {} });
  expect(dialog().textContent).toContain('New reservation');
  expect(screen.getByText('Choose an employee to save.')).toBeTruthy();
});
