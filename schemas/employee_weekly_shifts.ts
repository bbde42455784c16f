import { integer, intervals, key, optional, type RowOf, table, time } from './table.ts';

/**
 * Weekly shifts (document 2 §3). Id `<resource>/<weekday>/<n>`; row 0 carries the weekday's whole set in `intervals`, the
 * server derives the rows above it. Weekday 0 is Sunday; times are HH:mm in the salon's zone.
 */
export const employee_weekly_shifts = table(
  'employee_weekly_shifts',
  { resource_id: key(), weekday: integer(), start_time: time(), end_time: time(), intervals: optional(intervals()) },
  { groups: [['start_time', 'end_time', 'intervals']], refs: { resource_id: 'resources' }, shape: 'set' },
);
export type WeeklyShift = RowOf<typeof employee_weekly_shifts>;
