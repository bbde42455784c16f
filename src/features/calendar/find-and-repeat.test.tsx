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
const names = () => rows().map(({ textContent }) => textContent?.replace('Запиши', '').replace(/^[А-Я]{2}/, ''));

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
  render(
    <ReplicaContext value={replica}>
      <FindSlotDialog date={DAY} onClose={onClose} onPick={onPick} />
    </ReplicaContext>,
  );
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
