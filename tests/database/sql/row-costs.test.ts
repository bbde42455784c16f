/** What one row of a push may cost is bounded: what a trigger looks at, and what a refusal says. How long each takes: the bench, `rows`. */
import type postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database, type Person, refusal } from '../support/database.ts';
import { oneOfEach } from '../support/rows.ts';

let db: Database;
let owner: Person;
let salonId: number;
beforeAll(async () => {
  db = await Database.open();
  await db.signUp();
});
afterAll(() => db.close());
beforeEach(async () => {
  ({ owner, salonId } = await db.salon());
  await db.push(owner, salonId, oneOfEach(salonId, owner.id));
});

describe('a time zone', () => {
  const names = async () => (await db.sql`select name from private.time_zones order by name`).map((row) => row.name as string);
  const learn = () => db.sql`call private.purge_all()`;
  const chosen = async (timezone: string) => {
    const [row] = await db.sql`select rev from salon_settings where salon_id = ${salonId}`;
    const change = { table: 'salon_settings', id: `${salonId}`, base_rev: row?.rev as number, doc: { timezone } };
    return (await db.pushOne(owner, salonId, change)).v;
  };

  it('is looked up among names that were read once, all that the server knows', async () => {
    const known = await db.sql`select name from pg_timezone_names order by name collate "C"`;
    expect(await names()).toEqual(known.map(({ name }) => name));
    await db.sql`delete from private.time_zones where name = 'Asia/Tokyo'`;
    expect(await chosen('Asia/Tokyo')).toBe('rejected');
    expect(await refusal(db.createSalon(await db.signUp(), { name_bg: 'x', timezone: 'Asia/Tokyo' }))).toMatchObject({
      constraint: 'salons_timezone_check',
    });
  });

  it('that the server has come to know is learned by the daily upkeep', async () => {
    await db.sql`delete from private.time_zones where name = 'Asia/Tokyo'`;
    await learn();
    expect(await chosen('Asia/Tokyo')).toBe('applied');
  });

  it('that went from the server’s list goes, but not as long as a salon has it', async () => {
    await db.sql`insert into private.time_zones values ('Gone/Unused'), ('Gone/Settings'), ('Gone/Salon')`;
    await db.sql`update salon_settings set timezone = 'Gone/Settings' where salon_id = ${salonId}`;
    await db.sql`update salons set timezone = 'Gone/Salon' where salon_id = ${salonId}`;
    await learn();
    expect((await names()).filter((name) => name.startsWith('Gone'))).toEqual(['Gone/Salon', 'Gone/Settings']);
    expect(await chosen('Gone/Salon')).toBe('applied');
    expect(await chosen('Europe/Sofia')).toBe('applied');
    await db.sql`update salons set timezone = 'Europe/Sofia' where salon_id = ${salonId}`;
    await learn();
    expect((await names()).filter((name) => name.startsWith('Gone'))).toEqual([]);
  });
});

it('a refusal quotes at most 500 letters of what was sent', async () => {
  const huge = (change: object) => JSON.stringify([change]).replaceAll('"huge"', '1e131071');
  const said = async (change: object) => {
    const answer = await db.as(owner, async (sql) => {
      const [row] = await sql.unsafe('select push_changes($1::bigint, $2::text::jsonb) as answer', [salonId, huge(change)]);
      return row?.answer as { verdicts: { v: string; message: string }[] };
    });
    return answer.verdicts[0];
  };
  for (const change of [
    { table: 'events', id: 'e', base_rev: 'huge', doc: {} },
    { table: 'products', id: 'products-1', base_rev: 1, doc: { quantity: 'huge' } },
    { table: 'events', id: 'events-1', base_rev: 1, doc: { start_time: '2'.repeat(10_000) } },
  ]) {
    const verdict = await said(change);
    expect(verdict?.v).toBe('rejected');
    expect(verdict?.message.length).toBeLessThanOrEqual(500);
  }
});

it.each([
  ['employee', 'resources', 'active and not deleted', 'resources_at_work_idx'],
  ['service', 'services', 'not deleted', 'services_live_idx'],
])(
  'whether there is another %s is read from an index of those that there are, not among thousands of deleted ones',
  async (_, table, which, index) => {
    await db.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`insert into ${sql(table)} (salon_id, id, name, deleted) select ${salonId}, 'gone-' || n, 'x', true from generate_series(1, 5000) n`;
    });
    await db.sql`analyze ${db.sql(table)}`;
    const plan = await db.sql.unsafe(`explain select from ${table} where salon_id = ${salonId} and ${which}`);
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain(index);
  },
);

it('a set of shifts leaves alone those of an employee whose id begins as its own rows do', async () => {
  const set = (resource_id: string, weekday: number) => ({
    table: 'employee_weekly_shifts',
    id: `${resource_id}/${weekday}/0`,
    doc: { resource_id, weekday, start_time: '09:00', end_time: '10:00', intervals: '[["09:00","10:00"],["11:00","12:00"]]' },
  });
  const day = (resource_id: string, date: string) => ({
    table: 'employee_day_overrides',
    id: `${resource_id}/${date}/0`,
    doc: { resource_id, date, type: 'time_off', start_time: null, end_time: null, intervals: '[[null,null,"time_off"]]' },
  });
  const changes = [
    { table: 'resources', id: 'ani', doc: { name: 'Ани' } },
    { table: 'resources', id: 'ani/3', doc: { name: 'Ани' } },
    { table: 'resources', id: 'ani/2026-11-18', doc: { name: 'Ани' } },
    ...[set('ani/3', 1), set('ani', 3), set('ani', 1)],
    ...[day('ani/2026-11-18', '2026-11-19'), day('ani', '2026-11-18')],
  ];
  expect((await db.push(owner, salonId, changes)).map(({ v }) => v)).toEqual(changes.map(() => 'applied'));
  const stand = async (sql: postgres.Sql) =>
    (
      await sql`select id from employee_weekly_shifts where salon_id = ${salonId} and id like 'ani%' and not deleted order by id`
    ).map(({ id }) => id);
  expect(await stand(db.sql)).toEqual(['ani/1/0', 'ani/1/1', 'ani/3/0', 'ani/3/1', 'ani/3/1/0', 'ani/3/1/1']);
});
