import { firstValueFrom, type Subscription } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Device, openDevice, seen, stored } from '#data/replica.test-support.ts';
import { addDays, dayBounds, todayIn } from '#domain/time/time.ts';
import type { DayEvents } from './day-events.ts';
import { addEvent, deleteEvent } from './events.commands.ts';
import { readOlderAgain } from './older-days.ts';
import { dayWithOlder$ } from './older-events.ts';

const ZONE = 'Europe/Sofia';
const TODAY = todayIn(ZONE, Date.now());
/** Fourteen months and more: before every device's horizon. */
const OLD = addDays(TODAY, -430);
const noon = (date: string, hours = 12) => new Date(Date.parse(dayBounds(date, ZONE).from) + hours * 3_600_000).toISOString();

let device: Device;
const following: Subscription[] = [];
beforeEach(async () => {
  device = await openDevice();
  const { server } = device;
  server.put('resources', 'maria', { name: 'Мария', role: 'employee' });
  server.put('clients', 'anna', { first_name: 'Анна', deleted: true });
  server.put('clients', 'erased', { deleted: true, erased_at: '2026-01-01T00:00:00.000Z' });
  server.put('services', 'cut', { name: 'Подстригване' });
  put('old', noon(OLD), noon(OLD, 13));
});
afterEach(async () => {
  for (const subscription of following.splice(0)) subscription.unsubscribe();
  await device.replica.close();
});

function put(id: string, start_time: string, end_time: string, client_id = 'anna') {
  device.server.put('events', id, {
    resource_id: 'maria',
    client_id,
    service_id: 'cut',
    start_time,
    end_time,
    status: 'completed',
  });
}
async function online() {
  device.server.online = true;
  await device.replica.syncNow();
  expect(await seen(device.replica.horizon$)).not.toBeNull();
}
/** A server whose answers the test releases, good or bad. */
function slowServer(): () => void {
  const { server } = device;
  const answer = server.readEvents.bind(server);
  let release: () => void = () => undefined;
  const gate = new Promise<void>((done) => {
    release = done;
  });
  server.readEvents = (salon, from, to) => gate.then(() => answer(salon, from, to));
  return () => release();
}
/** The newest state of a day, followed as a screen does. */
function look(date: string) {
  const day$ = dayWithOlder$(device.replica, date, ZONE);
  let newest: DayEvents | undefined;
  const all: string[] = [];
  const waiting: { when: (day: DayEvents) => boolean; done: (day: DayEvents) => void }[] = [];
  following.push(
    day$.subscribe((day) => {
      newest = day;
      all.push(day.older.phase);
      for (const one of waiting.filter(({ when }) => when(day))) one.done(day);
    }),
  );
  const until = (when: (day: DayEvents) => boolean): Promise<DayEvents> =>
    newest && when(newest) ? Promise.resolve(newest) : new Promise((done) => waiting.push({ when, done }));
  return { until, phases: all };
}
const ids = ({ events }: DayEvents) => events.map(({ id }) => id);
const booking = { type: 'appointment', resource_id: 'maria', client_id: 'anna', service_id: 'cut', title: 'Стар' } as const;

describe('a day that this device keeps', () => {
  test('is read from this device alone', async () => {
    put('now', noon(TODAY), noon(TODAY, 13));
    await online();
    const before = device.server.reads.length;
    const day = await firstValueFrom(dayWithOlder$(device.replica, TODAY, ZONE));
    expect([ids(day), day.older.phase, day.onlyRead.size]).toEqual([['now'], 'kept', 0]);
    expect(device.server.reads).toHaveLength(before);
  });
});

describe('a line that swallows everything', () => {
  // The timers of rxjs are intervals; the storage of this test uses others.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('counts as none after a while, and is tried again by itself', async () => {
    await online();
    const { server } = device;
    const answer = server.readEvents.bind(server);
    server.readEvents = () => new Promise(() => undefined);
    const { until } = look(OLD);
    await until(({ older }) => older.phase === 'reading');
    vi.advanceTimersByTime(20_000);
    expect((await until(({ older }) => older.phase === 'failed')).older.reason).toBe('line');
    server.readEvents = answer;
    vi.advanceTimersByTime(15_000);
    expect(ids(await until(({ older }) => older.phase === 'read'))).toEqual(['old']);
  });
});

describe('a day before the horizon', () => {
  test('is not on this device, and shows what the server has, with names of deleted ones but none of erased ones', async () => {
    put('forgotten', noon(OLD, 15), noon(OLD, 16), 'erased');
    await online();
    expect(await device.replica.rows.events.findOne('old').exec()).toBeNull();
    const answers = slowServer();
    const { until } = look(OLD);
    expect((await until(() => true)).older).toEqual({ phase: 'reading', reason: null, readAt: null });
    answers();
    const day = await until(({ older }) => older.phase === 'read');
    expect(ids(day)).toEqual(['old', 'forgotten']);
    expect([...day.onlyRead]).toEqual(['old', 'forgotten']);
    expect(day.events[0]).toMatchObject({ pending: 0, status: 'completed', start_time: noon(OLD) });
    expect([day.clients.get('anna')?.first_name, day.clients.has('erased')]).toEqual(['Анна', false]);
    expect([day.services.get('cut')?.name, day.resources.get('maria')?.name]).toEqual(['Подстригване', 'Мария']);
    expect(day.older.readAt).not.toBeNull();
  });

  test('is unknown, not empty, without a line, and is read when somebody asks again', async () => {
    await online();
    device.server.online = false;
    const { until } = look(OLD);
    const day = await until(({ older }) => older.phase === 'failed');
    expect(day.older).toEqual({ phase: 'failed', reason: 'line', readAt: null });
    device.server.online = true;
    readOlderAgain(device.replica);
    expect(ids(await until(({ older }) => older.phase === 'read'))).toEqual(['old']);
  });

  test('is read by itself when a round has found the line again', async () => {
    await online();
    device.server.online = false;
    await device.replica.syncNow();
    expect(device.replica.status$.value.phase).toBe('offline');
    const { until, phases } = look(OLD);
    await until(({ older }) => older.phase === 'failed');
    expect(phases).not.toContain('reading');
    await online();
    expect(ids(await until(({ older }) => older.phase === 'read'))).toEqual(['old']);
  });

  test('that was read stays in memory: shown at once, and without a line too, as old as it is', async () => {
    await online();
    const first = await look(OLD).until(({ older }) => older.phase === 'read');
    for (const subscription of following.splice(0)) subscription.unsubscribe();
    device.server.online = false;
    const answers = slowServer();
    const { until } = look(OLD);
    expect(ids(await until(({ older }) => older.phase === 'reading'))).toEqual(['old']);
    answers();
    const day = await until(({ older }) => older.phase === 'failed');
    expect(ids(day)).toEqual(['old']);
    expect(day.older.readAt).toBe(first.older.readAt);
  });

  test('follows what others change there', async () => {
    await online();
    const { until } = look(OLD);
    await until(({ older }) => older.phase === 'read');
    put('second', noon(OLD, 16), noon(OLD, 17));
    await device.replica.syncNow();
    expect(ids(await until((day) => day.events.length === 2))).toEqual(['old', 'second']);
  });

  test('takes a new booking: unsent it is this device’s, and once sent it is the server’s', async () => {
    await online();
    const { until } = look(OLD);
    await until(({ older }) => older.phase === 'read');
    const id = await addEvent(device.replica, { ...booking, start_time: noon(OLD, 9), end_time: noon(OLD, 10) });
    const unsent = await until((day) => day.events.length === 2);
    expect(ids(unsent)).toEqual([id, 'old']);
    expect(unsent.onlyRead.has(id)).toBe(false);
    await device.replica.syncNow();
    const sent = await until(({ onlyRead }) => onlyRead.has(id));
    expect(ids(sent)).toEqual([id, 'old']);
    expect(await stored(device.replica, 'events', id)).toBeNull();
  });

  test('shows what is booked here without a line, and says that the rest is unknown', async () => {
    await online();
    device.server.online = false;
    const { until } = look(OLD);
    const id = await addEvent(device.replica, { ...booking, start_time: noon(OLD, 9), end_time: noon(OLD, 10) });
    const day = await until(({ events, older }) => events.length === 1 && older.phase === 'failed');
    expect([ids(day), day.older.readAt]).toEqual([[id], null]);
  });

  test('does not show again what this device has deleted or moved and not sent', async () => {
    await online();
    const here = await addEvent(device.replica, { ...booking, start_time: noon(OLD, 9), end_time: noon(OLD, 10) });
    // The server has it already, its answer got lost: here it is still unsent.
    put(here, noon(OLD, 9), noon(OLD, 10));
    const { until } = look(OLD);
    expect(ids(await until(({ older }) => older.phase === 'read'))).toEqual([here, 'old']);
    await device.replica.write([{ table: 'events', id: here, change: { start_time: noon(TODAY), end_time: noon(TODAY, 13) } }]);
    expect(ids(await until(({ events }) => events.length === 1))).toEqual(['old']);
    await deleteEvent(device.replica, here);
  });

  test('is also the first one after it, for what runs over midnight', async () => {
    const date = addDays(TODAY, -300);
    put('night', noon(date, -2), noon(date, 2));
    await online();
    await device.replica.freeSpace(noon(date, 0));
    const day = await look(date).until(({ older }) => older.phase === 'read');
    expect([ids(day), [...day.onlyRead]]).toEqual([['night'], ['night']]);
  });

  test('becomes one when the person frees space', async () => {
    const date = addDays(TODAY, -380);
    put('last-year', noon(date), noon(date, 13));
    await online();
    const { until } = look(date);
    expect(ids(await until(({ older }) => older.phase === 'kept'))).toEqual(['last-year']);
    await device.replica.freeSpace(noon(addDays(TODAY, -370)));
    const day = await until(({ older }) => older.phase === 'read');
    expect([...day.onlyRead]).toEqual(['last-year']);
  });
});
