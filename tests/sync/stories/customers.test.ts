/** Customers book while devices of the salon lose their line, come back, wake without one, or sleep. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { openOverlaps } from '#domain/booking/agreed-overlaps.ts';
import type { Event } from '#schemas/events.ts';
import type { BookAnswer, PublicBooking } from '#schemas/online.ts';
import {
  bookOnline,
  cancelOnline,
  type OnlineSalon,
  publicBooking,
  setPage,
  silentSince,
  soon,
  spareProofs,
  wish,
} from '../../database/support/online-salon.ts';
import { booking, type Device } from '../devices.ts';
import { allAgree, database, salon, sqlStories } from './sql-stories.ts';

sqlStories();
beforeAll(() => spareProofs(database));

const HOUR = 3_600_000;
const WHOLE_DAY = [
  ['00:00', '12:00'],
  ['12:00', '00:00'],
] as const;
/** The id under which the server knows each device. */
const ids = new Map<Device, string>();
const idOf = (device: Device): string => {
  const id = ids.get(device) ?? randomUUID();
  ids.set(device, id);
  return id;
};

/** The device reports itself as the app does after a round. */
async function reports(device: Device, { visible = true, wrote = true } = {}): Promise<void> {
  const person = salon.people.get(device.name) ?? salon.owner;
  const { rev } = device.status;
  await database.as(
    person,
    (sql) =>
      sql`select report_device(${salon.id}, ${idOf(device)}, ${device.name}, '1', ${rev}, ${device.pending.length}, ${visible})`,
  );
  // A push of the app names its device; those of these stories name none.
  await database.sql`update private.devices set wrote_at = ${wrote ? new Date() : null} where id = ${idOf(device)}`;
}

/** A salon that customers see, where both employees work at these hours. */
async function published(hours: readonly (readonly [string, string])[] = WHOLE_DAY): Promise<OnlineSalon> {
  const week = ['ana', 'boris'].flatMap((resource_id) =>
    Array.from({ length: 7 }, (_, weekday) => ({
      table: 'employee_weekly_shifts' as const,
      id: `${resource_id}/${weekday}/0`,
      doc: { resource_id, weekday, start_time: hours[0]?.[0], end_time: hours[0]?.[1], intervals: JSON.stringify(hours) },
    })),
  );
  await database.push(salon.owner, salon.id, week);
  await database.sql`update salon_approvals set status = 'approved' where salon_id = ${salon.id}`;
  const slug = `salon-${salon.id}`;
  const page: OnlineSalon = { db: database, owner: salon.owner, salonId: salon.id, slug, device: randomUUID() };
  // One device that reports; it is a phone in a pocket.
  await database.as(salon.owner, (sql) => sql`select report_device(${salon.id}, ${page.device}, 'Телефон', '1', 0, 0, false)`);
  await setPage(page, { slug, enabled: true, min_notice: 0, cancel_until: 0, phone: '02 123 4567' });
  // Everybody has known for long that the page is on.
  await database.sql`update private.booking_pages set on_since = null where salon_id = ${salon.id}`;
  return page;
}

const asks = async (page: OnlineSalon, start: string): Promise<BookAnswer> =>
  (await bookOnline(page, wish(page, start))) as BookAnswer;
const sees = async (page: OnlineSalon, { token }: BookAnswer): Promise<PublicBooking> =>
  (await publicBooking(page, token ?? '')) as PublicBooking;
const at = (start: string, more = {}) =>
  booking({ start_time: start, end_time: new Date(Date.parse(start) + HOUR / 2).toISOString(), status: 'booked', ...more });
/** The questions about overlaps that this device asks. */
const overlapsOn = (device: Device) =>
  openOverlaps(device.rows('events') as unknown as readonly Event[] as never, new Date().toISOString());
const onlineOn = (device: Device) => device.rows('events').filter(({ source }) => source === 'online');

/** A tablet at the desk, in use, that has lost its line for so many minutes. */
async function darkTablet(minutes: number, write?: (tablet: Device) => Promise<void>): Promise<Device> {
  const tablet = await salon.device('tablet');
  await salon.settled();
  await reports(tablet);
  tablet.offline();
  await write?.(tablet);
  await silentSince({ db: database } as OnlineSalon, idOf(tablet), minutes);
  return tablet;
}

it('a tablet without a line has booked the time that a customer asks for: one question on each device, nothing lost', async () => {
  const page = await published();
  const start = soon(5);
  const phone = await salon.device('phone');
  const tablet = await darkTablet(8, (device) => device.write('events', 'mine', at(start)));
  const answer = await asks(page, start);
  expect(answer).toMatchObject({ state: 'requested', waits_for: 'desk' });
  expect(await sees(page, answer)).toMatchObject({ state: 'requested', waits_for: 'desk', seen_at: null });
  // A phone in touch beside it vouches for nothing.
  await phone.sync();
  await reports(phone);
  expect(await sees(page, answer)).toMatchObject({ state: 'requested', seen_at: expect.any(String) });
  tablet.online();
  await salon.settled();
  await reports(tablet);
  await salon.settled();
  for (const device of [phone, tablet]) {
    expect(overlapsOn(device)).toHaveLength(1);
    expect(onlineOn(device)).toMatchObject([{ status: 'booked', requested_until: expect.any(String) }]);
    expect(device.row('events', 'mine')).toMatchObject({ start_time: start });
  }
  expect(await sees(page, answer)).toMatchObject({ state: 'requested' });
  // Only a person decides: the one who knows both declines the request.
  const [request] = onlineOn(tablet);
  await tablet.write('events', request?.id ?? '', { status: 'cancelled' });
  await salon.settled();
  expect(await sees(page, answer)).toMatchObject({ state: 'cancelled', by: 'salon' });
  await allAgree();
});

it('a request whose time is free becomes booked once the dark tablet is back, has pulled it and has nothing unsent', async () => {
  const page = await published();
  const start = soon(5);
  const tablet = await darkTablet(8, (device) => device.write('events', 'mine', at(soon(9))));
  const answer = await asks(page, start);
  expect(answer.state).toBe('requested');
  tablet.online();
  // It reports before it has sent and pulled: nothing is settled by that.
  await reports(tablet);
  expect(await sees(page, answer)).toMatchObject({ state: 'requested' });
  await salon.settled();
  await reports(tablet);
  expect(await sees(page, answer)).toMatchObject({ state: 'booked', until: null });
  await salon.settled();
  expect(onlineOn(tablet)).toMatchObject([{ status: 'booked', requested_until: null, pending: 0 }]);
  await allAgree();
});

it('confirmed without a line after the server has let it run out: a conflict that says both', async () => {
  const page = await published();
  const start = soon(5);
  const desk = await salon.device('desk');
  await darkTablet(8);
  const answer = await asks(page, start);
  await desk.sync();
  const [request] = onlineOn(desk);
  desk.offline();
  await desk.write('events', request?.id ?? '', { requested_until: null });
  await database.sql`update events set requested_until = now() - interval '1 minute' where salon_id = ${salon.id} and source = 'online'`;
  await database.sql`select private.let_requests_expire()`;
  expect(await sees(page, answer)).toMatchObject({ state: 'expired' });
  desk.online();
  await desk.sync();
  expect(desk.issues).toMatchObject([
    {
      kind: 'field',
      group: ['status', 'requested_until'],
      ours: { status: 'booked', requested_until: null, source: 'online' },
      server: { status: 'cancelled' },
    },
  ]);
  // Ours is kept, as the sync center does it: the customer sees a booking again.
  await desk.write('events', request?.id ?? '', { status: 'booked', requested_until: null });
  await salon.settled();
  expect(await sees(page, answer)).toMatchObject({ state: 'booked' });
});

it('confirmed without a line in time, it is booked for the customer once that arrives', async () => {
  const page = await published();
  const desk = await salon.device('desk');
  await darkTablet(8);
  const answer = await asks(page, soon(5));
  await desk.sync();
  const [request] = onlineOn(desk);
  desk.offline();
  await desk.write('events', request?.id ?? '', { requested_until: null });
  expect(await sees(page, answer)).toMatchObject({ state: 'requested' });
  desk.online();
  await desk.sync();
  expect(desk.issues).toEqual([]);
  expect(await sees(page, answer)).toMatchObject({ state: 'booked' });
});

it.each(['mine', 'theirs'])(
  'declined without a line while it became booked by itself: a conflict that says both, and the customer is told what is chosen (%s)',
  async (choice) => {
    const page = await published();
    const desk = await salon.device('desk');
    const tablet = await darkTablet(8);
    const answer = await asks(page, soon(5));
    await desk.sync();
    const [request] = onlineOn(desk);
    desk.offline();
    await desk.write('events', request?.id ?? '', { status: 'cancelled' });
    tablet.online();
    await tablet.sync();
    await reports(tablet);
    expect(await sees(page, answer)).toMatchObject({ state: 'booked' });
    desk.online();
    await desk.sync();
    expect(desk.issues).toMatchObject([
      {
        kind: 'field',
        group: ['status', 'requested_until'],
        ours: { status: 'cancelled', requested_until: expect.any(String) },
        server: { status: 'booked', requested_until: null, source: 'online' },
      },
    ]);
    // Nobody has decided yet: the promise stands.
    expect(await sees(page, answer)).toMatchObject({ state: 'booked' });
    // As the sync center writes it; nothing is to be written where the server's stays.
    if (choice === 'mine')
      await desk.write('events', request?.id ?? '', {
        status: 'cancelled',
        requested_until: String(desk.issues[0]?.ours?.requested_until),
      });
    await salon.settled();
    expect(await sees(page, answer)).toMatchObject(choice === 'mine' ? { state: 'cancelled', by: 'salon' } : { state: 'booked' });
    expect(desk.issues.filter(({ kind }) => kind !== 'field')).toEqual([]);
    await allAgree();
  },
);

it('a phone that is in touch answers what waits for the dark tablet; the tablet hears of it when it is back', async () => {
  const page = await published();
  const phone = await salon.device('phone', { person: await database.member(salon.id, 'staff') });
  const [yes, no] = [soon(5), soon(7)];
  const tablet = await darkTablet(8, (device) => device.write('events', 'mine', at(no)));
  const answers = [await asks(page, yes), await asks(page, no)];
  await phone.sync();
  const idAt = (start: string) => onlineOn(phone).find(({ start_time }) => start_time === start)?.id ?? '';
  await phone.write('events', idAt(yes), { requested_until: null });
  await phone.write('events', idAt(no), { status: 'cancelled' });
  await phone.sync();
  expect([(await sees(page, answers[0] as BookAnswer)).state, (await sees(page, answers[1] as BookAnswer)).state]).toEqual([
    'booked',
    'cancelled',
  ]);
  tablet.online();
  await salon.settled();
  await reports(tablet);
  // What the tablet had booked stands alone: the one who asked for its time was declined.
  for (const device of [phone, tablet]) expect(overlapsOn(device)).toEqual([]);
  expect(tablet.row('events', 'mine')).toMatchObject({ start_time: no });
  await allAgree();
});

it('the customer cancels, and the desk had confirmed without a line: a conflict, and the customer’s word stands until somebody decides', async () => {
  const page = await published();
  const desk = await salon.device('desk');
  await darkTablet(8);
  const answer = await asks(page, soon(5));
  await desk.sync();
  const [request] = onlineOn(desk);
  desk.offline();
  await desk.write('events', request?.id ?? '', { requested_until: null });
  expect(await cancelOnline(page, answer.token ?? '')).toMatchObject({ state: 'cancelled' });
  desk.online();
  await desk.sync();
  expect(desk.issues).toMatchObject([{ kind: 'field', group: ['status', 'requested_until'] }]);
  expect(desk.row('events', request?.id ?? '')).toMatchObject({ status: 'cancelled' });
  expect(await sees(page, answer)).toMatchObject({ state: 'cancelled', by: 'customer' });
});

it('a tablet that wakes without a line books over what was promised: nothing is lost, and each device asks', async () => {
  const page = await published();
  const start = soon(5);
  const [tablet, desk] = [await salon.device('tablet'), await salon.device('desk')];
  await salon.settled();
  // It said that it is hidden when it went to sleep.
  await reports(tablet, { visible: false });
  await silentSince(page, idOf(tablet), 200);
  const answer = await asks(page, start);
  expect(answer.state).toBe('booked');
  tablet.offline();
  await tablet.write('events', 'mine', at(start));
  tablet.online();
  await salon.settled();
  for (const device of [tablet, desk]) expect(overlapsOn(device)).toHaveLength(1);
  // A promise stands until a person takes it back.
  expect(await sees(page, answer)).toMatchObject({ state: 'booked' });
  await allAgree();
});

it('a router that is switched off at closing time makes no requests, unless something unsent is behind it', async () => {
  const hour = new Date().getUTCHours() + 2;
  const clock = (later: number) => `${String((hour + later) % 24).padStart(2, '0')}:00`;
  // Nobody works now, and in three hours somebody does.
  const page = await published([[clock(3), clock(14)]]);
  const tablet = await darkTablet(60);
  expect((await asks(page, soon(6))).state).toBe('booked');
  await database.sql`update private.devices set unsent = 1 where id = ${idOf(tablet)}`;
  expect((await asks(page, soon(7))).state).toBe('requested');
});

it('a clock that is wrong by an hour changes nothing of it', async () => {
  const page = await published();
  const start = soon(5);
  const tablet = await salon.device('tablet');
  tablet.clock.set(Date.now() - HOUR);
  await salon.settled();
  await reports(tablet);
  tablet.offline();
  await tablet.write('events', 'mine', at(start));
  await silentSince(page, idOf(tablet), 8);
  const answer = await asks(page, start);
  expect(answer.state).toBe('requested');
  tablet.online();
  await salon.settled();
  await reports(tablet);
  await salon.settled();
  expect(overlapsOn(tablet)).toHaveLength(1);
  expect(await sees(page, answer)).toMatchObject({ state: 'requested' });
});

it('a stylist alone with a phone in the pocket all day gets nothing but bookings', async () => {
  const page = await published();
  const phone = await salon.device('phone');
  await phone.write('events', 'mine', at(soon(20)));
  await phone.sync();
  await reports(phone, { visible: false });
  for (const minutes of [6, 60, 300, 600, 1_000]) {
    await silentSince(page, idOf(phone), minutes);
    expect((await asks(page, soon(3 + minutes / 100))).state, `silent for ${minutes} minutes`).toBe('booked');
  }
});

it('a device that does not come back is put away by anybody: what waited for it is settled', async () => {
  const page = await published();
  const phone = await salon.device('phone', { person: await database.member(salon.id, 'staff') });
  const tablet = await darkTablet(30);
  const answer = await asks(page, soon(5));
  expect(answer.state).toBe('requested');
  await phone.sync();
  await reports(phone);
  expect(await sees(page, answer)).toMatchObject({ state: 'requested' });
  const person = salon.people.get('phone') ?? salon.owner;
  await database.as(person, (sql) => sql`select put_device_away(${idOf(tablet)})`);
  expect(await sees(page, answer)).toMatchObject({ state: 'booked' });
  await phone.sync();
  expect(onlineOn(phone)).toMatchObject([{ requested_until: null }]);
});
