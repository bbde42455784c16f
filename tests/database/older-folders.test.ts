/** A data folder from before the bounds has what they refuse: it is brought up to date, and nothing of it becomes stuck. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLite } from '../../supabase/local/lite.ts';
import { migrate, migrationFiles } from '../../supabase/local/migrate.ts';
import { ROOT } from '../../supabase/local/settings.ts';
import { cluster } from '../support/cluster.ts';

const NAME = `older_${process.pid}`;
const FIRST_OF_NOW = '20261122160000';
let admin: postgres.Sql;
let sql: postgres.Sql;
let url: string;

beforeAll(async () => {
  const run = await cluster();
  url = run.url(NAME);
  admin = postgres(run.url('postgres'), { max: 1, onnotice: () => undefined });
  await admin.unsafe(`create database ${NAME}`);
  const lite = createLite({ databaseUrl: url, jwtSecret: 'no token is signed here, so this is no secret' });
  await lite.app.ensureSystemSchema();
  await lite.connection.close();
  sql = postgres(url, { max: 1, onnotice: () => undefined });
  await sql.unsafe(readFileSync(path.join(ROOT, 'supabase', 'local', 'bootstrap.sql'), 'utf8'));
  for (const { version, name, file } of migrationFiles().filter((migration) => migration.version < FIRST_OF_NOW)) {
    await sql.unsafe(readFileSync(file, 'utf8'));
    await sql`insert into supabase_migrations.schema_migrations (version, name) values (${version}, ${name})`;
  }
});
afterAll(async () => {
  await sql.end();
  await admin.unsafe(`drop database if exists ${NAME} with (force)`);
  await admin.end();
  await (await cluster()).stop();
});

it('takes all that is new, and what is no value at all becomes one', async () => {
  await sql.begin(async (tx) => {
    await tx`insert into sync_heads (salon_id) values (1)`;
    await tx`insert into salons (id, name_bg, name_en, timezone) values (1, 'Салон', 'Salon', 'No/Such_Zone')`;
  });
  await sql`insert into services (salon_id, id, name, price, duration) values (1, '__proto__', 'x', 'NaN', 2147483647), (1, 's', 'x', 5, 30)`;
  await sql`insert into products (salon_id, id, name, price, sale_price, supply_price) values (1, 'p', 'x', 'NaN', 'NaN', 'NaN')`;
  await sql`insert into resources (salon_id, id, name) values (1, 'ana', 'Ани')`;
  await sql`insert into events (salon_id, id, resource_id, start_time, end_time, price)
    values (1, 'e', 'ana', '2026-11-18T08:00Z', '2036-11-18T08:00Z', 'NaN')`;
  await sql`insert into employee_weekly_shifts (salon_id, id, resource_id, weekday, start_time, end_time, intervals)
    values (1, 'ana/1/0', 'ana', 1, '09:00', '09:00', '[["09:00","09:00"]]')`;
  await sql`insert into user_errors (salon_id, created_at, error_type, error_message) values (1, 'infinity', 'E', 'x')`;
  const [{ rev }] = (await sql`select rev::int as rev from services where id = '__proto__'`) as unknown as [{ rev: number }];

  expect(await migrate(url)).toEqual(expect.arrayContaining(['bounds']));
  expect([...(await sql`select id, price, rev > ${rev} as heard from services order by id collate "C"`)]).toEqual([
    { id: '__proto__', price: '0.00', heard: true },
    { id: 's', price: '5.00', heard: false },
  ]);
  expect([...(await sql`select price, sale_price, supply_price from products`)]).toEqual([
    { price: null, sale_price: '0.00', supply_price: null },
  ]);
  expect((await sql`select price from events`)[0]?.price).toBeNull();
  expect((await sql`select created_at <= now() as past from user_errors`)[0]?.past).toBe(true);
});

it('and every row of it can be changed and removed', async () => {
  await sql`update salons set comment = 'x'`;
  for (const table of ['services', 'products', 'events', 'employee_weekly_shifts'])
    await sql`update ${sql(table)} set deleted = true where salon_id = 1`;
  expect(await sql`select from services where deleted`).toHaveLength(2);
});
