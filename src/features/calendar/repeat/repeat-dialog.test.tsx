// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BehaviorSubject, map, type Observable, of, Subject, throwError } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { at, booking, CUT, IVAYLO, MARIA, row, YOANA } from '#calendar/reads/rows.test-support.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { salonDaysOf } from '#domain/booking/open-days.ts';
import type { Repeat } from '#domain/booking/repeat.ts';
import { SALON_DEFAULTS } from '#domain/records/salon-config.ts';
import { weeklyKey } from '#domain/shifts/availability.ts';
import { ReplicaContext } from '#features/shared/use-replica.ts';
import { setLanguage } from '#i18n/i18n.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { RepeatDialog } from './repeat-dialog.tsx';

const series = vi.hoisted(() => ({
  addRepeats: vi.fn(async (..._args: unknown[]) => ({ ids: ['x'], marked: 'a' })),
  takeBackRepeats: vi.fn(async (..._args: unknown[]) => undefined),
}));
const events = new BehaviorSubject<readonly LocalRow<'events'>[]>([]);
type Read = (first: string, last: string) => Observable<readonly LocalRow<'events'>[]>;
const between: Read = (first, last) =>
  events.pipe(map((rows) => rows.filter(({ start_time: start }) => first <= start.slice(0, 10) && start.slice(0, 10) <= last)));
const byId = (id: string): Observable<LocalRow<'events'> | null> =>
  events.pipe(map((rows) => rows.find((event) => event.id === id) ?? null));
const days = { read: between, event: byId };
const everyDay = (id: string) =>
  [0, 1, 2, 3, 4, 5, 6].map((day) => [weeklyKey(id, day), [{ start: '09:00', end: '12:00' }]] as const);
const salon: SalonPart = {
  config: SALON_DEFAULTS,
  employees: [IVAYLO, MARIA, row('resources', { id: 'gone', name: 'Калина', active: false })],
  services: new Map([['cut', CUT]]),
  weekly: new Map([...everyDay('maria'), ...everyDay('ivaylo')]),
  troubles: new Map(),
  openOverlaps: new Set<string>(),
  complete: true,
};
vi.mock('#data/events/series.commands.ts', () => series);
let salons = new BehaviorSubject(salon);
const salonRead = { now: (): Observable<SalonPart> => salons };
vi.mock('#calendar/reads/calendar-reads.ts', () => ({ salonPart$: () => salonRead.now() }));
vi.mock('#data/events/events.queries.ts', () => ({
  event$: (_: unknown, id: string) => days.event(id),
  eventsBetween$: (_: unknown, from: string, to: string) => days.read(from.slice(0, 10), to.slice(0, 10)),
  daysEvents$: (_: unknown, first: string, last: string) => days.read(first, last),
}));
const legsOf = (rows: readonly LocalRow<'events'>[], id: string) => {
  const visit = rows.find((event) => event.id === id)?.visit_id ?? null;
  return rows.filter((event) => event.id === id || (visit !== null && event.visit_id === visit));
};
vi.mock('#data/events/visit-legs.ts', () => ({
  visitLegs$: (_: unknown, id: string) => events.pipe(map((rows) => legsOf(rows, id))),
}));
vi.mock('#data/clients.queries.ts', () => ({ clientsById$: () => of(new Map([[YOANA.id, YOANA]])) }));
vi.mock('#data/shifts.queries.ts', () => ({ overrideSets$: () => of(new Map()) }));

const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const onClose = vi.fn();
const replica = {
  salonId: 1,
  membership$: new BehaviorSubject(null) as OpenReplica['membership$'],
  horizon$: of(null) as OpenReplica['horizon$'],
  pulledOnce$: of(true) as OpenReplica['pulledOnce$'],
} as OpenReplica;
const dialog = () => screen.getByRole('dialog');
const button = (name: string | RegExp) => within(dialog()).getByRole('button', { name });
async function choose(name: RegExp, option: string | RegExp) {
  await person.click(button(name));
  await person.click(await screen.findByRole('option', { name: option }));
}
const repeat = (was: LocalRow<'events'>) =>
  render(
    <ReplicaContext value={replica}>
      <RepeatDialog event={was} onClose={onClose} />
    </ReplicaContext>,
  );

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at('09:40')) });
  setLanguage('bg');
  events.next([]);
  salons = new BehaviorSubject(salon);
  Object.assign(days, { read: between, event: byId });
  salonRead.now = () => salons;
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.useRealTimers();
  toasts.dismiss();
});

it('repeats a booking: lists overlaps and off-shift days first, leaves one out, saves all at once and takes all back', async () => {
  const was = booking('a', '10:00', '11:00');
  events.next([
    was,
    booking('other', '10:30', '11:30', { start_time: at('10:30', '2026-12-02'), end_time: at('11:30', '2026-12-02') }),
  ]);
  render(
    <ReplicaContext value={replica}>
      <RepeatDialog event={was} onClose={onClose} />
    </ReplicaContext>,
  );
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(4));
  expect(screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual([
    ...['ср, 25/11/2026', 'ср, 02/12/2026', 'ср, 09/12/2026', 'ср, 16/12/2026'],
  ]);
  expect(screen.getByText(/1 повторение се застъпва с друг час/)).toBeTruthy();
  expect(dialog().textContent).toContain('Застъпва се с Йоана Христова, 10:30–11:30');
  await person.click(screen.getByRole('checkbox', { name: 'ср, 02/12/2026' }));
  expect(screen.queryByText(/застъпва/i)).toBeNull();

  await choose(/^Колко често/, 'На всеки 2 седмици');
  await waitFor(() => expect(screen.getAllByRole('checkbox').at(-1)?.closest('label')?.textContent).toBe('ср, 13/01/2027'));
  fireEvent.change(screen.getByRole('spinbutton', { name: 'Брой повторения' }), { target: { value: '3' } });
  await person.click(await screen.findByRole('button', { name: 'Запази 2 повторения' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(series.addRepeats).toHaveBeenCalledTimes(1);
  const [, row1, repeats] = series.addRepeats.mock.calls[0] as [unknown, unknown, Repeat[]];
  expect(row1).toBe(was);
  expect(repeats.map(({ date }) => date)).toEqual(['2026-12-16', '2026-12-30']);
  toasts.store.getState().toasts[0]?.action?.onAction();
  await waitFor(() => expect(series.takeBackRepeats).toHaveBeenCalledWith(expect.anything(), { ids: ['x'], marked: 'a' }));
});

it('says on which days the salon is closed, and why, apart from who is off shift', async () => {
  const open = salonDaysOf('[[3,"09:00","10:30"]]', '[["dates","2026-12-02","2026-12-02","Ремонт"]]');
  salons = new BehaviorSubject({ ...salon, config: { ...SALON_DEFAULTS, open } });
  const was = booking('a', '10:00', '11:00');
  events.next([was]);
  repeat(was);
  expect(await screen.findByText(/^4 повторения са, когато салонът не работи. Можете/)).toBeTruthy();
  expect(document.querySelector('[data-off="2026-12-02"]')?.textContent).toBe('Салонът не работи (Ремонт)');
  expect(document.querySelector('[data-off="2026-11-25"]')?.textContent).toBe('Свършва след работното време на салона');
});

it('leaves out by one press all repeats on days on which the salon is closed, and no others', async () => {
  const open = salonDaysOf(null, '[["dates","2026-12-02","2026-12-09","Ремонт"]]');
  salons = new BehaviorSubject({ ...salon, config: { ...SALON_DEFAULTS, open } });
  const was = booking('a', '10:00', '11:00');
  events.next([
    was,
    booking('other', '10:30', '11:30', { start_time: at('10:30', '2026-12-16'), end_time: at('11:30', '2026-12-16') }),
  ]);
  repeat(was);
  await person.click(await screen.findByRole('button', { name: 'Без дните, когато не работи (2)' }));
  expect(screen.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked)).toEqual([true, false, false, true]);
  expect(screen.queryByRole('button', { name: /^Без дните/ })).toBeNull();
  expect(document.activeElement).not.toBe(document.body);
  await person.click(button('Запази 2 повторения'));
  const [, , repeats] = series.addRepeats.mock.calls[0] as [unknown, unknown, Repeat[]];
  expect(repeats.map(({ date }) => date)).toEqual(['2026-11-25', '2026-12-16']);
});

it('calls blocked time by its name in the summary, and no appointment', async () => {
  const was = booking('a', '10:00', '11:00');
  const on = (date: string) => ({ start_time: at('10:30', date), end_time: at('11:30', date) });
  const blocked = { type: 'blocking', client_id: null, service_id: null } as const;
  const block = (id: string, date: string) => booking(id, '10:30', '11:30', { ...blocked, ...on(date) });
  events.next([
    was,
    booking('other', '10:30', '11:30', on('2026-12-02')),
    block('both', '2026-12-02'),
    block('block', '2026-12-09'),
  ]);
  repeat(was);
  expect(
    await screen.findByText(/^1 повторение се застъпва с друг час. 1 повторение се застъпва с блокирано време. /),
  ).toBeTruthy();
  await person.click(screen.getByRole('checkbox', { name: 'ср, 02/12/2026' }));
  expect(screen.getByText(/^1 повторение се застъпва с блокирано време. Можете/)).toBeTruthy();
  expect(screen.queryByText(/друг час/)).toBeNull();
});

it('looks at every part of a visit: what another part lies over, and who is off shift for it, by name', async () => {
  const visit = { visit_id: 'a' };
  const was = booking('a', '10:00', '11:00', visit);
  const second = booking('b', '11:00', '12:30', { ...visit, visit_pos: 1, resource_id: 'ivaylo' });
  const dropped = booking('c', '18:00', '19:00', { ...visit, visit_pos: 2, status: 'cancelled' });
  const his = { resource_id: 'ivaylo', start_time: at('11:30', '2026-12-02'), end_time: at('12:00', '2026-12-02') };
  events.next([was, second, dropped, booking('other', '11:30', '12:00', his)]);
  repeat(was);
  expect(await screen.findByText(/1 повторение се застъпва с друг час/)).toBeTruthy();
  expect(dialog().textContent).toContain('Застъпва се с Йоана Христова, 11:30–12:00');
  expect(screen.getAllByText('Свършва след смяната на Ивайло Ганев')).toHaveLength(4);
});

it('repeats until a date, and says that off-shift days are off shift', async () => {
  const was = booking('a', '13:00', '14:00');
  events.next([was]);
  render(
    <ReplicaContext value={replica}>
      <RepeatDialog event={was} onClose={onClose} />
    </ReplicaContext>,
  );
  expect(await screen.findByText(/4 повторения са извън смяна/)).toBeTruthy();
  expect(screen.getAllByText('Мария Петрова не е на смяна в 13:00')).toHaveLength(4);
  await person.click(screen.getByRole('radio', { name: 'На дата' }));
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(12));
  for (const box of screen.getAllByRole('checkbox')) fireEvent.click(box);
  expect(screen.getByText('Няма избрано повторение.')).toBeTruthy();
  expect(button(/^Запази/)).toHaveProperty('disabled', true);
});

it('names the service of what it repeats in the language of the person', async () => {
  setLanguage('en');
  const was = booking('a', '10:00', '11:00');
  events.next([was]);
  repeat(was);
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(4));
  expect(dialog().textContent).toContain('Йоана Христова, Haircut');
});

it('says in the repeat, too, that an employee is inactive', async () => {
  salons.next({ ...salon, employees: [IVAYLO, { ...MARIA, active: false }] });
  const was = booking('a', '10:00', '11:00');
  events.next([was]);
  repeat(was);
  expect(await screen.findByText(/при Мария Петрова \(неактивен\)/)).toBeTruthy();
});

it('says that the booking could not be read, and reads it again when asked', async () => {
  const was = booking('a', '10:00', '11:00');
  days.event = () => throwError(() => new Error('no read'));
  repeat(was);
  expect(screen.getByRole('alert').textContent).toContain('Грешка при зареждане на данните');
  days.event = () => of(was);
  await person.click(button('Опитайте отново'));
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(4));
});

it('says that it could not see what the repeats lie over, looks again when asked, and keeps what was set', async () => {
  const was = booking('a', '10:00', '11:00');
  events.next([was]);
  repeat(was);
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(4));
  await person.click(screen.getByRole('checkbox', { name: 'ср, 02/12/2026' }));
  days.read = () => throwError(() => new Error('no read'));
  await choose(/^Колко често/, 'На всеки 2 седмици');
  expect(screen.getByRole('alert').textContent).toContain('Грешка при зареждане на данните');
  expect(button(/^Запази/)).toHaveProperty('disabled', true);
  days.read = between;
  await person.click(button('Опитайте отново'));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(button('Запази 3 повторения')).toHaveProperty('disabled', false);
  expect(screen.getByRole('checkbox', { name: 'ср, 02/12/2026' })).toHaveProperty('checked', false);
});

it('says so when the booking is not there any more', () => {
  render(
    <ReplicaContext value={replica}>
      <RepeatDialog event={{ id: 'nowhere' }} onClose={onClose} />
    </ReplicaContext>,
  );
  expect(screen.getByText('Тази резервация вече я няма')).toBeTruthy();
});

it('repeats an old booking from now on, also until a date', async () => {
  const was = booking('a', '10:00', '11:00', { start_time: at('10:00', '2025-11-19'), end_time: at('11:00', '2025-11-19') });
  events.next([was]);
  repeat(was);
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(4));
  await person.click(screen.getByRole('radio', { name: 'На дата' }));
  await waitFor(() => expect(screen.getAllByRole('checkbox').length).toBeGreaterThan(4));
  expect(screen.getAllByRole('checkbox')[0]?.closest('label')?.textContent).toBe('ср, 18/11/2026');
});

it('says on which day the clock skips the time of a booking', async () => {
  const was = booking('a', '09:00', '10:00', { start_time: '2027-03-14T01:30:00.000Z', end_time: '2027-03-14T02:00:00.000Z' });
  events.next([was]);
  repeat(was);
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(4));
  expect(document.querySelector('[data-skipped="2027-03-28"]')?.textContent).toBe(
    'В тази нощ часовникът прескача 3:30. Часът ще бъде в 4:30.',
  );
  expect(document.querySelectorAll('[data-skipped]')).toHaveLength(1);
});

it('saves repeats only once it is known what they lie over, and asks before what was set goes', async () => {
  const was = booking('a', '10:00', '11:00');
  events.next([was]);
  const slow = new Subject<readonly LocalRow<'events'>[]>();
  days.read = () => slow;
  repeat(was);
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(4));
  expect(button('Запази 4 повторения')).toHaveProperty('disabled', true);
  act(() => slow.next([]));
  expect(button('Запази 4 повторения')).toHaveProperty('disabled', false);

  await person.click(screen.getByRole('checkbox', { name: 'ср, 02/12/2026' }));
  await person.keyboard('{Escape}');
  expect(await screen.findByRole('alertdialog')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});

it('closes without a question where all stands as it was again', async () => {
  const was = booking('a', '10:00', '11:00');
  events.next([was]);
  repeat(was);
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(4));
  await choose(/^Колко често/, 'На всеки 2 седмици');
  await choose(/^Колко често/, 'Всяка седмица');
  await person.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('does not close what was opened since by whoever left while the repeats were saved', async () => {
  const was = booking('a', '10:00', '11:00');
  events.next([was]);
  let saved: (series: { ids: string[]; marked: string }) => void = () => undefined;
  series.addRepeats.mockReturnValueOnce(new Promise((resolve) => (saved = resolve)));
  const shown = repeat(was);
  await waitFor(() => expect(button('Запази 4 повторения')).toHaveProperty('disabled', false));
  await person.click(button('Запази 4 повторения'));
  shown.unmount();
  await act(async () => saved({ ids: ['x'], marked: 'a' }));
  expect(onClose).not.toHaveBeenCalled();
  expect(toasts.store.getState().toasts[0]?.title).toBe('Успех'); // it was saved all the same, and can be taken back
});
