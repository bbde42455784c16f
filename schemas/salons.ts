import { CURRENCIES, DATE_FORMATS, LANGUAGES, VIEWS } from './constants.ts';
import { boolean, fromServer, initially, integer, key, oneOf, optional, type RowOf, table, text } from './table.ts';

/** One row: the salon itself (document 1 §3). Its `id` is the text of `salon_id`; only `create_salon` makes it. */
export const salons = table(
  'salons',
  {
    owner_id: fromServer(optional(key())),
    name_bg: text(),
    name_en: text(),
    comment: optional(text({ maxLength: 2000 })),
    language: oneOf(LANGUAGES, 'bg'),
    interval_calendar: integer(15),
    default_view: oneOf(VIEWS, 'day'),
    date_format: oneOf(DATE_FORMATS, 'dd/MM/yyyy'),
    currency: oneOf(CURRENCIES, 'BGN'),
    no_show_policy: optional(text({ maxLength: 2000 })),
    split_payment: boolean(),
    any_barber: boolean(),
    waiting_list: boolean(),
    timezone: initially(key(), 'Europe/Sofia'),
    is_complete: fromServer(boolean()),
  },
  { shape: 'singleton' },
);
export type Salon = RowOf<typeof salons>;
