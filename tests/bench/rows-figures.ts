/**
 * `npm run bench -- rows`: what 500 rows of a push cost that were made to be costly (costly-rows.ts), beside ordinary appointments of
 * the same run. Asked of the database itself, each push in a transaction that is undone. No kind should cost more than ten times
 * an ordinary row for each row that it writes.
 */
import { randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { cloneDatabase } from '../support/cluster.ts';
import { COSTLY_ROWS, type CostlyRow, HUGE_NUMBER, ORDINARY, type PushedRow } from './costly-rows.ts';
import { brief, markdownTable, median } from './results.ts';

/** Changes of a call, and how often it is made. `--small`: whether it runs at all. */
const LARGE = { often: 500, runs: 3 };
const SMALL: Sizes = { often: 100, runs: 1 };
type Sizes = typeof LARGE;

/** Ends a transaction that is only measured. */
export class Undo extends Error {}

interface Caller {
  readonly id: string;
  /** Of the token that they come with. */
  readonly session: string;
}
interface Owner extends Caller {
  readonly salonId: number;
}

export async function become(sql: TransactionSql, { id, session }: Caller): Promise<void> {
  const claims = JSON.stringify({ sub: id, role: 'authenticated', session_id: session });
  await sql`select set_config('request.jwt.claims', ${claims}, true),
    set_config('request.jwt.claim.sub', ${id}, true), set_config('role', 'authenticated', true)`;
}

export async function accountOf(sql: Sql): Promise<Caller> {
  const id = randomUUID();
  const session = randomUUID();
  await sql`insert into auth.users (id, email, email_confirmed_at) values (${id}, ${`${id}@greben.test`}, now())`;
  await sql`insert into auth.sessions (id, user_id) values (${session}, ${id})`;
  return { id, session };
}

/** The owner of a new salon with one employee, “ani”. */
export async function ownerOf(sql: Sql): Promise<Owner> {
  const { id, session } = await accountOf(sql);
  const salonId = await sql.begin(async (tx) => {
    await become(tx, { id, session });
    const [made] = await tx`select (create_salon('{"name_bg": "x", "name_en": "x"}') ->> 'salon_id')::int as salon`;
    return made?.salon as number;
  });
  await sql`insert into resources (salon_id, id, name) values (${salonId}, 'ani', 'Ани')`;
  return { id, session, salonId };
}

/** The changes of one call. A salon's own row, of which there is one, is changed again and again, on each revision that it has. */
function changesOf({ many, row }: CostlyRow, { id, salonId }: Owner, rev: number, often: number): string {
  const own = (change: PushedRow) => change.id === String(salonId);
  const first = row(0, salonId);
  const changes = own(first)
    ? Array.from({ length: often }, (_, n) => ({ ...row(n, salonId), base_rev: n === 0 ? 1 : rev + 1 }))
    : Array.from({ length: Math.min(many ?? often, often) }, (_, n) => row(n, salonId));
  return JSON.stringify(changes).replaceAll(`"${HUGE_NUMBER}"`, '1e131071').replaceAll('@me@', id);
}

interface Measured {
  readonly ms: number;
  readonly changes: number;
  readonly verdicts: string;
  /** Kilobytes of the answer. */
  readonly answer: number;
}

async function pushed(sql: Sql, kind: CostlyRow, owner: Owner, often: number): Promise<Measured> {
  let measured: Measured | null = null;
  try {
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await kind.before?.(tx, owner.salonId);
      await tx`set local session_replication_role = origin`;
      await tx`analyze public.events, public.clients, public.services, public.resources, public.employee_day_overrides, public.employee_weekly_shifts`;
      const [head] = await tx`select rev::int as rev from sync_heads where salon_id = ${owner.salonId}`;
      const changes = changesOf(kind, owner, head?.rev as number, often);
      await become(tx, owner);
      await tx`set local statement_timeout = '20s'`;
      const from = performance.now();
      const [answer] = await tx.unsafe<{ text: string }[]>('select push_changes($1::bigint, $2::text::jsonb)::text as text', [
        owner.salonId,
        changes,
      ]);
      const ms = performance.now() - from;
      const { verdicts } = JSON.parse(answer?.text ?? '') as { verdicts: { v: string; code?: string }[] };
      const words = new Set(verdicts.map(({ v, code }) => (code ? `${v} ${code}` : v)));
      const answerBytes = Buffer.byteLength(answer?.text ?? '');
      measured = { ms, changes: verdicts.length, verdicts: [...words].join(', '), answer: answerBytes / 1000 };
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw new Error(`${kind.what}: ${error}`);
  }
  if (!measured) throw new Error(`${kind.what}: nothing was measured`);
  return measured;
}

export interface RowsWish {
  readonly small?: boolean | undefined;
  /** Words of the kinds that are measured; all of them when it is not given. */
  readonly only?: string | undefined;
}

export async function rowsFigures({ small, only }: RowsWish): Promise<string> {
  const { often, runs } = small ? SMALL : LARGE;
  const database = await cloneDatabase({ seed: 'none' });
  const { sql } = database;
  try {
    await sql`insert into auth.users (id, email, email_confirmed_at)
      values (${randomUUID()}, 'admin@greben.test', now())`;
    const owner = await ownerOf(sql);
    const ofRow = async (kind: CostlyRow) => {
      const all: Measured[] = [];
      for (let run = 0; run < runs; run++) all.push(await pushed(sql, kind, owner, often));
      const ms = median(all.map(({ ms, changes }) => ms / (changes * (kind.writes ?? 1))));
      return { ms, last: all[0] };
    };
    await ofRow(ORDINARY);
    const table: string[][] = [];
    for (const kind of COSTLY_ROWS.filter(({ what }) => what.includes(only ?? ''))) {
      const beside = await ofRow(ORDINARY);
      const { ms, last } = await ofRow(kind);
      const ratio = ms / beside.ms;
      console.log(`${kind.what}: ${brief(ratio)}`);
      table.push([kind.what, brief(beside.ms), brief(ms), brief(ratio), last?.verdicts ?? '', brief(last?.answer ?? Number.NaN)]);
    }
    const head = [`${often} rows of`, 'an ordinary row, ms', 'a row written, ms', '× ordinary', 'verdicts', 'answer, KB'];
    return markdownTable(head, table);
  } finally {
    await database.drop();
  }
}
