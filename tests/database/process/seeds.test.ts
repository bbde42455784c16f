/** Seeds are written with triggers off (history keeps its own times): what triggers would have held must hold all the same. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Agreeing, openOverlaps } from '#domain/booking/agreed-overlaps.ts';
import { hasWaiting } from '#domain/booking/busy-spans.ts';
import { overlaps } from '#domain/booking/overlap.ts';
import { tornVisits, visitsIn } from '#domain/booking/visits.ts';
import type { PublicSalon } from '#schemas/online.ts';
import { type LocalRow, TABLE_NAMES } from '#schemas/registry.ts';
import { cloneDatabase, type TestDatabase } from '../../support/cluster.ts';

const isWithin = (row: LocalRow<'events'>, leg: LocalRow<'events'>) =>
  leg.start_time < row.start_time && row.end_time < leg.end_time;

describe.each(['demo', 'test'] as const)('the %s seed', (seed) => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await cloneDatabase({ seed });
  });
  afterAll(() => db.drop());

  it('refers to nothing that is not there', async () => {
    const keys =
      await db.sql`select c.conname as name, c.conrelid::regclass::text as source, c.confrelid::regclass::text as target,
      (select array_agg(a.attname order by k.n) from unnest(c.conkey) with ordinality k (attnum, n) join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum) as columns,
      (select array_agg(a.attname order by k.n) from unnest(c.confkey) with ordinality k (attnum, n) join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.attnum) as keys
      from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`;
    expect(keys.length).toBeGreaterThan(30);
    for (const { name, source, target, columns, keys: targets } of keys) {
      const pairs = (columns as string[]).map((column, n) => `t."${targets[n]}" = s."${column}"`).join(' and ');
      const named = (columns as string[]).map((column) => `s."${column}" is not null`).join(' and ');
      const orphans = await db.sql.unsafe(
        `select 1 from ${source} s where ${named} and not exists (select from ${target} t where ${pairs})`,
      );
      expect(orphans, name).toHaveLength(0);
    }
  });

  it('stands on revisions up to the head of its salon, one head a salon', async () => {
    for (const table of TABLE_NAMES) {
      const beyond = await db.sql`select 1 from ${db.sql(table)} t left join sync_heads h using (salon_id)
        where h.salon_id is null or t.rev < 1 or t.rev > h.rev or t.created_at > t.updated_at`;
      expect(beyond, table).toHaveLength(0);
    }
  });

  it('has the sets’ rows that the database would derive', async () => {
    const weekly = `select salon_id, id, resource_id, weekday::text as of, null as type, start_time, end_time, intervals, deleted from employee_weekly_shifts`;
    const dated = `select salon_id, id, resource_id, date::text as of, type, start_time, end_time, intervals, deleted from employee_day_overrides`;
    const wrong = await db.sql.unsafe(`
      with rows as (${weekly} union all ${dated}),
      wanted as (
        select r.salon_id, left(r.id, -1) || (n - 1) as id, e ->> 0 as start_time, e ->> 1 as end_time, e ->> 2 as type
        from rows r, jsonb_array_elements(r.intervals::jsonb) with ordinality x (e, n) where r.intervals is not null and not r.deleted)
      select * from wanted w full join (select * from rows where not deleted) r using (salon_id, id)
      where w.id is null or r.id is null or (w.start_time, w.end_time, w.type) is distinct from (r.start_time, r.end_time, r.type)`);
    expect([...wrong]).toEqual([]);
    expect(
      (await db.sql.unsafe(`select 1 from employee_weekly_shifts where not deleted and right(id, 2) <> '/0'`)).length,
    ).toBeGreaterThan(0);
  });

  it('has said of all bookings that lie over each other that they may', async () => {
    const events = await db.sql`select to_jsonb(w) as row from wire.events w`;
    const rows = events.map(({ row }) => row as Agreeing & { salon_id: number });
    for (const salon of new Set(rows.map((row) => row.salon_id))) {
      const own = rows.filter((row) => row.salon_id === salon);
      expect(openOverlaps(own, '1900-01-01T00:00:00.000Z')).toEqual([]);
    }
    expect(rows.filter((row) => row.overlap_agreed !== null).length).toBeGreaterThan(2);
  });

  it('has no visit that is torn', async () => {
    const events = await db.sql`select to_jsonb(w) as row from wire.events w`;
    const rows = events.map(({ row }) => row as LocalRow<'events'>);
    expect(tornVisits(rows, '1900-01-01T00:00:00.000Z')).toEqual([]);
    if (seed !== 'demo') return;
    const [legs = []] = [...visitsIn(rows).values()];
    expect([legs.length, new Set(legs.map(({ resource_id }) => resource_id)).size]).toEqual([3, 2]);
    expect(legs.some(hasWaiting)).toBe(true);
    const meanwhile = rows.filter((row) => row.visit_id === null && legs.some((leg) => hasWaiting(leg) && isWithin(row, leg)));
    expect(meanwhile.some((row) => legs.some((leg) => leg.resource_id === row.resource_id && !overlaps(leg, row)))).toBe(true);
    const [services] = await db.sql`select count(resource_ids)::int as offered, count(own_terms)::int as own from services`;
    expect(services).toEqual({ offered: 1, own: 1 });
  });

  it('says of each salon truly whether it is complete', async () => {
    const wrong = await db.sql`select id from salons s where is_complete <> (name_bg <> '' and name_en <> ''
      and exists (select from resources r where r.salon_id = s.id and r.active and not r.deleted)
      and exists (select from services v where v.salon_id = s.id and not v.deleted))`;
    expect([...wrong]).toEqual([]);
  });

  it('publishes a page of the demo’s salon, on which there is something to book', async () => {
    if (seed !== 'demo') return;
    const [row] = await db.sql`select public_salon('kadritsa') as page`;
    const { services, employees, any } = { ...(row?.page as PublicSalon) };
    expect([services.length > 5, employees.length > 5, any]).toEqual([true, true, true]);
    const own = services.flatMap(({ offered_by }) => offered_by);
    expect([...new Set(own)].sort()).toEqual(employees.map(({ id }) => id).sort());
  });

  it('leaves the next salon a number of its own', async () => {
    const [row] =
      await db.sql`select nextval(pg_get_serial_sequence('public.salons', 'id'))::int > (select max(id) from salons) as free`;
    expect(row?.free).toBe(true);
  });
});
