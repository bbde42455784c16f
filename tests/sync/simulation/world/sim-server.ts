/**
 * The server of a simulation: the real functions on the real PostgreSQL, a transaction a request with the role and the
 * claims of a person, as PostgREST makes it. One database for all histories of a process, one new salon for each; every
 * row that the database ever took is logged, so that no acknowledged write can vanish unseen.
 */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import type { SalonRole } from '#schemas/constants.ts';
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import type { WireRow } from '#sync/server/server.ts';
import { cloneDatabase } from '../../../support/cluster.ts';
import { type BrokenPromise, breakable } from '../mutants/broken-promises.ts';
import type { Letter, LetterAnswer } from '../protocol.ts';

export interface Person {
  readonly id: string;
  readonly email: string;
}

/** A row as the database took it. `who`: a device's name, or what the operator did. */
export interface Logged {
  readonly step: number;
  readonly who: string;
  readonly table: TableName;
  readonly id: string;
  readonly rev: number;
  /** Null: the row vanished. */
  readonly row: Readonly<Record<string, unknown>> | null;
}

type Answer = { readonly answer: LetterAnswer; readonly head: number };

const TYPES = { bigint: { to: 20, from: [20], parse: Number, serialize: String } };
const tableList = TABLE_NAMES.map((table) => `'${table}'`).join(', ');

/** As PostgREST turns a SQLSTATE into a status. */
function statusOf(code: string): number {
  if (/^PT\d{3}$/.test(code)) return Number(code.slice(2));
  if (code === '42501') return 403;
  if (/^(22|23|P0001)/.test(code)) return 400;
  return 500;
}

const SETUP = `
create schema sim;
-- The proofs of work of these customers are none.
create or replace function private.work_of(p_text text) returns integer language sql immutable set search_path = '' as 'select 32';
-- Everybody of a history has an owner's rights, unless its profile takes them: who erases and who sets prices is drawn among all.
drop index public.users_one_owner_idx;
alter table public.users disable trigger membership_changed;
create unlogged table sim.log (
  n bigint generated always as identity primary key, salon_id bigint, step bigint, who text, table_name text, id text, rev bigint, row jsonb);
create index on sim.log (salon_id, n);
create function sim.note() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into sim.log (salon_id, step, who, table_name, id, rev, row)
  select coalesce(new.salon_id, old.salon_id), coalesce(nullif(current_setting('sim.step', true), ''), '0')::bigint,
    coalesce(nullif(current_setting('sim.who', true), ''), 'operator'), tg_table_name, coalesce(new.id, old.id)::text, new.rev,
    case when tg_op = 'DELETE' then null else to_jsonb(new) end;
  return null;
end $$;
do $$ declare t text; begin
  foreach t in array array[${tableList}] loop
    execute format('create trigger zz_sim_note after insert or update or delete on public.%I for each row execute function sim.note()', t);
  end loop;
end $$;
-- One request: its role and claims end with its transaction.
create function sim.call(p_user uuid, p_email text, p_step bigint, p_who text, p_call text, p_args jsonb) returns json
language plpgsql volatile as $$
declare
  answer json;
  salon constant bigint := (p_args ->> 0)::bigint;
begin
  perform set_config('sim.step', p_step::text, true), set_config('sim.who', p_who, true),
    set_config('request.jwt.claims', json_build_object('sub', p_user, 'email', p_email, 'role', 'authenticated',
      'session_id', (select s.id from auth.sessions s where s.user_id = p_user))::text, true),
    set_config('request.jwt.claim.sub', p_user::text, true), set_config('request.jwt.claim.role', 'authenticated', true),
    set_config('role', 'authenticated', true);
  case p_call
    when 'push' then answer := public.push_changes(salon, p_args -> 1, p_args ->> 2, p_args ->> 3);
    when 'pull' then answer := public.pull_changes(salon, p_args -> 1, (p_args ->> 2)::integer, (p_args ->> 3)::timestamptz, p_args ->> 4);
    when 'readEvents' then answer := public.read_events(salon, (p_args ->> 1)::timestamptz, (p_args ->> 2)::timestamptz, p_args ->> 3, p_args ->> 4);
    when 'checksums' then answer := public.replica_checksums(salon, p_args -> 1, p_args ->> 2);
  end case;
  return json_build_object('answer', answer, 'head', (select h.rev from public.sync_heads h where h.salon_id = salon));
end $$;
-- The rules of what customers are promised that a mutant's salon goes without.
create unlogged table sim.broken (salon_id bigint primary key, rule text not null);
${breakable()}
create function sim.has_written_events(p_salon_id bigint, p_who text) returns boolean language sql stable as $$
  select exists (select from sim.log l where l.salon_id = p_salon_id and l.who = p_who and l.table_name = 'events')
$$;
create function sim.rows(p_salon_id bigint) returns json language plpgsql stable as $$
declare
  t text;
  page json;
  names text[] := '{}';
  pages json[] := '{}';
begin
  foreach t in array array[${tableList}] loop
    execute format('select coalesce(json_agg(to_json(w) order by w.id), ''[]'') from wire.%I w where w.salon_id = $1', t) into page using p_salon_id;
    names := array_append(names, t);
    pages := array_append(pages, page);
  end loop;
  return (select json_object_agg(n, p) from unnest(names, pages) as x (n, p));
end $$;
-- A backup of one salon is its rows and its head as they stand; restoring it is what an operator does, erasures included.
create function sim.backup(p_salon_id bigint) returns jsonb language plpgsql stable as $$
declare
  t text;
  rows jsonb;
  whole jsonb := '{}';
begin
  foreach t in array array[${tableList}] loop
    execute format('select coalesce(jsonb_agg(to_jsonb(r)), ''[]'') from public.%I r where r.salon_id = $1', t) into rows using p_salon_id;
    whole := whole || jsonb_build_object(t, rows);
  end loop;
  select coalesce(jsonb_agg(to_jsonb(c)), '[]') into rows from private.column_revisions c where c.salon_id = p_salon_id;
  return whole || jsonb_build_object('columns', rows) || jsonb_build_object('head', (select to_jsonb(h) from public.sync_heads h where h.salon_id = p_salon_id));
end $$;
create function sim.restore(p_salon_id bigint, p_backup jsonb, p_step bigint) returns void language plpgsql volatile as $$
declare
  t text;
begin
  perform set_config('sim.step', p_step::text, true), set_config('sim.who', 'backup', true),
    set_config('session_replication_role', 'replica', true);
  foreach t in array array[${tableList}] loop
    execute format('delete from public.%I r where r.salon_id = $1', t) using p_salon_id;
    execute format('insert into public.%I select * from jsonb_populate_recordset(null::public.%I, $1)', t, t) using p_backup -> t;
    insert into sim.log (salon_id, step, who, table_name, id, rev, row)
    select p_salon_id, p_step, 'backup', t, r ->> 'id', (r ->> 'rev')::bigint, r from jsonb_array_elements(p_backup -> t) r;
  end loop;
  delete from private.column_revisions c where c.salon_id = p_salon_id;
  insert into private.column_revisions select * from jsonb_populate_recordset(null::private.column_revisions, p_backup -> 'columns');
  update public.sync_heads h set rev = (p_backup -> 'head' ->> 'rev')::bigint, purged_rev = (p_backup -> 'head' ->> 'purged_rev')::bigint, xid = '0'
  where h.salon_id = p_salon_id;
  perform set_config('session_replication_role', 'origin', true);
  perform private.restored_from_backup();
end $$;
-- A salon that customers see: its employees work at any hour.
create function sim.publish(p_salon_id bigint, p_slug text, p_approve text) returns void language plpgsql volatile as $$
begin
  update public.salon_approvals a set status = 'approved' where a.salon_id = p_salon_id;
  insert into private.booking_pages (salon_id, slug, enabled, min_notice, cancel_until, approve)
  values (p_salon_id, p_slug, true, 0, 0, p_approve);
  update public.resources r set role = 'employee', active = true where r.salon_id = p_salon_id;
  update public.services s set show_online = true where s.salon_id = p_salon_id;
end $$;
-- The report of a device; returns the requests that it made bookings of.
create function sim.report(p_user uuid, p_email text, p_step bigint, p_salon_id bigint, p_said jsonb) returns text[]
language plpgsql volatile as $$
begin
  perform set_config('sim.step', p_step::text, true), set_config('sim.who', 'report', true),
    set_config('request.jwt.claims', json_build_object('sub', p_user, 'email', p_email, 'role', 'authenticated',
      'session_id', (select s.id from auth.sessions s where s.user_id = p_user))::text, true),
    set_config('request.jwt.claim.sub', p_user::text, true), set_config('request.jwt.claim.role', 'authenticated', true),
    set_config('role', 'authenticated', true);
  perform public.report_device(p_salon_id, p_user, 'sim', 'sim', (p_said ->> 'rev')::bigint, (p_said ->> 'unsent')::integer, (p_said ->> 'visible')::boolean);
  perform set_config('role', 'none', true);
  return (select coalesce(array_agg(l.id order by l.id), '{}') from sim.log l
    where l.salon_id = p_salon_id and l.step = p_step and l.who = 'report' and l.table_name = 'events' and l.row ->> 'requested_until' is null);
end $$;
-- Since when the server has not heard the devices, in the time of the history.
create function sim.age(p_salon_id bigint, p_silent jsonb) returns void language sql volatile as $$
  update private.devices d set last_seen = now() - make_interval(secs => x.seconds),
    wrote_at = case when sim.has_written_events(p_salon_id, x.name) then now() - make_interval(secs => x.seconds) end
  from jsonb_to_recordset(p_silent) as x (id uuid, name text, seconds double precision)
  where d.salon_id = p_salon_id and d.id = x.id
$$;
create function sim.ask(p_call text, p_args jsonb, p_step bigint) returns jsonb language plpgsql volatile as $$
declare
  services constant text[] := case when p_call = 'book_online' then (select array_agg(s) from jsonb_array_elements_text(p_args -> 2) s) end;
begin
  perform set_config('sim.step', p_step::text, true), set_config('sim.who', 'customer', true);
  return case p_call
    when 'cancel_online' then public.cancel_online(p_args ->> 0)
    when 'book_online' then public.book_online(p_args ->> 0, (p_args ->> 1)::uuid, services, p_args ->> 3, (p_args ->> 4)::timestamptz,
      p_args ->> 5, p_args ->> 6, p_args ->> 7, p_args ->> 8, p_args ->> 9, p_args ->> 10, p_args ->> 11) end;
end $$;
-- As private.let_requests_expire does with one whose time is over; returns which.
create function sim.expire(p_salon_id bigint, p_step bigint) returns text language plpgsql volatile as $$
declare
  gone constant text := (select min(e.id) from public.events e
    where e.salon_id = p_salon_id and e.requested_until is not null and e.status = 'booked' and not e.deleted);
begin
  perform set_config('sim.step', p_step::text, true), set_config('sim.who', 'customer', true);
  perform from public.sync_heads h where h.salon_id = p_salon_id for update;
  update private.online_bookings b set ended = 'expired', waits_for = null where b.salon_id = p_salon_id and b.visit_id = gone;
  update public.events e set status = 'cancelled' where e.salon_id = p_salon_id and e.id = gone;
  return gone;
end $$;
-- The history is over: its salon goes, its log with it.
create function sim.forget(p_salon_id bigint) returns void language plpgsql volatile as $$
declare
  t text;
begin
  perform set_config('session_replication_role', 'replica', true);
  foreach t in array array[${tableList}] loop
    execute format('delete from public.%I r where r.salon_id = $1', t) using p_salon_id;
  end loop;
  delete from public.sync_heads h where h.salon_id = p_salon_id;
  delete from private.column_revisions c where c.salon_id = p_salon_id;
  delete from private.erasures e where e.salon_id = p_salon_id;
  delete from public.salon_approvals a where a.salon_id = p_salon_id;
  delete from private.online_bookings b where b.salon_id = p_salon_id;
  delete from private.booking_pages p where p.salon_id = p_salon_id;
  delete from private.devices d where d.salon_id = p_salon_id;
  delete from sim.broken x where x.salon_id = p_salon_id;
  delete from sim.log l where l.salon_id = p_salon_id;
end $$;
`;

export class SimServer {
  private constructor(
    /** As the owner of everything. */
    readonly sql: postgres.Sql,
    private readonly dropIt: () => Promise<void>,
  ) {}

  static async open(): Promise<SimServer> {
    const clone = await cloneDatabase({ seed: 'none' });
    await clone.sql.end();
    const sql = postgres(clone.url, { max: 2, onnotice: () => undefined, types: TYPES }) as unknown as postgres.Sql;
    await sql.unsafe(SETUP);
    return new SimServer(sql, clone.drop);
  }

  async close(): Promise<void> {
    await this.sql.end({ timeout: 1 });
    await this.dropIt();
  }

  async salon(people: number): Promise<SimSalon> {
    const persons: Person[] = [];
    for (let n = 0; n <= people; n++) {
      const id = randomUUID();
      persons.push({ id, email: `${id}@greben.test` });
    }
    const [owner, ...members] = persons as [Person, ...Person[]];
    const accounts = persons.map((person) => ({ ...person, email_confirmed_at: new Date() }));
    await this.sql`insert into auth.users ${this.sql(accounts, 'id', 'email', 'email_confirmed_at')}`;
    const sessions = persons.map(({ id }) => ({ id: randomUUID(), user_id: id }));
    await this.sql`insert into auth.sessions ${this.sql(sessions, 'id', 'user_id')}`;
    const claims = { sub: owner.id, role: 'authenticated', session_id: sessions[0]?.id };
    const salonId = await this.sql.begin(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
        set_config('request.jwt.claim.sub', ${owner.id}, true), set_config('role', 'authenticated', true)`;
      const [row] =
        await sql`select (create_salon('{"name_bg": "Салон", "name_en": "Salon"}', '{}') ->> 'salon_id')::bigint as id`;
      return row?.id as number;
    });
    await this
      .sql`update public.users set salon_id = ${salonId}, salon_role = 'owner' where id in ${this.sql(members.map(({ id }) => id))}`;
    return new SimSalon(this.sql, salonId as number, owner, members);
  }
}

export class SimSalon {
  constructor(
    private readonly sql: postgres.Sql,
    readonly id: number,
    readonly owner: Person,
    readonly members: readonly Person[],
  ) {}

  /** Rows a page of a pull, at most: a server may give fewer than are asked for. */
  pageRows = Number.POSITIVE_INFINITY;

  private json(value: unknown) {
    return this.sql.json(value as postgres.JSONValue);
  }

  /** One request, done by the server whatever becomes of its answer. */
  async perform(person: Person, who: string, step: number, letter: Pick<Letter, 'call' | 'args'>): Promise<Answer> {
    try {
      const [row] = await this
        .sql`select sim.call(${person.id}, ${person.email}, ${step}, ${who}, ${letter.call}, ${this.json(this.paged(letter))}) as said`;
      const said: { answer?: unknown; head?: number } = row?.said ?? {};
      const { answer, head = 0 } = said;
      return { answer: { ok: true, value: answer }, head };
    } catch (error) {
      return { answer: this.refusal(error), head: 0 };
    }
  }

  private paged({ call, args }: Pick<Letter, 'call' | 'args'>): readonly unknown[] {
    const [salon, cursors, limit, ...rest] = args;
    return call === 'pull' ? [salon, cursors, Math.min(Number(limit), this.pageRows), ...rest] : args;
  }

  private refusal(error: unknown): LetterAnswer {
    const { code, hint, message } = error as { code?: string; hint?: string; message: string };
    if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) throw error;
    return { ok: false, status: statusOf(code), code, hint: hint ?? null, message };
  }

  /** The connection is torn before the transaction ends: nothing of it remains. */
  async tear(person: Person, who: string, step: number, letter: Pick<Letter, 'call' | 'args'>): Promise<void> {
    let closed: () => void = () => undefined;
    const isClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const { host, port, database, user, pass } = this.sql.options;
    const options = {
      host: host[0] as string,
      port: port[0] as number,
      database,
      username: user,
      password: pass as unknown as string,
    };
    const mine = postgres({ ...options, max: 1, max_lifetime: null, onnotice: () => undefined, onclose: () => closed() });
    const [row] = await mine`select pg_backend_pid() as pid`;
    await mine.unsafe('begin');
    // Whatever it answers: nobody hears it, and nothing is asked on this connection any more (postgres.js 3.4 would crash).
    await mine`select sim.call(${person.id}, ${person.email}, ${step}, ${who}, ${letter.call}, ${this.json(letter.args)})`.catch(
      () => undefined,
    );
    await this.sql`select pg_terminate_backend(${row?.pid as number})`;
    await isClosed;
  }

  /** @param role null: no member any more */
  async setMember(person: Person, role: SalonRole | null): Promise<void> {
    const salonId = role === null ? null : this.id;
    await this.sql`update public.users set salon_id = ${salonId}, salon_role = ${role} where id = ${person.id}`;
  }

  /** As the upkeep does after 90 days. */
  async purge(step: number): Promise<number> {
    const [row] = await this
      .sql`select set_config('sim.step', ${String(step)}, false), private.purge(${this.id}, now() + interval '1 day') as gone`;
    return row?.gone as number;
  }

  /** An operator removes a row for good. */
  async vanish(step: number, table: TableName, id: string): Promise<void> {
    await this.sql`select set_config('sim.step', ${String(step)}, false)`;
    await this.sql`delete from ${this.sql(`public.${table}`)} where salon_id = ${this.id} and id = ${id}`;
  }

  async backup(): Promise<unknown> {
    const [row] = await this.sql`select sim.backup(${this.id}) as whole`;
    return row?.whole;
  }

  async restore(backup: unknown, step: number): Promise<void> {
    await this.sql`select sim.restore(${this.id}, ${this.json(backup)}, ${step})`;
  }

  async head(): Promise<number> {
    const [row] = await this.sql`select rev from public.sync_heads where salon_id = ${this.id}`;
    return row?.rev as number;
  }

  /** Rows as they travel, deleted ones too. */
  async rows(): Promise<Readonly<Record<TableName, readonly WireRow[]>>> {
    const [row] = await this.sql`select sim.rows(${this.id}) as rows`;
    return row?.rows as Record<TableName, WireRow[]>;
  }

  /** All that the database ever took of this salon, in order; values as they are stored. */
  async log(): Promise<readonly Logged[]> {
    const rows = await this
      .sql`select step, who, table_name as "table", id, rev, row from sim.log where salon_id = ${this.id} order by n`;
    return rows as unknown as Logged[];
  }

  /** Salons have numbers, which differ from run to run: no two of a database have one address. */
  get slug(): string {
    return `sim-${this.id}`;
  }

  /** Begins the ids of what customers book here. */
  get requestPrefix(): string {
    return `0190f000-0000-7000-8000-${this.id.toString(16).padStart(8, '0')}`;
  }

  async breakPromise(rule: BrokenPromise): Promise<void> {
    await this.sql`insert into sim.broken (salon_id, rule) values (${this.id}, ${rule})`;
  }

  async publish(approve: 'none' | 'all'): Promise<void> {
    await this.sql`select sim.publish(${this.id}, ${this.slug}, ${approve})`;
  }

  /** Returns the requests that became booked by this report. */
  async report(person: Person, step: number, said: object): Promise<readonly string[]> {
    const [row] = await this
      .sql`select sim.report(${person.id}, ${person.email}, ${step}, ${this.id}, ${this.json(said)}) as settled`;
    return row?.settled as string[];
  }

  /** @param silent for how many seconds the server has not heard a device; its id there is its person's */
  async age(silent: readonly { id: string; name: string; seconds: number }[]): Promise<void> {
    await this.sql`select sim.age(${this.id}, ${this.json(silent)})`;
  }

  async hasWrittenEvents(device: string): Promise<boolean> {
    const [row] = await this.sql`select sim.has_written_events(${this.id}, ${device}) as said`;
    return row?.said === true;
  }

  /** Calls a function for strangers. */
  async ask(name: 'book_online' | 'cancel_online', args: readonly unknown[], step = 0): Promise<unknown> {
    const [row] = await this.sql`select sim.ask(${name}, ${this.json(args)}, ${step}) as answer`;
    return row?.answer;
  }

  /** Lets a request run out; returns which, null where there is none. */
  async expire(step: number): Promise<string | null> {
    const [row] = await this.sql`select sim.expire(${this.id}, ${step}) as gone`;
    return (row?.gone as string | null) ?? null;
  }

  async forget(): Promise<void> {
    await this.sql`select sim.forget(${this.id})`;
  }
}
