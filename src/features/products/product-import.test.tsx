// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addProduct, addProductGroup } from '#data/products.commands.ts';
import { productGroups$, products$ } from '#data/products.queries.ts';
import { type Device, openDevice, seen } from '#data/replica.test-support.ts';
import { csvOf } from '#domain/imports/csv.ts';
import { guessProductColumns, judgeProducts } from '#domain/imports/product-import.ts';
import { readTable } from '#domain/imports/read-table.ts';
import { clearToasts, show, toastTexts } from '#features/shared/screen.test-support.tsx';
import { i18n, setLanguage } from '#i18n/i18n.ts';
import { ProductImportPage } from './product-import-page.tsx';
import { ProductsPage, productTable } from './products-page.tsx';

const user = userEvent.setup();
const routes = { '/products': <ProductsPage />, '/products/import': <ProductImportPage /> };
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

const names = async (count: number) =>
  (await seen(products$(device.replica), (rows) => rows.length === count)).map((row) => row.name);

it('products that were copied from a spreadsheet are shown, taken in with their groups, and taken back', async () => {
  await addProduct(device.replica, { name: 'Маска', sale_price: 5, currency: 'BGN', barcode: '111' });
  show(device, '/products/import', routes);
  const pasted = [
    'Артикул\tБаркод\tГрупа\tНаличност\tМярка\tДоставна\tЦена',
    'Шампоан\t3800054121071\tКоса\t1 200\tг\t11,50\t24',
    'Ампули\t\t\t12 бр.\t\t\t3',
    'Друга маска\t111\t\t1\t\t\t5',
    'Крем\t\t\t1,5\t\t\t5 €',
  ].join('\n');
  fireEvent.change(await screen.findByLabelText('Или поставете тук'), { target: { value: pasted } });
  await user.click(screen.getByRole('button', { name: 'Прочети поставеното' }));
  const columns = within(await screen.findByRole('region', { name: 'Какво има в колоните' }));
  expect(columns.getAllByRole('listitem').map((item) => item.querySelector('button')?.textContent)).toEqual([
    ...['Име', 'Баркод', 'Група', 'Количество', 'Мярка', 'Доставна цена', 'Продажна цена'],
  ]);
  const rows = within(screen.getByRole('region', { name: 'Преглед' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent?.replace(/[\u00a0\u202f]/g, ' ') ?? '')).toEqual([
    expect.stringContaining('3800054121071 · Коса · 1 200 г · дост. 11,50 лв · 24,00 лвНов'),
    expect.stringContaining('12 бр. · 3,00 лвНов'),
    expect.stringContaining('Същият баркодМаскаИма го'),
    expect.stringContaining('Количеството не е цяло число; Цената не е във валутата на салонаГрешка'),
  ]);
  await user.click(screen.getByRole('button', { name: 'Внеси 2 продукта' }));
  expect(await names(3)).toEqual(['Ампули', 'Маска', 'Шампоан']);
  await waitFor(() => expect(toastTexts()).toEqual(['Продуктите са внесени']));
  expect((await seen(productGroups$(device.replica))).map(({ name }) => name)).toEqual(['Коса']);
  await user.click(await screen.findByRole('button', { name: 'Върни внасянето' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Върни внасянето' }));
  expect(await names(1)).toEqual(['Маска']);
  await waitFor(async () => expect(await seen(productGroups$(device.replica))).toEqual([]));
});

it('an empty list leads to the import; a list with products has it, and the export, among its actions', async () => {
  const empty = show(device, '/products', routes);
  await user.click(await screen.findByRole('link', { name: 'Внасяне от CSV' }));
  expect(empty.path()).toBe('/products/import');
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
    'Име;Баркод;Група;Количество;Мярка;Доставна цена;Продажна цена;Праг за поръчка',
    'Шампоан;111;Коса;1200;г;;24;',
    '',
  ]);
  await user.click(await screen.findByRole('button', { name: 'Още действия' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Внасяне от CSV' }));
  await waitFor(() => expect(full.path()).toBe('/products/import'));
});

it.each(['bg', 'en'] as const)('an export is understood by the import of a device in %s', async (language) => {
  const group = await addProductGroup(device.replica, { name: 'Коса' });
  const prices = { supply_price: 11.5, supply_currency: 'BGN', sale_price: 24.9, currency: 'BGN' } as const;
  const fields = { barcode: '3800054121071', ...prices, quantity: 1200, low_stock_at: 300 };
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
