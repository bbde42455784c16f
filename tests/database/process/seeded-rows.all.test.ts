/** What the seeds promise to whoever writes a story on them; that they keep the database's rules is held in tests/database. */
import { expect, it } from 'vitest';
import { cloneDatabase } from '../../support/cluster.ts';
import { TEST_ACCOUNTS } from '../../support/test-backend.ts';

it.each(['test', 'demo'] as const)('the %s seed has its accounts, the administrator first', async (seed) => {
  const database = await cloneDatabase({ seed });
  try {
    const rows = await database.sql`select email, role, salon_id::int as salon from public.users`;
    const of = (email: string) => rows.find((row) => row.email === email);
    expect(of('admin@greben.test')).toMatchObject({ role: 'admin', salon: null });
    expect(of('owner@greben.test')).toMatchObject({ role: 'employee', salon: 1 });
    expect(of('owner2@greben.test')).toMatchObject({ role: 'employee', salon: 2 });
  } finally {
    await database.drop();
  }
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
    expect(users.map((row) => row.id).sort()).toEqual(
      Object.values(TEST_ACCOUNTS)
        .map((account) => account.id)
        .sort(),
    );
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
