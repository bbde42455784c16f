/** A salon that is booked online: approved, with a page, two employees and three services; and a stranger who books there. */
import { createHash, randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import type { Event } from '#schemas/events.ts';
import { type BookAnswer, type PublicBooking, type PublicSalon, type PublicSlots, proofText } from '#schemas/online.ts';
import type { Change, Database, Person } from './database.ts';

export const ZONE = 'Europe/Sofia';
const HOUR = 3_600_000;

/** An hour of a day that lies so many days ahead, on the wall clock in Sofia as it is in UTC: all day is working time. */
export function at(days: number, hour = 12, minute = 0): string {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + days);
  day.setUTCHours(hour, minute, 0, 0);
  return day.toISOString();
}
/** So many hours from now, at the next quarter. */
export const soon = (hours: number): string => new Date(Math.ceil((Date.now() + hours * HOUR) / 900_000) * 900_000).toISOString();

export interface OnlineSalon {
  readonly db: Database;
  readonly owner: Person;
  readonly salonId: number;
  readonly slug: string;
  /** Of the owner's device, which has reported. */
  readonly device: string;
}

const ALL_DAY = '[["00:00","12:00"],["12:00","00:00"]]';
const week = (resource: string): Change[] =>
  [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
    table: 'employee_weekly_shifts',
    id: `${resource}/${weekday}/0`,
    doc: { resource_id: resource, weekday, start_time: '00:00', end_time: '12:00', intervals: ALL_DAY },
  }));

const ROWS: Change[] = [
  { table: 'resources', id: 'ana', doc: { name: 'Ани' } },
  { table: 'resources', id: 'eva', doc: { name: 'Ева' } },
  ...week('ana'),
  ...week('eva'),
  {
    table: 'services',
    id: 'cut',
    doc: { name: 'Подстригване', name_bg: 'Подстригване', name_en: 'Cut', duration: 60, price: 30, currency: 'EUR' },
  },
  {
    table: 'services',
    id: 'colour',
    doc: {
      ...{
        name: 'Боя',
        name_bg: 'Боя',
        name_en: 'Colour',
        duration: 120,
        price: 80,
        processing_after: 30,
        processing_minutes: 45,
      },
      ...{ buffer_after: 10, own_terms: '[["eva",90,75.5,"EUR"]]' },
    },
  },
  { table: 'services', id: 'hidden', doc: { name: 'Скрита', show_online: false } },
];

/** Its proof is none: a test that books often need not look for one each time. The database takes it where `spareProofs` was called. */
export const SPARED = 'spared';
export const spareProofs = (db: Database) =>
  db.sql.unsafe(`alter function private.work_of(text) rename to work_that_was_done;
    create function private.work_of(p_text text) returns integer language sql immutable set search_path = '' as $$
      select case when p_text like '%|${SPARED}' then 32 else private.work_that_was_done(p_text) end $$`);

/** @param page what the page is switched on with */
export async function onlineSalon(db: Database, page: Record<string, unknown> = {}): Promise<OnlineSalon> {
  const { owner, salonId } = await db.salon();
  const verdicts = await db.push(owner, salonId, ROWS);
  const refused = verdicts.find(({ v }) => v !== 'applied');
  if (refused) throw new Error(JSON.stringify(refused));
  await db.sql`update salon_approvals set status = 'approved' where salon_id = ${salonId}`;
  await db.sql`update salons set any_barber = true where id = ${salonId}`;
  const slug = `salon-${salonId}`;
  const device = randomUUID();
  const salon = { db, owner, salonId, slug, device };
  await report(salon);
  await setPage(salon, { slug, enabled: true, phone: '02 123 4567', ...page });
  // Long enough for every device to report as often as with a page.
  await db.sql`update private.booking_pages set on_since = now() - interval '3 days' where salon_id = ${salonId}`;
  return salon;
}

/** A device of somebody says what it has. @param rev the head by default */
export async function report(
  { db, salonId, owner, device }: OnlineSalon,
  { who = owner, id = device, rev = null as number | null, unsent = 0, visible = true } = {},
): Promise<number> {
  const head = rev ?? Number((await db.sql`select rev from sync_heads where salon_id = ${salonId}`)[0]?.rev);
  const [row] = await db.as(
    who,
    (sql) =>
      sql`select (report_device(${salonId}, ${id}, 'Chrome', '1', ${head}, ${unsent}, ${visible}) ->> 'every')::int as every`,
  );
  return row?.every as number;
}

export const setPage = async ({ db, owner, salonId }: OnlineSalon, page: Record<string, unknown>) => {
  const [row] = await db.as(
    owner,
    (sql) => sql`select set_booking_page(${salonId}, ${sql.json(page as postgres.JSONValue)}) as answer`,
  );
  return row?.answer as Record<string, unknown>;
};

/** That device spoke last so many minutes ago, and wrote an event an hour before that. */
export const silentSince = ({ db }: OnlineSalon, id: string, minutes: number) =>
  db.sql`update private.devices set last_seen = now() - make_interval(mins => ${minutes}),
    wrote_at = now() - make_interval(mins => ${minutes + 60}) where id = ${id}`;

/** A booking of the desk; returns its verdict. */
export const deskBooks = ({ db, owner, salonId }: OnlineSalon, id: string, resource: string, start: string, minutes = 60) =>
  db.pushOne(owner, salonId, {
    table: 'events',
    id,
    doc: {
      ...{ resource_id: resource, service_id: 'cut', status: 'booked', start_time: start },
      end_time: new Date(Date.parse(start) + minutes * 60_000).toISOString(),
    },
  });

// ---- a stranger ---------------------------------------------------------------------------------------------------------

export interface Wish {
  slug: string;
  request: string;
  services: string[] | null;
  resource: string | null;
  start: string | null;
  name: string | null;
  phone: string | null;
  email: string | null;
  note: string | null;
  language: string | null;
  policy: string | null;
  work: string | null;
}

let phones = 0;
export const newPhone = (): string => `+35988${String(1_000_000 + phones++).padStart(7, '0')}`;

/** How many zero bits the proof of a nonce begins with, up to 32. */
export const zerosOf = ({ request, slug, start, phone }: Wish, nonce: string): number =>
  Math.clz32(
    createHash('sha256')
      .update(proofText(request, slug, start ?? '', phone ?? '', nonce))
      .digest()
      .readUInt32BE(0),
  );

/** Finds a nonce whose proof has so many zero bits, or more. */
export function proof(asked: Wish, bits: number): string {
  for (let nonce = 0; ; nonce++) if (zerosOf(asked, String(nonce)) >= bits) return String(nonce);
}

export const wish = ({ slug }: Pick<OnlineSalon, 'slug'>, start: string | null, more: Partial<Wish> = {}): Wish => ({
  ...{ slug, request: randomUUID(), services: ['cut'], resource: 'ana', start, name: 'Мария Иванова', phone: newPhone() },
  ...{ email: null, note: null, language: 'bg', policy: null, work: SPARED },
  ...more,
});

/** As `anon`; `sql` of a transaction that has become it. */
export async function book(sql: postgres.TransactionSql, asked: Wish): Promise<BookAnswer | null> {
  const { slug, request, services, resource, start, name, phone, email, note, language, policy, work } = asked;
  const [row] =
    await sql`select book_online(${slug}, ${request}, ${services}, ${resource}, ${start}::text::timestamptz, ${name}, ${phone}, ${email}, ${note},
    ${language}, ${policy}, ${work}) as answer`;
  return (row?.answer ?? null) as BookAnswer | null;
}

export const bookOnline = ({ db }: Pick<OnlineSalon, 'db'>, asked: Wish): Promise<BookAnswer | null> =>
  db.as(null, (sql) => book(sql, asked));

/** Books, and expects that it becomes this. */
export async function booked(salon: OnlineSalon, asked: Wish, state: BookAnswer['state'] = 'booked'): Promise<BookAnswer> {
  const answer = await bookOnline(salon, asked);
  if (answer?.state !== state) throw new Error(`${JSON.stringify(answer)} is not ${state}`);
  return answer;
}

const asked =
  <A extends unknown[], T>(call: (sql: postgres.TransactionSql, ...of: A) => Promise<postgres.RowList<postgres.Row[]>>) =>
  async ({ db }: Pick<OnlineSalon, 'db'>, ...of: A): Promise<T | null> => {
    const [row] = await db.as(null, (sql) => call(sql, ...of));
    return (row?.answer ?? null) as T | null;
  };

export const publicSalon = asked<[slug: string], PublicSalon>((sql, slug) => sql`select public_salon(${slug}) as answer`);
export const publicBooking = asked<[token: string], PublicBooking>(
  (sql, token) => sql`select public_booking(${token}) as answer`,
);
export const cancelOnline = asked<[token: string], { state: string; phone: string | null }>(
  (sql, token) => sql`select cancel_online(${token}) as answer`,
);
export const moveOnline = asked<[token: string, request: string, start: string, resource: string | null], BookAnswer>(
  (sql, token, request, start, resource) => sql`select move_online(${token}, ${request}, ${start}, ${resource}) as answer`,
);
export const publicSlots = asked<
  [slug: string, services: string[], resource: string | null, from: string, days: number, token?: string],
  PublicSlots
>(
  (sql, slug, services, resource, from, days, token = undefined) =>
    sql`select public_slots(${slug}, ${services}, ${resource}, ${from}, ${days}, ${token ?? null}) as answer`,
);

/** What the salon holds of an online booking, past all rights. */
export async function eventsOf({ db, salonId }: Pick<OnlineSalon, 'db' | 'salonId'>, request: string): Promise<Event[]> {
  const rows = await db.sql`select to_jsonb(w) as row from wire.events w
    where w.salon_id = ${salonId} and (w.id = ${request} or w.visit_id = ${request}) order by w.visit_pos`;
  return rows.map(({ row }) => row as Event);
}
