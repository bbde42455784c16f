import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Device, openDevice, seen, stored } from '#data/replica.test-support.ts';
import { rowNow } from '#data/row-writes.ts';
import { addService } from '#data/services.commands.ts';
import { tornBy } from '#domain/booking/visits.ts';
import type { RefusalKey } from '#domain/records/refusal.ts';
import type { LocalRow, Values } from '#schemas/registry.ts';
import { addLegs } from './add-legs.test-support.ts';
import { addEvent, pressEventStatus, updateEvent } from './events.commands.ts';
import { addRepeats, takeBackRepeats } from './series.commands.ts';
import { legNow, undoDeleteVisit, undoVisit } from './visit-edits.ts';
import { visitLegs, visitLegs$ } from './visit-legs.ts';
import {
  addVisit,
  deleteVisit,
  type LegInput,
  lineUpVisit,
  moveVisit,
  pressVisitStatus,
  separateLeg,
  setVisitClient,
} from './visits.commands.ts';

let device: Device;
beforeEach(async () => {
  device = await openDevice();
  device.server.online = true;
});
afterEach(() => device.replica.close());

const at = (minute: number) => new Date(Date.UTC(2030, 10, 18, 8, minute)).toISOString();
const leg = (resource_id: string, from: number, minutes: number, more: Partial<LegInput> = {}): LegInput => ({
  ...{ resource_id, service_id: 's', title: resource_id, start_time: at(from), end_time: at(from + minutes) },
  ...more,
});
const COLOUR = { processing_after: 30, processing_minutes: 45 };
const LEGS = [leg('cut', 0, 30), leg('colour', 30, 105, COLOUR), leg('nails', 135, 45, { buffer_after: 10 })];
const refusal = (key: RefusalKey) => expect.objectContaining({ name: 'Refusal', key });

const rowsOf = async (ids: readonly string[]) =>
  (await Promise.all(ids.map((id) => stored(device.replica, 'events', id)))) as LocalRow<'events'>[];
const booked = () => addVisit(device.replica, { client_id: 'eva', legs: LEGS });
const startsOf = async (ids: readonly string[]) => (await rowsOf(ids)).map(({ start_time }) => start_time);
const first = (ids: readonly string[]) => ids[0] ?? '';
/** Changes a booking as another device does; this device then pulls it. */
async function elsewhere(id: string, change: Partial<Values<'events'>>): Promise<void> {
  await device.replica.syncNow();
  device.server.put('events', id, change);
  await device.replica.syncNow();
}

describe('booking', () => {
  test('several services are one visit, written in one call: the legs in order, with one client', async () => {
    const ids = await booked();
    expect(device.writes).toHaveLength(1);
    const rows = await rowsOf(ids);
    expect(rows.map(({ visit_id, visit_pos }) => [visit_id, visit_pos])).toEqual([
      [first(ids), 0],
      [first(ids), 1],
      [first(ids), 2],
    ]);
    expect(rows.every(({ client_id, status }) => client_id === 'eva' && status === 'booked')).toBe(true);
    expect(rows[1]).toMatchObject({ ...COLOUR, buffer_after: 0 });
    expect(rows[2]).toMatchObject({ buffer_after: 10 });
    expect((await visitLegs(device.replica, rows[2] as LocalRow<'events'>)).map(({ id }) => id)).toEqual(ids);
  });

  test('one service is a booking like any other', async () => {
    const [id = ''] = await addVisit(device.replica, { client_id: 'eva', legs: LEGS.slice(0, 1) });
    expect(await stored(device.replica, 'events', id)).toMatchObject({ visit_id: null, visit_pos: 0 });
  });

  test('a client made on the spot is written once, before the legs', async () => {
    await addVisit(device.replica, { legs: LEGS }, { name: 'Ева Илиева' });
    expect(device.writes.map((call) => call.map(({ table }) => table))).toEqual([['clients', 'events', 'events', 'events']]);
  });

  test('nothing is written where one of the legs is refused', async () => {
    const legs = [LEGS[0] as LegInput, leg('colour', 30, 0)];
    await expect(addVisit(device.replica, { client_id: 'eva', legs })).rejects.toEqual(refusal('time_invalid'));
    await expect(addVisit(device.replica, { legs: LEGS })).rejects.toEqual(refusal('client_required'));
    expect(device.writes).toEqual([]);
  });

  test('the times, the price and the length come from the service, as it is with the employee', async () => {
    const own_terms = JSON.stringify([['ana', 90, 55, 'BGN']]);
    const fields = { name_bg: 'Боя', price: 45, currency: 'BGN' as const, duration: 105, ...COLOUR, buffer_after: 5, own_terms };
    const service_id = await addService(device.replica, fields);
    const book = async (resource_id: string, minutes: number) => {
      const { title: _, ...input } = { ...leg(resource_id, 0, minutes), service_id };
      return rowNow(
        device.replica,
        'events',
        await addEvent(device.replica, { ...input, type: 'appointment', client_id: 'eva' }),
      );
    };
    expect(await book('eva', 105)).toMatchObject({ price: 45, ...COLOUR, buffer_after: 5, title: 'Боя' });
    expect(await book('ana', 90)).toMatchObject({ price: 55, ...COLOUR, buffer_after: 5 });
    expect(await book('ana', 75)).toMatchObject({ processing_after: 0, processing_minutes: 0, buffer_after: 5 });
  });
});

describe('a service that is added', () => {
  test('makes a visit of a booking, and stands behind what there is', async () => {
    const [id = ''] = await addVisit(device.replica, { client_id: 'eva', legs: LEGS.slice(0, 1) });
    const added = await addLegs(device.replica, id, LEGS.slice(1));
    expect(device.writes).toHaveLength(2);
    const legs = await visitLegs(device.replica, (await rowsOf([id]))[0] as LocalRow<'events'>);
    expect(legs.map((row) => [row.id, row.visit_pos, row.client_id])).toEqual(
      [id, ...added].map((one, pos) => [one, pos, 'eva']),
    );
    expect(legs.map((row) => [row.start_time, row.resource_id])).toEqual(LEGS.map((one) => [one.start_time, one.resource_id]));
  });

  test('on two devices to the same booking makes one visit with both', async () => {
    const [id = ''] = await addVisit(device.replica, { client_id: 'eva', legs: LEGS.slice(0, 1) });
    await device.replica.syncNow();
    const values = (await rowsOf([id]))[0] as LocalRow<'events'>;
    device.server.put('events', id, { visit_id: id, visit_pos: 0 });
    const { start_time, end_time, resource_id, client_id } = values;
    const theirs = { start_time, end_time, resource_id, client_id, visit_id: id, visit_pos: 1, status: 'booked' };
    device.server.put('events', `${id}/theirs`, theirs);
    const added = await addLegs(device.replica, id, LEGS.slice(1, 2));
    await device.replica.syncNow();
    const legs = await visitLegs(device.replica, (await rowsOf([id]))[0] as LocalRow<'events'>);
    expect(legs.map((row) => row.id).sort()).toEqual([id, ...added, `${id}/theirs`].sort());
    expect(tornBy(legs)).toBe('overlap');
  });
});

describe('a move', () => {
  test('takes all legs along in one call, and an undo brings all of them back', async () => {
    const ids = await booked();
    const edit = await moveVisit(device.replica, ids[1] ?? '', { start_time: at(60), end_time: at(165), resource_id: 'colour' });
    expect(device.writes.at(-1)).toHaveLength(3);
    expect(await startsOf(ids)).toEqual([at(30), at(60), at(165)]);
    expect((await rowsOf(ids))[1]).toMatchObject(COLOUR);
    expect(await undoVisit(device.replica, edit)).toBe('undone');
    expect(await startsOf(ids)).toEqual([at(0), at(30), at(135)]);
  });

  test('of one part alone leaves the others, and lining up mends it', async () => {
    const ids = await booked();
    const place = { start_time: at(15), end_time: at(45), resource_id: 'cut' };
    await moveVisit(device.replica, first(ids), place, { alone: true });
    expect(await startsOf(ids)).toEqual([at(15), at(30), at(135)]);
    expect(tornBy(await rowsOf(ids))).toBe('overlap');
    await lineUpVisit(device.replica, first(ids));
    expect(await startsOf(ids)).toEqual([at(15), at(45), at(150)]);
  });

  test('that another device has moved a leg of since is taken back on none', async () => {
    const ids = await booked();
    const edit = await moveVisit(device.replica, first(ids), { start_time: at(30), end_time: at(60), resource_id: 'cut' });
    await elsewhere(ids[2] ?? '', { resource_id: 'other' });
    expect(await undoVisit(device.replica, edit)).toBe('changed');
    expect(await startsOf(ids)).toEqual([at(30), at(60), at(165)]);
  });

  test('agrees for each leg to what was shown of its own employee alone', async () => {
    const ids = await booked();
    const over = ['cut', 'nails'].map((resource_id) => ({
      ...{ id: `over-${resource_id}`, resource_id, start_time: at(0), end_time: at(300) },
    }));
    const edit = await moveVisit(
      device.replica,
      first(ids),
      { start_time: at(30), end_time: at(60), resource_id: 'cut' },
      { over },
    );
    const said = async () => (await rowsOf(ids)).map((row) => /over-\w+/.exec(row.overlap_agreed ?? '')?.[0] ?? null);
    expect(await said()).toEqual(['over-cut', null, 'over-nails']);
    await undoVisit(device.replica, edit);
    expect(await said()).toEqual(['over-cut', null, 'over-nails']);
  });
});

describe('a visit', () => {
  const statuses = async (ids: readonly string[]) => (await rowsOf(ids)).map(({ status, arrived_at }) => [status, arrived_at]);

  test('has one status: a press is for all legs that are not cancelled', async () => {
    const ids = await booked();
    await pressEventStatus(device.replica, { id: ids[1] ?? '' }, 'cancelled', at(0));
    const edit = await pressVisitStatus(device.replica, { id: ids[2] ?? '' }, 'arrived', at(0));
    expect(device.writes.at(-1)).toHaveLength(2);
    expect(await statuses(ids)).toEqual([
      ['booked', at(0)],
      ['cancelled', null],
      ['booked', at(0)],
    ]);
    await undoVisit(device.replica, edit);
    await pressVisitStatus(device.replica, { id: first(ids) }, 'cancelled', at(0));
    await pressVisitStatus(device.replica, { id: first(ids) }, 'cancelled', at(0));
    expect((await statuses(ids)).map(([status]) => status)).toEqual(['booked', 'booked', 'booked']);
  });

  test('is deleted and brought back whole', async () => {
    const ids = await booked();
    const legs = await deleteVisit(device.replica, ids[2] ?? '');
    expect(legs.map(({ id }) => id)).toEqual(ids);
    expect(device.writes.at(-1)).toHaveLength(3);
    expect(await Promise.all(ids.map((id) => rowNow(device.replica, 'events', id)))).toEqual([null, null, null]);
    expect(await undoDeleteVisit(device.replica, legs)).toBe('undone');
    expect(await startsOf(ids)).toEqual([at(0), at(30), at(135)]);
    expect(await deleteVisit(device.replica, 'nobody')).toEqual([]);
  });

  test('leaves what was cancelled of it: that is no part of it any more, and is deleted and moved alone', async () => {
    const ids = await booked();
    const [cut = '', colour = '', last = ''] = ids;
    await updateEvent(device.replica, colour, { status: 'cancelled' });
    await moveVisit(device.replica, colour, { resource_id: 'maria', start_time: at(300), end_time: at(330) });
    expect(await startsOf(ids)).toEqual([at(0), at(300), at(135)]);
    const gone = await deleteVisit(device.replica, colour);
    expect(gone.map(({ id }) => id)).toEqual([colour]);
    await undoDeleteVisit(device.replica, gone);
    expect((await deleteVisit(device.replica, cut)).map(({ id }) => id)).toEqual([cut, last]);
    const standing = await Promise.all(ids.map((id) => rowNow(device.replica, 'events', id)));
    expect(standing.map((row) => row !== null)).toEqual([false, true, false]);
  });

  test('that was founded by a part given away since does not take in what is left of its former visit', async () => {
    const ids = await booked();
    const [cut = '', colour = '', last = ''] = ids;
    await separateLeg(device.replica, cut);
    const added = await addLegs(device.replica, cut, [
      { resource_id: 'maria', service_id: 'wash', start_time: at(400), end_time: at(430) },
    ]);
    const founded = await legNow(device.replica, cut);
    expect((await visitLegs(device.replica, founded)).map(({ id }) => id)).toEqual([cut, ...added]);
    expect((await rowsOf([colour, last])).map(({ visit_id }) => visit_id)).toEqual([null, null]);
  });

  test('of two parts of which one is given away leaves two bookings of their own', async () => {
    const [cut = '', colour = '', last = ''] = await booked();
    await separateLeg(device.replica, last);
    const edit = await separateLeg(device.replica, cut);
    expect((await rowsOf([cut, colour, last])).map(({ visit_id }) => visit_id)).toEqual([null, null, null]);
    await undoVisit(device.replica, edit);
    expect(await visitLegs(device.replica, await legNow(device.replica, cut))).toHaveLength(2);
  });

  test('gives a part away, which is then a booking of its own', async () => {
    const ids = await booked();
    const edit = await separateLeg(device.replica, ids[1] ?? '');
    const [cut, colour] = (await rowsOf(ids)) as [LocalRow<'events'>, LocalRow<'events'>];
    expect(await visitLegs(device.replica, colour)).toHaveLength(1);
    expect((await visitLegs(device.replica, cut)).map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    await undoVisit(device.replica, edit);
    expect(await visitLegs(device.replica, cut)).toHaveLength(3);
  });

  test('is one client’s again', async () => {
    const ids = await booked();
    await updateEvent(device.replica, ids[1] ?? '', { client_id: 'ina' });
    expect(tornBy(await rowsOf(ids))).toBe('clients');
    await setVisitClient(device.replica, first(ids), 'ina');
    expect((await rowsOf(ids)).map(({ client_id }) => client_id)).toEqual(['ina', 'ina', 'ina']);
  });

  test('is followed live, also when a leg is added elsewhere', async () => {
    const ids = await booked();
    const values = (await rowsOf(ids))[2] as LocalRow<'events'>;
    await device.replica.syncNow();
    device.server.put('events', `${first(ids)}/later`, { ...values, visit_pos: 3 });
    const followed = seen(visitLegs$(device.replica, ids[1] ?? ''), (legs) => legs.length === 4);
    await device.replica.syncNow();
    expect((await followed).map(({ id }) => id)).toEqual([...ids, `${first(ids)}/later`]);
  });

  test('repeats whole: each repeat is a visit of its own, of one series, and all are taken back at once', async () => {
    const ids = await booked();
    const was = (await rowsOf(ids))[1] as LocalRow<'events'>;
    const week = 7 * 1440;
    const repeats = [1, 2].map((n) => ({ start_time: at(30 + n * week), end_time: at(135 + n * week) }));
    const series = await addRepeats(device.replica, was, repeats);
    expect(device.writes.at(-1)).toHaveLength(9);
    const rows = await rowsOf(series.made.map(({ id }) => id));
    expect(rows.map(({ start_time }) => start_time)).toEqual(
      [1, 2].flatMap((n) => [0, 30, 135].map((minute) => at(minute + n * week))),
    );
    expect(new Set(rows.map(({ visit_id }) => visit_id)).size).toBe(2);
    expect(new Set([...rows, ...(await rowsOf(ids))].map(({ series_id }) => series_id)).size).toBe(1);
    expect(rows[1]).toMatchObject(COLOUR);
    await takeBackRepeats(device.replica, series);
    expect((await rowsOf(ids)).map(({ series_id }) => series_id)).toEqual([null, null, null]);
    expect(await rowNow(device.replica, 'events', series.made[0]?.id ?? '')).toBeNull();
  });
});

describe('a booking that becomes shorter', () => {
  test('than its waiting has none, and the three times are written with the place', async () => {
    const ids = await booked();
    const id = ids[1] ?? '';
    await updateEvent(device.replica, id, { end_time: at(80) });
    expect(device.writes.at(-1)?.[0]?.change).toMatchObject({ start_time: at(30), processing_after: 0, processing_minutes: 0 });
  });
});
