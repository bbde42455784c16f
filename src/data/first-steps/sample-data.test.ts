import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addClient, updateClient } from '#data/clients.commands.ts';
import { clients$ } from '#data/clients.queries.ts';
import { addEvent } from '#data/events/events.commands.ts';
import { insideOf } from '#data/inside-replica.ts';
import { type Device, openDevice, seen } from '#data/replica.test-support.ts';
import { addEmployee, ensureDefaultEmployee } from '#data/resources.commands.ts';
import { rowsWhere } from '#data/row-writes.ts';
import { changeCurrency } from '#data/salon/currency-change.commands.ts';
import { updateService } from '#data/services.commands.ts';
import { overlappingPairs } from '#domain/booking/overlap.ts';
import { TABLE_NAMES } from '#schemas/registry.ts';
import { firstSteps$ } from './first-steps.ts';
import { loadSample, planRemoval, removeSample } from './sample-data.ts';
import { isSampleId } from './sample-rows.ts';

const OF = { language: 'bg', zone: 'Europe/Sofia', currency: 'BGN', now: '2026-11-18T09:42:00.000Z' } as const;
const TABLES = TABLE_NAMES.filter((name) => name !== 'salons' && name !== 'salon_settings');

let device: Device;
beforeEach(async () => {
  device = await openDevice();
  device.server.online = true;
  await device.replica.syncNow();
  device.server.online = false;
});
afterEach(() => device.replica.close());

const standing = async () =>
  (
    await Promise.all(TABLES.map(async (table) => (await rowsWhere(device.replica, table, {})).map(({ id }) => `${table} ${id}`)))
  ).flat();

describe('the sample salon', () => {
  it('is loaded into an empty salon: people with shifts, services, clients, goods and a week in which nothing lies over anything', async () => {
    expect(await loadSample(device.replica, OF)).toBe(true);
    const events = await rowsWhere(device.replica, 'events', {});
    expect(events.length).toBeGreaterThan(60);
    expect(overlappingPairs(events)).toEqual([]);
    expect((await rowsWhere(device.replica, 'resources', {})).map(({ name }) => name).sort()).toEqual([
      'Габриела Илиева',
      'Ивайло Георгиев',
      'Мария Петрова',
    ]);
    expect(events.filter(({ status, end_time }) => status === 'booked' && end_time < OF.now)).toEqual([]);
    expect((await rowsWhere(device.replica, 'clients', {})).every(({ phone }) => phone === null)).toBe(true);
  });

  it('is refused where the salon has something of its own, and taken where only the default employee is', async () => {
    await ensureDefaultEmployee(device.replica);
    expect(await loadSample(device.replica, OF)).toBe(true);
    await removeSample(device.replica);
    await addClient(device.replica, { first_name: 'Йоана', last_name: 'Христова' });
    expect(await loadSample(device.replica, OF)).toBe(false);
  });

  it('is taken out whole, moved appointments and finished ones too, and can be loaded once more as new', async () => {
    const before = await standing();
    await loadSample(device.replica, OF);
    const [event] = await rowsWhere(device.replica, 'events', { status: 'booked' });
    await insideOf(device.replica).write([
      {
        table: 'events',
        id: event?.id ?? '',
        change: { status: 'completed', start_time: '2026-11-20T18:00:00.000Z', end_time: '2026-11-20T19:00:00.000Z' },
      },
    ]);
    expect((await removeSample(device.replica)).staying).toEqual([]);
    expect(await standing()).toEqual(before);
    expect(await loadSample(device.replica, { ...OF, language: 'en', currency: 'EUR' })).toBe(true);
    expect((await seen(clients$(device.replica), (rows) => rows.length > 0)).some(({ name }) => name === 'Yoana Hristova')).toBe(
      true,
    );
    expect((await removeSample(device.replica)).staying).toEqual([]);
    expect(await standing()).toEqual(before);
  });

  it('is converted with the salon’s currency and still goes as a whole; a price that somebody typed stays', async () => {
    const before = await standing();
    const euro = { from: 'BGN', to: 'EUR', numbers: 'converted' } as const;
    await loadSample(device.replica, OF);
    await changeCurrency(device.replica, euro, OF.now, () => undefined);
    expect((await rowsWhere(device.replica, 'services', {})).every(({ currency }) => currency === 'EUR')).toBe(true);
    expect((await removeSample(device.replica)).staying).toEqual([]);
    expect(await standing()).toEqual(before);
    await loadSample(device.replica, OF);
    await updateService(device.replica, 'sample-s1', { price: 99, currency: 'BGN' });
    await changeCurrency(device.replica, euro, OF.now, () => undefined);
    expect((await planRemoval(device.replica)).staying.map(({ id, why }) => [id, why])).toContainEqual(['sample-s1', 'changed']);
  });

  it('leaves what somebody has built on, and says what and why', async () => {
    await loadSample(device.replica, OF);
    const client = await addClient(device.replica, { first_name: 'Рая', last_name: 'Белева' });
    await addEvent(device.replica, {
      ...{ type: 'appointment', resource_id: 'sample-e1', client_id: client, service_id: 'sample-s2' },
      ...{ start_time: '2026-11-27T08:00:00.000Z', end_time: '2026-11-27T09:00:00.000Z' },
    });
    await updateClient(device.replica, 'sample-c1', { notes: 'Алергия към амоняк' });
    const plan = await planRemoval(device.replica);
    expect(plan.staying.map(({ table, id, why }) => [table, id, why])).toEqual([
      ['resources', 'sample-e1', 'booked'],
      ['clients', 'sample-c1', 'changed'],
      ['services', 'sample-s2', 'booked'],
      ['service_groups', 'sample-g1', 'used'],
    ]);
    expect(await removeSample(device.replica)).toEqual(plan);
    const left = await standing();
    const weekly = [1, 2, 3, 4, 5, 6].map((weekday) => `employee_weekly_shifts sample-e1/${weekday}/0`);
    expect(left.filter((row) => row.includes(' sample-')).sort()).toEqual(
      ['clients sample-c1', ...weekly, 'resources sample-e1', 'service_groups sample-g1', 'services sample-s2'].sort(),
    );
    expect(left.filter((row) => row.startsWith('events')).some((row) => isSampleId(row.slice(7)))).toBe(false);
  });

  it('counts as nobody’s first step', async () => {
    const steps = () => seen(firstSteps$(device.replica, Date.parse(OF.now)), () => true);
    expect((await steps()).sample).toBe(false);
    await loadSample(device.replica, OF);
    expect(await steps()).toMatchObject({ sample: true, done: new Set() });
    await addEmployee(device.replica, { name: 'Яна', email: 'yana@greben.test' }, [[], [{ start: '09:00', end: '17:00' }]]);
    expect((await steps()).done).toEqual(new Set(['employees', 'shifts']));
    await updateClient(device.replica, 'sample-c2', { phone: '0888123456' });
    expect((await steps()).done).toEqual(new Set(['employees', 'shifts', 'clients']));
  });
});
