// @vitest-environment happy-dom
/** The products and the revision on a phone. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addProduct, addProductGroup } from '#data/products.commands.ts';
import { type Device, openDevice } from '#data/replica.test-support.ts';
import { clearToasts, show } from '#features/shared/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { ProductsPage } from './products-page.tsx';
import { ProductRevisionPage } from './revision/product-revision-page.tsx';

const routes = { '/products': <ProductsPage />, '/products/revision': <ProductRevisionPage /> };
let device: Device;

const wide = (width: number) =>
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width, height: 844 });

beforeEach(async () => {
  // A played browser draws nothing: without a height no row would be in sight.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
  wide(390);
  await setLanguage('bg');
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  clearToasts();
  wide(1024);
  await device.replica.close();
});

const plain = (text: string | null | undefined) => (text ?? '').replace(/[\u00a0\u202f]/g, ' ');
const rowsOf = async (list: string) => within(await screen.findByRole('list', { name: list })).findAllByRole('listitem');

it('are a list with the currency beside each price, pictures of two kinds in turn, and a way to the groups', async () => {
  const group_id = await addProductGroup(device.replica, { name: 'Шампоани' });
  await addProduct(device.replica, {
    name: 'А',
    sale_price: 24,
    currency: 'BGN',
    supply_price: 11.5,
    supply_currency: 'BGN',
    quantity: 1200,
    group_id,
  });
  for (const name of ['Б', 'В']) await addProduct(device.replica, { name, sale_price: 1, currency: 'BGN' });
  show(device, '/products', routes);
  const rows = await rowsOf('Продукти');
  expect(screen.queryByRole('table')).toBeNull();
  expect(rows).toHaveLength(3);
  for (const part of ['1 200 г', '24,00 лв', 'дост. 11,50 лв', 'Шампоани']) expect(plain(rows[0]?.textContent)).toContain(part);
  expect(rows.map((row) => row.querySelector('.thumb.alt') !== null)).toEqual([false, true, false]);
  expect(screen.getByRole('link', { name: 'Групи' }).getAttribute('href')).toBe('/products/groups');
});

it('have one row above them: what filters and sorts is behind a button, which counts what holds', async () => {
  const user = userEvent.setup();
  const group_id = await addProductGroup(device.replica, { name: 'Шампоани' });
  const add = (name: string, more: object) => addProduct(device.replica, { name, sale_price: 1, currency: 'BGN', ...more });
  await add('Балсам без отмиване 200 мл', { group_id, quantity: 1, low_stock_at: 5 });
  await add('Маска', { group_id, quantity: 0 });
  await add('Лак', { quantity: 8 });
  const at = show(device, '/products', routes);
  const names = async () => (await rowsOf('Продукти')).map((row) => row.querySelector('.font-semibold')?.textContent);
  expect(await names()).toEqual(['Балсам без отмиване 200 мл', 'Лак', 'Маска']);
  // The beginning of a name is shortened, its size is not.
  expect(screen.getByText('Балсам без отмиване').classList).toContain('truncate');
  expect(screen.getByText('200 мл').classList).toContain('flex-none');
  expect(screen.queryByLabelText('Група')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Свършват/ })).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Филтри: 0' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Филтри' }));
  await user.click(sheet.getByLabelText('Група'));
  await user.click(await screen.findByRole('option', { name: 'Шампоани' }));
  expect(await sheet.findByRole('button', { name: 'Покажи 2 продукта' })).toBeTruthy();
  await user.click(sheet.getByRole('button', { name: /^Свършват/ }));
  expect(await sheet.findByRole('button', { name: 'Покажи 1 продукт' })).toBeTruthy();
  expect([at.search().get('group'), at.search().get('mark')]).toEqual([group_id, 'low']);
  await user.click(sheet.getByRole('button', { name: 'Покажи всички' }));
  await user.click(sheet.getByLabelText('Подреждане'));
  await user.click(await screen.findByRole('option', { name: 'По количество ↓' }));
  await user.click(await sheet.findByRole('button', { name: 'Покажи 3 продукта' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await names()).toEqual(['Лак', 'Балсам без отмиване 200 мл', 'Маска']);

  await user.click(screen.getByRole('button', { name: 'Още действия' }));
  await user.click(await screen.findByRole('menuitem', { name: 'За поръчка' }));
  expect(await screen.findByRole('dialog', { name: 'За поръчка' })).toBeTruthy();
});

it.each([
  ['bg', 'Продукти', '5 г', 'Чака'],
  ['en', 'Products', '5 g', 'Waiting'],
] as const)('speak the language of the interface: %s', async (language, title, quantity, pending) => {
  await setLanguage(language);
  await addProduct(device.replica, { name: 'А', sale_price: 1, currency: 'BGN', quantity: 5 });
  show(device, '/products', routes);
  const [row] = await rowsOf(title);
  for (const part of [quantity, pending]) expect(plain(row?.textContent)).toContain(part);
});

it('are counted on cards, each with its stock and the new one', async () => {
  await addProduct(device.replica, { name: 'Боя', sale_price: 1, currency: 'BGN', quantity: 2 });
  await addProduct(device.replica, { name: 'Маска', sale_price: 1, currency: 'BGN', quantity: 7 });
  show(device, '/products/revision', routes);
  const cards = await rowsOf('Ревизия');
  expect(screen.queryByRole('table')).toBeNull();
  expect(cards.map((card) => plain(card.textContent))).toEqual([
    expect.stringMatching(/^Боя.*2 г/),
    expect.stringMatching(/^Маска.*7 г/),
  ]);
  const fields = cards.map((card) => within(card).getByRole<HTMLInputElement>('spinbutton').value);
  expect(fields).toEqual(['2', '7']);
});
