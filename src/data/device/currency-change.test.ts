import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addProduct } from '#data/products.commands.ts';
import { type Device, follow, openDevice, SALON_ID, seen, stored } from '#data/replica.test-support.ts';
import { addService, updateService } from '#data/services.commands.ts';
import { ownTermsText } from '#schemas/offers.ts';
import {
  changeCurrency,
  finishCurrencyChange,
  planCurrencyChange,
  undoableCurrency$,
  undoCurrencyChange,
} from './currency-change.ts';
import { forgetDevice } from './device-mark.ts';

const NOW = '2026-11-18T08:00:00.000Z';
let device: Device;
let cut: string;
let shampoo: string;

const event = (start: string, price: number | null) => ({
  ...{ resource_id: 'maria', client_id: 'anna', service_id: cut, title: 'Подстригване', type: 'appointment' as const },
  ...{ status: 'booked', price, start_time: start, end_time: start.replace(':00:00', ':30:00') },
});

beforeEach(async () => {
  device = await openDevice();
  const { server, replica } = device;
  server.put('salons', String(SALON_ID), { name_bg: 'Студио', name_en: 'Studio', currency: 'BGN' });
  server.put('salon_settings', String(SALON_ID), { currency: 'BGN' });
  server.online = true;
  await replica.syncNow();
  server.online = false;
  cut = await addService(replica, { name_bg: 'Подстригване', price: 45 });
  await addService(replica, { name_bg: 'Консултация', price: 0 });
  shampoo = await addProduct(replica, { name: 'Шампоан', sale_price: 12.5, supply_price: 8 });
  server.put('events', 'past', event('2026-11-17T08:00:00.000Z', 45));
  server.put('events', 'ahead', event('2026-11-19T08:00:00.000Z', 45));
  server.put('events', 'unpriced', event('2026-11-20T08:00:00.000Z', null));
  server.online = true;
  await replica.syncNow();
  server.online = false;
  device.writes.length = 0;
});
afterEach(async () => {
  vi.unstubAllGlobals();
  forgetDevice(device.replica.userId, SALON_ID);
  await device.replica.close();
});

const plan = () => planCurrencyChange(device.replica, 'BGN', 'EUR', NOW);
const prices = async () => ({
  cut: (await stored(device.replica, 'services', cut))?.price,
  shampoo: await stored(device.replica, 'products', shampoo),
  ahead: (await stored(device.replica, 'events', 'ahead'))?.price,
  past: (await stored(device.replica, 'events', 'past'))?.price,
  salon: (await stored(device.replica, 'salons', String(SALON_ID)))?.currency,
  settings: (await stored(device.replica, 'salon_settings', String(SALON_ID)))?.currency,
});
const IN_EURO = {
  ...{ cut: 23.01, ahead: 23.01, past: 45, salon: 'EUR', settings: 'EUR' },
  shampoo: expect.objectContaining({ sale_price: 6.39, supply_price: 4.09, price: 6.39 }),
};
const IN_LEVS = {
  ...{ cut: 45, ahead: 45, past: 45, salon: 'BGN', settings: 'BGN' },
  shampoo: expect.objectContaining({ sale_price: 12.5, supply_price: 8, price: 12.5 }),
};

describe('a second change beside one', () => {
  it('completes the first, which broke off, and no price is converted twice', async () => {
    const first = await plan();
    const broken = new Error('the device has no room');
    await expect(
      changeCurrency(device.replica, first, () => {
        throw broken; // after the first prices, before the currency
      }),
    ).rejects.toBe(broken);
    await changeCurrency(device.replica, await plan(), () => undefined);
    expect(await prices()).toEqual(IN_EURO);
  });

  it('that another window planned in the middle of it is not written after it', async () => {
    let planned = plan();
    await changeCurrency(device.replica, await planned, () => {
      planned = plan(); // prices in euro, taken for leva
    });
    await changeCurrency(device.replica, await planned, () => undefined);
    expect(await prices()).toEqual(IN_EURO);
  });
});

describe('what a service costs with an employee', () => {
  const OWN = [
    { resource: 'ana', duration: 45, price: 60 },
    { resource: 'eva', duration: null, price: 30 },
    { resource: 'ivo', duration: 30, price: null },
  ];
  const ownNow = async () => (await stored(device.replica, 'services', cut))?.own_terms;
  const inEuro = (...prices: (number | null)[]) => ownTermsText(OWN.map((one, n) => ({ ...one, price: prices[n] ?? null })));

  it('is converted with the rest, each by itself, and is taken back with it', async () => {
    device.server.put('resources', 'ana', { name: 'Ана' });
    await updateService(device.replica, cut, { own_terms: ownTermsText(OWN) });
    const planned = (await plan()).prices.filter(({ column }) => column === 'own_terms');
    expect(planned.map(({ employee, from, to }) => [employee, from, to])).toEqual([
      ['ana', 60, 30.68],
      ['eva', 30, 15.34],
    ]);
    await changeCurrency(device.replica, await plan(), () => undefined);
    expect(await ownNow()).toBe(inEuro(30.68, 15.34, null));
    expect(await prices()).toEqual(IN_EURO);
    expect(await undoCurrencyChange(device.replica, () => undefined)).toBe(true);
    expect(await ownNow()).toBe(ownTermsText(OWN));
  });

  it('is left where somebody has changed it meanwhile', async () => {
    await updateService(device.replica, cut, { own_terms: ownTermsText(OWN) });
    const planned = await plan();
    await updateService(device.replica, cut, { own_terms: ownTermsText(OWN.map((one) => ({ ...one, price: one.price && 70 }))) });
    await changeCurrency(device.replica, planned, () => undefined);
    expect(await ownNow()).toBe(inEuro(70, 70, null));
  });
});

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
  it('is of services, products and bookings that have not begun; what costs nothing stays', async () => {
    const { prices: found } = await plan();
    expect(found.map(({ table, column, from, to, name }) => [table, column, from, to, name])).toEqual([
      ['services', 'price', 45, 23.01, 'Подстригване'],
      ['products', 'sale_price', 12.5, 6.39, 'Шампоан'],
      ['products', 'supply_price', 8, 4.09, 'Шампоан'],
      ['events', 'price', 45, 23.01, 'Подстригване'],
    ]);
    expect(device.writes).toEqual([]);
  });

  it('writes all prices, then the currency in both of the salon’s rows, and says how far it is', async () => {
    const heard: number[] = [];
    await changeCurrency(device.replica, await plan(), (done) => heard.push(done));
    expect(await prices()).toEqual(IN_EURO);
    expect(heard).toEqual([4]);
    expect(device.writes.at(-1)?.map(({ table }) => table)).toEqual(['salons', 'salon_settings']);
  });

  it('leaves a price that somebody has changed since it was listed', async () => {
    const listed = await plan();
    await updateService(device.replica, cut, { price: 50 });
    await changeCurrency(device.replica, listed, () => undefined);
    expect(await prices()).toEqual({ ...IN_EURO, cut: 50 });
  });

  it('that broke off is completed, and converts no price twice', async () => {
    await expect(changeCurrency(dyingAt(2), await plan(), () => undefined)).rejects.toThrow('killed');
    expect(await prices()).toEqual({ ...IN_EURO, salon: 'BGN', settings: 'BGN' });
    expect(await finishCurrencyChange(device.replica)).toBe('EUR');
    expect(await prices()).toEqual(IN_EURO);
    expect(await finishCurrencyChange(device.replica)).toBeNull();
  });

  it('is taken back whole while nothing of it was sent', async () => {
    await changeCurrency(device.replica, await plan(), () => undefined);
    expect(await seen(undoableCurrency$(device.replica))).toBe('BGN');
    expect(await undoCurrencyChange(device.replica, () => undefined)).toBe(true);
    expect(await prices()).toEqual(IN_LEVS);
    expect(await undoCurrencyChange(device.replica, () => undefined)).toBe(false);
  });

  it('can be taken back all day without a line, whatever was tried meanwhile', async () => {
    await changeCurrency(device.replica, await plan(), () => undefined);
    await device.replica.syncNow();
    expect(await seen(undoableCurrency$(device.replica))).toBe('BGN');
    expect(await undoCurrencyChange(device.replica, () => undefined)).toBe(true);
    expect(await prices()).toEqual(IN_LEVS);
  });

  it('is taken back on the server too where it had arrived and only what it returned was lost', async () => {
    await changeCurrency(device.replica, await plan(), () => undefined);
    Object.assign(device.server, { online: true, losesReturns: true });
    await device.replica.syncNow();
    device.server.online = false;
    expect(device.server.pushed.filter(({ id }) => id === cut).at(-1)?.doc.price).toBe(23.01);
    expect(await undoCurrencyChange(device.replica, () => undefined)).toBe(true);
    Object.assign(device.server, { online: true, losesReturns: false });
    await device.replica.syncNow();
    expect(device.server.pushed.filter(({ id }) => id === cut).at(-1)?.doc.price).toBe(45);
    expect(await prices()).toEqual(IN_LEVS);
  });

  it('keeps what was changed since when it is taken back', async () => {
    await changeCurrency(device.replica, await plan(), () => undefined);
    await updateService(device.replica, cut, { price: 25 });
    await undoCurrencyChange(device.replica, () => undefined);
    expect(await prices()).toEqual({ ...IN_LEVS, cut: 25 });
  });

  it('is not taken back once something of it was sent', async () => {
    await changeCurrency(device.replica, await plan(), () => undefined);
    const offered = follow(undoableCurrency$(device.replica));
    await expect.poll(() => offered.values.at(-1)).toBe('BGN');
    device.server.online = true;
    await device.replica.syncNow();
    await expect.poll(() => offered.values.at(-1)).toBeNull();
    offered.stop();
    expect(await undoCurrencyChange(device.replica, () => undefined)).toBe(false);
    expect(await prices()).toEqual(IN_EURO);
  });

  it('is forgotten with its person’s data', async () => {
    await expect(changeCurrency(dyingAt(1), await plan(), () => undefined)).rejects.toThrow('killed');
    forgetDevice(device.replica.userId, SALON_ID);
    expect(await finishCurrencyChange(device.replica)).toBeNull();
    expect(await prices()).toEqual(IN_LEVS);
  });

  it('that another window takes for broken off is not written again over its taking back', async () => {
    let turn: Promise<unknown> = Promise.resolve();
    const signals: { met?: () => void; undone?: () => void } = {};
    const meeting = new Promise<void>((done) => {
      signals.met = done;
    });
    const undoing = new Promise<void>((done) => {
      signals.undone = done;
    });
    const request = vi.fn((_name: string, work: () => Promise<unknown>) => {
      if (request.mock.calls.length === 2) signals.met?.();
      turn = turn.then(work);
      return turn;
    });
    vi.stubGlobal('navigator', { locks: { request } });
    const windowOf = (gate: () => Promise<void>) => ({
      ...device.replica,
      write: async (changes: Parameters<typeof device.replica.write>[0]) => {
        await gate();
        await device.replica.write(changes);
      },
    });
    const own = windowOf(() => meeting);
    const other = windowOf(() => {
      signals.met?.();
      return undoing;
    });
    const changing = changeCurrency(own, await plan(), () => undefined);
    const finishing = finishCurrencyChange(other);
    await changing;
    expect(await undoCurrencyChange(own, () => undefined)).toBe(true);
    signals.undone?.();
    expect(await finishing).toBeNull();
    expect(await prices()).toMatchObject({ cut: 45, ahead: 45, salon: 'BGN', settings: 'BGN' });
  });
});
