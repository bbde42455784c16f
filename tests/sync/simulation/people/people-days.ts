/**
 * What people do with the salon's own days: they set opening hours whole, and add or remove closed days of the list that stands on their
 * device. Two of them who do so without a line end with one of the two lists and a decision; hours and closed days are two decisions.
 */
import { type ClosedDays, closedDaysText, openingHoursText, readClosedDays } from '#schemas/salon-days.ts';
import { below, chance, pick, type Random } from '../random.ts';
import type { Desk, Operation } from './people.ts';

export interface DaysHand {
  readonly random: Random;
  /** Every number is another. */
  next(): number;
}

type Made = Omit<Operation, 'name'>;

const FIRST = Date.parse('2026-12-01T00:00:00.000Z');
const DAY_MS = 86_400_000;

export function setHours(desk: Desk, { random, next }: DaysHand): Made | null {
  const [row] = desk.live('salon_settings');
  if (!row) return null;
  // The minute is the counter's, so that a set that is lost is seen.
  const start = `09:${String(next() % 60).padStart(2, '0')}`;
  const weekdays = [1, 2, 3, 4, 5, 6].slice(below(random, 3));
  const hours = chance(random, 0.15) ? [] : weekdays.map((weekday) => ({ weekday, start, end: '19:00' }));
  return { changes: [{ table: 'salon_settings', id: row.id, change: { opening_hours: openingHoursText(hours) } }] };
}

export function closeDays(desk: Desk, { random, next }: DaysHand): Made | null {
  const [row] = desk.live('salon_settings');
  if (!row) return null;
  const known = (typeof row.closed_days === 'string' && readClosedDays(row.closed_days)) || [];
  const gone = known.length > 0 && chance(random, 0.3) ? pick(random, known) : null;
  const number = next();
  const date = new Date(FIRST + number * DAY_MS).toISOString().slice(0, 10);
  const added: ClosedDays = { kind: 'dates', from: date, to: date, name: `v${number}` };
  const days = gone ? known.filter((one) => one !== gone) : [...known, added];
  return { changes: [{ table: 'salon_settings', id: row.id, change: { closed_days: closedDaysText(days) } }] };
}
