// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BehaviorSubject, map, of } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { weeklyKey } from '#domain/availability.ts';
import type { Repeat } from '#domain/repeat.ts';
import { SALON_DEFAULTS } from '#domain/salon-config.ts';
import { ReplicaContext } from '#features/use-replica.ts';
import { setLanguage } from '#i18n/i18n.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { toasts } from '#ui/toast-store.ts';
import type { Replica, SalonPart } from './calendar-reads.ts';
import { FindSlotDialog } from './find-slot-dialog.tsx';
import { FoundMark } from './found-slot.tsx';
import { RepeatDialog } from './repeat-dialog.tsx';
import { at, booking, CUT, DAY, IVAYLO, MARIA, row, YOANA } from './test-rows.ts';

const series = vi.hoisted(() => ({
  addRepeats: vi.fn(async (..._args: unknown[]) => ({ ids: ['x'], marked: 'a' })),
  takeBackRepeats: vi.fn(async (..._args: unknown[]) => undefined),
}));
const events = new BehaviorSubject<readonly LocalRow<'events'>[]>([]);
const everyDay = (id: string) =>
  [0, 1, 2, 3, 4, 5, 6].map((day) => [weeklyKey(id, day), [{ start: '09:00', end: '12:00' }]] as const);
const salon: SalonPart = {
  config: SALON_DEFAULTS,
  employees: [IVAYLO, MARIA, row('resources', { id: 'gone', name: 'Калина', active: false })],
  services: new Map([['cut', CUT]]),
  weekly: new Map([...everyDay('maria'), ...everyDay('ivaylo')]),
  troubles: new Map(),
  complete: true,
};
vi.mock('#data/series.commands.ts', () => series);
vi.mock('./calendar-reads.ts', () => ({ salonPart$: () => of(salon) }));
vi.mock('#data/events.queries.ts', () => ({
  event$: (_: unknown, id: string) => events.pipe(map((rows) => rows.find((event) => event.id === id) ?? null)),
  daysEvents$: (_: unknown, first: string, last: string) =>
    events.pipe(map((rows) => rows.filter(({ start_time: start }) => first <= start.slice(0, 10) && start.slice(0, 10) <= last))),
}));
vi.mock('#data/clients.queries.ts', () => ({ clientsById$: () => of(new Map([[YOANA.id, YOANA]])) }));
vi.mock('#data/shifts.queries.ts', () => ({ overrideSets$: () => of(new Map()) }));

vi.setConfig({ testTimeout: 30_000 });
configure({ asyncUtilTimeout: 10_000 });
const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const onClose = vi.fn();
const onPick = vi.fn();
const onShow = vi.fn();
const replica = {
  salonId: 1,
  horizon$: of(null) as Replica['horizon$'],
  pulledOnce$: of(true) as Replica['pulledOnce$'],
} as Replica;
const dialog = () => screen.getByRole('dialog');
const button = (name: string | RegExp) => within(dialog()).getByRole('button', { name });
async function choose(name: RegExp, option: string | RegExp) {
  await person.click(button(name));
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

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at('09:40')) });
  setLanguage('bg');
  events.next([]);
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
    ...['9:00–9:45Мария Петрова', '9:30–10:15Мария Петрова', '10:00–10:45Ивайло Ганев', '10:30–11:15Мария Петрова'],
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
  expect(dialog().querySelector('style')?.textContent).toContain('[data-row="maria"] > [data-day="2026-11-19"]'); // the week's
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
  await person.keyboard('{Escape}');
  expect(onShow).toHaveBeenLastCalledWith(DAY);
  expect(onClose).toHaveBeenCalledTimes(1);
  onShow.mockClear();
  await person.click(beside.container);
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(onShow).not.toHaveBeenCalled();
});

it('says in English what it looks for, what it found, and that it found nothing', async () => {
  setLanguage('en');
  find(DAY);
  expect(screen.getByText('Choose a service to see the free times.')).toBeTruthy();
  await choose(/^Service/, /Haircut/);
  expect((await screen.findByText('6 free times found')).getAttribute('role')).toBe('status');
  expect(dialog().getAttribute('aria-label')).toBe('Next free slot');
  expect(screen.getAllByRole('region').map((part) => part.getAttribute('aria-label'))).toEqual([
    'today, Wednesday, 18 November',
    'tomorrow, Thursday, 19 November',
  ]);
  expect(within(dialog()).getAllByRole('button', { name: /Book$/ })).toHaveLength(6);
  await person.click(button('After 17'));
  const none = (await screen.findAllByText(/^Nothing free until /)).find((one) => one.getAttribute('role') === 'status');
  expect(none?.textContent).toBe('Nothing free until Tuesday, 12 January.');
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
    ...['ср, 25 ноември 2026', 'ср, 2 декември 2026', 'ср, 9 декември 2026', 'ср, 16 декември 2026'],
  ]);
  expect(screen.getByText(/1 повторение се застъпва с друг час/)).toBeTruthy();
  expect(dialog().textContent).toContain('Застъпва се с Йоана Христова, 10:30–11:30');
  await person.click(screen.getByRole('checkbox', { name: 'ср, 2 декември 2026' }));
  expect(screen.queryByText(/застъпва/i)).toBeNull();

  await choose(/^Колко често/, 'На всеки 2 седмици');
  await waitFor(() => expect(screen.getAllByRole('checkbox').at(-1)?.closest('label')?.textContent).toBe('ср, 13 януари 2027'));
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

it('says so when the booking is not there any more', () => {
  render(
    <ReplicaContext value={replica}>
      <RepeatDialog event={{ id: 'nowhere' }} onClose={onClose} />
    </ReplicaContext>,
  );
  expect(screen.getByText('Тази резервация вече я няма')).toBeTruthy();
});
