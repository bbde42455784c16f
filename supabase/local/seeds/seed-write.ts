/**
 * Writes a seed in one transaction. The accounts are made as by a real sign-up, in which the trigger decides their role. The
 * other rows are written with triggers off, because the history keeps its own times. So revisions and heads are written here, too
 * (sync/README.md).
 */

import type { Sql, TransactionSql } from 'postgres';
import type { SalonRole, UserRole } from '#schemas/constants.ts';
import { TABLE_NAMES } from '#schemas/registry.ts';
import type { SalonRows, SeedRow } from './seed-rows.ts';

export const DEMO_PASSWORD = 'greben-demo';

/** The membership of an account. */
export interface SeedMembership {
  salonId: number;
  role: SalonRole;
  /** The name that the others read; null before one is given. */
  name?: string | null;
  /** The employee that the person is. */
  resourceId?: string | null | undefined;
  joinedAt: string;
}

export interface SeedAccount {
  id: string;
  email: string;
  /** Null in no salon. */
  membership: SeedMembership | null;
  /** Set only for a role that no sign-up makes; undefined leaves the database's decision. */
  role?: UserRole | null;
}

export interface Seed {
  /** The first one becomes administrator. */
  accounts: readonly SeedAccount[];
  salons: readonly SalonRows[];
  /** Rows of the administrator's tables, by table; unnamed columns get the database's defaults. */
  administration: Readonly<Record<string, readonly Record<string, unknown>[]>>;
  /** Rows of `private.booking_pages`. */
  pages?: readonly Readonly<Record<string, unknown>>[];
}

const CHUNK = 2_000;

/** Inserts rows in chunks as jsonb, the fastest way that needs no file on the server. */
async function insertRows(tx: TransactionSql, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  for (let from = 0; from < rows.length; from += CHUNK) {
    const part = rows.slice(from, from + CHUNK);
    const columns = Object.keys(part[0] ?? {})
      .map((name) => `"${name}"`)
      .join(', ');
    await tx.unsafe(
      `insert into public.${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::public.${table}, $1)`,
      [part as never],
    );
  }
}

async function insertAccounts(tx: TransactionSql, accounts: readonly SeedAccount[]): Promise<void> {
  const [made] = await tx<{ hash: string }[]>`select extensions.crypt(${DEMO_PASSWORD}, extensions.gen_salt('bf', 10)) as hash`;
  const hash = made?.hash ?? '';
  for (const { id, email } of accounts) {
    const identity = { sub: id, email, email_verified: true, phone_verified: false };
    await tx`insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at,
      raw_app_meta_data, raw_user_meta_data)
      values (${id}, 'authenticated', 'authenticated', ${email}, ${hash}, now(),
      ${tx.json({ provider: 'email', providers: ['email'] })}, ${tx.json(identity)})`;
    await tx`insert into auth.identities (id, provider, provider_id, user_id, identity_data)
      values (gen_random_uuid(), 'email', ${id}, ${id}, ${tx.json(identity)})`;
  }
}

/** Numbers the rows in the order of time; rows of one instant belong to one transaction. Returns the head. */
function withRevisions(rows: readonly SeedRow[]): { stamped: SeedRow[]; head: number } {
  const sorted = [...rows].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  let rev = 0;
  let last = '';
  const stamped = sorted.map((entry) => {
    if (entry.at !== last) rev += 1;
    last = entry.at;
    return { ...entry, row: { ...entry.row, rev } };
  });
  return { stamped, head: rev };
}

async function insertSalon(tx: TransactionSql, salon: SalonRows): Promise<void> {
  salon.agreeToOverlaps();
  const { stamped, head } = withRevisions(salon.rows);
  for (const table of TABLE_NAMES) {
    await insertRows(
      tx,
      table,
      stamped.filter((entry) => entry.table === table).map((entry) => entry.row),
    );
  }
  await tx`insert into public.sync_heads (salon_id, rev) values (${salon.id}, ${head})`;
}

export async function writeSeed(sql: Sql, seed: Seed): Promise<void> {
  await sql.begin(async (tx) => {
    await insertAccounts(tx, seed.accounts);
    await tx`set local session_replication_role = replica`;
    for (const salon of seed.salons) await insertSalon(tx, salon);
    await tx`select setval(pg_get_serial_sequence('public.salons', 'id'), ${Math.max(0, ...seed.salons.map((s) => s.id))})`;
    for (const { id, membership, role } of seed.accounts) {
      if (membership) {
        const { salonId, name = null, resourceId = null, joinedAt } = membership;
        await tx`update public.users set salon_id = ${salonId}, salon_role = ${membership.role}, name = ${name},
          resource_id = ${resourceId}, joined_at = ${joinedAt} where id = ${id}`;
      }
      if (role !== undefined) await tx`update public.users set role = ${role} where id = ${id}`;
    }
    for (const [table, rows] of Object.entries(seed.administration)) {
      for (const row of rows) await insertRows(tx, table, [row]);
    }
    for (const page of seed.pages ?? []) await tx`insert into private.booking_pages ${tx(page as Record<string, string>)}`;
    await tx`select private.group_user_errors()`;
  });
  await sql`analyze`;
}
