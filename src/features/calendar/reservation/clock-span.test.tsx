// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { BehaviorSubject, of } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AgendaList } from '#calendar/day/agenda-list.tsx';
import { buildDay } from '#calendar/day/build-day.ts';
import { NudgeButtons } from '#calendar/event/nudge-buttons.tsx';
import { SlotRow } from '#calendar/find-slot/find-slot-results.tsx';
import { buildSheet } from '#calendar/print/day-sheet-build.ts';
import { clockOf } from '#calendar/reads/booking-time.ts';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { eventsIn } from '#calendar/reads/day-view.ts';
import { booking, CUT, MARIA, YOANA, ZONE } from '#calendar/reads/rows.test-support.ts';
import { useBooking } from '#calendar/reads/use-booking.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { SALON_DEFAULTS } from '#domain/records/salon-config.ts';
import { weeklyKey } from '#domain/shifts/availability.ts';
import { clockSpan } from '#domain/time/clock-span.ts';
import { ReplicaContext } from '#features/shared/use-replica.ts';
import { i18n, setLanguage } from '#i18n/i18n.ts';
import { reservationValues } from './reservation-form.ts';
import { OverNames } from './reservation-warnings.tsx';
import { bookingName } from './use-reservation.ts';

const night = vi.hoisted(() => ({ start_time: '2027-03-28T00:30:00.000Z', end_time: '2027-03-28T01:30:00.000Z' }));
const skipped = booking('a', '10:00', '11:00', night);
const moveEvent = vi.hoisted(() => vi.fn(async () => ({ id: 'a', before: {}, wrote: {} })));
vi.mock('#data/events/events.queries.ts', () => ({ event$: () => of(shown.event) }));
vi.mock('#data/events/events.commands.ts', () => ({ moveEvent, deleteEvent: vi.fn(), pressEventStatus: vi.fn() }));
vi.mock('#data/events/event-edits.ts', () => ({ undoEdit: vi.fn(), undoDelete: vi.fn() }));
vi.mock('#data/clients.queries.ts', () => ({ clientsById$: () => of(new Map([['yoana', YOANA]])) }));
vi.mock('#data/events/older-events.ts', () => ({
  dayWithOlder$: () => of({ events: [], older: { phase: 'kept', readAt: null, reason: null }, clients: new Map() }),
}));
vi.mock('#data/shifts.queries.ts', () => ({ overrideSets$: () => of(new Map()) }));

const shown = { event: skipped };
const salon = {
  config: SALON_DEFAULTS,
  employees: [MARIA],
  services: new Map([['cut', CUT]]),
  weekly: new Map([[weeklyKey('maria', 0), [{ start: '00:00', end: '23:00' }]]]),
} as unknown as SalonPart;

function Shown() {
  const found = useBooking('a', salon);
  return found ? (
    <>
      <p>{found.range}</p>
      <NudgeButtons booking={found} salon={salon} />
    </>
  ) : null;
}
const show = (event = skipped) => {
  shown.event = event;
  render(
    <ReplicaContext value={{ membership$: new BehaviorSubject(null) } as unknown as OpenReplica}>
      <Shown />
    </ReplicaContext>,
  );
};

beforeEach(() => setLanguage('bg'));
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

it('an hour over the skipped one ends where the clock stands then, in the card as in the dialog', () => {
  const dialog = clockOf(reservationValues(skipped, ZONE), ZONE);
  expect(dialog).toEqual({ from: 150, to: 270 });
  expect(clockSpan(skipped, ZONE)).toEqual({ date: '2027-03-28', ...dialog });
  show();
  expect(screen.getByText('2:30–4:30 (60 мин)')).toBeTruthy(); // it lasts an hour all the same
  expect(screen.getByText('60 мин')).toBeTruthy();
});

it('is named so also where another one would lie over it, and where a save is spoken of', async () => {
  const { container } = render(<OverNames over={[{ event: skipped, client: YOANA }]} zone={ZONE} />);
  expect(container.textContent).toBe('Йоана Христова, 2:30–4:30 (60 мин)');
  const asked = { ...reservationValues(skipped, ZONE), hour: 3 };
  expect(await bookingName({} as OpenReplica, asked, ZONE)).toBe('Йоана Христова, 4:30');
});

it('a free slot that is found there says the same', () => {
  const slot = { resourceId: 'maria', start: night.start_time, end: night.end_time };
  render(<SlotRow {...{ slot, salon }} chosen={false} onChoose={vi.fn()} onPick={vi.fn()} />);
  expect(screen.getByText('2:30–4:30')).toBeTruthy();
});

it('made longer in the second of two equal hours it begins where it began', async () => {
  show(booking('a', '10:00', '11:00', { start_time: '2026-10-25T01:30:00.000Z', end_time: '2026-10-25T02:00:00.000Z' }));
  screen.getByRole('button', { name: /по-дълго$/ }).click();
  await vi.waitFor(() => expect(moveEvent).toHaveBeenCalledOnce());
  expect(moveEvent.mock.calls[0]?.slice(1)).toEqual([
    'a',
    { start_time: '2026-10-25T01:30:00.000Z', end_time: '2026-10-25T02:15:00.000Z', resource_id: 'maria' },
    [],
  ]);
});

it('of two equal hours it goes on in the one in which it is', async () => {
  show(booking('a', '10:00', '11:00', { start_time: '2026-10-25T01:15:00.000Z', end_time: '2026-10-25T02:00:00.000Z' }));
  screen.getByRole('button', { name: 'С 15 минути по-късно' }).click();
  await vi.waitFor(() => expect(moveEvent).toHaveBeenCalledOnce());
  expect(moveEvent.mock.calls[0]?.at(2)).toMatchObject({ start_time: '2026-10-25T01:30:00.000Z' });
});

it('the day, its list and its sheet say the same where the clock goes back, and over midnight', () => {
  const times = (start: string, end: string) => ({ start_time: `${start}:00.000Z`, end_time: `${end}:00.000Z` });
  const events = [
    booking('back', '10:00', '11:00', times('2026-10-25T00:30', '2026-10-25T01:15')),
    booking('over', '10:00', '11:00', times('2026-10-25T21:30', '2026-10-25T22:20')),
  ];
  const input = {
    ...{ zone: ZONE, language: 'bg' as const, t: i18n.getFixedT('bg', 'calendar'), events, onlyRead: new Set<string>() },
    ...{
      employees: [MARIA],
      weekly: salon.weekly,
      overrides: new Map(),
      troubles: new Map(),
      openOverlaps: new Set<string>(),
      hidden: new Set<string>(),
    },
    ...{ client: () => YOANA, service: () => CUT, moving: new Map(), maxLanes: 4 },
  };
  const said = ['3:30–3:15 (45 мин)', '23:30–0:20'];
  expect(buildSheet(input, '2026-10-25')[0]?.rows.map(({ range }) => range)).toEqual(said);
  const [column] = buildDay({ ...input, date: '2026-10-25' });
  const shownThere = column ? eventsIn(column) : [];
  expect(shownThere.map(({ label }) => label.split(', ')[0])).toEqual(said);
  render(<AgendaList label="Ден" items={shownThere.map((event) => ({ event, employee: 'Мария' }))} onOpen={vi.fn()} />);
  expect(
    [...document.querySelectorAll('.agenda-row .time')].map(({ textContent }) => textContent?.replaceAll('\u2060', '')),
  ).toEqual(said);
  // What began the day before is said by its minutes of this day.
  const [next] = buildDay({ ...input, date: '2026-10-26' });
  expect(next && eventsIn(next).map(({ time }) => time)).toEqual(['0:00–0:20']);
});
