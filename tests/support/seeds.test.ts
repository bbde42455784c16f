/** Seeds are written with triggers off: what the triggers would have held is held here. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SeedName } from '../../supabase/local/settings.ts';
import { cloneDatabase, type TestDatabase } from './cluster.ts';
import { TEST_ACCOUNTS } from './test-backend.ts';

interface ForeignKey {
  table: string;
  columns: string[];
  target: string;
  target_columns: string[];
}

const SETS = { employee_weekly_shifts: 'weekday', employee_day_overrides: 'date' };

describe.each<[SeedName, string]>([
  ['test', '2026-11-18'],
  ['demo', '2026-11-18'],
])('the %s seed', (seed, today) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await cloneDatabase({ seed, today });
  });
  afterAll(() => database.drop());

  it('refers to nothing that is not there', async () => {
    const { sql } = database;
    const keys = await sql<ForeignKey[]>`
      select conrelid::regclass::text as table, confrelid::regclass::text as target,
        (select array_agg(attname::text order by n) from unnest(conkey) with ordinality as k (num, n)
          join pg_attribute a on a.attrelid = conrelid and a.attnum = k.num) as columns,
        (select array_agg(attname::text order by n) from unnest(confkey) with ordinality as k (num, n)
          join pg_attribute a on a.attrelid = confrelid and a.attnum = k.num) as target_columns
      from pg_constraint where contype = 'f' and connamespace in ('public'::regnamespace, 'private'::regnamespace)`;
    expect(keys.length).toBeGreaterThan(20);
    for (const { table, columns, target, target_columns } of keys) {
      const pairs = columns.map((column, n) => `r.${target_columns[n]} = t.${column}`).join(' and ');
      const given = columns.map((column) => `t.${column} is not null`).join(' and ');
      const orphans = await sql.unsafe(
        `select from ${table} t where ${given} and not exists (select from ${target} r where ${pairs})`,
      );
      expect([table, columns, orphans.length]).toEqual([table, columns, 0]);
    }
  });

  it('has a head for each salon that stands at its newest row', async () => {
    const tables = await database.sql<{ t: string }[]>`select unnest(private.replicated_tables()) as t`;
    const all = tables.map(({ t }) => `select salon_id, rev from public.${t}`).join(' union all ');
    const rows = await database.sql.unsafe(`
      select h.salon_id::int, h.rev::int as head, max(r.rev)::int as newest, min(r.rev)::int as oldest
      from public.sync_heads h join (${all}) r using (salon_id) group by 1, 2`);
    const salons = await database.sql`select id from public.salons`;
    expect(rows).toHaveLength(salons.length);
    for (const { head, newest, oldest } of rows) expect([newest, oldest]).toEqual([head, 1]);
  });

  it('has whole sets: writing row 0 of each anew changes nothing', async () => {
    for (const [table, day] of Object.entries(SETS)) {
      const select = `select id, ${day}::text as day, start_time, end_time, intervals, deleted from public.${table} order by salon_id, id`;
      const before = await database.sql.unsafe(select);
      expect(before.length).toBeGreaterThan(2);
      await database.sql.unsafe(`update public.${table} set intervals = intervals where intervals is not null`);
      expect(await database.sql.unsafe(select)).toEqual(before);
    }
  });

  it('tells of each salon truly whether it is complete', async () => {
    const before = await database.sql`select id, is_complete from public.salons order by id`;
    await database.sql`update public.salons set name_bg = name_bg`;
    expect(await database.sql`select id, is_complete from public.salons order by id`).toEqual(before);
  });

  it('has the accounts, the first of them the administrator', async () => {
    const rows = await database.sql`select email, role, salon_id::int as salon from public.users`;
    const of = (email: string) => rows.find((row) => row.email === email);
    expect(of('admin@greben.test')).toMatchObject({ role: 'admin', salon: null });
    expect(of('owner@greben.test')).toMatchObject({ role: 'employee', salon: 1 });
    expect(of('owner2@greben.test')).toMatchObject({ role: 'employee', salon: 2 });
  });
});

it('the demo shows a salon at work: team, goods, clients, a full past and a booked future', async () => {
  const database = await cloneDatabase({ seed: 'demo', today: '2026-11-18' });
  const count = async (from: string) => Number((await database.sql.unsafe(`select count(*) as n from public.${from}`))[0]?.n);
  try {
    const expected = { resources: 8, employee_groups: 3, services: 25, service_groups: 5, products: 40, clients: 600 };
    for (const [table, n] of Object.entries(expected))
      expect([table, await count(`${table} where salon_id = 1`)]).toEqual([table, n]);
    for (const status of ['booked', 'completed', 'cancelled', 'no-show']) {
      expect(await count(`events where salon_id = 1 and status = '${status}'`)).toBeGreaterThan(100);
    }
    expect(await count(`events where salon_id = 1 and start_time < '2025-10-01'`)).toBeGreaterThan(100);
    expect(await count(`events where salon_id = 1 and start_time > '2027-01-10'`)).toBeGreaterThan(0);
    const overlapping = await count(`events e where e.salon_id = 1 and e.status <> 'cancelled' and exists (
      select from public.events o where o.salon_id = 1 and o.resource_id = e.resource_id and o.id <> e.id and o.status <> 'cancelled'
        and o.start_time < e.end_time and e.start_time < o.end_time)`);
    expect(overlapping / (await count('events where salon_id = 1'))).toBeLessThan(0.05);
  } finally {
    await database.drop();
  }
});

it('the test seed has every account and every awkward booking by its name', async () => {
  const database = await cloneDatabase({ seed: 'test' });
  try {
    const users = await database.sql`select id::text, role from public.users`;
    expect(users.map((row) => row.id).sort()).toEqual(Object.values(TEST_ACCOUNTS).map((account) => account.id));
    expect(users.find((row) => row.id === TEST_ACCOUNTS.nullrole.id)?.role).toBeNull();
    const local = await database.sql<{ id: string; at: string; minutes: number }[]>`
      select id, to_char(start_time at time zone 'Europe/Sofia', 'YYYY-MM-DD HH24:MI') as at,
        (extract(epoch from end_time - start_time) / 60)::int as minutes from public.events where salon_id = 1`;
    const of = (id: string) => local.find((row) => row.id === id);
    expect(of('event-five-past')?.at).toBe('2026-11-18 10:05');
    expect(of('event-early')?.at).toBe('2026-11-18 07:30');
    expect(of('event-late')?.at).toBe('2026-11-18 21:30');
    expect(of('event-14-months-ago')?.at).toBe('2025-09-18 12:00');
    expect(of('event-dst-night-spring')).toMatchObject({ at: '2026-03-29 02:30', minutes: 60 });
    expect(of('event-dst-night-autumn')).toMatchObject({ at: '2026-10-25 02:30', minutes: 180 });
    expect(of('event-dst-noon-autumn')?.at).toBe('2026-10-25 12:00');
    expect(local.filter(({ id }) => id.startsWith('event-six-'))).toHaveLength(6);
  } finally {
    await database.drop();
  }
});
