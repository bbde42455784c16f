import { boolean, initially, integer, key, money, optional, type RowOf, table, text } from './table.ts';

/** Services (document 2 §3). `duration` in minutes; a missing one counts as 60 (document 3 §3). `category` is a group's name. */
export const services = table('services', {
  name: text(),
  name_bg: optional(text()),
  name_en: optional(text()),
  duration: initially(optional(integer()), 30),
  price: money(),
  category: optional(text()),
  color: initially(key(), '#3498db'),
  show_online: boolean(true),
});
export type Service = RowOf<typeof services>;
