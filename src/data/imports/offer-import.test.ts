import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addEvent } from '#data/events/events.commands.ts';
import { addProductGroup, updateProductGroup } from '#data/products.commands.ts';
import { productGroups$, products$ } from '#data/products.queries.ts';
import { type Device, openDevice, seen, stored } from '#data/replica.test-support.ts';
import { changeOf } from '#data/row-writes.ts';
import { changeCurrency } from '#data/salon/currency-change.commands.ts';
import { addServiceGroup, updateService } from '#data/services.commands.ts';
import { serviceGroups$, services$ } from '#data/services.queries.ts';
import type { ImportedProduct } from '#domain/imports/product-import.ts';
import type { ImportedService } from '#domain/imports/service-import.ts';
import { beginImport, goOn, resumeImports, undoImport } from './imports.ts';
import { importedId } from './record-imports.ts';

const NOW = '2026-11-18T09:42:00.000Z';
let device: Device;
beforeEach(async () => {
  device = await openDevice();
});
afterEach(() => device.replica.close());

const service = (name: string, category: string | null): ImportedService => ({
  ...{
    name_bg: name,
    name_en: null,
    category,
    duration: 45,
    buffer_after: 0,
    price: 20.5,
    currency: 'BGN',
    show_online: true,
    notes: null,
  },
});
const product = (name: string, group: string | null): ImportedProduct => ({
  ...{ name, barcode: null, group, quantity: 3, unit: null, low_stock_at: null, notes: null },
  ...{ supply_price: null, supply_currency: null, sale_price: 9.9, currency: 'BGN' },
});
async function importServices(rows: ImportedService[], replica = device.replica): Promise<string> {
  const id = await beginImport(replica, 'services', rows, 'x.csv');
  await goOn(replica, id);
  return id;
}
async function importProducts(rows: ImportedProduct[]): Promise<string> {
  const id = await beginImport(device.replica, 'products', rows, 'x.csv');
  await goOn(device.replica, id);
  return id;
}
const services = (count: number) => seen(services$(device.replica), (rows) => rows.length === count);
const products = (count: number) => seen(products$(device.replica), (rows) => rows.length === count);
const categories = async () => (await seen(serviceGroups$(device.replica))).map(({ name }) => name);
const groups = async () => (await seen(productGroups$(device.replica))).map(({ name }) => name);
/** The replica of a page that is killed instead of its n-th write. */
function killedAt(n: number): Device['replica'] {
  const write = device.replica.write.bind(device.replica);
  let writes = 0;
  return {
    ...device.replica,
    write: async (changes: Parameters<typeof write>[0]) => {
      writes += 1;
      if (writes === n) throw new Error('killed');
      await write(changes);
    },
  };
}

describe('an import of services', () => {
  test('makes each once, in the category of its name as the salon writes it, and the categories that are missing', async () => {
    await addServiceGroup(device.replica, 'Нокти');
    const id = await importServices([
      service('Маникюр', 'нокти '),
      service('Боя', 'Коса'),
      service('Кичури', 'коса'),
      service('Друго', null),
    ]);
    const rows = await services(4);
    expect(rows.map(({ name, category }) => [name, category])).toEqual([
      ['Боя', 'Коса'],
      ['Друго', null],
      ['Кичури', 'Коса'],
      ['Маникюр', 'Нокти'],
    ]);
    expect(await categories()).toEqual(['Коса', 'Нокти']);
    expect(await stored(device.replica, 'services', importedId(id, 0))).toMatchObject({
      ...{ name: 'Маникюр', name_bg: 'Маникюр', duration: 45, price: 20.5, color: '#3498db', pending: 1 },
    });
  });

  test('that was killed between two parts goes on, with no service and no category twice', async () => {
    const rows = Array.from({ length: 250 }, (_, n) => service(`Услуга ${n}`, `Категория ${n % 3}`));
    await expect(importServices(rows, killedAt(2))).rejects.toThrow('killed');
    await services(100);
    await resumeImports(device.replica);
    expect(new Set((await services(250)).map(({ name }) => name)).size).toBe(250);
    expect(await categories()).toEqual(['Категория 0', 'Категория 1', 'Категория 2']);
  });

  test('that broke off before the salon changed its currency goes on in that of its file', async () => {
    const rows = Array.from({ length: 150 }, (_, n) => service(`Услуга ${n}`, null));
    await expect(importServices(rows, killedAt(2))).rejects.toThrow('killed');
    await changeCurrency(device.replica, { from: 'BGN', to: 'EUR', numbers: 'converted' }, NOW, () => undefined);
    await resumeImports(device.replica);
    const amounts = (await services(150)).map(({ price, currency }) => `${price} ${currency}`);
    expect([...new Set(amounts)].map((one) => [one, amounts.filter((other) => other === one).length])).toEqual([
      ['10.48 EUR', 100],
      ['20.5 BGN', 50],
    ]);
  });

  test('is taken back whole after a change of currency: that is nobody’s work on it', async () => {
    const id = await importServices([service('Маникюр', 'Нокти'), service('Боя', 'Коса'), service('Бръснене', null)]);
    await changeCurrency(device.replica, { from: 'BGN', to: 'EUR', numbers: 'converted' }, NOW, () => undefined);
    await updateService(device.replica, importedId(id, 1), { price: 11, currency: 'EUR' });
    expect(await undoImport(device.replica, id)).toEqual({ removed: 2, kept: 1 });
  });

  test('is taken back with the categories that it made; what was changed or booked stays with its own', async () => {
    const before = await addServiceGroup(device.replica, 'Празна');
    const rows = [service('Маникюр', 'Нокти'), service('Боя', 'Коса'), service('Бръснене', 'Мъжко'), service('Масаж', 'Тяло')];
    const id = await importServices([...rows, service('Кичури', 'Коса')]);
    await updateService(device.replica, importedId(id, 4), { processing_after: 15, processing_minutes: 20 });
    await updateService(device.replica, importedId(id, 0), { show_online: false });
    const [start_time, end_time] = ['2026-11-20T09:00:00.000Z', '2026-11-20T10:00:00.000Z'];
    const booking = { type: 'appointment', resource_id: 'r', client_id: 'c', service_id: importedId(id, 1) } as const;
    await addEvent(device.replica, { ...booking, start_time, end_time });
    expect(await undoImport(device.replica, id)).toEqual({ removed: 2, kept: 3 });
    expect((await services(3)).map(({ name }) => name)).toEqual(['Боя', 'Кичури', 'Маникюр']);
    expect(await categories()).toEqual(['Коса', 'Нокти', 'Празна']);
    expect(await stored(device.replica, 'service_groups', before)).toMatchObject({ deleted: false });
  });
});

describe('an import of products', () => {
  test('puts each into its group by id and name, and keeps both prices equal', async () => {
    const group = await addProductGroup(device.replica, { name: 'Коса' });
    const id = await importProducts([product('Шампоан', 'КОСА'), product('Лак', 'Нокти')]);
    const [lacquer, shampoo] = await products(2);
    const nails = (await seen(productGroups$(device.replica))).find(({ name }) => name === 'Нокти');
    expect(shampoo).toMatchObject({
      id: importedId(id, 0),
      group_id: group,
      group_name: 'Коса',
      sale_price: 9.9,
      price: 9.9,
      unit: 'g',
    });
    expect(lacquer).toMatchObject({ group_id: nails?.id, group_name: 'Нокти', quantity: 3 });
  });

  test('is taken back; what was counted, and a group that was changed or has another in it, stay', async () => {
    const rows = [product('Шампоан', 'Коса'), product('Лак', 'Нокти'), product('Крем', 'Тяло'), product('Гребен', 'Друго')];
    const id = await importProducts(rows);
    const of = async (name: string) =>
      (await seen(productGroups$(device.replica))).find((group) => group.name === name)?.id ?? '';
    const count = { product_id: importedId(id, 0), old_quantity: 3, new_quantity: 3, difference: 0, user_id: 'u' };
    await device.replica.write([changeOf('product_revisions', 'counted', count)]);
    await updateProductGroup(device.replica, await of('Нокти'), { color: '#112233' });
    await addProductGroup(device.replica, { name: 'Кремове', parent_id: await of('Тяло') });
    expect(await undoImport(device.replica, id)).toEqual({ removed: 3, kept: 1 });
    expect((await products(1)).map(({ name }) => name)).toEqual(['Шампоан']);
    expect(await groups()).toEqual(['Коса', 'Кремове', 'Нокти', 'Тяло']);
  });

  test('does not make a group anew that somebody deleted between two parts, nor a second one of one that was renamed', async () => {
    const rows = Array.from({ length: 150 }, (_, n) => product(`Продукт ${n}`, n % 2 ? 'Изтрита' : 'Преименувана'));
    const id = await beginImport(device.replica, 'products', rows, '');
    await expect(goOn(killedAt(2), id)).rejects.toThrow('killed');
    await products(100);
    device.server.online = true;
    await device.replica.syncNow();
    device.server.online = false;
    const [gone, kept] = await seen(productGroups$(device.replica), (found) => found.length === 2);
    if (!gone || !kept) throw new Error('no groups');
    await device.replica.write([changeOf('product_groups', gone.id, { deleted: true })]);
    await updateProductGroup(device.replica, kept.id, { name: 'Нова' });
    device.server.online = true;
    await device.replica.syncNow(); // a deletion that has arrived is hidden from every query
    device.server.online = false;
    await resumeImports(device.replica);
    await products(150);
    expect(await groups()).toEqual(['Нова']);
    expect(await stored(device.replica, 'products', importedId(id, 149))).toMatchObject({ group_id: null, group_name: null });
    expect(await stored(device.replica, 'products', importedId(id, 148))).toMatchObject({
      group_id: kept.id,
      group_name: 'Нова',
    });
  });
});
