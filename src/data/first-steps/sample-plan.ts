/** The plan for the removal of the sample: the records that go, and those that stay because somebody has built on them. Pure. */
import type { LocalRow } from '#schemas/registry.ts';
import { isAsLoaded, isSampleId, type SampleCatalog } from './sample-rows.ts';

/** The salon's rows that are not deleted. Appointments from the horizon on: nobody builds on a sample of last year. */
export interface RowsNow {
  readonly resources: readonly LocalRow<'resources'>[];
  readonly services: readonly LocalRow<'services'>[];
  readonly service_groups: readonly LocalRow<'service_groups'>[];
  readonly clients: readonly LocalRow<'clients'>[];
  readonly products: readonly LocalRow<'products'>[];
  readonly product_groups: readonly LocalRow<'product_groups'>[];
  readonly events: readonly LocalRow<'events'>[];
  readonly product_revisions: readonly LocalRow<'product_revisions'>[];
}

/**
 * `changed`: somebody has changed it. `booked`, `counted`: own bookings or counts refer to it. `used`: a record that stays refers
 * to it.
 */
export type StayReason = 'changed' | 'booked' | 'counted' | 'used';
/** A record that stays. */
export interface Staying {
  readonly table: keyof SampleCatalog | 'events';
  readonly id: string;
  readonly name: string;
  readonly why: StayReason;
}
/** The records that go and that stay. */
export interface SamplePlan {
  /** Ids by table. */
  readonly going: { readonly [N in keyof SampleCatalog | 'events']: readonly string[] };
  readonly staying: readonly Staying[];
}

type Event = LocalRow<'events'>;
const NAMED = ['resource_id', 'client_id', 'service_id'] as const;

/**
 * Tells whether somebody has built on an appointment. A sample appointment that was only moved, lengthened or cancelled counts as
 * play. One with a note, repeats, or a client, service or employee of the salon's own counts as built on.
 */
export const isBuiltOn = (event: Pick<Event, 'id' | 'notes' | 'series_id' | (typeof NAMED)[number]>): boolean =>
  !isSampleId(event.id) ||
  (event.notes ?? '') !== '' ||
  event.series_id !== null ||
  NAMED.some((column) => event[column] !== null && !isSampleId(event[column]));

/** Makes the plan from the rows. */
export function removalPlan(rows: RowsNow): SamplePlan {
  const kept = rows.events.filter(isBuiltOn);
  const booked = new Set(kept.flatMap((event) => NAMED.map((column) => event[column] ?? '')));
  const merged = new Set(rows.clients.flatMap(({ id, merged_into }) => (isSampleId(id) ? [] : [merged_into ?? ''])));
  const counted = new Set(rows.product_revisions.map(({ product_id }) => product_id));

  const staying: Staying[] = kept
    .filter(({ id }) => isSampleId(id))
    .map(({ id, title }) => ({ table: 'events', id, name: title ?? '', why: 'changed' }));
  const going = { events: rows.events.filter((event) => !isBuiltOn(event)).map(({ id }) => id) };

  function split<N extends keyof SampleCatalog>(
    table: N,
    list: readonly LocalRow<N>[],
    reason: (row: LocalRow<N>) => StayReason | null,
  ) {
    const gone: string[] = [];
    for (const row of list) {
      if (!isSampleId(row.id)) continue;
      const why = isAsLoaded(table, row) ? reason(row) : 'changed';
      if (why === null) gone.push(row.id);
      else staying.push({ table, id: row.id, name: String(row.name ?? ''), why });
    }
    return gone;
  }

  const resources = split('resources', rows.resources, ({ id }) => (booked.has(id) ? 'booked' : null));
  const clients = split('clients', rows.clients, ({ id }) => (booked.has(id) ? 'booked' : merged.has(id) ? 'used' : null));
  const services = split('services', rows.services, ({ id }) => (booked.has(id) ? 'booked' : null));
  const products = split('products', rows.products, ({ id }) => (counted.has(id) ? 'counted' : null));
  const left = <R extends { readonly id: string }>(list: readonly R[], gone: readonly string[]) =>
    list.filter(({ id }) => !gone.includes(id));
  const categories = new Set(left(rows.services, services).map(({ category }) => category));
  const groups = new Set(left(rows.products, products).map(({ group_id }) => group_id));
  const parents = new Set(rows.product_groups.filter(({ id }) => !isSampleId(id)).map(({ parent_id }) => parent_id));
  return {
    going: {
      ...going,
      ...{ resources, clients, services, products },
      service_groups: split('service_groups', rows.service_groups, ({ name }) => (categories.has(name) ? 'used' : null)),
      product_groups: split('product_groups', rows.product_groups, ({ id }) =>
        groups.has(id) || parents.has(id) ? 'used' : null,
      ),
    },
    staying,
  };
}
