import { OVERRIDE_TYPES } from './intervals.ts';
import { date, intervals, key, oneOf, optional, type RowOf, table, time } from './table.ts';

/** Why somebody is off; for the team only. */
export const TIME_OFF_REASONS = ['holiday', 'sick', 'other'] as const;
export type TimeOffReason = (typeof TIME_OFF_REASONS)[number];

/**
 * Overrides of one date (document 3 §3). Id `<resource>/<date>/<n>`; row 0 carries the date's whole set (time off and
 * additional shifts together) in `intervals`, and the reason of its time off. Both times null: the whole day off.
 */
export const employee_day_overrides = table(
  'employee_day_overrides',
  {
    resource_id: key(),
    date: date(),
    type: oneOf(OVERRIDE_TYPES, 'additional_shift'),
    start_time: optional(time()),
    end_time: optional(time()),
    intervals: optional(intervals()),
    off_reason: optional(oneOf(TIME_OFF_REASONS, 'other')),
  },
  {
    groups: [['type', 'start_time', 'end_time', 'intervals', 'off_reason']],
    refs: { resource_id: 'resources' },
    indexes: [['date']],
    shape: 'set',
  },
);
export type DayOverride = RowOf<typeof employee_day_overrides>;
