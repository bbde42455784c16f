/**
 * `npm run bench -- online`: what customers who book themselves cost the database, and what the desk hears of them. The salon of the demo,
 * at the database itself and not through the front, which lets two bookings of a page in at a time: here two hundred come at once, on as
 * many connections as a hosted pool has; the devices of the desk push one change after another on connections of their own. The proof of
 * work is the visitor's, and is left out.
 */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import type { BookAnswer, PublicSalon, PublicSlots } from '#schemas/online.ts';
import { book, newPhone, spareProofs, wish } from '../database/support/online-salon.ts';
import type { TestBackend } from '../support/test-backend.ts';
import { count, note, times, took } from './figures.ts';

const SALON = 1;
const CONNECTIONS = 20;
const DEVICES = 5;
const STRANGERS = 200;
const PUSHES = 50;
const RUNS = 15;
/** A time that no stranger is after. */
const ELSEWHERE = '2031-06-01T10:00:00.000Z';

type Sql = postgres.Sql;

/** As a stranger, or as the owner of the salon. */
async function as<T>(sql: Sql, claims: object | null, work: (sql: postgres.TransactionSql) => Promise<T>): Promise<T> {
  const role = claims ? 'authenticated' : 'anon';
  return (await sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', ${claims ? JSON.stringify({ ...claims, role }) : ''}, true), set_config('role', ${role}, true)`;
    return work(tx);
  })) as T;
}

async function ownerClaims(sql: Sql): Promise<object> {
  const session_id = randomUUID();
  const [owner] = await sql`select u.id, u.email from public.users u where u.salon_id = ${SALON} and u.salon_role = 'owner'`;
  await sql`insert into auth.sessions (id, user_id) values (${session_id}, ${owner?.id})`;
  return { sub: owner?.id as string, email: owner?.email as string, session_id };
}

export async function onlineFigures(backend: TestBackend): Promise<void> {
  const sql = postgres(backend.databaseUrl, { max: CONNECTIONS, onnotice: () => undefined }) as Sql;
  await spareProofs({ sql } as Parameters<typeof spareProofs>[0]);
  // What is measured is the place, and not the limits.
  await sql`create or replace function private.over_online_limit(p_salon_id bigint, p_phone text, p_email text) returns text
    language sql stable as 'select null::text'`;
  const [found] = await sql`select slug from private.booking_pages where salon_id = ${SALON}`;
  const slug = found?.slug as string;
  const ask = async <T>(work: (tx: postgres.TransactionSql) => Promise<postgres.RowList<postgres.Row[]>>): Promise<T> =>
    as(sql, null, async (tx) => (await work(tx))[0]?.answer as T);
  const salon = await ask<PublicSalon>((tx) => tx`select public_salon(${slug}) as answer`);
  const shared = [...salon.services].sort((a, b) => b.offered_by.length - a.offered_by.length);
  const one = shared.slice(0, 1).map(({ id }) => id);
  const three = shared.slice(0, 3).map(({ id }) => id);
  const from = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const slots = (services: readonly string[], days: number, resource: string | null = null, first = from) =>
    ask<PublicSlots>((tx) => tx`select public_slots(${slug}, ${services as string[]}, ${resource}, ${first}, ${days}) as answer`);

  note(
    'the salon as customers see it',
    await times(RUNS, () => took(() => ask((tx) => tx`select public_salon(${slug}) as answer`))),
  );
  for (const days of [1, 7, 14]) {
    note(
      `free starts of ${days} days, one service, ${salon.employees.length} employees`,
      await times(RUNS, () => took(() => slots(one, days))),
    );
    note(`free starts of ${days} days, three services`, await times(RUNS, () => took(() => slots(three, days))));
  }

  const resource = shared[0]?.offered_by[0] ?? '';
  const asked = (start: string | undefined, more: object = {}) =>
    wish({ slug }, start ?? '', { services: one, resource, policy: salon.policy_hash, ...more });
  const booking = (wanted: ReturnType<typeof asked>) => as<BookAnswer | null>(sql, null, (tx) => book(tx, wanted));

  const known = newPhone();
  await sql`insert into clients (salon_id, id, name, phone) values (${SALON}, 'bench-known', 'Мария Иванова', ${known})`;
  // So far apart that no booking stands in another's way.
  const own: string[] = [];
  const nextWeeks = new Date(Date.parse(from) + 14 * 86_400_000).toISOString().slice(0, 10);
  for (const start of [...(await slots(one, 14, resource)).starts, ...(await slots(one, 14, resource, nextWeeks)).starts])
    if (Date.parse(start) - Date.parse(own.at(-1) ?? '2000-01-01') >= 3 * 3_600_000) own.push(start);
  const alone = async (phone: (run: number) => string, skip: number) =>
    times(RUNS, async (run) => {
      let answer: BookAnswer | null = null;
      const ms = await took(async () => {
        answer = await booking(asked(own[run * 2 + skip], { phone: phone(run) }));
      });
      if ((answer as BookAnswer | null)?.state !== 'booked') throw new Error(JSON.stringify(answer));
      return ms;
    });
  const [knownTimes, unknownTimes] = [await alone(() => known, 0), await alone(() => newPhone(), 1)];
  note('a booking alone, of a known phone and name', knownTimes);
  note('a booking alone, of an unknown phone', unknownTimes);

  const claims = await ownerClaims(sql);
  const pushed = (through: Sql, start: string) =>
    as(through, claims, async (tx) => {
      const doc = {
        resource_id: resource,
        start_time: start,
        end_time: new Date(Date.parse(start) + 1_800_000).toISOString(),
        status: 'booked',
      };
      const [row] =
        await tx`select push_changes(${SALON}, ${tx.json([{ table: 'events', id: randomUUID(), base_rev: 0, doc }])}) as answer`;
      return (row?.answer as { verdicts: { v: string }[] } | undefined)?.verdicts[0]?.v;
    });
  const desk = postgres(backend.databaseUrl, { max: DEVICES, onnotice: () => undefined }) as Sql;
  /** Strangers after one place while the devices push. @param where of a device's n-th push, with what it is told of the place */
  const race = async (what: string, where: (wanted: string, n: number) => string) => {
    const fresh = (await slots(one, 14, resource)).starts;
    const wanted = fresh[Math.floor(fresh.length / 2)] ?? '';
    const waits: number[] = [];
    let applied = 0;
    const strangers = Array.from({ length: STRANGERS }, () => booking(asked(wanted)));
    const devices = Array.from({ length: DEVICES }, async () => {
      for (let n = 0; n < PUSHES / DEVICES; n++) {
        const push = async () => {
          if ((await pushed(desk, where(wanted, n))) === 'applied') applied += 1;
        };
        waits.push(await took(push));
      }
    });
    const [answers] = await Promise.all([Promise.all(strangers), Promise.all(devices)]);
    const [there] =
      await sql`select count(*) filter (where source = 'online')::int as online, count(*) filter (where source is null)::int as desk
      from events where salon_id = ${SALON} and resource_id = ${resource} and start_time = ${wanted} and status = 'booked'`;
    const told = (state: string) => answers.filter((answer) => answer?.state === state).length;
    if (there?.online !== told('booked')) throw new Error(`${there?.online} online bookings and ${told('booked')} told “booked”`);
    note(`a push, ${what}`, waits);
    count(`${what}: the longest push, ms`, Math.round(Math.max(...waits)));
    count(`${what}: pushes applied`, applied);
    count(`${what}: bookings of the desk at that place`, there?.desk as number);
    count(`${what}: online bookings of it`, there?.online as number);
    count(`${what}: strangers told “taken”`, told('taken'));
  };
  // As a pool's connections are: open, and with their plans.
  await Promise.all(Array.from({ length: 4 * DEVICES }, () => pushed(desk, ELSEWHERE)));
  const strangers = `${STRANGERS} strangers after one place, ${PUSHES} pushes`;
  await race(`${strangers} for another time`, () => ELSEWHERE);
  await race(`${strangers}, half of them for it, too`, (wanted, n) => (n % 2 ? wanted : ELSEWHERE));
  await desk.end();
  await sql.end();
}
