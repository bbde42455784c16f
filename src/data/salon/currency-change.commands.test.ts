import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addEvent } from '#data/events/events.commands.ts';
import { addProduct } from '#data/products.commands.ts';
import { type Device, follow, openDevice, SALON_ID, seen, stored } from '#data/replica.test-support.ts';
import { addService, updateService } from '#data/services.commands.ts';
import type { Currency } from '#schemas/constants.ts';
import { ownTermsText } from '#schemas/own-terms.ts';
import {
  changeCurrency,
  formerPrices$,
  planCurrencyChange,
  undoableCurrency$,
  undoCurrencyChange,
} from './currency-change.commands.ts';

const NOW = '2026-11-18T08:00:00.000Z';
const LATER = '2026-11-19T12:00:00.000Z';
let device: Device;
let cut: string;
let shampoo: string;

const event = (start: string, price: number | null) => ({
  ...{ resource_id: 'maria', client_id: 'anna', service_id: cut, title: 'Подстригване', type: 'appointment' as const },
  ...{ status: 'booked', price, currency: price === null ? null : ('BGN' as const) },
  ...{ start_time: start, end_time: start.replace(':00:00', ':30:00') },
});

beforeEach(async () => {
  device = await openDevice();
  const { server, replica } = device;
  server.put('salons', String(SALON_ID), { name_bg: 'Студио', name_en: 'Studio', currency: 'BGN' });
  server.put('salon_settings', String(SALON_ID), { currency: 'BGN' });
  server.online = true;
  await replica.syncNow();
  server.online = false;
  cut = await addService(replica, { name_bg: 'Подстригване', price: 45, currency: 'BGN' });
  shampoo = await addProduct(replica, {
    ...{ name: 'Шампоан', sale_price: 12.5, currency: 'BGN', supply_price: 8, supply_currency: 'BGN' },
  });
  server.put('events', 'past', event('2026-11-17T08:00:00.000Z', 45));
  server.put('events', 'ahead', event('2026-11-19T08:00:00.000Z', 45));
  server.put('events', 'unpriced', event('2026-11-20T08:00:00.000Z', null));
  server.online = true;
  await replica.syncNow();
  server.online = false;
  device.writes.length = 0;
});
afterEach(() => device.replica.close());

const idle = () => undefined;
const TO_EURO = { from: 'BGN', to: 'EUR', numbers: 'converted' } as const;
const plan = () => planCurrencyChange(device.replica, 'BGN', 'EUR', NOW);
const change = (replica = device.replica) => changeCurrency(replica, TO_EURO, NOW, idle);
const undo = (now = NOW) => undoCurrencyChange(device.replica, now);
const former = async (salon: Currency) =>
  (await seen(formerPrices$(device.replica, salon, NOW))).map(({ from, prices }) => [from, prices.map(({ name }) => name)]);

async function money(table: 'services' | 'events', id: string) {
  const row = await stored(device.replica, table, id);
  return [row?.price, row?.currency];
}
const prices = async () => {
  const product = await stored(device.replica, 'products', shampoo);
  return {
    cut: await money('services', cut),
    sale: [product?.sale_price, product?.price, product?.currency],
    supply: [product?.supply_price, product?.supply_currency],
    ahead: await money('events', 'ahead'),
    unpriced: await money('events', 'unpriced'),
    past: await money('events', 'past'),
    salon: (await stored(device.replica, 'salons', String(SALON_ID)))?.currency,
    settings: (await stored(device.replica, 'salon_settings', String(SALON_ID)))?.currency,
  };
};
const ALWAYS = { past: [45, 'BGN'], unpriced: [null, null] };
const IN_EURO = {
  ...{ cut: [23.01, 'EUR'], ahead: [23.01, 'EUR'], sale: [6.39, 6.39, 'EUR'], supply: [4.09, 'EUR'], ...ALWAYS },
  ...{ salon: 'EUR', settings: 'EUR' },
};
const IN_LEVS = {
  ...{ cut: [45, 'BGN'], ahead: [45, 'BGN'], sale: [12.5, 12.5, 'BGN'], supply: [8, 'BGN'], ...ALWAYS },
  ...{ salon: 'BGN', settings: 'BGN' },
};

/** A device whose page dies at its nth write. */
const dyingAt = (n: number) => {
  let writes = 0;
  return {
    ...device.replica,
    write: (changes: Parameters<typeof device.replica.write>[0]) =>
      ++writes === n ? Promise.reject(new Error('killed')) : device.replica.write(changes),
  };
};

describe('a change of currency', () => {
  it('is of services, products and bookings that have not begun, each listed before', async () => {
    expect((await plan()).prices.map(({ table, column, from, to, name }) => [table, column, from, to, name])).toEqual([
      ['services', 'price', 45, 23.01, 'Подстригване'],
      ['products', 'sale_price', 12.5, 6.39, 'Шампоан'],
      ['products', 'supply_price', 8, 4.09, 'Шампоан'],
      ['events', 'price', 45, 23.01, 'Подстригване'],
    ]);
  });

  it('writes the currency in both of the salon’s rows, then all prices with theirs, and says how far it is', async () => {
    const steps: number[] = [];
    await changeCurrency(device.replica, TO_EURO, NOW, (done) => steps.push(done));
    expect(await prices()).toEqual(IN_EURO);
    expect(device.writes[0]?.map(({ table }) => table)).toEqual(['salons', 'salon_settings']);
    expect(steps).toEqual([4]);
  });

  it('is of each amount once, however often it is done', async () => {
    await change();
    await change();
    expect(await prices()).toEqual(IN_EURO);
  });

  it('makes no settings where there are none: others of the salon would hold instead of its own', async () => {
    await device.replica.close();
    device = await openDevice();
    const { server, replica } = device;
    server.put('salons', String(SALON_ID), { name_bg: 'Студио', name_en: 'Studio', interval_calendar: 30 });
    server.online = true;
    await replica.syncNow();
    await change();
    expect(await stored(replica, 'salon_settings', String(SALON_ID))).toBeNull();
  });

  it('that broke off has left what is in the former one, which is listed and gone on with', async () => {
    await expect(change(dyingAt(2))).rejects.toThrow('killed');
    expect(await prices()).toEqual({ ...IN_LEVS, salon: 'EUR', settings: 'EUR' });
    expect(await former('EUR')).toEqual([['BGN', ['Подстригване', 'Шампоан', 'Шампоан', 'Подстригване']]]);
    await change();
    expect(await prices()).toEqual(IN_EURO);
    expect(await former('EUR')).toEqual([]);
  });

  it('is of what another device has added in the former one when somebody says so, and of that alone', async () => {
    await change();
    device.server.put('services', 'late', { name: 'Маска', price: 100, currency: 'BGN' });
    device.server.online = true;
    await device.replica.syncNow();
    expect(await money('services', 'late')).toEqual([100, 'BGN']);
    expect(await former('EUR')).toEqual([['BGN', ['Маска']]]);
    await change();
    expect(await money('services', 'late')).toEqual([51.13, 'EUR']);
    expect(await prices()).toEqual(IN_EURO);
  });

  it('takes the amount that stands when it comes to it', async () => {
    await plan();
    await updateService(device.replica, cut, { price: 50, currency: 'BGN' });
    await change();
    expect(await money('services', cut)).toEqual([25.56, 'EUR']);
  });

  it('leaves an amount that somebody typed in the new one', async () => {
    await updateService(device.replica, cut, { price: 25, currency: 'EUR' });
    await change();
    expect(await prices()).toEqual({ ...IN_EURO, cut: [25, 'EUR'] });
  });

  it('may keep the numbers: they were meant so all along', async () => {
    await changeCurrency(device.replica, { from: 'BGN', to: 'USD', numbers: 'kept' }, NOW, idle);
    expect(await prices()).toEqual({
      ...{ cut: [45, 'USD'], ahead: [45, 'USD'], sale: [12.5, 12.5, 'USD'], supply: [8, 'USD'], ...ALWAYS },
      ...{ salon: 'USD', settings: 'USD' },
    });
    expect(await undo()).toBe(true);
    expect(await prices()).toEqual(IN_LEVS);
  });

  it('converts nothing where there is no fixed rate, and lists it', async () => {
    await changeCurrency(device.replica, { from: 'BGN', to: 'USD', numbers: 'converted' }, NOW, idle);
    expect(await prices()).toEqual({ ...IN_LEVS, salon: 'USD', settings: 'USD' });
    expect((await seen(formerPrices$(device.replica, 'USD', NOW)))[0]?.prices[0]).toMatchObject({ from: 45, to: null });
  });

  it('is taken over by a booking of the service', async () => {
    await change();
    const times = { start_time: '2026-11-20T10:00:00.000Z', end_time: '2026-11-20T11:00:00.000Z' };
    const booking = { type: 'appointment', resource_id: 'maria', client_id: 'anna', service_id: cut, ...times } as const;
    expect(await money('events', await addEvent(device.replica, booking))).toEqual([23.01, 'EUR']);
  });
});

describe('what a service costs with an employee', () => {
  const OWN = [
    { resource: 'ana', duration: 45, price: 60, currency: 'BGN' },
    { resource: 'eva', duration: null, price: 30, currency: 'EUR' },
    { resource: 'ivo', duration: 30, price: null, currency: null },
  ] as const;
  const ownNow = async () => (await stored(device.replica, 'services', cut))?.own_terms;

  it('is converted with the rest, each by itself and from its own currency, and is taken back with it', async () => {
    device.server.put('resources', 'ana', { name: 'Ана' });
    await updateService(device.replica, cut, { own_terms: ownTermsText(OWN) });
    const planned = (await plan()).prices.filter(({ column }) => column === 'own_terms');
    expect(planned.map(({ employee, from, to }) => [employee, from, to])).toEqual([['ana', 60, 30.68]]);
    await change();
    expect(await ownNow()).toBe(
      ownTermsText(OWN.map((one) => (one.price === 60 ? { ...one, price: 30.68, currency: 'EUR' } : one))),
    );
    expect(await prices()).toEqual(IN_EURO);
  });
});

describe('what can be taken back', () => {
  it('is all of it while the server has confirmed nothing', async () => {
    await change();
    expect(await seen(undoableCurrency$(device.replica))).toBe('BGN');
    expect(await undo()).toBe(true);
    expect(await prices()).toEqual(IN_LEVS);
    expect(await seen(undoableCurrency$(device.replica))).toBeNull();
    expect(await undo()).toBe(false);
    expect(await device.replica.pendingCount()).toBe(0);
  });

  it('is so all day without a line, whatever was tried meanwhile, and when a booking has begun since', async () => {
    await change();
    await device.replica.syncNow();
    expect(await seen(undoableCurrency$(device.replica))).toBe('BGN');
    expect(await undo(LATER)).toBe(true);
    expect(await prices()).toEqual(IN_LEVS);
  });

  it('goes back on the server too where it had arrived and only what it returned was lost', async () => {
    await change();
    Object.assign(device.server, { online: true, losesReturns: true });
    await device.replica.syncNow();
    device.server.online = false;
    expect(device.server.pushed.filter(({ id }) => id === cut).at(-1)?.doc).toMatchObject({ price: 23.01, currency: 'EUR' });
    expect(await undo()).toBe(true);
    Object.assign(device.server, { online: true, losesReturns: false });
    await device.replica.syncNow();
    expect(device.server.pushed.filter(({ id }) => id === cut).at(-1)?.doc).toMatchObject({ price: 45, currency: 'BGN' });
    expect(await prices()).toEqual(IN_LEVS);
  });

  it('is to the hundredth what it was, also of what the server has never seen', async () => {
    const made = await addService(device.replica, { name_bg: 'Маска', price: 120, currency: 'BGN' });
    await updateService(device.replica, cut, { price: 60, currency: 'BGN' });
    await change();
    expect([await money('services', made), await money('services', cut)]).toEqual([
      [61.36, 'EUR'],
      [30.68, 'EUR'],
    ]);
    await undo();
    expect([await money('services', made), await money('services', cut)]).toEqual([
      [120, 'BGN'],
      [60, 'BGN'],
    ]);
  });

  it('is nothing once the server has confirmed it', async () => {
    await change();
    const offered = follow(undoableCurrency$(device.replica));
    await expect.poll(() => offered.values.at(-1)).toBe('BGN');
    device.server.online = true;
    await device.replica.syncNow();
    await expect.poll(() => offered.values.at(-1)).toBeNull();
    offered.stop();
    expect(await undo()).toBe(false);
    expect(await prices()).toEqual(IN_EURO);
  });

  it('is changed back to by hand without a hundredth of difference, too', async () => {
    await updateService(device.replica, cut, { price: 120, currency: 'BGN' });
    device.server.online = true;
    await device.replica.syncNow();
    device.server.online = false;
    await change();
    await changeCurrency(device.replica, { from: 'EUR', to: 'BGN', numbers: 'converted' }, NOW, idle);
    expect(await money('services', cut)).toEqual([120, 'BGN']);
    expect(await device.replica.pendingCount()).toBe(0);
  });
});
