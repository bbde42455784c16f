import { CURRENCIES, EVENT_SOURCES, EVENT_TYPES } from './constants.ts';
import {
  agreements,
  emptiedOnly,
  fromServer,
  instant,
  key,
  money,
  oneOf,
  optional,
  type RowOf,
  table,
  text,
  upTo,
} from './table.ts';

/** The longest stretch and waiting time, and the longest cleaning up, in minutes; the database holds the same. */
export const MOST_MINUTES = 1440;
export const MOST_BUFFER = 240;
/** The highest place in a visit. */
export const MOST_LEGS = 99;

/**
 * Appointments and blocked time (document 3 §3). `status` is one of EVENT_STATUSES; any other stored value counts as empty
 * (`eventStatusOf` in the domain). `arrived_at`: the client is here; `series_id` ties repeats; `price` is the service's when booked,
 * in its `currency` (null where the price is);
 * `overlap_agreed` says over which others somebody has let it lie (agreements.ts).
 *
 * A booking is a stretch of one employee. In it the client may wait: `processing_minutes` (0: nobody waits) that begin
 * `processing_after` minutes after the start. After it the employee cleans up, `buffer_after` minutes. Minutes count from the
 * start or the end, so that a move changes none of them; what they come to `busySpans` in the domain says. A row whose
 * waiting time does not lie within it is no error: it waits nowhere.
 *
 * Bookings of one client that follow each other are the legs of a visit: they have its `visit_id`, the id of the booking that it
 * began with, and `visit_pos` is the order that was meant. A leg that was added has an id that begins with the visit's (`visits.ts` in
 * the domain).
 *
 * A customer's own booking has the `source` `online`. A request is a booking with the status `booked` and a `requested_until`, until
 * when the salon confirms it; it takes its time like any other. Only the server writes an instant there. People write null: that
 * confirms it. An instant that somebody else writes, also in a new row, is refused (`events_requested_until`).
 */
export const events = table(
  'events',
  {
    resource_id: key(),
    client_id: optional(key()),
    service_id: optional(key()),
    title: optional(text({ maxLength: 300 })),
    start_time: instant(),
    end_time: instant(),
    notes: optional(text({ maxLength: 5000 })),
    type: oneOf(EVENT_TYPES, 'appointment'),
    status: optional(key()),
    arrived_at: optional(instant()),
    series_id: optional(key()),
    price: optional(money()),
    overlap_agreed: agreements(),
    processing_after: upTo(MOST_MINUTES),
    processing_minutes: upTo(MOST_MINUTES),
    buffer_after: upTo(MOST_BUFFER),
    visit_id: optional(key()),
    visit_pos: upTo(MOST_LEGS),
    currency: optional(oneOf(CURRENCIES, 'BGN')),
    source: fromServer(optional(oneOf(EVENT_SOURCES, 'online'))),
    requested_until: emptiedOnly(optional(instant())),
  },
  {
    groups: [
      ['resource_id', 'start_time', 'end_time', 'processing_after', 'processing_minutes', 'buffer_after'],
      ['client_id', 'notes'],
      ['visit_id', 'visit_pos'],
      ['price', 'currency'],
      ['status', 'requested_until'],
    ],
    refs: { resource_id: 'resources', client_id: 'clients', service_id: 'services' },
    indexes: [['start_time']],
    horizon: 'start_time',
  },
);
export type Event = RowOf<typeof events>;
