/** When a booking takes time, and which two take the same: the database says what src/domain/booking/busy-spans.ts and overlap.ts say. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { busySpans } from '#domain/booking/busy-spans.ts';
import { overlappingPairs, type Timed } from '#domain/booking/overlap.ts';
import { canonicalValue, InvalidValueError } from '#schemas/canonical.ts';
import { services } from '#schemas/services.ts';
import { Database, type Person } from '../support/database.ts';

/** Days of bookings; `npm run test:all` compares all of them. */
const DAYS = process.env.GREBEN_ALL ? 10_000 : 2_000;
const MINUTE = 60_000;
/** In the nights of the clock change as well: minutes are elapsed ones, whatever a clock on the wall shows. */
const MIDNIGHTS = ['2026-11-18', '2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01'].map((day) =>
  Date.parse(`${day}T00:00:00Z`),
);

let db: Database;
let owner: Person;
let salonId: number;
beforeAll(async () => {
  db = await Database.open();
  ({ owner, salonId } = await db.salon());
});
afterAll(() => db.close());

/** Mulberry32: the same days in every run. */
let seed = 20_261_123;
function random(): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
}
const below = (n: number) => Math.floor(random() * n);
const one = <T>(list: readonly T[]): T => list[below(list.length)] as T;

type Booking = Required<Timed>;

function booking(n: number, midnight: number): Booking {
  const start = midnight + below(34 * 12) * 5 * MINUTE;
  return {
    ...{ id: `e${n}`, resource_id: one(['ana', 'eva']), visit_id: one([null, null, null, 'v', 'w']), deleted: below(12) === 0 },
    service_id: null,
    ...{ start_time: new Date(start).toISOString(), end_time: new Date(start + (1 + below(60)) * 5 * MINUTE).toISOString() },
    ...{
      type: one(['appointment', 'appointment', 'blocking']),
      status: one(['booked', 'completed', 'cancelled', 'no-show', null]),
    },
    ...{ processing_after: below(30) * 5, processing_minutes: below(30) * 5, buffer_after: one([0, 0, 5, 15, 240]) },
  };
}

const days = Array.from({ length: DAYS }, () => {
  const midnight = one(MIDNIGHTS);
  return Array.from({ length: 2 + below(6) }, (_, n) => booking(n, midnight));
});

it('the spans of a booking', async () => {
  const all = days.flat();
  const rows = await db.sql<{ spans: string[] }[]>`
    select array(select private.iso(lower(r)) || '–' || private.iso(upper(r)) from unnest(spans) r) as spans
    from jsonb_array_elements(${db.sql.json(all as never)}) with ordinality x (e, n),
      private.busy_spans((e ->> 'start_time')::timestamptz, (e ->> 'end_time')::timestamptz, (e ->> 'processing_after')::int,
        (e ->> 'processing_minutes')::int, (e ->> 'buffer_after')::int) spans
    order by n`;
  const ours = all.map((event) => busySpans(event).map(({ from, to }) => `${from}–${to}`));
  expect(rows.map(({ spans }) => spans)).toEqual(ours);
  expect(ours.filter((spans) => spans.length === 2).length).toBeGreaterThan(DAYS / 4);
});

it('which bookings lie over each other', async () => {
  await db.sql`insert into public.resources (salon_id, id, name) values (${salonId}, 'ana', 'Ани'), (${salonId}, 'eva', 'Ева')`;
  // Days stand apart, four of the calendar's for each, so that they can be asked for a hundred at a time.
  const APART = 4 * 1440 * MINUTE;
  const FIRST = Date.parse('2026-01-01T00:00:00Z');
  const shifted = days.map((day, n) => {
    const own = Math.min(...day.map(({ start_time }) => Date.parse(start_time)));
    const at = (iso: string) => new Date(Date.parse(iso) - own + FIRST + n * APART).toISOString();
    return day.map((event) => ({
      ...{ ...event, id: `d${n}-${event.id}`, visit_id: event.visit_id && `d${n}-${event.visit_id}` },
      ...{ start_time: at(event.start_time), end_time: at(event.end_time) },
    }));
  });
  const all = shifted.flat();
  await db.sql`insert into public.events (salon_id, id, resource_id, start_time, end_time, type, status, deleted, processing_after,
      processing_minutes, buffer_after, visit_id)
    select ${salonId}, r.id, r.resource_id, r.start_time, r.end_time, r.type, r.status, r.deleted, r.processing_after,
      r.processing_minutes, r.buffer_after, r.visit_id
    from jsonb_populate_recordset(null::public.events, ${db.sql.json(all as never)}) r`;
  const rows = await db.sql<{ id: string; other_id: string }[]>`
    select o.* from generate_series(0, ${DAYS - 1}, 100) n, private.overlapping_bookings(${salonId},
      '2026-01-01Z'::timestamptz + n * interval '96 hours', '2026-01-01Z'::timestamptz + (n + 100) * interval '96 hours' - interval '5 hours') o`;
  const pair = (a: string, b: string) => [a, b].sort().join();
  const ours = overlappingPairs(all).map(([a, b]) => pair(a.id, b.id));
  expect(rows.map(({ id, other_id }) => pair(id, other_id)).sort()).toEqual(ours.sort());
  expect(ours.length).toBeGreaterThan(DAYS / 4);
  expect((await db.push(owner, salonId, [])).length).toBe(0);
});

it('takes no waiting of a client that does not lie within the booking, and leaves the rest of such a row to be changed', async () => {
  const doc = {
    resource_id: 'ana',
    type: 'blocking',
    start_time: '2026-11-18T08:00:00.000Z',
    end_time: '2026-11-18T09:00:00.000Z',
  };
  const push = (id: string, more: object, base_rev = 0) =>
    db.pushOne(owner, salonId, { table: 'events', id, base_rev, doc: { ...doc, ...more } });
  const refused = { v: 'rejected', code: '23514', constraint: 'events_waiting_within' };
  expect(await push('w1', { processing_after: 20, processing_minutes: 39 })).toMatchObject({ v: 'applied' });
  expect(await push('w2', { processing_after: 20, processing_minutes: 40 })).toMatchObject(refused);
  expect(await push('w3', { processing_after: 0, processing_minutes: 10 })).toMatchObject(refused);
  expect(await push('w4', { processing_after: 20, processing_minutes: -5 })).toMatchObject({
    ...{ v: 'rejected', constraint: 'events_processing_minutes_check' },
  });
  expect(await push('w5', { buffer_after: 241 })).toMatchObject({ v: 'rejected', constraint: 'events_buffer_after_check' });
  expect(await push('w6', { visit_pos: 100 })).toMatchObject({ v: 'rejected', constraint: 'events_visit_pos_check' });
  await db.sql`insert into public.events (salon_id, id, resource_id, type, start_time, end_time, processing_after, processing_minutes)
    values (${salonId}, 'w7', 'ana', 'blocking', ${doc.start_time}, ${doc.end_time}, 50, 50)`;
  const [row] = await db.sql`select rev from public.events where salon_id = ${salonId} and id = 'w7'`;
  expect(await push('w7', { title: 'Обяд' }, row?.rev as number)).toMatchObject({ v: 'applied' });
});

it('who offers a service, and what it is with whom, is what the app’s door takes as it is, and nothing else', async () => {
  const id = fc.oneof(fc.constantFrom('ana', 'a/b', 'a b', '', '__proto__', 'Ж', 'x'.repeat(100), 'x'.repeat(101)), fc.uuid());
  const minutes = fc.constantFrom<unknown>(null, null, 5, 45, 1440, 0, 7, 1445, -5, '45', 45.5);
  const price = fc.constantFrom<unknown>(null, 0, 0.01, 0.1, 30, 30.5, 9_999_999_999.99, 1e10, -1, 0.005, 1.001, '5', 1e-7);
  const currency = fc.constantFrom<unknown>(null, null, 'BGN', 'EUR', 'USD', 'GBP', 'eur', '', 1);
  const offerers = fc.array(id, { maxLength: 4 }).map((list) => ['resource_ids', JSON.stringify(list)] as const);
  const terms = fc
    .array(fc.tuple(id, minutes, price, currency), { maxLength: 3 })
    .map((list) => ['own_terms', JSON.stringify(list)] as const);
  const sorted = fc
    .array(id, { maxLength: 4 })
    .map((list) => ['resource_ids', JSON.stringify([...new Set(list)].sort())] as const);
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(offerers, terms, sorted), { minLength: 20, maxLength: 40 }), async (tries) => {
      const changes = tries.map(([column, value], n) => ({
        table: 'services',
        id: `s${n}`,
        doc: { name: 'Боя', [column]: value },
      }));
      await db.sql`delete from public.services where salon_id = ${salonId}`;
      const verdicts = await db.push(owner, salonId, changes);
      const expected = tries.map(([column, value]) => (throughDoor(column, value) === value ? 'applied' : 'rejected'));
      expect(verdicts.map(({ v }, n) => [v, ...(tries[n] ?? [])])).toEqual(expected.map((v, n) => [v, ...(tries[n] ?? [])]));
      taken += expected.filter((v) => v === 'applied').length;
    }),
    { numRuns: 12 },
  );
  expect(taken).toBeGreaterThan(20);
});

function throughDoor(column: 'resource_ids' | 'own_terms', value: string): unknown {
  try {
    return canonicalValue(services.columns[column], value, column);
  } catch (error) {
    if (error instanceof InvalidValueError) return undefined;
    throw error;
  }
}
