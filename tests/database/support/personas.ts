/** The people of the tenancy matrix: who may do what in one salon that has a row of everything. */
import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { become, Database, type Person, type Who } from './database.ts';
import { bookOnline, proof, wish } from './online-salon.ts';
import { booking, oneOfEach } from './rows.ts';

export const PERSONAS = ['nobody', 'stranger', 'removed', 'roleless', 'member', 'admin'] as const;
export type Persona = (typeof PERSONAS)[number];
/** refused: 42501 · nothing: allowed, and no row of the salon is reached · done: a row of the salon is read or written */
export type Outcome = 'refused' | 'nothing' | 'done';
export type Row = Record<Persona, Outcome>;

export const row = (nobody: Outcome, outsiders: Outcome, member: Outcome, admin: Outcome): Row => ({
  nobody,
  stranger: outsiders,
  removed: outsiders,
  roleless: outsiders,
  member,
  admin,
});
export const CLOSED = row('refused', 'refused', 'refused', 'refused');

export interface SalonOfPersonas {
  readonly db: Database;
  readonly salonId: number;
  readonly people: Readonly<Record<Persona, Who>>;
  readonly approvalId: number;
  readonly errorId: string;
  /** Another member, a manager. */
  readonly colleague: Person;
  /** Of an open invitation. */
  readonly code: string;
  readonly invitationId: string;
  /** Of the member. */
  readonly deviceId: string;
  /** Of a customer's booking; the salon's page is `personas`. */
  readonly token: string;
}

/** Publishes the salon's page, after another one, and lets a customer book; returns the link's token. */
async function bookedOnline(db: Database, owner: Person, salonId: number): Promise<string> {
  await db.sql`insert into private.booking_pages (salon_id, slug, enabled) values (${salonId}, 'personas', true)`;
  await db.sql`insert into private.former_slugs (salon_id, slug) values (${salonId}, 'personas-before')`;
  await db.sql`update salon_approvals set status = 'approved' where salon_id = ${salonId}`;
  await db.push(owner, salonId, [
    { table: 'resources', id: 'online', doc: { name: 'Онлайн' } },
    ...[0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
      ...{ table: 'employee_weekly_shifts', id: `online/${weekday}/0` },
      doc: { resource_id: 'online', weekday, start_time: '00:00', end_time: '23:00', intervals: '[["00:00","23:00"]]' },
    })),
    { table: 'services', id: 'online', doc: { name: 'Подстригване', duration: 30 } },
  ]);
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const asked = { ...wish({ slug: 'personas' }, `${day}T12:00:00.000Z`), services: ['online'], resource: 'online' };
  const answer = await bookOnline({ db }, { ...asked, work: proof(asked, 17) });
  if (!answer?.token) throw new Error(JSON.stringify(answer));
  return answer.token;
}

/** A database with the salon, its member, and the others. Whoever opens it closes `db`. */
export async function salonOfPersonas(): Promise<SalonOfPersonas> {
  const db = await Database.open();
  const admin = await db.signUp();
  const { owner: member, salonId } = await db.salon();
  await db.push(member, salonId, [...oneOfEach(salonId, member.id), booking('spare')]);
  const stranger = (await db.salon()).owner;
  const removed = await db.member(salonId);
  await db.sql`update users set salon_id = null where id = ${removed.id}`;
  const roleless = await db.signUp();
  await db.sql`update users set role = null where id = ${roleless.id}`;
  const people = { nobody: null, stranger, removed, roleless, member, admin };
  await db.sql`select private.write_health_checks(null)`;
  await db.as(admin, (sql) => sql`insert into salon_notes (salon_id, note) values (${salonId}, 'x')`);
  await db.as(member, (sql) => sql`insert into user_errors (salon_id, error_type, error_message) values (${salonId}, 'E', 'x')`);
  const [approval] = await db.sql`select id from salon_approvals where salon_id = ${salonId}`;
  const [reported] = await db.sql`select id from user_errors where salon_id = ${salonId}`;
  await db.as(member, (sql) => sql`select set_resource_password(${salonId}, 'resources-1', 'x')`);
  await db.pushOne(member, salonId, {
    table: 'clients',
    id: 'erased',
    doc: { deleted: true, erased_at: '2026-11-18T00:00:00.000Z' },
  });
  const colleague = await db.member(salonId);
  await db.as(member, (sql) => sql`select report_device(${salonId}, ${randomUUID()}, 'Chrome')`);
  const deviceId = randomUUID();
  await db.as(member, (sql) => sql`select report_device(${salonId}, ${deviceId}, 'Firefox', '1', 1, 0, true)`);
  const token = await bookedOnline(db, member, salonId);
  const [made] = await db.as(
    member,
    (sql) => sql`select i ->> 'id' as id, i ->> 'code' as code from invite(${salonId}, 'staff') i`,
  );
  const { id: invitationId, code } = made as unknown as { id: string; code: string };
  return { db, salonId, people, approvalId: approval?.id, errorId: reported?.id, colleague, code, invitationId, deviceId, token };
}

class Undo extends Error {}

/** What a statement does as that person; undone in any case. */
export async function outcome(
  db: Pick<Database, 'sql'>,
  who: Who,
  work: (sql: postgres.TransactionSql) => Promise<number>,
): Promise<string> {
  let reached = 0;
  try {
    await db.sql.begin(async (sql) => {
      await become(sql, who);
      reached = await work(sql);
      throw new Undo();
    });
  } catch (error) {
    if (error instanceof Undo) return reached > 0 ? 'done' : 'nothing';
    const { code, hint } = error as { code?: string; hint?: string };
    if (code === '42501' || (code === 'P0001' && hint)) return hint ? `refused (${hint})` : 'refused';
    throw error;
  }
  return 'never';
}

/** What each of them is told of the same statement. */
export const everyone = async (
  { db, people }: Pick<SalonOfPersonas, 'db' | 'people'>,
  work: (sql: postgres.TransactionSql, persona: Persona) => Promise<number>,
) =>
  Object.fromEntries(
    await Promise.all(
      PERSONAS.map(async (persona) => [persona, await outcome(db, people[persona], (sql) => work(sql, persona))]),
    ),
  ) as Record<Persona, string>;
