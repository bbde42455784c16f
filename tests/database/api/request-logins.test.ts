/**
 * What a statement smuggled into a request could reach: it runs on the login `authenticator`, and `reset role` leaves it with that
 * login's own rights. Tables, functions, schemas and roles are read from the catalog.
 */
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '#local/postgres/migrate.ts';
import { requestLogins } from '#local/postgres/request-logins.ts';
import { startBackend, TEST_ACCOUNTS, TEST_KEYS, type TestBackend } from '../../support/test-backend.ts';
import { signedIn } from '../../support/test-client.ts';

let backend: TestBackend;
let login: postgres.Sql;
beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
  await migrate(backend.databaseUrl); // as every start; a clone has not the rights of its template's database itself
  const logins = await requestLogins({
    databaseUrl: backend.databaseUrl,
    secret: TEST_KEYS.jwtSecret,
    ownCluster: true,
    log: (line) => {
      throw new Error(line);
    },
  });
  login = postgres(logins.requests, { max: 1, onnotice: () => undefined });
});
afterAll(async () => {
  await login.end();
  await backend.stop();
});

class Undo extends Error {}

/** As inside a request: in its transaction, after its role and its claims were set, and left again. */
async function smuggled(statement: string): Promise<string> {
  try {
    await login.begin(async (tx) => {
      await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claim.sub', ${TEST_ACCOUNTS.owner.id}, true)`;
      await tx.unsafe(`reset role; ${statement}`);
      throw new Undo();
    });
  } catch (error) {
    if (error instanceof Undo) return 'allowed';
    const { code } = error as { code?: string };
    return code === '42501' ? 'refused' : String(code ?? error);
  }
  return 'never';
}

describe('a statement smuggled into a request', () => {
  it('becomes nobody but those whom a token may name', async () => {
    const roles = await backend.sql`select rolname from pg_roles`;
    expect(roles.length).toBeGreaterThan(10);
    const become: string[] = [];
    for (const { rolname } of roles) if ((await smuggled(`set role "${rolname}"`)) === 'allowed') become.push(rolname);
    expect(become.sort()).toEqual(['anon', 'authenticated', 'authenticator']);
  });

  it('reads and writes no table, and makes nothing', async () => {
    const open = await backend.sql`
      select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and n.nspname not like 'pg_temp%' and c.relkind in ('r', 'v', 'm', 'p', 'f')
        and (has_any_column_privilege('authenticator', c.oid, 'SELECT, INSERT, UPDATE, REFERENCES')
          or has_table_privilege('authenticator', c.oid, 'DELETE, TRUNCATE, TRIGGER'))
      union all
      select c.oid::regclass::text from pg_class c where case when c.relkind = 'S'
        then has_sequence_privilege('authenticator', c.oid, 'USAGE, SELECT, UPDATE') end
      union all
      select 'make in ' || nspname from pg_namespace where has_schema_privilege('authenticator', oid, 'CREATE')
      union all
      select 'temporary tables' where has_database_privilege('authenticator', current_database(), 'TEMP, CREATE')`;
    expect(open.map(({ name }) => name)).toEqual([]);
    for (const statement of [
      'select * from auth.users',
      'select * from auth.refresh_tokens',
      'update auth.users set encrypted_password = null',
      'delete from auth.sessions',
      'select * from public.clients',
      `update public.users set role = 'admin'`,
      `insert into realtime.messages (topic, extension) values ('salon:1', 'broadcast')`,
      'create temporary table mine (id int)',
    ]) {
      expect([statement, await smuggled(statement)]).toEqual([statement, 'refused']);
    }
  });

  it('calls no function of ours, and none of PostgreSQL that keeps what it is given', async () => {
    const callable = await backend.sql`
      select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname not in ('pg_catalog', 'information_schema') and has_schema_privilege('authenticator', n.oid, 'USAGE')
        and has_function_privilege('authenticator', p.oid, 'EXECUTE')`;
    expect(callable.map(({ name }) => name)).toEqual([]);
    for (const call of [
      'lo_create(0)',
      'lo_creat(-1)',
      `lo_from_bytea(0, 'x')`,
      `lo_put(1, 0, 'x')`,
      'lo_get(1)',
      'lo_unlink(1)',
      'lo_open(1, 131072)',
      `pg_logical_emit_message(false, 'x', 'x')`,
      `pg_read_file('PG_VERSION')`,
      'pg_reload_conf()',
    ]) {
      expect([call, await smuggled(`select ${call}`)]).toEqual([call, 'refused']);
    }
  });

  it('forges no poke: what is notified is only an id, and the message is read from its table', async () => {
    const device = await signedIn(backend.url, TEST_ACCOUNTS.owner.email);
    await device.realtime.setAuth((await device.auth.getSession()).data.session?.access_token ?? null);
    const channel = device.channel('salon:1', { config: { private: true } });
    const heard: unknown[] = [];
    const poked = new Promise<void>((resolve) => {
      channel.on('broadcast', { event: 'change' }, ({ payload }) => {
        heard.push(payload.rev);
        resolve();
      });
    });
    let put = '';
    channel.on('system', {}, ({ message }) => {
      put = String(message);
    });
    expect(await new Promise((resolve) => channel.subscribe((status) => resolve(status)))).toBe('SUBSCRIBED');
    const id = '00000000-0000-4000-8000-000000000001';
    const forged = { id, topic: 'salon:1', event: 'change', private: true, payload: { rev: 999_999 } };
    for (const note of [JSON.stringify(forged), id, 'nothing']) await login`select pg_notify('realtime_messages', ${note})`;
    const [{ rev } = { rev: 0 }] = await backend.sql<{ rev: number }[]>`
      update public.sync_heads set rev = rev + 1 where salon_id = 1 returning rev::int`;
    await poked;
    expect([heard, put]).toEqual([[rev], '']);
    await device.removeAllChannels();
  });
});

it('no key opens everything: what begins with sb_secret_ is refused', async () => {
  for (const apikey of ['sb_secret_of_tests', 'sb_secret_not_in_use']) {
    for (const headers of [{ apikey }, { apikey: backend.publishableKey, authorization: `Bearer ${apikey}` }]) {
      for (const path of ['/rest/v1/users?select=id', '/auth/v1/user']) {
        const { status } = await fetch(`${backend.url}${path}`, { headers });
        expect([path, Object.keys(headers), status], apikey).toEqual([path, Object.keys(headers), 401]);
      }
    }
  }
});
