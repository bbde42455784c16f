/** While the desk has no line: when a salon is silent, what a booking is then, and what ends the waiting. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database, type Person, refusal } from '../support/database.ts';
import {
  at,
  booked,
  bookOnline,
  deskBooks,
  eventsOf,
  type OnlineSalon,
  onlineSalon,
  publicBooking,
  publicSalon,
  publicSlots,
  report,
  setPage,
  silentSince,
  soon,
  spareProofs,
  wish,
} from '../support/online-salon.ts';

let db: Database;
let salon: OnlineSalon;
let colleague: Person;
const PHONE = randomUUID();
beforeAll(async () => {
  db = await Database.open();
  await spareProofs(db);
});
afterAll(() => db.close());
beforeEach(async () => {
  salon = await onlineSalon(db, { min_notice: 0 });
  colleague = await db.member(salon.salonId, 'staff');
});

const isSilent = async () => (await publicSalon(salon, salon.slug))?.silent;
const nobodyWorks = () => db.sql`delete from employee_weekly_shifts where salon_id = ${salon.salonId}`;
const goesDark = (minutes = 8) => silentSince(salon, salon.device, minutes);
const phoneReports = (more: Parameters<typeof report>[1] = {}) => report(salon, { who: colleague, id: PHONE, ...more });
const expire = async () => (await db.sql`select private.let_requests_expire() as n`)[0]?.n as number;
/** What the customer's page says of it. */
const shown = async (token: string | null) => {
  const page = await publicBooking(salon, token ?? '');
  return page?.state === 'cancelled' ? `cancelled by the ${page.by}` : page?.state;
};

/** Somebody of the salon, who has heard of it, writes this into all parts of a booking. */
async function deskSays({ request }: { request: string }, doc: Record<string, unknown>): Promise<void> {
  for (const { id, rev } of await eventsOf(salon, request)) {
    const change = { table: 'events', id, base_rev: rev, doc };
    expect(await db.pushOne(colleague, salon.salonId, change)).toMatchObject({ v: 'applied' });
  }
}

describe('a salon is silent', () => {
  it('while a device that was in use says nothing for five minutes, for 36 hours at most', async () => {
    expect(await isSilent()).toBe(false);
    for (const [minutes, silent] of [
      [4, false],
      [6, true],
      [35 * 60, true],
      [36 * 60 + 1, false],
    ] as const) {
      await goesDark(minutes);
      expect([minutes, await isSilent()]).toEqual([minutes, silent]);
    }
  });

  it('not for a phone in a pocket or a tablet asleep, which said that they are hidden', async () => {
    await report(salon, { visible: false });
    await goesDark(200);
    expect(await isSilent()).toBe(false);
  });

  it('not for a device on which nobody had written an event for twelve hours', async () => {
    await goesDark(30);
    await db.sql`update private.devices set wrote_at = last_seen - interval '12 hours 1 minute' where id = ${salon.device}`;
    expect(await isSilent()).toBe(false);
    await db.sql`update private.devices set wrote_at = last_seen - interval '11 hours' where id = ${salon.device}`;
    expect(await isSilent()).toBe(true);
  });

  it('not when the router was switched off at closing time; with something unsent in it, at night, too', async () => {
    await goesDark(200);
    await nobodyWorks();
    expect(await isSilent()).toBe(false);
    await report(salon, { unsent: 3, visible: false });
    await goesDark(200);
    expect(await isSilent()).toBe(true);
  });

  it('whatever another device reports beside it, and whatever a push of the dark one brings before its report', async () => {
    await goesDark();
    await phoneReports();
    expect(await isSilent()).toBe(true);
    await db.as(salon.owner, async (sql) => {
      await sql`select push_changes(${salon.salonId}, ${sql.json([
        { table: 'events', id: 'first', doc: { resource_id: 'ana', start_time: at(9), end_time: at(9, 13), status: 'booked' } },
      ])}, null, null, ${salon.device})`;
    });
    expect(await isSilent()).toBe(true);
    await report(salon);
    expect(await isSilent()).toBe(false);
  });

  it('not for the device of somebody who is out of the salon, nor for one that was put away, until it speaks again', async () => {
    await phoneReports();
    await silentSince(salon, PHONE, 10);
    expect(await isSilent()).toBe(true);
    await db.sql`update users set salon_id = null where id = ${colleague.id}`;
    expect(await isSilent()).toBe(false);
    await goesDark();
    const manager = await db.member(salon.salonId, 'staff');
    await db.as(manager, (sql) => sql`select put_device_away(${salon.device})`);
    expect(await isSilent()).toBe(false);
    await report(salon);
    await goesDark();
    expect(await isSilent()).toBe(true);
  });

  it('not in the first minutes of a page, in which devices still report as seldom as without one', async () => {
    await setPage(salon, { enabled: false });
    expect(await report(salon)).toBe(600);
    await setPage(salon, { enabled: true });
    await goesDark(7);
    expect(await isSilent()).toBe(false);
    await goesDark(13);
    expect(await isSilent()).toBe(true);
    expect(await report(salon)).toBe(120);
  });

  it('and nobody else puts its devices away', async () => {
    const stranger = (await db.salon()).owner;
    const refused = await refusal(db.as(stranger, (sql) => sql`select put_device_away(${salon.device})`));
    expect(refused).toMatchObject({ code: 'P0001', hint: 'device' });
  });
});

describe('while it is silent', () => {
  beforeEach(() => goesDark());

  it('a start within 24 hours is a request until an hour before, one later is booked, one within 75 minutes is not offered', async () => {
    const start = soon(5);
    const near = await booked(salon, wish(salon, start), 'requested');
    expect([near.waits_for, near.until]).toEqual(['desk', new Date(Date.parse(start) - 3_600_000).toISOString()]);
    const asked = wish(salon, at(3));
    expect(await booked(salon, asked)).toMatchObject({ waits_for: null, until: null });
    expect((await bookOnline(salon, wish(salon, soon(1), { resource: 'eva' })))?.state).toBe('too_soon');
    const slots = await publicSlots(salon, salon.slug, ['cut'], 'eva', at(0).slice(0, 10), 2);
    expect(slots?.silent).toBe(true);
    expect(Date.parse(slots?.starts[0] ?? '') - Date.now()).toBeGreaterThan(74 * 60_000);
    const [event] = await eventsOf(salon, asked.request);
    expect(event).toMatchObject({ requested_until: null, status: 'booked' });
  });

  it('a request takes its time like a booking', async () => {
    const start = soon(5);
    await booked(salon, wish(salon, start), 'requested');
    expect((await bookOnline(salon, wish(salon, start)))?.state).toBe('taken');
  });

  it('becomes booked once the dark device is back, has sent all and pulled past it; and not before', async () => {
    const asked = wish(salon, soon(5));
    const { token } = await booked(salon, asked, 'requested');
    await phoneReports();
    expect(await shown(token)).toBe('requested');
    await report(salon, { unsent: 2 });
    await phoneReports();
    expect(await shown(token)).toBe('requested');
    await db.sql`update private.devices set wrote_at = now() where id = ${salon.device}`;
    await report(salon, { rev: 1 });
    await phoneReports();
    expect(await shown(token)).toBe('requested');
    await report(salon);
    expect(await shown(token)).toBe('booked');
    expect((await eventsOf(salon, asked.request))[0]).toMatchObject({ status: 'booked', requested_until: null });
  });

  it('stays a request where the desk had booked that time, also in a room of which there is one', async () => {
    await db.sql`update salon_settings set rooms = '[["chair","Стол",1]]' where salon_id = ${salon.salonId}`;
    await db.sql`update services set room_id = 'chair' where salon_id = ${salon.salonId} and id = 'colour'`;
    const [over, room, free] = [
      wish(salon, soon(5)),
      wish(salon, soon(8), { services: ['colour'] }),
      wish(salon, soon(12), { services: ['colour'] }),
    ];
    const tokens = [];
    for (const asked of [over, room, free]) tokens.push((await booked(salon, asked, 'requested')).token);
    await deskBooks(salon, 'over', 'ana', new Date(Date.parse(over.start ?? '') + 1_800_000).toISOString());
    await deskBooks(salon, 'chair', 'eva', room.start ?? '');
    await db.sql`update events set service_id = 'colour' where salon_id = ${salon.salonId} and id = 'chair'`;
    await report(salon);
    expect(await Promise.all(tokens.map(shown))).toEqual(['requested', 'requested', 'booked']);
    await db.sql`update events set deleted = true where salon_id = ${salon.salonId} and id in ('over', 'chair')`;
    await report(salon);
    expect(await Promise.all(tokens.map(shown))).toEqual(['booked', 'booked', 'booked']);
  });

  it('is not waited for any more once the device is put away', async () => {
    const { token } = await booked(salon, wish(salon, soon(5)), 'requested');
    await db.as(colleague, (sql) => sql`select put_device_away(${salon.device})`);
    expect(await shown(token)).toBe('booked');
  });

  it('is not waited for any more once the device has said nothing for 36 hours', async () => {
    const { token } = await booked(salon, wish(salon, soon(5)), 'requested');
    await goesDark(35 * 60);
    await phoneReports();
    expect(await shown(token)).toBe('requested');
    await goesDark(36 * 60 + 1);
    await phoneReports();
    expect(await shown(token)).toBe('booked');
  });

  it('waits on at closing time, when the salon is not silent any more', async () => {
    const { token } = await booked(salon, wish(salon, soon(5)), 'requested');
    await nobodyWorks();
    expect(await isSilent()).toBe(false);
    await phoneReports();
    expect(await shown(token)).toBe('requested');
  });

  it('expires when nobody confirms it, which the customer is told; who confirms it later meets a conflict', async () => {
    const asked = wish(salon, soon(5), { services: ['cut', 'colour'] });
    const { token } = await booked(salon, asked, 'requested');
    expect(await expire()).toBe(0);
    const [event] = await eventsOf(salon, asked.request);
    await db.sql`update events set requested_until = now() - interval '1 second' where salon_id = ${salon.salonId} and source = 'online'`;
    await report(salon);
    expect(await expire()).toBe(2);
    expect(await shown(token)).toBe('expired');
    expect(await expire()).toBe(0);
    const verdict = await db.pushOne(salon.owner, salon.salonId, {
      ...{ table: 'events', id: asked.request, base_rev: event?.rev as number, doc: { requested_until: null } },
    });
    expect(verdict).toMatchObject({ v: 'conflict', row: { status: 'cancelled' } });
    expect((await bookOnline(salon, wish(salon, asked.start)))?.state).toBe('booked');
  });

  it('declined, and that taken back, waits for the dark device as before', async () => {
    const asked = wish(salon, soon(5), { services: ['cut', 'colour'] });
    const { token } = await booked(salon, asked, 'requested');
    await deskSays(asked, { status: 'cancelled' });
    await phoneReports();
    expect(await shown(token)).toBe('cancelled by the salon');
    await deskSays(asked, { status: 'booked' });
    await phoneReports();
    expect(await publicBooking(salon, token ?? '')).toMatchObject({ state: 'requested', waits_for: 'desk' });
    await report(salon);
    expect(await shown(token)).toBe('booked');
  });

  it('is confirmed or declined by the desk alone, and the customer is told', async () => {
    const [yes, no, gone] = [wish(salon, soon(5)), wish(salon, soon(7)), wish(salon, soon(9))];
    const tokens = [];
    for (const asked of [yes, no, gone]) tokens.push((await booked(salon, asked, 'requested')).token);
    await deskSays(yes, { requested_until: null });
    await deskSays(no, { status: 'cancelled' });
    await deskSays(gone, { deleted: true });
    expect(await Promise.all(tokens.map(shown))).toEqual(['booked', 'cancelled by the salon', 'cancelled by the salon']);
    await report(salon);
    expect(await Promise.all(tokens.map(shown))).toEqual(['booked', 'cancelled by the salon', 'cancelled by the salon']);
  });
});

it('a salon that confirms everything by hand has requests of all starts, which no device settles', async () => {
  await setPage(salon, { approve: 'all' });
  const far = await booked(salon, wish(salon, at(5)), 'requested');
  expect(far.waits_for).toBe('approval');
  expect(Date.parse(far.until ?? '') - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
  expect(Date.parse(far.until ?? '') - Date.now()).toBeLessThan(24.1 * 3_600_000);
  expect((await bookOnline(salon, wish(salon, soon(1))))?.state).toBe('too_soon');
  await report(salon);
  expect(await shown(far.token)).toBe('requested');
});

it('a stylist who works alone with the phone in the pocket has bookings, all day', async () => {
  await report(salon, { visible: false });
  for (const minutes of [6, 90, 600, 1500]) {
    await goesDark(minutes);
    const { token } = await booked(salon, wish(salon, soon(minutes / 60 + 2)));
    expect(await shown(token)).toBe('booked');
  }
});

it('the customer is told when the salon has it: once a device has pulled past it', async () => {
  const { token } = await booked(salon, wish(salon, at(4)));
  const seen = async () => (await publicBooking(salon, token ?? ''))?.seen_at;
  expect(await seen()).toBeNull();
  await phoneReports({ rev: 1 });
  expect(await seen()).toBeNull();
  const admin = await db.signUp();
  await db.sql`update users set role = 'admin' where id = ${admin.id}`;
  await report(salon, { who: admin, id: randomUUID() });
  expect(await seen()).toBeNull();
  await phoneReports();
  const first = await seen();
  expect(Math.abs(Date.parse(first ?? '') - Date.now())).toBeLessThan(60_000);
  await report(salon);
  expect(await seen()).toBe(first);
});
