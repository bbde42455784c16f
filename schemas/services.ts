import { CURRENCIES } from './constants.ts';
import { MOST_BUFFER, MOST_MINUTES } from './events.ts';
import {
  boolean,
  initially,
  integer,
  key,
  money,
  offerers,
  oneOf,
  optional,
  ownTerms,
  type RowOf,
  table,
  text,
  upTo,
} from './table.ts';

/**
 * Services (document 2 §3). `duration` in minutes; a missing one counts as 60 (document 3 §3). `category` is a group's name. The
 * three times are what a booking of it begins with (schemas/events.ts). `resource_ids`: who offers it, null: everybody;
 * `own_terms`: what lasts or costs otherwise with an employee (own-terms.ts). `currency` is the price's own. `room_id`: the room or
 * chair that a booking of it takes (rooms.ts); one that the salon has no more is none, and no reference asks for it.
 */
export const services = table(
  'services',
  {
    name: text(),
    name_bg: optional(text()),
    name_en: optional(text()),
    duration: initially(optional(integer()), 30),
    price: money(),
    category: optional(text()),
    color: initially(key(), '#3498db'),
    show_online: boolean(true),
    processing_after: upTo(MOST_MINUTES),
    processing_minutes: upTo(MOST_MINUTES),
    buffer_after: upTo(MOST_BUFFER),
    resource_ids: offerers(),
    own_terms: ownTerms(),
    currency: oneOf(CURRENCIES, 'BGN'),
    notes: optional(text({ maxLength: 5000 })),
    room_id: optional(key()),
  },
  {
    groups: [
      ['duration', 'processing_after', 'processing_minutes', 'buffer_after'],
      ['price', 'currency'],
    ],
  },
);
export type Service = RowOf<typeof services>;
