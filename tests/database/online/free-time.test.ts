/**
 * Free time: the database finds the places for a visit that src/domain/booking/visit-slots.ts finds, at every instant and with the same
 * employees. On random days, at least half of them beside a change of the clock, in the zones of the settings and in odd ones.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExtraTimes } from '#domain/booking/busy-spans.ts';
import { salonDaysOf } from '#domain/booking/open-days.ts';
import type { Timed } from '#domain/booking/overlap.ts';
import { type Rooms, roomsByService } from '#domain/booking/taken-rooms.ts';
import { freeVisits, type LegSearch } from '#domain/booking/visit-slots.ts';
import { effectiveConfig } from '#domain/records/salon-config.ts';
import { type OverrideSets, overrideKey, type WeeklySets, weeklyKey } from '#domain/shifts/availability.ts';
import { holidayDates } from '#domain/time/holidays.ts';
import { addDays, dayBounds, type LocalDate, MINUTES_OF_DAY, minutesBetween } from '#domain/time/time.ts';
import { TIME_ZONES } from '#schemas/constants.ts';
import { type OverrideInterval, overrideIntervalsText, type ShiftInterval, shiftIntervalsText } from '#schemas/intervals.ts';
import { type Room, roomsText } from '#schemas/rooms.ts';
import { type ClosedDays, closedDaysText, HOLIDAYS, type OpeningInterval, openingHoursText } from '#schemas/salon-days.ts';
import { Database } from '../support/database.ts';

/** Searches that are compared; GREBEN_FREE_TIME asks for another number of them. */
const SEARCHES = Number(process.env.GREBEN_FREE_TIME ?? (process.env.GREBEN_ALL ? 2_000 : 300));
const ODD_ZONES = [
  ...['America/Havana', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Beirut'],
  ...['America/Santiago', 'Asia/Kathmandu', 'Pacific/Chatham', 'America/Asuncion'],
];
const MINUTE = 60_000;
const FIRST_DAY = '2026-01-01';
const LAST_DAY = 600;

/** Tells if a zone's clock changes on a day. */
function hasChange(date: LocalDate, zone: string): boolean {
  const { from, to } = dayBounds(date, zone);
  return minutesBetween(from, to) !== MINUTES_OF_DAY;
}
const daysOfChange = new Map<string, LocalDate[]>();
function changesOf(zone: string): LocalDate[] {
  const known = daysOfChange.get(zone);
  if (known) return known;
  const found = Array.from({ length: LAST_DAY }, (_, n) => addDays(FIRST_DAY, n)).filter((date) => hasChange(date, zone));
  daysOfChange.set(zone, found);
  return found;
}

let db: Database;
let salonId: number;
beforeAll(async () => {
  db = await Database.open();
  ({ salonId } = await db.salon());
});
afterAll(() => db.close());

/** Mulberry32: the same days in every run. */
let seed = 0;
function random(): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
}
const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
const one = <T>(list: readonly T[]): T => list[between(0, list.length - 1)] as T;
const chance = (of: number) => random() < of;
const several = <T>(most: number, make: (n: number) => T) => Array.from({ length: between(1, most) }, (_, n) => make(n));
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** Often at night, when clocks change, and often over midnight. */
function times(): ShiftInterval {
  const start = one([0, 60, 90, 120, 150, 180, 480, 540, 600, 780, 1080, 1320, 1380, 1425, between(0, 1439)]);
  const end = one([60, 120, 150, 180, 240, 720, 1020, 1080, 1200, 1320, 0, between(0, 1439)]);
  return { start: clock(start), end: clock(end === start ? (end + 60) % 1440 : end) };
}

interface Search {
  readonly zone: string;
  readonly date: LocalDate;
  readonly days: number;
  readonly step: number;
  readonly from: string;
  readonly weekly: WeeklySets;
  readonly overrides: OverrideSets;
  readonly events: readonly Timed[];
  readonly hours: string | null;
  readonly closed: string | null;
  readonly rooms: readonly Room[];
  readonly services: readonly { readonly id: string; readonly room_id: string | null }[];
  readonly legs: readonly LegSearch[];
}

function closedDays(date: LocalDate): ClosedDays {
  const day = addDays(date, between(-2, 3));
  if (chance(0.4)) return { kind: 'dates', from: day, to: addDays(day, between(0, 2)), name: '' };
  return chance(0.5) ? { kind: 'yearly', day: day.slice(5), name: '' } : { kind: 'holiday', holiday: one(HOLIDAYS) };
}

function eventOf(n: number, resource: string, date: LocalDate, days: number, services: Search['services']): Timed {
  const start = Date.parse(`${date}T00:00:00Z`) + between(-36 * 60, (days + 2) * 1440) * MINUTE;
  const waiting = chance(0.3) ? between(5, 90) : 0;
  return {
    ...{ id: `e${n}${resource}`, resource_id: resource, service_id: chance(0.8) ? one(services).id : null },
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + one([15, 30, 45, 60, 105, 240, between(5, 600)]) * MINUTE).toISOString(),
    type: one(['appointment', 'appointment', 'appointment', 'blocking']),
    status: one(['booked', 'booked', null, 'completed', 'cancelled', 'no-show']),
    ...{ deleted: chance(0.08), visit_id: chance(0.3) ? one(['v', 'w']) : null },
    ...{ processing_after: waiting ? between(0, 60) : 0, processing_minutes: waiting },
    buffer_after: chance(0.3) ? between(5, 240) : 0,
  };
}

const extraTimes = (): ExtraTimes =>
  chance(0.5)
    ? { processing_after: between(0, 40), processing_minutes: between(0, 60), buffer_after: chance(0.5) ? between(0, 60) : 0 }
    : {};

function search(): Search {
  const zone = chance(0.6) ? one(TIME_ZONES) : one(ODD_ZONES);
  const changes = changesOf(zone);
  const date =
    changes.length > 0 && chance(0.85) ? addDays(one(changes), between(-1, 1)) : addDays(FIRST_DAY, between(0, LAST_DAY));
  const days = between(1, 2);
  const team = ['a', 'b', 'c'].slice(0, between(1, 3));
  const rooms = chance(0.4) ? [{ id: 'laser', name: 'Лазер', count: between(1, 2) }] : [];
  const services = ['s0', 's1', 's2'].map((id) => ({ id, room_id: one([null, 'laser', 'none']) }));
  const weekly = new Map<string, ShiftInterval[]>();
  const overrides = new Map<string, OverrideInterval[]>();
  for (const resource of team) {
    for (let day = 0; day < 7; day++) if (chance(0.85)) weekly.set(weeklyKey(resource, day), several(3, times));
    for (let day = -2; day <= days + 2; day++) {
      const other = (): OverrideInterval =>
        chance(0.2) ? { start: null, end: null, type: 'time_off' } : { ...times(), type: one(['time_off', 'additional_shift']) };
      if (chance(0.45)) overrides.set(overrideKey(resource, addDays(date, day)), several(3, other));
    }
  }
  const hours = chance(0.4)
    ? [0, 1, 2, 3, 4, 5, 6].flatMap((weekday): OpeningInterval[] =>
        chance(0.85) ? several(2, () => ({ weekday, ...times() })) : [],
      )
    : [];
  const closed = chance(0.4) ? several(2, () => closedDays(date)) : [];
  const distinct = [...new Map(closed.map((one) => [JSON.stringify({ ...one, name: null }), one])).values()];
  return {
    ...{ zone, date, days, step: one([5, 10, 15, 20, 30]), weekly, overrides, rooms, services },
    ...{ hours: openingHoursText(hours), closed: closedDaysText(distinct) },
    from: new Date(Date.parse(`${date}T00:00:00Z`) + between(-20, 20) * 3_600_000).toISOString(),
    events: team.flatMap((resource) => several(14, (n) => eventOf(n, resource, date, days, services))),
    legs: several(3, () => ({
      room: chance(0.5) ? (rooms[0] ?? null) : null,
      offers: team
        .filter(() => chance(0.8))
        .map((resourceId) => ({ resourceId, minutes: one([15, 30, 60, 105, 5]), times: extraTimes() })),
    })),
  };
}

/** Writes what a search reads, past the triggers: an import may have brought what no form takes. */
async function write({ weekly, overrides, events, hours, closed, rooms, services }: Search): Promise<void> {
  const weekRows = [...weekly].map(([key, set]) => {
    const text = shiftIntervalsText(set);
    const [[start, end]] = JSON.parse(text) as [[string, string]];
    const [resource_id, weekday] = key.split('/');
    return { id: `${key}/0`, resource_id, weekday, start_time: start, end_time: end, intervals: text };
  });
  const dayRows = [...overrides].map(([key, set]) => {
    const text = overrideIntervalsText(set);
    const [[start, end, type]] = JSON.parse(text) as [[string | null, string | null, string]];
    const [resource_id, date] = key.split('/');
    return { id: `${key}/0`, resource_id, date, type, start_time: start, end_time: end, intervals: text };
  });
  await db.sql.begin(async (sql) => {
    const rows = (list: readonly object[]) => sql.json(list as never);
    await sql`set local session_replication_role = replica`;
    for (const table of ['employee_weekly_shifts', 'employee_day_overrides', 'events', 'services'])
      await sql`delete from ${sql(table)} where salon_id = ${salonId}`;
    await sql`update salon_settings set opening_hours = ${hours}, closed_days = ${closed}, rooms = ${roomsText(rooms)}
      where salon_id = ${salonId}`;
    await sql`insert into services (salon_id, id, name, room_id)
      select ${salonId}, r.id, r.id, r.room_id from jsonb_populate_recordset(null::services, ${rows(services)}) r`;
    await sql`insert into employee_weekly_shifts (salon_id, id, resource_id, weekday, start_time, end_time, intervals)
      select ${salonId}, r.id, r.resource_id, r.weekday, r.start_time, r.end_time, r.intervals
      from jsonb_populate_recordset(null::employee_weekly_shifts, ${rows(weekRows)}) r`;
    await sql`insert into employee_day_overrides (salon_id, id, resource_id, date, type, start_time, end_time, intervals)
      select ${salonId}, r.id, r.resource_id, r.date, r.type, r.start_time, r.end_time, r.intervals
      from jsonb_populate_recordset(null::employee_day_overrides, ${rows(dayRows)}) r`;
    await sql`insert into events (salon_id, id, resource_id, service_id, visit_id, start_time, end_time, type, status, deleted,
        processing_after, processing_minutes, buffer_after)
      select ${salonId}, r.id, r.resource_id, r.service_id, r.visit_id, r.start_time, r.end_time, r.type, r.status, r.deleted,
        r.processing_after, r.processing_minutes, r.buffer_after
      from jsonb_populate_recordset(null::events, ${rows(events)}) r`;
  });
}

const roomsOf = ({ rooms, services }: Search): Rooms => roomsByService(rooms, services);

/** As the device finds them: `2026-03-29T00:15:00.000Z a,b`. */
function ours(asked: Search): string[] {
  const { date, days, zone, step, from, events, weekly, overrides, legs, hours, closed } = asked;
  if (legs.some(({ offers }) => offers.length === 0)) return [];
  const found = freeVisits({
    ...{ date, days, zone, interval: step, from, events, weekly, overrides, legs, count: Number.POSITIVE_INFINITY },
    ...{ open: salonDaysOf(hours, closed), rooms: roomsOf(asked) },
  });
  return found.map((visit) => `${visit[0]?.start} ${visit.map(({ resourceId }) => resourceId).join()}`);
}

async function theirs({ date, days, zone, step, from, legs }: Search): Promise<string[]> {
  const asked = legs.map(({ room, offers }) => ({
    ...{ room: room?.id ?? null, count: room?.count ?? null },
    offers: offers.map(({ resourceId, minutes, times = {} }) => ({
      ...{ resource: resourceId, minutes, after: times.processing_after ?? 0 },
      ...{ wait: times.processing_minutes ?? 0, buffer: times.buffer_after ?? 0 },
    })),
  }));
  const rows = await db.sql<{ start: string; path: number[] }[]>`select private.iso(f.start) as start, f.path
    from private.free_visits(${salonId}, ${zone}, ${date}, ${days}, ${step}, ${from}, ${db.sql.json(asked as never)}) f`;
  return rows.map(({ start, path }) => `${start} ${path.map((at, leg) => asked[leg]?.offers[at - 1]?.resource).join()}`);
}

/** Tells if the clock changes on a day that is searched, on the evening before or in the night after. */
const isBesideChange = ({ date, days, zone }: Search) =>
  Array.from({ length: days + 2 }, (_, n) => addDays(date, n - 1)).some((day) => hasChange(day, zone));

/** Compares so many searches from a seed on; returns those that differ, how many starts there were, and how many lay beside a change. */
async function compare(count: number, from: number) {
  seed = from;
  const different: { n: number; asked: Search; onlyOurs: string[]; onlyTheirs: string[] }[] = [];
  let starts = 0;
  let besideChange = 0;
  for (let n = 0; n < count; n++) {
    const asked = search();
    await write(asked);
    const [a, b] = [ours(asked), await theirs(asked)];
    starts += a.length;
    if (isBesideChange(asked)) besideChange += 1;
    if (a.join() === b.join()) continue;
    different.push({ n, asked, onlyOurs: a.filter((x) => !b.includes(x)), onlyTheirs: b.filter((x) => !a.includes(x)) });
  }
  return { different, starts, besideChange };
}

it('the places for a visit, on random days', async () => {
  const { different, starts, besideChange } = await compare(SEARCHES, 20_261_124);
  const first = different.slice(0, 2).map(({ n, asked, onlyOurs, onlyTheirs }) => ({
    ...{ n, zone: asked.zone, date: asked.date, legs: asked.legs, hours: asked.hours, closed: asked.closed },
    ...{ onlyOurs: onlyOurs.slice(0, 5), onlyTheirs: onlyTheirs.slice(0, 5) },
  }));
  expect({ different: different.length, first }).toEqual({ different: 0, first: [] });
  expect(starts).toBeGreaterThan(SEARCHES * 5);
  expect(besideChange).toBeGreaterThanOrEqual(SEARCHES / 2);
}, 1_800_000);

it('would be others if a day of the clock change had no second part', async () => {
  const [found] = await db.sql`select pg_get_functiondef('private.even_parts(date, text)'::regprocedure) as text`;
  const text = found?.text as string;
  const without = text.replace('if change is not null then', 'if false then');
  expect(without).not.toBe(text);
  await db.sql.unsafe(without);
  try {
    expect((await compare(100, 20_261_124)).different.length).toBeGreaterThan(3);
  } finally {
    await db.sql.unsafe(text);
  }
});

it('the public holidays of a hundred years', async () => {
  const rows = await db.sql<{ holiday: string; dates: string[] }[]>`
    select y || ' ' || h.holiday as holiday, array_agg(h.date::text order by h.date) as dates
    from generate_series(1990, 2089) y, private.holidays_of(y) h group by y, h.holiday`;
  const expected = Array.from({ length: 100 }, (_, n) => 1990 + n).flatMap((year) =>
    HOLIDAYS.map((holiday) => [`${year} ${holiday}`, holidayDates(holiday, year)] as const),
  );
  const has = new Map(rows.map(({ holiday, dates }) => [holiday, dates]));
  for (const [name, dates] of expected) expect([name, has.get(name) ?? []]).toEqual([name, dates]);
});

it('the salon’s settings are those that the app takes', async () => {
  const other = (await db.salon()).salonId;
  const both = async () => {
    const [sql] = await db.sql`select c.* from private.salon_config(${other}) c`;
    const rows = await db.sql`select (select to_jsonb(w) from wire.salons w where w.salon_id = ${other}) as salon,
      (select to_jsonb(w) from wire.salon_settings w where w.salon_id = ${other} and not w.deleted) as settings`;
    const { salon, settings } = rows[0] as unknown as { salon: never; settings: never };
    const { timezone, interval, language } = effectiveConfig(salon, settings);
    return [
      { zone: sql?.zone, step: sql?.step, language: sql?.language },
      { zone: timezone, step: interval, language },
    ];
  };
  const agree = async (what: string) => {
    const [a, b] = await both();
    expect(a, what).toEqual(b);
    return a;
  };
  await db.sql`update salons set timezone = 'Asia/Tokyo', interval_calendar = 30, language = 'en', no_show_policy = 'A' where id = ${other}`;
  await db.sql`update salon_settings set no_show_policy = null where salon_id = ${other}`;
  expect(await agree('settings')).toEqual({ zone: 'Europe/Sofia', step: 15, language: 'en' });
  const policy = async () => (await db.sql`select policy from private.salon_config(${other})`)[0]?.policy as string | null;
  expect(await policy()).toBeNull();
  await db.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`update salon_settings set timezone = 'No/Such_Zone' where salon_id = ${other}`;
  });
  expect(await agree('a zone that nobody knows')).toMatchObject({ zone: 'Asia/Tokyo' });
  await db.sql`delete from salon_settings where salon_id = ${other}`;
  expect(await agree('no settings')).toEqual({ zone: 'Asia/Tokyo', step: 30, language: 'en' });
  expect(await policy()).toBe('A');
});
