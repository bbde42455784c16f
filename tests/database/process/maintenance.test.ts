import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { maintenance, requestsExpire } from '#local/server/maintenance.ts';
import { forkOf } from '#sync/core/history-name.ts';
import { Database, type Person, refusal } from '../support/database.ts';
import { booking, oneOfEach } from '../support/rows.ts';

let db: Database;
let admin: Person;
let owner: Person;
let salonId: number;
beforeAll(async () => {
  db = await Database.open();
  admin = await db.signUp();
});
afterAll(() => db.close());
beforeEach(async () => {
  ({ owner, salonId } = await db.salon());
  await db.push(owner, salonId, oneOfEach(salonId, owner.id));
});

const head = async () => (await db.sql`select rev, purged_rev, epoch from sync_heads where salon_id = ${salonId}`)[0];
const ids = async (table: string) =>
  (await db.sql`select id from ${db.sql(table)} where salon_id = ${salonId} order by id`).map((row) => row.id);
const removeAll = async (table: string) => {
  for (const row of await db.sql`select id, rev from ${db.sql(table)} where salon_id = ${salonId} and not deleted`) {
    await db.pushOne(owner, salonId, { table, id: row.id, base_rev: row.rev, doc: { deleted: true } });
  }
};
const purge = async (before = '2100-01-01') => (await db.sql`select private.purge(${salonId}, ${before}) as n`)[0]?.n as number;

describe('the purge', () => {
  it('removes old tombstones that nothing refers to, keeps the others, and says up to where', async () => {
    await removeAll('clients');
    await removeAll('services');
    await removeAll('service_groups');
    const [{ rev }] = (await db.sql`select rev from service_groups where salon_id = ${salonId}`) as unknown as [{ rev: number }];
    expect(await purge()).toBe(1); // the client and the service are referred to by a booking
    expect([await ids('service_groups'), await ids('clients'), await ids('services')]).toEqual([
      [],
      ['clients-1'],
      ['services-1'],
    ]);
    expect(await head()).toMatchObject({ purged_rev: rev });

    await removeAll('events');
    expect(await purge()).toBe(3); // the booking first, then what it referred to
    expect([await ids('events'), await ids('clients'), await ids('services')]).toEqual([[], [], []]);
    expect((await db.pull(owner, salonId)).purged_rev).toBe((await head())?.rev);
  });

  it('leaves alone what is younger than 90 days, and every erased client', async () => {
    await removeAll('service_groups');
    await db.pushOne(owner, salonId, {
      table: 'clients',
      id: 'erased',
      doc: { deleted: true, erased_at: '2026-01-01T00:00:00.000Z' },
    });
    await db.sql`call private.purge_all()`;
    expect([await ids('service_groups'), await head()]).toMatchObject([['service_groups-1'], { purged_rev: 0 }]);
    await purge();
    expect([await ids('service_groups'), await ids('clients')]).toEqual([[], ['clients-1', 'erased']]);
  });

  it('forgets when the columns of a row were changed after 90 days without a change of it', async () => {
    await removeAll('events');
    const known = () => db.sql`select from private.column_revisions where salon_id = ${salonId} and table_name = 'events'`;
    await db.sql`call private.purge_all()`;
    expect(await known()).toHaveLength(1);
    await db.sql`update private.column_revisions set changed_at = now() - interval '91 days' where salon_id = ${salonId}`;
    await db.sql`call private.purge_all()`;
    expect(await known()).toHaveLength(0);
  });

  it('holds up those who push no longer than they wait: 2,000 tombstones among 20,000 clients', async () => {
    const gone = await db.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`insert into clients (salon_id, id, first_name, rev, deleted, merged_into, updated_at)
        select ${salonId}, 'c' || n, 'Име', 1, n > 18000, case when n > 18000 and n % 2 = 0 then 'c' || n - 1 end, '2026-01-01'
        from generate_series(1, 20000) n`;
      await sql`set local session_replication_role = origin`;
      await sql`analyze clients`; // the planner knows how many they are
      await sql`set local statement_timeout = '8s'`; // hosted Supabase’s, for whoever waits
      return (await sql`select private.purge(${salonId}, '2026-06-01') as n`)[0]?.n;
    });
    expect(gone).toBe(2000);
  });

  it('of all salons lets each go before the next: who pushes waits for their own salon alone', async () => {
    const { owner: other, salonId: later } = await db.salon();
    const waits = await db.sql.reserve();
    await waits`begin`;
    await waits`select from sync_heads where salon_id = ${later} for update`;
    const purging = db.sql`call private.purge_all()`.execute();
    await vi.waitFor(async () => {
      const held =
        await db.sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like 'call private.purge_all%'`;
      expect(held).toHaveLength(1);
    });
    await db.pushOne(owner, salonId, booking('meanwhile'));
    expect(await ids('events')).toContain('meanwhile');
    await waits`commit`;
    waits.release();
    await purging;
    await db.pushOne(other, later, { table: 'clients', id: 'after', doc: { first_name: 'След' } });
  });

  it('raises no revision and sends no poke', async () => {
    await removeAll('service_groups');
    const before = await head();
    await db.sql`delete from realtime.messages`;
    await purge();
    expect((await head())?.rev).toBe(before?.rev);
    expect(await db.sql`select from realtime.messages`).toHaveLength(0);
  });

  it('removes reports of errors after 90 days and health checks after 30, and no sooner', async () => {
    await db.sql`delete from user_errors`;
    for (const age of ['89 days 23 hours', '90 days 1 minute']) {
      await db.sql`insert into user_errors (error_type, error_message, reported_at) values ('E', ${age}, now() - ${age}::interval)`;
    }
    for (const age of ['29 days 23 hours', '30 days 1 minute']) {
      await db.sql`insert into system_health_checks (salon_id, check_date, is_database_healthy, is_api_healthy, is_auth_healthy,
        is_storage_healthy, has_critical_issues, services_count, resources_count, clients_count, events_count)
        values (${salonId}, now() - ${age}::interval, true, true, true, true, false, 0, 0, 0, 0)`;
    }
    await db.sql`call private.purge_all()`;
    expect((await db.sql`select error_message from user_errors`).map((row) => row.error_message)).toEqual(['89 days 23 hours']);
    expect(await db.sql`select from system_health_checks where salon_id = ${salonId}`).toHaveLength(1);
  });

  it('answers a device that edits what was purged with `gone`', async () => {
    const [{ rev }] = (await db.sql`select rev from service_groups where salon_id = ${salonId}`) as unknown as [{ rev: number }];
    await removeAll('service_groups');
    await purge();
    const edit = { table: 'service_groups', id: 'service_groups-1', base_rev: rev, doc: { name: 'x' } };
    expect(await db.pushOne(owner, salonId, edit)).toEqual({ v: 'gone' });
  });
});

describe('what an operator does', () => {
  it('is heard of: a live row that is deleted for good sets purged_rev to a revision that nobody has seen', async () => {
    const before = (await head())?.rev as number;
    await db.sql`delete from service_groups where salon_id = ${salonId}`;
    expect(await head()).toMatchObject({ rev: before + 1, purged_rev: before + 1 });
  });

  it('may remove a whole salon, and leaves nothing of it', async () => {
    await db.sql`delete from salons where id = ${salonId}`;
    const tables = await db.sql<
      { name: string }[]
    >`select c.oid::regclass::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where a.attname = 'salon_id' and c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)`;
    expect(tables.length).toBeGreaterThan(15);
    for (const { name } of tables)
      expect(await db.sql`select from ${db.sql(name)} where salon_id = ${salonId}`, name).toHaveLength(0);
    expect((await db.sql`select salon_id from users where id = ${owner.id}`)[0]?.salon_id).toBeNull();
  });

  it('after restoring a backup names the new history by what it goes on from, and by when that state is', async () => {
    const before = await head();
    const [{ state } = { state: '' }] = await db.sql<{ state: string }[]>`select private.state_of(${salonId})::text as state`;
    await db.sql`select private.restored_from_backup()`;
    const first = await head();
    const { shared, stateOf } = forkOf([before?.epoch], first?.epoch);
    expect(shared).toBe(before?.rev);
    expect(Math.abs(Date.parse(stateOf ?? '') - Date.parse(state))).toBeLessThanOrEqual(1000);
    // The same backup once more is yet another history, and goes on from the second as from nobody's else.
    await db.sql`select private.restored_from_backup()`;
    const second = await head();
    expect(forkOf([first?.epoch], second?.epoch).shared).toBe(first?.rev);
    expect(forkOf([before?.epoch], second?.epoch).shared).toBeNull();
    expect(forkOf([first?.epoch], before?.epoch)).toEqual({ shared: null, stateOf: null });
    // An earlier backup of the first, instead of it: where the earlier of both leaves it, they part from each other as well.
    await db.sql`update sync_heads set epoch = ${before?.epoch}, rev = ${before?.rev - 1} where salon_id = ${salonId}`;
    await db.sql`select private.restored_from_backup()`;
    const beside = await head();
    expect(forkOf([first?.epoch], beside?.epoch).shared).toBe(before?.rev - 1);
    expect(forkOf([beside?.epoch, before?.epoch], first?.epoch).shared).toBe(before?.rev - 1);
    expect(forkOf([second?.epoch], beside?.epoch).shared).toBeNull();
  });

  it('after restoring a backup gives every salon a new epoch and does the erasures again', async () => {
    const before = await head();
    await db.pushOne(owner, salonId, booking('noted', { client_id: 'clients-1', notes: 'x' }));
    await db.sql`insert into private.erasures (salon_id, client_id, erased_at) values (${salonId}, 'clients-1', now())`;
    await db.sql`select private.restored_from_backup()`;
    expect((await head())?.epoch).not.toBe(before?.epoch);
    const [client] = await db.sql`select first_name, deleted from clients where salon_id = ${salonId}`;
    expect(client).toEqual({ first_name: null, deleted: true });
    expect((await db.sql`select notes from events where id = 'noted' and salon_id = ${salonId}`)[0]?.notes).toBeNull();
  });
});

describe('an administrator', () => {
  it('writes one health check a salon, with counts and what was measured', async () => {
    const [row] = await db.as(
      admin,
      (sql) =>
        sql`select run_health_checks('{"api": {"ok": true, "ms": 12.4}, "auth": {"ok": true, "ms": 9}, "storage": {"ok": false}}') as written`,
    );
    expect(row?.written).toBe((await db.sql`select from salons`).length);
    const [check] = await db.as(admin, (sql) => sql`select * from system_health_checks where salon_id = ${salonId}`);
    expect(check).toMatchObject({
      is_database_healthy: true,
      is_api_healthy: true,
      is_auth_healthy: true,
      is_realtime_healthy: true,
      is_storage_healthy: false,
      api_ms: 12,
      auth_ms: 9,
      realtime_ms: null,
      storage_ms: null,
      has_critical_issues: true,
      services_count: 1,
      resources_count: 1,
      clients_count: 1,
      events_count: 1,
      last_event_date: new Date('2026-11-18T08:00:00.000Z'),
    });
    await db.sql`select private.write_health_checks('{"storage": {"ok": true}}')`; // hourly: what is not measured stays as it was
    const [next] =
      await db.sql`select is_storage_healthy, has_critical_issues from system_health_checks where salon_id = ${salonId} order by id desc limit 1`;
    expect(next).toEqual({ is_storage_healthy: true, has_critical_issues: false });
  });

  it('withdraws a membership: the next call is refused with its hint', async () => {
    const member = await db.member(salonId);
    await db.pull(member, salonId);
    await db.as(admin, (sql) => sql`select admin_withdraw_membership(${member.id})`);
    expect(await refusal(db.pull(member, salonId))).toMatchObject({ code: '42501', hint: 'membership' });
  });

  it('ends the sessions of an account', async () => {
    await db.sql`insert into auth.sessions (id, user_id) values (${randomUUID()}, ${owner.id})`;
    await db.as(admin, (sql) => sql`select admin_revoke_sessions(${owner.id})`);
    expect(await db.sql`select from auth.sessions where user_id = ${owner.id}`).toHaveLength(0);
  });

  it('is the only one who may', async () => {
    for (const call of [
      'run_health_checks(null)',
      `admin_withdraw_membership('${admin.id}')`,
      `admin_revoke_sessions('${admin.id}')`,
    ]) {
      expect(await refusal(db.as(owner, (sql) => sql.unsafe(`select ${call}`))), call).toMatchObject({
        code: '42501',
        hint: 'admin',
      });
    }
  });
});

describe('the local backend', () => {
  const HOUR = 3_600_000;
  const old = () =>
    db.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`update service_groups set updated_at = now() - interval '91 days' where salon_id = ${salonId}`;
    });
  const lines: string[] = [];

  it('purges once a day, an hour after it began, and clears away old messages', async () => {
    await removeAll('service_groups');
    await old();
    await db.sql`insert into realtime.messages (topic, extension, inserted_at) values ('x', 'broadcast', now() - interval '2 days')`;
    const upkeep = maintenance(db.sql, 0, (line) => lines.push(line));
    await upkeep.run(0);
    expect(await db.sql`select from realtime.messages where inserted_at < now() - interval '1 day'`).toHaveLength(0);
    expect(await ids('service_groups')).toHaveLength(1);
    await upkeep.run(HOUR);
    expect(await ids('service_groups')).toHaveLength(0);

    await db.pushOne(owner, salonId, { table: 'service_groups', id: 'again', doc: { name: 'x', deleted: true } });
    await old();
    await upkeep.run(24 * HOUR);
    expect(await ids('service_groups')).toHaveLength(1);
    await upkeep.run(25 * HOUR);
    expect(await ids('service_groups')).toHaveLength(0);
    expect(lines).toEqual([]);
  });

  it('logs a failure and tries again an hour later', async () => {
    const upkeep = maintenance(db.sql, 0, (line) => lines.push(line));
    await db.sql`alter procedure private.purge_all() rename to purge_nothing`;
    await upkeep.run(HOUR);
    await db.sql`alter procedure private.purge_nothing() rename to purge_all`;
    expect(lines).toEqual([expect.stringContaining('purge_all')]);
    await removeAll('service_groups');
    await old();
    await upkeep.run(2 * HOUR);
    expect(await ids('service_groups')).toHaveLength(0);
  });

  it('cancels each minute what nobody confirmed, and says once that it cannot', async () => {
    const said: string[] = [];
    const expire = requestsExpire(db.sql, (line) => said.push(line));
    const status = async () =>
      (await db.sql`select status from events where salon_id = ${salonId} and id = 'events-1'`)[0]?.status;
    await db.sql`update events set source = 'online', requested_until = now() - interval '1 second' where salon_id = ${salonId}`;
    await db.sql`alter function private.let_requests_expire() rename to let_none_expire`;
    await expire();
    await expire();
    await db.sql`alter function private.let_none_expire() rename to let_requests_expire`;
    expect(await status()).toBe('booked');
    await expire();
    expect(await status()).toBe('cancelled');
    expect(said).toEqual([expect.stringContaining('let_requests_expire')]);
  });

  it('cancels nothing of a salon whose head somebody holds, and of the others at once', async () => {
    await db.sql`update events set source = 'online', requested_until = now() - interval '1 second' where salon_id = ${salonId}`;
    const expired = async () => (await db.sql`select private.let_requests_expire() as n`)[0]?.n as number;
    await db.sql.begin(async (sql) => {
      await sql`select from sync_heads where salon_id = ${salonId} for update`;
      expect(await expired()).toBe(0);
    });
    expect(await expired()).toBe(1);
  });
});
