import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Agreeing } from '#domain/booking/agreed-overlaps.ts';
import type { Rooms } from '#domain/booking/taken-rooms.ts';
import { roomsText } from '#schemas/rooms.ts';
import { addEvent, moveEvent, updateEvent } from './events/events.commands.ts';
import { addVisit } from './events/visits.commands.ts';
import { insideOf } from './inside-replica.ts';
import { derivedIssues$ } from './issues/derived-issues.ts';
import { keepBoth } from './issues/issues.commands.ts';
import { type Device, openDevice, seen, stored } from './replica.test-support.ts';
import { addRoom, changeRoom, removeRoom } from './rooms.commands.ts';
import { rooms$, roomsNow } from './rooms.queries.ts';
import { changeOf } from './row-writes.ts';
import { type SalonTextsEdit, undoSalonTexts } from './salon.commands.ts';
import { salon$ } from './salon.queries.ts';
import { services$ } from './services.queries.ts';

const SALON = '7';
/** A Wednesday far ahead, so that nothing of it is ever past. */
const at = (hour: number, minute = 0) => new Date(Date.UTC(2036, 10, 19, hour, minute)).toISOString();
let device: Device;
beforeEach(async () => {
  device = await openDevice({ derivedIssues: (rows) => derivedIssues$(rows, { now: () => Date.parse(at(0)), later: 0 }) });
});
afterEach(() => device.replica.close());

const sync = async () => {
  device.server.online = true;
  await device.replica.syncNow();
};
const list = async () => (await seen(salon$(device.replica), ({ settings }) => settings !== null)).effective.rooms;

describe('the rooms of a salon', () => {
  beforeEach(async () => {
    device.server.put('salons', SALON, { name_bg: 'Гребен', name_en: 'Greben', timezone: 'Europe/London', currency: 'EUR' });
    device.server.put('salon_settings', SALON, { timezone: 'Asia/Tokyo', calendar_interval: 5 });
    await sync();
  });

  it('are added, changed and removed one by one, and written as one value', async () => {
    const { id: laser } = await addRoom(device.replica, { name: ' Лазерен кабинет\u200b', count: 1 });
    const { id: basin } = await addRoom(device.replica, { name: 'Мивка', count: 2 });
    await changeRoom(device.replica, basin, { name: 'Мивка', count: 3 });
    expect(await list()).toEqual([
      { id: laser, name: 'Лазерен кабинет', count: 1 },
      { id: basin, name: 'Мивка', count: 3 },
    ]);
    await removeRoom(device.replica, laser);
    await removeRoom(device.replica, 'never there');
    await sync();
    expect(device.server.pushed.at(-1)?.doc).toEqual({ rooms: roomsText([{ id: basin, name: 'Мивка', count: 3 }]) });
    await removeRoom(device.replica, basin);
    expect((await stored(device.replica, 'salon_settings', SALON))?.rooms).toBeNull();
  });

  it('have a name, and each another one', async () => {
    const { id } = await addRoom(device.replica, { name: 'Мивка', count: 1 });
    await expect(addRoom(device.replica, { name: ' ', count: 1 })).rejects.toThrow('name_required');
    await expect(addRoom(device.replica, { name: 'МИВКА ', count: 1 })).rejects.toThrow('room_name_taken');
    await expect(changeRoom(device.replica, 'gone', { name: 'Стол', count: 1 })).rejects.toThrow('invalid_id');
    await changeRoom(device.replica, id, { name: 'мивка', count: 1 });
    expect(await list()).toEqual([{ id, name: 'мивка', count: 1 }]);
  });

  it('come back as they were after each change is taken back, unless somebody has set others since', async () => {
    const back = async (edit: SalonTextsEdit | null) => edit && undoSalonTexts(device.replica, edit);
    const { id, edit: added } = await addRoom(device.replica, { name: 'Мивка', count: 1 });
    expect(await changeRoom(device.replica, id, { name: 'Мивка', count: 1 })).toBeNull();
    const changed = await changeRoom(device.replica, id, { name: 'Мивки', count: 2 });
    const removed = await removeRoom(device.replica, id);
    expect(await stored(device.replica, 'salon_settings', SALON)).toMatchObject({ rooms: null, calendar_interval: 5 });
    expect(await back(changed)).toBe('changed');
    expect(await back(removed)).toBe('undone');
    expect(await list()).toEqual([{ id, name: 'Мивки', count: 2 }]);
    expect(await back(changed)).toBe('undone');
    expect(await back(added)).toBe('undone');
    expect(await stored(device.replica, 'salon_settings', SALON)).toMatchObject({ rooms: null, calendar_interval: 5 });
  });

  it('are at most fifty', async () => {
    const all = Array.from({ length: 50 }, (_, n) => ({ id: `r${n}`, name: `Стол ${n}`, count: 1 }));
    device.server.put('salon_settings', SALON, { rooms: roomsText(all) });
    await sync();
    await expect(addRoom(device.replica, { name: 'Мивка', count: 1 })).rejects.toThrow('too_many_rooms');
  });
});

it('a salon without settings of its own gets them with what it had', async () => {
  device.server.put('salons', SALON, { name_bg: 'Гребен', name_en: 'Greben', timezone: 'Europe/London', interval_calendar: 20 });
  await sync();
  await addRoom(device.replica, { name: 'Мивка', count: 1 });
  expect(await stored(device.replica, 'salon_settings', SALON)).toMatchObject({
    timezone: 'Europe/London',
    calendar_interval: 20,
  });
  expect((await seen(salon$(device.replica), ({ settings }) => settings !== null)).effective.interval).toBe(20);
});

it('no room is added while the salon is not on this device', async () => {
  await expect(addRoom(device.replica, { name: 'Мивка', count: 1 })).rejects.toThrow('salon_required');
});

describe('a room that several services share', () => {
  const theirs = (id: string, from: string, to: string, more: Partial<Agreeing> = {}) =>
    device.server.put('events', id, {
      ...{ start_time: from, end_time: to, resource_id: 'eva', type: 'appointment', status: 'booked', service_id: 'legs' },
      ...more,
    });
  const book = (from: string, to: string, over: readonly object[] = []) =>
    addEvent(device.replica, {
      ...{
        type: 'appointment',
        client_id: 'c',
        service_id: 'legs',
        title: 'x',
        resource_id: 'ana',
        start_time: from,
        end_time: to,
      },
      over: over as never,
    });
  const row = async (id: string) => {
    const found = await stored(device.replica, 'events', id);
    if (!found) throw new Error('not there');
    return found;
  };
  const open = (count: number) => seen(device.replica.issues$, (all) => all.length === count);

  beforeEach(async () => {
    device.server.put('salon_settings', SALON, { rooms: roomsText([{ id: 'laser', name: 'Лазер', count: 1 }]) });
    device.server.put('services', 'legs', { name: 'Крака', room_id: 'laser', buffer_after: 10 });
    device.server.put('services', 'cut', { name: 'Подстригване' });
    device.server.put('clients', 'c', { name: 'Соня Милева', first_name: 'Соня' });
    theirs('desk', at(10), at(11));
    await sync();
  });

  it('is known by service', async () => {
    expect([...(await roomsNow(device.replica))].map(([id, { name }]) => [id, name])).toEqual([['legs', 'Лазер']]);
    expect([...(await seen(rooms$(device.replica), ({ size }) => size === 1)).keys()]).toEqual(['legs']);
  });

  it('is no news where something else of a service is saved', async () => {
    const told: Rooms[] = [];
    const following = rooms$(device.replica).subscribe((rooms) => told.push(rooms));
    await expect.poll(() => told.at(-1)?.size).toBe(1);
    const before = told.length;
    await insideOf(device.replica).write([changeOf('services', 'cut', { name: 'Подстригване и сешоар' })]);
    await seen(services$(device.replica), (all) => all.some(({ name }) => name === 'Подстригване и сешоар'));
    await insideOf(device.replica).write([changeOf('services', 'cut', { room_id: 'laser' })]);
    await expect.poll(() => told.at(-1)?.size).toBe(2);
    expect(told).toHaveLength(before + 1);
    following.unsubscribe();
  });

  it('is an issue where two bookings of two employees have it at once, until somebody leaves it so', async () => {
    const own = await book(at(10, 30), at(11));
    const [issue] = await open(1);
    if (!issue) throw new Error('no issue');
    expect([issue.kind, [issue.rowId, issue.otherId].sort()]).toEqual(['overlap', [own, 'desk'].sort()]);
    const undo = await keepBoth(device.replica, issue, at(0));
    await open(0);
    await undo();
    const [again] = await open(1);
    expect(again?.id).toBe(issue.id);
    await expect(keepBoth(device.replica, { ...issue, otherId: 'gone' }, at(0))).rejects.toThrow('decided');
  });

  it('stays a question where only the double booking of the employee was left so', async () => {
    theirs('cut', at(10), at(11), { resource_id: 'ana', service_id: 'cut' });
    await sync();
    const own = await book(at(10, 30), at(11));
    const both = await open(2);
    const double = both.find(({ rowId, otherId }) => [rowId, otherId].includes('cut'));
    if (!double) throw new Error('no double booking');
    const undo = await keepBoth(device.replica, double, at(0));
    expect((await open(1)).map(({ rowId, otherId }) => [rowId, otherId].sort())).toEqual([['desk', own].sort()]);
    // Whoever takes that back takes back nothing that was agreed to before.
    await undo();
    const [laser] = (await open(2)).filter(({ rowId, otherId }) => [rowId, otherId].includes('desk'));
    if (!laser) throw new Error('no room');
    await keepBoth(device.replica, laser, at(0));
    await (await keepBoth(device.replica, double, at(0)))();
    expect((await open(1)).map(({ rowId, otherId }) => [rowId, otherId].sort())).toEqual([['cut', own].sort()]);
  });

  it('is none where the booking was made in sight of it; the cleaning up of its service is agreed to as well', async () => {
    const own = await book(at(10, 30), at(10, 45), [await row('desk')]);
    expect((await row(own)).buffer_after).toBe(10);
    await book(at(14), at(15));
    theirs('other', at(14, 30), at(15, 30));
    await sync();
    const [issue] = await open(1);
    expect([issue?.rowId, issue?.otherId]).not.toContain(own);
  });

  it('is agreed to by a move and by another service, in sight of what fills it', async () => {
    const own = await book(at(14), at(14, 30));
    await moveEvent(device.replica, own, { start_time: at(10), end_time: at(10, 30), resource_id: 'ana' }, [await row('desk')]);
    const cut = await addEvent(device.replica, {
      ...{ type: 'appointment', client_id: 'c', service_id: 'cut', title: 'x', resource_id: 'iva' },
      ...{ start_time: at(10, 45), end_time: at(11) },
    });
    await updateEvent(device.replica, cut, { service_id: 'legs' }, undefined, [await row('desk')]);
    await book(at(16), at(17));
    theirs('sure', at(16), at(17));
    await sync();
    const [issue] = await open(1);
    expect([issue?.rowId, issue?.otherId]).toContain('sure');
  });

  it('is taken once by a visit', async () => {
    const leg = (from: string, to: string, resource_id: string) => ({
      ...{ service_id: 'legs', title: 'x', resource_id, start_time: from, end_time: to },
    });
    await addVisit(device.replica, { client_id: 'c', legs: [leg(at(12), at(13), 'ana'), leg(at(13), at(14), 'iva')] });
    await book(at(16), at(17));
    theirs('sure', at(16), at(17));
    await sync();
    const [issue] = await open(1);
    expect([issue?.rowId, issue?.otherId]).toContain('sure');
  });

  it('goes as a question with the room', async () => {
    await book(at(10, 30), at(11));
    await open(1);
    await removeRoom(device.replica, 'laser');
    await open(0);
  });
});
