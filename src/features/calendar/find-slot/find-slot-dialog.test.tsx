// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BehaviorSubject, map, type Observable, of, throwError } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { at, booking, CUT, DAY, IVAYLO, MARIA, row, YOANA } from '#calendar/reads/rows.test-support.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { SALON_DEFAULTS } from '#domain/records/salon-config.ts';
import { weeklyKey } from '#domain/shifts/availability.ts';
import { ReplicaContext } from '#features/shared/use-replica.ts';
import { setLanguage } from '#i18n/i18n.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { FindSlotDialog } from './find-slot-dialog.tsx';
import { FindSlotResults } from './find-slot-results.tsx';
import { FoundMark } from './found-mark.tsx';

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
let salons = new BehaviorSubject(salon);
const salonRead = { now: (): Observable<SalonPart> => salons };
vi.mock('#calendar/reads/calendar-reads.ts', () => ({ salonPart$: () => salonRead.now() }));
vi.mock('#data/events/events.queries.ts', () => ({
  event$: (_: unknown, id: string) => days.event(id),
  eventsBetween$: (_: unknown, from: string, to: string) => days.read(from.slice(0, 10), to.slice(0, 10)),
  daysEvents$: (_: unknown, first: string, last: string) => days.read(first, last),
}));
vi.mock('#data/clients.queries.ts', () => ({ clientsById$: () => of(new Map([[YOANA.id, YOANA]])) }));
vi.mock('#data/shifts.queries.ts', () => ({ overrideSets$: () => of(new Map()) }));

const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const onClose = vi.fn();
const onPick = vi.fn();
const onShow = vi.fn();
const replica = {
  salonId: 1,
  membership$: new BehaviorSubject(null) as OpenReplica['membership$'],
  horizon$: of(null) as OpenReplica['horizon$'],
  pulledOnce$: of(true) as OpenReplica['pulledOnce$'],
} as OpenReplica;
const dialog = () => screen.getByRole('dialog');
const button = (name: string | RegExp) => within(dialog()).getByRole('button', { name });
async function choose(name: RegExp, option: string | RegExp) {
  await person.click(await within(dialog()).findByRole('button', { name }));
  await person.click(await screen.findByRole('option', { name: option }));
}
const rows = () => within(dialog()).queryAllByRole('button', { name: /Запиши$/ });
const names = () => rows().map(({ textContent }) => textContent?.replace(/Запиши|Enter/g, '').replace(/^[А-Я]{2}/, ''));
/** The search with the grid of a day beside it. */
const find = (date: string) =>
  render(
    <ReplicaContext value={replica}>
      <div className="cal-scroll">
        <FoundMark date={date} columns={[IVAYLO, MARIA]} />
      </div>
      <FindSlotDialog date={DAY} onShow={onShow} onClose={onClose} onPick={onPick} />
    </ReplicaContext>,
  );
const drawn = () => document.querySelector('.found-slot')?.textContent?.replaceAll('\u2060', '');

/** The search for a service that the address named. */
const findFor = (service: string) =>
  render(
    <ReplicaContext value={replica}>
      <FindSlotDialog date={DAY} service={service} onShow={onShow} onClose={onClose} onPick={onPick} />
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

it('finds the next free times for a service: with anyone by day, in a part of the day, with one employee; a choice is handed over', async () => {
  events.next([booking('busy', '09:00', '12:00'), booking('his', '11:00', '12:00', { resource_id: 'ivaylo' })]);
  find(DAY);
  expect(screen.getByText('Изберете услуга, за да видите свободните часове.')).toBeTruthy();
  await choose(/^Услуга/, /Подстригване/);
  await waitFor(() => expect(rows()).toHaveLength(6));
  // 45 minutes; nothing before now, Мария is busy all day, Ивайло from eleven; tomorrow both take turns.
  expect(names()).toEqual([
    ...['9:45–10:30Ивайло Ганев', '10:15–11:00Ивайло Ганев'],
    ...['9:00–9:45Мария Петрова', '9:30–10:15Мария Петрова', '10:30–11:15Ивайло Ганев', '11:00–11:45Мария Петрова'],
  ]);
  expect(screen.getAllByRole('region').map((part) => part.getAttribute('aria-label'))).toEqual([
    'днес, сряда, 18 ноември',
    'утре, четвъртък, 19 ноември',
  ]);
  await person.click(button('Още часове'));
  await waitFor(() => expect(rows()).toHaveLength(12));
  expect(document.activeElement).toBe(rows()[6]);
  rows()[0]?.focus();
  await person.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(rows()[1]);

  const all = await screen.findAllByRole('button', { name: 'Всички часове на деня' });
  await person.click(all[0] as HTMLElement);
  await waitFor(() => expect(names()).toContain('10:00–10:45Ивайло Ганев'));
  expect(document.activeElement).toBe(rows().find((row) => row.closest('[data-slots-of="2026-11-19"]')));
  await person.click(button('Следобед'));
  expect(await screen.findAllByText(/^Няма свободно до /)).not.toHaveLength(0);
  await person.click(button('Следобед'));
  await choose(/^При кого/, 'Мария Петрова');
  await waitFor(() => expect(names()[0]).toBe('9:00–9:45Мария Петрова'));
  await person.click(rows()[1] as HTMLElement);
  expect(onPick).toHaveBeenCalledWith({ resourceId: 'maria', start: at('09:30', '2026-11-19'), minutes: 45, serviceId: 'cut' });
});

it('draws the chosen time in the grid of its day, leads there, and back when one leaves', async () => {
  events.next([booking('busy', '09:00', '12:00'), booking('his', '11:00', '12:00', { resource_id: 'ivaylo' })]);
  const beside = find(DAY);
  await waitFor(() => expect(document.activeElement).toBe(button(/^Услуга/)));
  expect(drawn()).toBeUndefined();
  await choose(/^Услуга/, /Подстригване/);
  await waitFor(() => expect(drawn()).toBe('9:45–10:30свободно'));
  await waitFor(() => expect(onShow).toHaveBeenLastCalledWith(DAY));
  rows()[1]?.focus();
  await waitFor(() => expect(drawn()).toBe('10:15–11:00свободно'));
  await person.keyboard('{ArrowDown}');
  await waitFor(() => expect(onShow).toHaveBeenLastCalledWith('2026-11-19'));
  expect(drawn()).toBeUndefined(); // not in the grid of another day
  const rules = document.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText));
  expect(rules.join()).toContain(`[data-row="maria"] > [data-day="${CSS.escape('2026-11-19')}"]`); // the week's
  await person.keyboard('{ArrowUp}');
  await waitFor(() => expect(drawn()).toBe('10:15–11:00свободно'));
  await person.click(document.querySelector('.found-slot') as HTMLElement);
  expect(onPick).toHaveBeenCalledWith({ resourceId: 'ivaylo', start: at('10:15'), minutes: 45, serviceId: 'cut' });
  expect(onClose).not.toHaveBeenCalled();

  // Escape closes what is open in it first.
  await person.click(button(/^При кого/));
  await screen.findByRole('option', { name: 'Мария Петрова' });
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
  expect(onClose).not.toHaveBeenCalled();
  onShow.mockClear();
  onClose.mockImplementationOnce(beside.unmount); // as the calendar does
  await person.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(onShow.mock.calls.at(-1)).toEqual([DAY]);

  // Who presses something of the shown day stays on it.
  const again = find(DAY);
  onShow.mockClear();
  onClose.mockImplementationOnce(again.unmount);
  await person.click(again.container);
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(onShow).not.toHaveBeenCalled();
});

it('leads to the day of a chosen time only while one stays on it, and never after the search was left', () => {
  vi.useFakeTimers({ now: new Date(at('09:40')) });
  const results = render(
    <ReplicaContext value={replica}>
      <FindSlotResults
        {...{ salon, date: DAY, today: DAY, minutes: 45, resourceIds: ['maria'], part: null, onShow, onPick }}
        onSaid={vi.fn()}
      />
    </ReplicaContext>,
  );
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  const row = (n: number) => screen.getAllByRole('button', { name: /Запиши$/ })[n] as HTMLElement;
  pass(0);
  pass(150);
  expect(onShow.mock.calls).toEqual([[DAY]]);
  act(() => row(4).focus()); // tomorrow
  pass(100);
  act(() => row(0).focus());
  pass(1000);
  expect(onShow.mock.calls).toEqual([[DAY], [DAY]]);
  act(() => row(4).focus());
  pass(100);
  results.unmount();
  vi.advanceTimersByTime(1000);
  expect(onShow).toHaveBeenCalledTimes(2);
});

it('keeps the focus in the list when there were no more times, and looks for anyone when the chosen one is gone', async () => {
  // Two on each Wednesday, and three Wednesdays are all there is for weeks.
  const few = { ...salon, weekly: new Map([[weeklyKey('maria', 3), [{ start: '09:00', end: '10:30' }]]]) };
  salons.next(few);
  events.next(
    [DAY, '2026-12-16', '2026-12-23', '2026-12-30', '2027-01-06'].map((day) =>
      booking(day, '09:00', '10:30', { start_time: at('09:00', day), end_time: at('10:30', day) }),
    ),
  );
  find(DAY);
  await choose(/^Услуга/, /Подстригване/);
  await choose(/^При кого/, 'Мария Петрова');
  await waitFor(() => expect(rows()).toHaveLength(6));
  await person.click(button('Още часове'));
  await waitFor(() => expect(document.activeElement).toBe(rows().at(-1)));
  expect(screen.queryByRole('button', { name: 'Още часове' })).toBeNull();

  act(() => salons.next({ ...few, employees: [{ ...MARIA, active: false }, IVAYLO] }));
  expect(button(/^При кого/).textContent).toBe('Който е свободен');
  // Who is left has no shifts at all.
  expect(await screen.findByText(/няма смени, затова няма свободни часове\.$/)).toBeTruthy();
});

it('what was found stays under the finger while another device changes what the search does not ask', async () => {
  find(DAY);
  await choose(/^Услуга/, /Подстригване/);
  await waitFor(() => expect(rows()).toHaveLength(6));
  const [, second] = rows();
  act(() => second?.focus());
  act(() => salons.next({ ...salon, troubles: new Map([['his', 'conflict']]) }));
  expect(rows()[1]).toBe(second);
  expect(document.activeElement).toBe(second);
});

it('says in English what it looks for, what it found, and that it found nothing', async () => {
  setLanguage('en');
  find(DAY);
  expect(screen.getByText('Choose a service to see the free times.')).toBeTruthy();
  await choose(/^Service/, /Haircut/);
  expect((await screen.findByText('6 free times found')).getAttribute('role')).toBe('status');
  expect(dialog().getAttribute('aria-label')).toBe('Next free slot');
  expect(screen.getAllByRole('region').map((part) => part.getAttribute('aria-label'))).toEqual([
    'Today, Wednesday, 18 November',
    'Tomorrow, Thursday, 19 November',
  ]);
  expect(within(dialog()).getAllByRole('button', { name: /Book$/ })).toHaveLength(6);
  await person.click(button('After 17'));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Nothing free until Tuesday, 12 January 2027.'));
});

it('a search whose reads fail says so in its place, searches again when asked, and keeps what was chosen', async () => {
  salonRead.now = () => throwError(() => new Error('no read'));
  find(DAY);
  expect((await within(dialog()).findByRole('alert')).textContent).toContain('Грешка при зареждане на данните');
  salonRead.now = () => salons;
  await person.click(button('Опитайте отново'));
  days.read = () => throwError(() => new Error('no read'));
  await choose(/^Услуга/, /Подстригване/);
  expect((await within(dialog()).findByRole('alert')).textContent).toContain('Грешка при зареждане на данните');
  expect(rows()).toHaveLength(0);
  days.read = between;
  await person.click(button('Опитайте отново'));
  await waitFor(() => expect(rows()).toHaveLength(6));
  expect(screen.queryByRole('alert')).toBeNull();
  // What stands there outlives a read that fails later.
  act(() => salons.error(new Error('no read')));
  expect(rows()).toHaveLength(6);
});

it('begins with the service that the address names, and Enter on it books the slot that says so', async () => {
  findFor('cut');
  await waitFor(() => expect(rows().length).toBeGreaterThan(1));
  button(/^Услуга/).focus();
  await person.keyboard('{Enter}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(onPick).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ serviceId: 'cut' }));
  // The list opens as ever by the space bar, and by Enter where nothing is found.
  await person.keyboard(' ');
  expect(await screen.findByRole('listbox')).toBeTruthy();
});

it('opens the list by Enter while nothing is found, also for a service that is gone', async () => {
  findFor('gone');
  const service = await within(dialog()).findByRole('button', { name: /^Услуга/ });
  service.focus();
  await person.keyboard('{Enter}');
  expect(await screen.findByRole('listbox')).toBeTruthy();
  expect(onPick).not.toHaveBeenCalled();
});
