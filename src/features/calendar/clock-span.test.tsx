// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { of } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { weeklyKey } from '#domain/availability.ts';
import { clockSpan } from '#domain/clock-span.ts';
import { SALON_DEFAULTS } from '#domain/salon-config.ts';
import { ReplicaContext } from '#features/use-replica.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { bookingName } from './booking-name.ts';
import type { Replica, SalonPart } from './calendar-reads.ts';
import { SlotRow } from './find-slot-row.tsx';
import { NudgeButtons } from './nudge-buttons.tsx';
import { OverNames } from './over-names.tsx';
import { clockOf, valuesOf } from './reservation-form.ts';
import { booking, CUT, MARIA, YOANA, ZONE } from './test-rows.ts';
import { useBooking } from './use-booking.ts';

const night = vi.hoisted(() => ({ start_time: '2027-03-28T00:30:00.000Z', end_time: '2027-03-28T01:30:00.000Z' }));
const skipped = booking('a', '10:00', '11:00', night);
const moveEvent = vi.hoisted(() => vi.fn(async () => ({ id: 'a', before: {}, wrote: {} })));
vi.mock('#data/events.queries.ts', () => ({ event$: () => of(shown.event) }));
vi.mock('#data/events.commands.ts', () => ({ moveEvent, deleteEvent: vi.fn(), pressEventStatus: vi.fn() }));
vi.mock('#data/event-edits.ts', () => ({ undoEdit: vi.fn(), undoDelete: vi.fn() }));
vi.mock('#data/clients.queries.ts', () => ({ clientsById$: () => of(new Map([['yoana', YOANA]])) }));
vi.mock('#data/older-events.ts', () => ({
  dayWithOlder$: () => of({ events: [], older: { phase: 'kept', readAt: null, reason: null }, clients: new Map() }),
}));
vi.mock('#data/shifts.queries.ts', () => ({ overrideSets$: () => of(new Map()) }));

const shown = { event: skipped };
const salon = {
  config: SALON_DEFAULTS,
  employees: [MARIA],
  services: new Map([['cut', CUT]]),
  weekly: new Map([[weeklyKey('maria', 0), [{ start: '00:00', end: '24:00' }]]]),
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
    <ReplicaContext value={{} as Replica}>
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
  const dialog = clockOf(valuesOf(skipped, ZONE), ZONE);
  expect(dialog).toEqual({ from: 150, to: 270 });
  expect(clockSpan(skipped, ZONE)).toEqual({ date: '2027-03-28', ...dialog });
  show();
  expect(screen.getByText('2:30–4:30')).toBeTruthy();
  expect(screen.getByText('60 мин')).toBeTruthy(); // it lasts an hour all the same
});

it('is named so also where another one would lie over it, and where a save is spoken of', async () => {
  const { container } = render(<OverNames over={[{ event: skipped, client: YOANA }]} zone={ZONE} />);
  expect(container.textContent).toBe('Йоана Христова, 2:30–4:30');
  const asked = { ...valuesOf(skipped, ZONE), hour: 3 };
  expect(await bookingName({} as Replica, asked, ZONE)).toBe('Йоана Христова, 4:30');
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
  ]);
});
