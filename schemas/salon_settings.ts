import { CURRENCIES, DATE_FORMATS, VIEWS } from './constants.ts';
import {
  boolean,
  closedDays,
  initially,
  integer,
  key,
  oneOf,
  openingHours,
  optional,
  type RowOf,
  rooms,
  table,
  text,
} from './table.ts';

/**
 * At most one row a salon, its id is the salon's (document 1 §3, §7). Read before the same columns of `salons`. `opening_hours`,
 * `closed_days` (salon-days.ts) and `rooms` (rooms.ts) are here alone, each one decision, and null in a salon that has set none.
 */
export const salon_settings = table('salon_settings', {
  timezone: initially(key(), 'Europe/Sofia'),
  calendar_interval: integer(15),
  default_view: oneOf(VIEWS, 'day'),
  date_format: oneOf(DATE_FORMATS, 'dd/MM/yyyy'),
  currency: oneOf(CURRENCIES, 'BGN'),
  no_show_policy: optional(text({ maxLength: 2000 })),
  split_payment: boolean(),
  opening_hours: openingHours(),
  closed_days: closedDays(),
  rooms: rooms(),
});
export type SalonSettings = RowOf<typeof salon_settings>;
