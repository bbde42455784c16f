/**
 * `npm run bench -- scale`: what docs/scale.md computes with: bytes of a row with its indexes in each table that grows, and CPU of
 * the database for each kind of request: both are the same on a busy machine. And the hourly and the nightly work, by salon.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fillSalons } from '../support/many-salons.ts';
import type { TestBackend } from '../support/test-backend.ts';
import { count, took } from './figures.ts';
import { type SignedIn, signIn } from './rpc.ts';

/** Small tables are made so many times larger, or their empty first pages would count. */
const COPIES: Readonly<Record<string, number>> = { clients: 30, product_revisions: 150 };
const FILLED = ['system_health_checks', 'user_errors'];
/** An appointment is made, moved or noted, confirmed and completed. */
const CHANGES_OF_EVENT = 3;
/** Which of its columns these are: revisions as long as those of a busy salon's year. */
const CHANGED = { start_time: 51_234, end_time: 51_234, notes: 51_240, status: 51_300 };
/** Salons beside, and how many appointments each of them has. */
const SALONS = 500;
const EVENTS_OF_SALON = 500;
const CALLS = 400;
/** Of one tick of the kernel's clock, as Linux counts CPU time. */
const TICK_MS = 10;

async function bytesOf({ sql }: TestBackend, table: string, schema = 'public'): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select (pg_total_relation_size(${`${schema}.${table}`}::regclass) / (select count(*) from ${sql(schema)}.${sql(table)}))::int as bytes`;
  return row?.bytes ?? Number.NaN;
}

async function rowSizes(backend: TestBackend): Promise<void> {
  const { sql } = backend;
  await fillSalons(sql, { salons: SALONS, checks: 48, errors: 10_000, notes: 0, events: 0, after: 1_000 });
  // The stamp would make each of these a change of its own.
  const inSilence = (work: (own: TestBackend['sql']) => Promise<unknown>) =>
    sql.begin(async (own) => {
      await own`set local session_replication_role = replica`;
      await work(own as unknown as TestBackend['sql']);
    });
  for (const [table, copies] of Object.entries(COPIES))
    await inSilence(
      (own) => own`insert into ${own(table)}
        select (jsonb_populate_record(r, jsonb_build_object('id', r.id || '-' || n))).*
        from ${own(table)} r, generate_series(1, ${copies}::int) n`,
    );
  await sql`vacuum analyze`;
  count('bytes of an event with its indexes, as it is made', await bytesOf(backend, 'events'));
  // A tenth at a time: the database itself cleans up when a fifth of a table has changed.
  for (let n = 0; n < CHANGES_OF_EVENT * 10; n++) {
    await inSilence(
      (own) => own`update events set rev = rev + 1, updated_at = clock_timestamp() where abs(hashtext(id)) % 10 = ${n % 10}::int`,
    );
    await sql`vacuum analyze events`;
  }
  count(`bytes of an event after all were changed ${CHANGES_OF_EVENT} times`, await bytesOf(backend, 'events'));
  await sql`insert into private.column_revisions (salon_id, table_name, id, revs)
    select salon_id, 'events', id, ${sql.json(CHANGED)} from events on conflict (salon_id, table_name, id) do update set revs = excluded.revs`;
  await sql`vacuum analyze private.column_revisions`;
  count('bytes of which columns of a row were changed when', await bytesOf(backend, 'column_revisions', 'private'));
  for (const table of [...Object.keys(COPIES), ...FILLED])
    count(`bytes of a row of ${table} with its indexes`, await bytesOf(backend, table));
}

/** CPU milliseconds of the database's processes that serve this backend; NaN where the system does not tell. */
async function cpuOfDatabase({ sql }: TestBackend): Promise<number> {
  const serving = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  return serving.reduce((sum, { pid }) => {
    if (!existsSync(`/proc/${pid}/stat`)) return Number.NaN;
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return sum + (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  }, 0);
}

async function requests(backend: TestBackend, { rpc }: SignedIn): Promise<void> {
  const salon = { p_salon_id: 1 };
  let cursors: Record<string, unknown> = {};
  for (let isMore = true; isMore; ) {
    const asked = { ...salon, p_cursors: cursors, p_limit: 5000, p_horizon: null };
    const { tables } = await rpc<{ tables: Record<string, { more: boolean; cursor: unknown }> }>('pull_changes', asked);
    isMore = Object.values(tables).some(({ more }) => more);
    cursors = { ...cursors, ...Object.fromEntries(Object.entries(tables).map(([name, { cursor }]) => [name, cursor])) };
  }
  const pull = () => rpc('pull_changes', { ...salon, p_cursors: cursors, p_limit: 1000, p_horizon: null });
  const client = () => ({ table: 'clients', id: randomUUID(), base_rev: 0, doc: { first_name: 'Проба', last_name: 'Проба' } });
  const push = () => rpc('push_changes', { ...salon, p_changes: [client()] });
  for (const [what, call] of [
    ['an empty pull of all tables', pull],
    ['a push of one row, with its poke', push],
  ] as const) {
    await call();
    const before = await cpuOfDatabase(backend);
    for (let n = 0; n < CALLS; n++) await call();
    const each = ((await cpuOfDatabase(backend)) - before) / CALLS;
    count(`CPU milliseconds of the database for ${what}`, Math.round(each * 100) / 100);
  }
}

/** After `rowSizes`: its salons get their appointments. */
async function upkeep({ sql }: TestBackend): Promise<void> {
  await sql.begin(async (own) => {
    await own`set local session_replication_role = replica`;
    await own`insert into events (salon_id, id, rev, resource_id, start_time, end_time)
      select 1001 + n % ${SALONS}::int, 'upkeep-' || n, 1, 'employee', now(), now() + interval '1 hour'
      from generate_series(1, ${SALONS * EVENTS_OF_SALON}::int) n`;
    await own`insert into sync_heads (salon_id, rev) select 1000 + n, 1 from generate_series(1, ${SALONS}::int) n on conflict do nothing`;
  });
  await sql`vacuum analyze`;
  const each = async (what: string, work: () => Promise<unknown>) => {
    await work();
    count(`${what}, ms for each salon`, Math.round(((await took(work)) / SALONS) * 100) / 100);
  };
  await each('the nightly purge with nothing to remove', () => sql`call private.purge_all()`);
  await each('the hourly health check', () => sql`select private.write_health_checks(null)`);
}

export async function scaleFigures(backend: TestBackend): Promise<void> {
  await requests(backend, await signIn(backend, 'owner@greben.test'));
  await rowSizes(backend);
  await upkeep(backend);
}
