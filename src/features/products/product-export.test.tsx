// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addProduct, addProductGroup } from '#data/products.commands.ts';
import { productGroups$, products$ } from '#data/products.queries.ts';
import { type Device, openDevice, seen } from '#data/replica.test-support.ts';
import { csvOf } from '#domain/imports/csv.ts';
import { judgeProducts } from '#domain/imports/judged.test-support.ts';
import { guessProductColumns } from '#domain/imports/product-import.ts';
import { readTable } from '#domain/imports/read-table.ts';
import { clearToasts, show } from '#features/shared/screen.test-support.tsx';
import { i18n, setLanguage } from '#i18n/i18n.ts';
import { ProductsPage, productTable } from './products-page.tsx';

const user = userEvent.setup();
const routes = { '/products': <ProductsPage /> };
let device: Device;

beforeEach(async () => {
  await setLanguage('bg');
  sessionStorage.clear();
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  clearToasts();
  vi.restoreAllMocks();
  await device.replica.close();
});

it('an empty list leads to moving in; a list with products has it, and the export, among its actions', async () => {
  const empty = show(device, '/products', routes);
  await user.click(await screen.findByRole('link', { name: 'Внасяне от файл' }));
  expect(empty.path()).toBe('/salon/move-in');
  expect(empty.search().get('kind')).toBe('products');
  cleanup();
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  const group = await addProductGroup(device.replica, { name: 'Коса' });
  await addProduct(device.replica, {
    name: 'Шампоан',
    sale_price: 24,
    currency: 'BGN',
    quantity: 1200,
    group_id: group,
    barcode: '111',
  });
  await addProduct(device.replica, { name: 'Маска', sale_price: 5, currency: 'BGN' });
  const full = show(device, '/products?q=шампоан', routes);
  await screen.findByText('Шампоан');
  await user.click(await screen.findByRole('button', { name: 'Още действия' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Изтегли 1 продукт като CSV' }));
  const [[file]] = saved.mock.calls as [[Blob]];
  const text = await file.text();
  expect(text.replace('\ufeff', '').split('\r\n')).toEqual([
    'Име;Баркод;Група;Количество;Мярка;Доставна цена;Продажна цена;Праг за поръчка;Бележки',
    'Шампоан;111;Коса;1200;г;;24;;',
    '',
  ]);
  await user.click(await screen.findByRole('button', { name: 'Още действия' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Внасяне от файл' }));
  await waitFor(() => expect(full.path()).toBe('/salon/move-in'));
});

it.each(['bg', 'en'] as const)('an export is understood by the import of a device in %s', async (language) => {
  const group = await addProductGroup(device.replica, { name: 'Коса' });
  const prices = { supply_price: 11.5, supply_currency: 'BGN', sale_price: 24.9, currency: 'BGN' } as const;
  const fields = { barcode: '3800054121071', ...prices, quantity: 1200, low_stock_at: 300, notes: 'за\nсуха коса' };
  await addProduct(device.replica, { name: '-Шампоан', group_id: group, unit: 'ml', ...fields });
  const products = await seen(products$(device.replica), (rows) => rows.length === 1);
  const groups = await seen(productGroups$(device.replica), (rows) => rows.length === 1);
  const rows = readTable(
    csvOf(
      productTable(products, groups, { currency: 'BGN', language }, i18n.getFixedT(language, 'products')),
      language === 'bg' ? ',' : '.',
    ),
  );
  const read = judgeProducts(rows, { columns: guessProductColumns(rows), currency: 'BGN' }, []);
  expect(read.map(({ value, verdict }) => ({ ...value, kind: verdict.kind }))).toEqual([
    { name: '-Шампоан', group: 'Коса', unit: 'ml', ...fields, kind: 'new' },
  ]);
});
