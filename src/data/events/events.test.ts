import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Device, follow, openDevice, seen, stored } from '#data/replica.test-support.ts';
import { addService } from '#data/services.commands.ts';
import { Refusal, type RefusalKey } from '#domain/records/refusal.ts';
import { ownTermsText } from '#schemas/own-terms.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { undoDelete } from './event-edits.ts';
import { addEvent, deleteEvent, type EventInput, moveEvent, setStatus, updateEvent } from './events.commands.ts';
import { dayEvents$, event$ } from './events.queries.ts';
import { saveVisit } from './visits.commands.ts';

const DAY = '2026-11-18';
const ZONE = 'Europe/Sofia';
let device: Device;
beforeEach(async () => {
  device = await openDevice();
});
afterEach(() => device.replica.close());

const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 10, 18, hour - 2, minute)).toISOString();
const booking = (more: Partial<EventInput> = {}): EventInput => ({
  type: 'appointment',
  resource_id: 'r',
  client_id: 'c',
  service_id: 's',
  title: 'Подстригване',
  start_time: at(10),
  end_time: at(11),
  ...more,
});
const ids = (rows: readonly LocalRow<'events'>[]) => rows.map((row) => row.id);
const NO_TIMES = { processing_after: 0, processing_minutes: 0, buffer_after: 0 };
const refusal = (key: RefusalKey) => expect.objectContaining({ name: 'Refusal', key });

describe('booking', () => {
  test('a new appointment is booked, in one call and unsent', async () => {
    const id = await addEvent(device.replica, booking({ notes: ' боя ' }));
    expect(device.writes).toHaveLength(1);
    expect(await stored(device.replica, 'events', id)).toMatchObject({
      type: 'appointment',
      status: 'booked',
      client_id: 'c',
      service_id: 's',
      title: 'Подстригване',
      notes: 'боя',
      pending: 1,
      rev: 0,
      deleted: false,
    });
  });

  test('a client made on the spot is written in the same call, before the appointment', async () => {
    const id = await addEvent(device.replica, booking({ client_id: null }), { name: 'Мария Иванова', phone: '0888 123 456' });
    expect(device.writes.map((call) => call.map((change) => change.table))).toEqual([['clients', 'events']]);
    const event = await stored(device.replica, 'events', id);
    expect(await stored(device.replica, 'clients', event?.client_id ?? '')).toMatchObject({
      name: 'Мария Иванова',
      first_name: 'Мария',
      last_name: 'Иванова',
      phone: '+359888123456',
    });
  });

  test('saved a second time after half of it found room, the client made on the spot is still one', async () => {
    const newClient = { id: 'made-here', name: 'Мария Иванова' };
    await addEvent(device.replica, booking({ client_id: null }), newClient);
    const id = await addEvent(device.replica, booking({ client_id: null }), newClient);
    expect(await stored(device.replica, 'events', id)).toMatchObject({ client_id: 'made-here' });
    expect(await device.replica.rows.clients.find().exec()).toHaveLength(1);
  });

  test('title and price come from the service where they are not given', async () => {
    const service_id = await addService(device.replica, {
      name_bg: 'Боядисване',
      name_en: 'Colour',
      price: 45.5,
      currency: 'BGN',
      duration: 90,
    });
    const bg = await addEvent(device.replica, booking({ service_id, title: null }));
    const en = await addEvent(device.replica, booking({ service_id, title: null, price: 40, currency: 'BGN' }), undefined, 'en');
    expect(await stored(device.replica, 'events', bg)).toMatchObject({ title: 'Боядисване', price: 45.5 });
    expect(await stored(device.replica, 'events', en)).toMatchObject({ title: 'Colour', price: 40 });
  });

  test('blocked time holds no client, no service and no status', async () => {
    const id = await addEvent(device.replica, booking({ type: 'blocking', title: 'Блокирано' }));
    expect(await stored(device.replica, 'events', id)).toMatchObject({
      type: 'blocking',
      title: 'Блокирано',
      client_id: null,
      service_id: null,
      status: null,
      price: null,
    });
  });

  test.each<[string, Partial<EventInput>, RefusalKey]>([
    ['an employee', { resource_id: '' }, 'employee_required'],
    ['a client', { client_id: null }, 'client_required'],
    ['a service', { service_id: '' }, 'service_required'],
    ['an end after its start', { end_time: at(10) }, 'time_invalid'],
    ['no more than a day', { end_time: '2026-11-19T08:01:00.000Z' }, 'time_invalid'],
    ['times that can be read', { end_time: 'later' }, 'time_invalid'],
  ])('an appointment needs %s, and nothing is written without', async (_, more, key) => {
    await expect(addEvent(device.replica, booking(more))).rejects.toEqual(refusal(key));
    expect(device.writes).toEqual([]);
  });

  test('blocked time needs an employee only', async () => {
    await expect(addEvent(device.replica, booking({ type: 'blocking', resource_id: '' }))).rejects.toEqual(
      refusal('employee_required'),
    );
    await expect(addEvent(device.replica, booking({ type: 'blocking', client_id: null, service_id: null }))).resolves.toMatch(
      /^[0-9a-f-]{36}$/,
    );
  });

  test('a new client without a name refuses both rows', async () => {
    await expect(addEvent(device.replica, booking({ client_id: null }), { name: ' ' })).rejects.toBeInstanceOf(Refusal);
    expect(device.writes).toEqual([]);
  });
});

describe('changing an event', () => {
  test('a move writes the whole place, start, end, employee and the three times, and nothing else', async () => {
    const id = await addEvent(device.replica, booking());
    await moveEvent(device.replica, id, { start_time: at(12), end_time: at(13), resource_id: 'other' });
    expect(device.writes[1]).toEqual([
      { table: 'events', id, change: { start_time: at(12), end_time: at(13), resource_id: 'other', ...NO_TIMES } },
    ]);
  });

  test('moving, marking or editing what is not there is refused and makes no row', async () => {
    const place = { start_time: at(12), end_time: at(13), resource_id: 'r' };
    await expect(moveEvent(device.replica, 'nobody', place)).rejects.toEqual(refusal('invalid_id'));
    await expect(setStatus(device.replica, { id: 'nobody' }, 'completed')).rejects.toEqual(refusal('invalid_id'));
    await expect(updateEvent(device.replica, 'nobody', { notes: 'x' })).rejects.toEqual(refusal('invalid_id'));
    expect(await stored(device.replica, 'events', 'nobody')).toBeNull();
  });

  test('turning an appointment into blocked time frees the client, turning it back books', async () => {
    const id = await addEvent(device.replica, booking());
    await updateEvent(device.replica, id, { type: 'blocking', title: 'Блокирано' });
    expect(await stored(device.replica, 'events', id)).toMatchObject({
      client_id: null,
      service_id: null,
      status: null,
      title: 'Блокирано',
    });
    await expect(updateEvent(device.replica, id, { type: 'appointment' })).rejects.toEqual(refusal('client_required'));
    await updateEvent(device.replica, id, { type: 'appointment', client_id: 'c', service_id: 's' });
    expect(await stored(device.replica, 'events', id)).toMatchObject({ client_id: 'c', status: 'booked' });
  });

  test('another client clears the note unless it is given anew', async () => {
    const id = await addEvent(device.replica, booking({ notes: 'алергия' }));
    await updateEvent(device.replica, id, { client_id: 'd' });
    expect(await stored(device.replica, 'events', id)).toMatchObject({ client_id: 'd', notes: null });
    await updateEvent(device.replica, id, { client_id: 'e', notes: 'нова' });
    expect(await stored(device.replica, 'events', id)).toMatchObject({ client_id: 'e', notes: 'нова' });
  });

  test('another service brings its price', async () => {
    const service_id = await addService(device.replica, { name: 'Маска', price: 20, currency: 'BGN' });
    const id = await addEvent(device.replica, booking({ price: 10, currency: 'BGN' }));
    await updateEvent(device.replica, id, { service_id });
    expect(await stored(device.replica, 'events', id)).toMatchObject({ price: 20 });
  });

  test('another employee brings their price, unless it was changed by hand or the service cost something else then', async () => {
    const own_terms = ownTermsText([{ resource: 'maria', duration: null, price: 80, currency: 'BGN' }]);
    const service_id = await addService(device.replica, { name: 'Маска', price: 50, currency: 'BGN', own_terms });
    const of = (price?: number) =>
      addEvent(device.replica, booking({ service_id, resource_id: 'ivan', ...(price ? { price, currency: 'BGN' } : {}) }));
    const [usual, byHand] = [await of(), await of(45)];
    for (const id of [usual, byHand]) await updateEvent(device.replica, id, { resource_id: 'maria' });
    expect((await stored(device.replica, 'events', usual))?.price).toBe(80);
    expect((await stored(device.replica, 'events', byHand))?.price).toBe(45);
    await saveVisit(device.replica, { id: usual, legs: [{ id: usual, change: { resource_id: 'ivan' } }] });
    expect((await stored(device.replica, 'events', usual))?.price).toBe(50);
  });

  test('a status is written alone', async () => {
    const id = await addEvent(device.replica, booking());
    await setStatus(device.replica, { id: id }, 'no-show');
    expect(device.writes.slice(1).map((call) => call[0]?.change)).toEqual([{ status: 'no-show' }]);
  });

  test('a deleted event is gone from the day and comes back as it was, though it was never sent', async () => {
    const id = await addEvent(device.replica, booking({ notes: 'боя' }));
    const was = await seen(event$(device.replica, id));
    await deleteEvent(device.replica, id);
    expect(await seen(event$(device.replica, id))).toBeNull();
    if (was) await undoDelete(device.replica, was);
    expect(await seen(event$(device.replica, id))).toMatchObject({ notes: 'боя', client_id: 'c', start_time: at(10) });
  });
});

describe('reading a day', () => {
  test('a day holds what lies in it or reaches into it, by start', async () => {
    const put = (start_time: string, end_time: string) => addEvent(device.replica, booking({ start_time, end_time }));
    const late = await put(at(20), at(21));
    const early = await put(at(8), at(9));
    const over = await put('2026-11-17T21:30:00.000Z', '2026-11-17T22:30:00.000Z');
    const all = await put('2026-11-17T22:00:00.000Z', '2026-11-18T22:00:00.000Z');
    await put('2026-11-17T21:00:00.000Z', '2026-11-17T22:00:00.000Z');
    await put('2026-11-18T22:00:00.000Z', '2026-11-18T23:00:00.000Z');
    expect(ids(await seen(dayEvents$(device.replica, DAY, ZONE)))).toEqual([over, all, early, late]);
  });

  test('a day follows what is booked, moved away, deleted, and taken from the server', async () => {
    const { values, stop } = follow(dayEvents$(device.replica, DAY, ZONE));
    const id = await addEvent(device.replica, booking());
    await seen(dayEvents$(device.replica, DAY, ZONE), (rows) => rows.length === 1);
    await moveEvent(device.replica, id, {
      start_time: '2026-11-20T08:00:00.000Z',
      end_time: '2026-11-20T09:00:00.000Z',
      resource_id: 'r',
    });
    await seen(dayEvents$(device.replica, DAY, ZONE), (rows) => rows.length === 0);
    device.server.online = true;
    device.server.put('events', 'theirs', {
      resource_id: 'r',
      start_time: at(9),
      end_time: at(10),
      type: 'appointment',
      status: 'booked',
    });
    await device.replica.syncNow();
    await seen(dayEvents$(device.replica, DAY, ZONE), (rows) => rows.length === 1);
    await deleteEvent(device.replica, 'theirs');
    await seen(dayEvents$(device.replica, DAY, ZONE), (rows) => rows.length === 0);
    expect(values.map((rows) => rows.length)).toEqual([0, 1, 0, 1, 0]);
    stop();
  });

  test('a row that did not change keeps its object, and a change elsewhere emits nothing', async () => {
    const first = await addEvent(device.replica, booking());
    const second = await addEvent(device.replica, booking({ start_time: at(12), end_time: at(13) }));
    const day = follow(dayEvents$(device.replica, DAY, ZONE));
    const other = follow(dayEvents$(device.replica, '2026-11-25', ZONE));
    const before = await seen(dayEvents$(device.replica, DAY, ZONE), (rows) => rows.length === 2);
    await setStatus(device.replica, { id: second }, 'completed');
    const after = await seen(dayEvents$(device.replica, DAY, ZONE), (rows) => rows.some((row) => row.status === 'completed'));
    expect(after.find((row) => row.id === first)).toBe(before.find((row) => row.id === first));
    expect(after.find((row) => row.id === second)).not.toBe(before.find((row) => row.id === second));
    expect(day.values).toHaveLength(2);
    expect(other.values).toHaveLength(1);
    day.stop();
    other.stop();
  });

  test('what is sent and confirmed is drawn once, not for each step of the engine', async () => {
    device.server.put('events', 'theirs', {
      resource_id: 'r',
      start_time: at(9),
      end_time: at(10),
      type: 'appointment',
      status: 'booked',
    });
    device.server.online = true;
    await device.replica.syncNow();
    const day = follow(dayEvents$(device.replica, DAY, ZONE));
    const single = follow(event$(device.replica, 'theirs'));
    await seen(dayEvents$(device.replica, DAY, ZONE), (rows) => rows.length === 1);
    await setStatus(device.replica, { id: 'theirs' }, 'completed');
    await seen(dayEvents$(device.replica, DAY, ZONE), (rows) => rows[0]?.pending === 1);
    await device.replica.syncNow();
    await seen(dayEvents$(device.replica, DAY, ZONE), (rows) => rows[0]?.pending === 0);
    await device.replica.syncNow();
    expect(day.values.map(([row]) => row && [row.status, row.pending])).toEqual([
      ['booked', 0],
      ['completed', 1],
      ['completed', 0],
    ]);
    expect(single.values.map((row) => row && [row.status, row.pending])).toEqual([
      ['booked', 0],
      ['completed', 1],
      ['completed', 0],
    ]);
    day.stop();
    single.stop();
  });

  test('a day that somebody follows answers the next one who asks at once', async () => {
    const tomorrow = '2026-11-19';
    await addEvent(device.replica, booking({ start_time: '2026-11-19T08:00:00.000Z', end_time: '2026-11-19T09:00:00.000Z' }));
    const cold = follow(dayEvents$(device.replica, '2026-11-30', ZONE));
    expect(cold.values).toEqual([]);
    const first = follow(dayEvents$(device.replica, tomorrow, ZONE));
    await seen(dayEvents$(device.replica, tomorrow, ZONE));
    const warm = follow(dayEvents$(device.replica, tomorrow, ZONE));
    expect(warm.values.map((rows) => rows.length)).toEqual([1]);
    first.stop();
    warm.stop();
    cold.stop();
  });
});
