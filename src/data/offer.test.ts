import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  addProduct,
  addProductGroup,
  deleteProduct,
  deleteProductGroup,
  updateProduct,
  updateProductGroup,
} from './products.commands.ts';
import { productGroups$ } from './products.queries.ts';
import { type Device, openDevice, seen, stored } from './replica.test-support.ts';
import {
  addService,
  addServiceGroup,
  deleteService,
  deleteServiceGroup,
  renameServiceGroup,
  updateService,
} from './services.commands.ts';
import { serviceGroups$, services$ } from './services.queries.ts';

let device: Device;
beforeEach(async () => {
  device = await openDevice();
});
afterEach(() => device.replica.close());

const refusal = (key: string, field?: string) => expect.objectContaining({ name: 'Refusal', key, ...(field ? { field } : {}) });

describe('services', () => {
  test('a new service has the defaults, and its name follows the Bulgarian one, else the English', async () => {
    const bg = await addService(device.replica, { name_bg: 'Подстригване', name_en: 'Haircut' });
    const en = await addService(device.replica, { name_bg: '', name_en: 'Massage' });
    expect(await stored(device.replica, 'services', bg)).toMatchObject({
      name: 'Подстригване',
      duration: 30,
      price: 0,
      color: '#3498db',
      show_online: true,
    });
    expect(await stored(device.replica, 'services', en)).toMatchObject({ name: 'Massage', name_bg: null, name_en: 'Massage' });
    await updateService(device.replica, en, { name_bg: 'Масаж' });
    expect(await stored(device.replica, 'services', en)).toMatchObject({ name: 'Масаж', name_bg: 'Масаж', name_en: 'Massage' });
    expect((await seen(services$(device.replica), (rows) => rows.length === 2)).map((row) => row.name)).toEqual([
      'Масаж',
      'Подстригване',
    ]);
  });

  test('a service needs a name, a duration of 5 to 1440 in steps of 5, a price of at least 0', async () => {
    const fields = { name: 'Х', duration: 30, price: 1, currency: 'BGN' } as const;
    await expect(addService(device.replica, { ...fields, name: ' ' })).rejects.toEqual(refusal('name_required'));
    await expect(addService(device.replica, { ...fields, duration: 0 })).rejects.toEqual(refusal('duration_invalid'));
    await expect(addService(device.replica, { ...fields, duration: 7 })).rejects.toEqual(refusal('duration_invalid'));
    await expect(addService(device.replica, { ...fields, duration: 1445 })).rejects.toEqual(refusal('duration_invalid'));
    await expect(addService(device.replica, { ...fields, price: -1, currency: 'BGN' })).rejects.toEqual(refusal('price_invalid'));
    await expect(addService(device.replica, { ...fields, price: Number.NaN, currency: 'BGN' })).rejects.toEqual(
      refusal('price_invalid'),
    );
    expect(device.writes).toEqual([]);
  });

  test('a service can be hidden online and deleted', async () => {
    const id = await addService(device.replica, { name: 'Х' });
    await updateService(device.replica, id, { show_online: false });
    expect(await stored(device.replica, 'services', id)).toMatchObject({ show_online: false });
    await deleteService(device.replica, id);
    expect(await seen(services$(device.replica))).toEqual([]);
    await expect(updateService(device.replica, id, { price: 1, currency: 'BGN' })).rejects.toEqual(refusal('invalid_id'));
  });

  test('a renamed category takes its services along, in one call', async () => {
    const id = await addServiceGroup(device.replica, ' Коса ');
    const service = await addService(device.replica, { name: 'Х', category: 'Коса' });
    const other = await addService(device.replica, { name: 'Y', category: 'Нокти' });
    const calls = device.writes.length;
    await renameServiceGroup(device.replica, id, 'Коса и стил');
    expect(device.writes).toHaveLength(calls + 1);
    expect(await stored(device.replica, 'services', service)).toMatchObject({ category: 'Коса и стил' });
    expect(await stored(device.replica, 'services', other)).toMatchObject({ category: 'Нокти' });
    await expect(addServiceGroup(device.replica, ' ')).rejects.toEqual(refusal('group_name_required'));
    await deleteServiceGroup(device.replica, id);
    expect(await seen(serviceGroups$(device.replica), (rows) => rows.length === 0)).toEqual([]);
  });
});

describe('products', () => {
  test('a product keeps its price equal to the sale price and its group by id and name', async () => {
    const group_id = await addProductGroup(device.replica, { name: 'Шампоани' });
    const id = await addProduct(device.replica, {
      name: 'Шампоан',
      sale_price: 12.5,
      currency: 'BGN',
      supply_price: 8,
      supply_currency: 'BGN',
      group_id,
    });
    expect(await stored(device.replica, 'products', id)).toMatchObject({
      price: 12.5,
      sale_price: 12.5,
      group_name: 'Шампоани',
      unit: 'g',
      quantity: 0,
    });
    await updateProduct(device.replica, id, { sale_price: 13, currency: 'BGN' });
    expect(await stored(device.replica, 'products', id)).toMatchObject({ price: 13, group_id });
    await updateProduct(device.replica, id, { group_id: null });
    expect(await stored(device.replica, 'products', id)).toMatchObject({ group_id: null, group_name: null });
  });

  test('a product’s numbers are checked', async () => {
    await expect(addProduct(device.replica, { name: '' })).rejects.toEqual(refusal('name_required'));
    await expect(addProduct(device.replica, { name: 'Х', sale_price: -1, currency: 'BGN' })).rejects.toEqual(
      refusal('price_invalid', 'sale_price'),
    );
    await expect(addProduct(device.replica, { name: 'Х', supply_price: -1, supply_currency: 'BGN' })).rejects.toEqual(
      refusal('price_invalid', 'supply_price'),
    );
    await expect(addProduct(device.replica, { name: 'Х', quantity: 1.5 })).rejects.toEqual(refusal('quantity_invalid'));
  });

  test('a group with products or child groups is not deleted', async () => {
    const parent = await addProductGroup(device.replica, { name: 'Коса', parent_id: '0' });
    const child = await addProductGroup(device.replica, { name: 'Шампоани', parent_id: parent });
    const product = await addProduct(device.replica, { name: 'Х', group_id: child });
    expect(await stored(device.replica, 'product_groups', parent)).toMatchObject({ parent_id: null });
    await expect(deleteProductGroup(device.replica, parent)).rejects.toEqual(refusal('cannot_delete_group_with_groups'));
    await expect(deleteProductGroup(device.replica, child)).rejects.toEqual(refusal('cannot_delete_group_with_products'));
    await deleteProduct(device.replica, product);
    await deleteProductGroup(device.replica, child);
    await deleteProductGroup(device.replica, parent);
    expect(await seen(productGroups$(device.replica), (rows) => rows.length === 0)).toEqual([]);
  });

  test('a group cannot be put below itself, and its new name reaches its products', async () => {
    const parent = await addProductGroup(device.replica, { name: 'Коса' });
    const child = await addProductGroup(device.replica, { name: 'Шампоани', parent_id: parent });
    const product = await addProduct(device.replica, { name: 'Х', group_id: parent });
    await expect(updateProductGroup(device.replica, parent, { parent_id: child })).rejects.toEqual(
      refusal('parent_group_invalid'),
    );
    await expect(updateProductGroup(device.replica, parent, { parent_id: parent })).rejects.toEqual(
      refusal('parent_group_invalid'),
    );
    await updateProductGroup(device.replica, parent, { name: 'Грижа' });
    expect(await stored(device.replica, 'products', product)).toMatchObject({ group_name: 'Грижа' });
  });
});
