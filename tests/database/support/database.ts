/** A test's database, and people in it: SQL as the API runs it, in a transaction with the role and the claims of a person. */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll } from 'vitest';
import type { SalonRole } from '#schemas/constants.ts';
import type { TableName } from '#schemas/registry.ts';
import { cloneDatabase, cluster } from '../../support/cluster.ts';

/** A file run on its own has a cluster of its own. Registered first, so it runs last. */
afterAll(async () => (await cluster()).stop());

export interface Person {
  readonly id: string;
  readonly email: string;
  /** Of `auth.sessions`: that of the token that they come with. */
  readonly session: string;
}
/** `null` is nobody: the role `anon`, without claims. */
export type Who = Person | null;

export interface Verdict {
  v: string;
  rev?: number;
  row?: Record<string, unknown>;
  code?: string;
  message?: string;
  constraint?: string;
  /** With the constraint `role`: what the role may not write. */
  columns?: string[] | null;
}
export interface Change {
  table: TableName | (string & {});
  id: string;
  base_rev?: number;
  doc: Record<string, unknown>;
}
export interface Page {
  rows: (Record<string, unknown> & { id: string; rev: number; deleted: boolean })[];
  more: boolean;
  cursor: [number, string];
}
export interface Pulled {
  you: { role: SalonRole; resource_id: string | null };
  head: number;
  purged_rev: number;
  epoch: string;
  total?: number;
  tables: Record<TableName, Page>;
}

type Sql = postgres.Sql | postgres.TransactionSql;
const TYPES = { bigint: { to: 20, from: [20], parse: Number, serialize: String } };

/** What a person's token says. */
export const claimsOf = ({ id, email, session }: Person) =>
  JSON.stringify({ sub: id, email, role: 'authenticated', session_id: session });

export async function become(sql: postgres.TransactionSql, who: Who): Promise<void> {
  const role = who ? 'authenticated' : 'anon';
  const claims = who ? claimsOf(who) : '';
  await sql`select set_config('request.jwt.claims', ${claims}, true), set_config('request.jwt.claim.sub', ${who?.id ?? ''}, true),
    set_config('request.jwt.claim.role', ${role}, true), set_config('role', ${role}, true)`;
}

/** The person of an account, with a session that stands. @param sql past all policies */
export async function withSession(sql: Sql, { id, email }: Pick<Person, 'id' | 'email'>): Promise<Person> {
  const session = randomUUID();
  await sql`insert into auth.sessions (id, user_id) values (${session}, ${id})`;
  return { id, email, session };
}

export class Database {
  private constructor(
    readonly url: string,
    /** As the owner of everything: past all policies. */
    readonly sql: postgres.Sql,
    private readonly dropIt: () => Promise<void>,
  ) {}

  static async open(): Promise<Database> {
    const clone = await cloneDatabase({ seed: 'none' });
    await clone.sql.end();
    const sql = postgres(clone.url, { max: 8, onnotice: () => undefined, types: TYPES }) as unknown as postgres.Sql;
    return new Database(clone.url, sql, clone.drop);
  }

  async close(): Promise<void> {
    await this.sql.end({ timeout: 1 });
    await this.dropIt();
  }

  async signUp(email = `${randomUUID()}@greben.test`): Promise<Person> {
    const id = randomUUID();
    await this.sql`insert into auth.users (id, email, email_confirmed_at) values (${id}, ${email}, now())`;
    return this.signIn({ id, email });
  }

  /** The same person with another session. */
  signIn(account: Pick<Person, 'id' | 'email'>): Promise<Person> {
    return withSession(this.sql, account);
  }

  /** A statement or a few in one transaction, as that person. */
  as<T>(who: Who, work: (sql: postgres.TransactionSql) => Promise<T>): Promise<T> {
    return this.sql.begin(async (sql) => {
      await become(sql, who);
      return work(sql);
    }) as Promise<T>;
  }

  createSalon(who: Who, salon: Record<string, unknown> = {}, settings: Record<string, unknown> = {}): Promise<number> {
    return this.as(who, async (sql) => {
      const [row] =
        await sql`select (create_salon(${sql.json(salon as postgres.JSONValue)}, ${sql.json(settings as postgres.JSONValue)}) ->> 'salon_id')::bigint as id`;
      return row?.id as number;
    });
  }

  /** A salon with its owner. */
  async salon(): Promise<{ owner: Person; salonId: number }> {
    const owner = await this.signUp();
    return { owner, salonId: await this.createSalon(owner, { name_bg: 'Салон', name_en: 'Salon' }) };
  }

  /** Somebody of the salon who is not its owner. */
  async member(salonId: number, role: Exclude<SalonRole, 'owner'> = 'manager'): Promise<Person> {
    const person = await this.signUp();
    await this.sql`update public.users set salon_id = ${salonId}, salon_role = ${role} where id = ${person.id}`;
    return person;
  }

  /** `epoch`: as the newest version of the app names it; without it as the first one called. */
  push(who: Who, salonId: number, changes: readonly Change[], epoch?: string | null): Promise<Verdict[]> {
    return this.as(who, (sql) => push(sql, salonId, changes, epoch));
  }

  /** One change; its verdict. */
  async pushOne(who: Who, salonId: number, change: Change): Promise<Verdict> {
    const [verdict] = await this.push(who, salonId, [change]);
    if (!verdict) throw new Error('no verdict');
    return verdict;
  }

  pull(who: Who, salonId: number, cursors: object = {}, limit = 1000, horizon: string | null = null): Promise<Pulled> {
    return this.as(who, (sql) => pull(sql, salonId, cursors, limit, horizon));
  }
}

export async function push(sql: Sql, salonId: number, changes: readonly Change[], epoch?: string | null): Promise<Verdict[]> {
  const given = sql.json(changes as unknown as postgres.JSONValue);
  const [row] =
    epoch === undefined
      ? await sql`select push_changes(${salonId}, ${given}) as answer`
      : await sql`select push_changes(${salonId}, ${given}, ${epoch}) as answer`;
  const { verdicts = [] } = (row?.answer ?? {}) as { verdicts?: (Verdict & Pick<Change, 'table' | 'id'>)[] };
  return verdicts.map(({ table, id, ...verdict }, at) => {
    const change = changes[at];
    if (JSON.stringify([table, id]) !== JSON.stringify([change?.table, change?.id]))
      throw new Error(`verdict ${at} judges ${table}/${id}`);
    return verdict as Verdict;
  });
}

export async function pull(
  sql: Sql,
  salonId: number,
  cursors: object = {},
  limit = 1000,
  horizon: string | null = null,
): Promise<Pulled> {
  const [row] =
    await sql`select pull_changes(${salonId}, ${sql.json(cursors as postgres.JSONValue)}, ${limit}, ${horizon}) as answer`;
  return row?.answer as Pulled;
}

export interface Refusal {
  code: string;
  hint: string;
  constraint: string;
}
/** The SQLSTATE with which a promise was refused; an error when it was not. */
export async function refusal(work: Promise<unknown>): Promise<Refusal> {
  try {
    await work;
  } catch (error) {
    const {
      code,
      hint = '',
      constraint_name: constraint = '',
    } = error as { code: string; hint?: string; constraint_name?: string };
    if (!code) throw error;
    return { code, hint, constraint };
  }
  throw new Error('This was allowed, and should have been refused.');
}
