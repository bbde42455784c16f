import { EVENT_TYPES } from './constants.ts';
import { agreements, instant, key, money, oneOf, optional, type RowOf, table, text } from './table.ts';

/**
 * Appointments and blocked time (document 3 §3). `status` is one of EVENT_STATUSES; any other stored value counts as empty
 * (`statusOf` in the domain). `arrived_at`: the client is here; `series_id` ties repeats; `price` is the service's when booked;
 * `overlap_agreed` says over which others somebody has let it lie (agreements.ts).
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
  },
  {
    groups: [
      ['resource_id', 'start_time', 'end_time'],
      ['client_id', 'notes'],
    ],
    refs: { resource_id: 'resources', client_id: 'clients', service_id: 'services' },
    indexes: [['start_time']],
    horizon: 'start_time',
  },
);
export type Event = RowOf<typeof events>;
