import { date, instant, key, optional, type RowOf, table, text } from './table.ts';

/**
 * Clients (document 2 §3). `phone` is E.164 where it could be read as a number, else as typed. `merged_into` on the loser
 * of a merge names the winner; `erased_at` marks an erased person, whose row stays for ever and stays empty.
 */
export const clients = table(
  'clients',
  {
    name: optional(text()),
    first_name: optional(text()),
    last_name: optional(text()),
    email: optional(text()),
    phone: optional(text({ maxLength: 40 })),
    address: optional(text({ maxLength: 500 })),
    city: optional(text()),
    birth_date: optional(date()),
    notes: optional(text({ maxLength: 5000 })),
    merged_into: optional(key()),
    erased_at: optional(instant()),
  },
  { groups: [['name', 'first_name', 'last_name']], refs: { merged_into: 'clients' } },
);
export type Client = RowOf<typeof clients>;
