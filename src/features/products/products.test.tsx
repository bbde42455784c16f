// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addProduct, addProductGroup } from '#data/products.commands.ts';
import { type Device, openDevice, stored } from '#data/replica.test-support.ts';
import { clearToasts, fill, show, toastTexts } from '#features/shared/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { typedIsSaved } from '#ui/form/unsaved.ts';
import { ProductFormPage } from './product-form.tsx';
import { ProductsPage } from './products-page.tsx';

const user = userEvent.setup();
const routes = {
  '/products': <ProductsPage />,
  '/products/add': <ProductFormPage />,
  '/products/edit/:id': <ProductFormPage />,
};
let device: Device;

beforeEach(async () => {
  // A played browser draws nothing: without a height no row would be in sight.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
  localStorage.clear();
  sessionStorage.clear();
  await setLanguage('bg');
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  clearToasts();
  vi.restoreAllMocks();
  await device.replica.close();
});

const rowText = async (name: string) =>
  (await screen.findByText(name)).closest('tr')?.textContent?.replace(/[\u00a0\u202f]/g, ' ');

describe('the list of products', () => {
  it('shows quantity with its unit, both prices and the group', async () => {
    const group = await addProductGroup(device.replica, { name: 'Шампоани' });
    await addProduct(device.replica, {
      name: 'Шампоан',
      sale_price: 24,
      currency: 'BGN',
      supply_price: 11.5,
      supply_currency: 'BGN',
      quantity: 1200,
      group_id: group,
    });
    show(device, '/products', routes);
    const text = await rowText('Шампоан');
    for (const part of ['1 200 г', '24,00 лв', '11,50 лв', 'Шампоани']) expect(text).toContain(part);
  });

  it('has each price and the group under its own head, the group by the name that it has now', async () => {
    const group = await addProductGroup(device.replica, { name: 'Шампоани' });
    await addProduct(device.replica, {
      name: 'Шампоан',
      sale_price: 24,
      currency: 'BGN',
      supply_price: 11.5,
      supply_currency: 'BGN',
      quantity: 7,
      group_id: group,
    });
    // As a device renames it that knows of no product in it.
    await device.replica.write([{ table: 'product_groups', id: group, change: { name: 'Измиване' } }]);
    show(device, '/products', routes);
    const row = (await screen.findByText('Шампоан')).closest('tr');
    await within(row as HTMLElement).findByText('Измиване');
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    const cell = (head: string) => row?.cells[heads.indexOf(head)]?.textContent?.replace(/[\u00a0\u202f]/g, ' ');
    expect(['Група', 'Количество', 'Доставна', 'Продажна'].map(cell)).toEqual(['Измиване', '7 г', '11,50 лв', '24,00 лв']);
  });

  it('finds by name and by barcode', async () => {
    await addProduct(device.replica, { name: 'Шампоан', sale_price: 1, currency: 'BGN', barcode: '3800054121071' });
    await addProduct(device.replica, { name: 'Маска', sale_price: 1, currency: 'BGN' });
    show(device, '/products', routes);
    const search = await screen.findByLabelText('Търсене по име или баркод');
    fireEvent.change(search, { target: { value: '54121' } });
    await waitFor(() => expect(screen.queryByText('Маска')).toBeNull());
    fireEvent.change(search, { target: { value: 'mask' } });
    await waitFor(() => expect(screen.queryByText('Шампоан')).toBeNull());
    expect(screen.getByText('Маска')).toBeTruthy();
  });

  it('says that there are none in the words of the specification', async () => {
    show(device, '/products', routes);
    expect(await screen.findByText('Няма намерени продукти')).toBeTruthy();
  });

  it('leads to a new product, to the groups and to the revision', async () => {
    await addProduct(device.replica, { name: 'Маска', sale_price: 1, currency: 'BGN' });
    show(device, '/products', routes);
    await screen.findByText('Маска');
    const leads = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect([leads('Добави продукт'), leads('Групи'), leads('Ревизия')]).toEqual([
      '/products/add',
      '/products/groups',
      '/products/revision',
    ]);
  });
});

describe('the product form', () => {
  it.each([
    ['Продажна цена', '', 'Въведете продажна цена'],
    ['Продажна цена', '-1', 'Цената не може да е под 0'],
    ['Продажна цена', '1,999', 'Най-много две цифри след запетаята'],
    [/^Доставна цена/, '-1', 'Цената не може да е под 0'],
    [/^Доставна цена/, 'много', 'Въведете число'],
    [/^Доставна цена/, '2,345', 'Най-много две цифри след запетаята'],
    ['Количество', '-1', 'Количеството не може да е под 0'],
    ['Количество', '1,5', 'Въведете цяло число'],
    ['Име', ' ', 'Въведете име'],
  ])('says beside the field what is wrong with %s “%s”', async (label, text, message) => {
    show(device, '/products/add', routes);
    await fill(label, text);
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it('saves a new one and returns to the list', async () => {
    const shown = show(device, '/products/add', routes);
    await fill('Име', 'Маска');
    await fill('Продажна цена', '36');
    await fill('Количество', '800');
    await user.click(screen.getByRole('button', { name: 'Запази' }));
    await waitFor(() => expect(shown.path()).toBe('/products'));
    const id = device.writes.flat()[0]?.id ?? '';
    expect(await stored(device.replica, 'products', id)).toMatchObject({
      name: 'Маска',
      sale_price: 36,
      price: 36,
      supply_price: null,
      quantity: 800,
      unit: 'g',
    });
    expect(toastTexts()).toEqual(['Продуктът е добавен']);
    const row = (await screen.findByText('Маска')).closest('tr');
    await waitFor(() => expect(row?.contains(document.activeElement)).toBe(true));
    expect(row?.className).toBe('changed');
  });

  it('shows what was saved, whatever the list was searched and filtered for', async () => {
    await addProduct(device.replica, { name: 'Шампоан', sale_price: 1, currency: 'BGN' });
    sessionStorage.setItem('greben.list./products', 'q=шампоан&mark=low&sort=-sale');
    const shown = show(device, '/products/add', routes);
    await fill('Име', 'Маска');
    await fill('Продажна цена', '36');
    await user.click(screen.getByRole('button', { name: 'Запази' }));
    expect((await screen.findByText('Маска')).closest('tr')?.className).toContain('changed');
    await waitFor(() => expect(Object.fromEntries(shown.search())).toEqual({ sort: '-sale' }));
  });

  it('leads back to the list as it was left: searched, filtered and in its order', async () => {
    const id = await addProduct(device.replica, { name: 'Маска', sale_price: 1, currency: 'BGN' });
    await addProduct(device.replica, { name: 'Шампоан', sale_price: 1, currency: 'BGN' });
    show(device, '/products?q=маск&sort=-sale', routes);
    await screen.findByText('Маска');
    cleanup();
    const shown = show(device, `/products/edit/${id}`, routes);
    await screen.findByDisplayValue('Маска');
    await user.click(screen.getByRole('button', { name: 'Отказ' }));
    await screen.findByText('Маска');
    expect(Object.fromEntries(shown.search())).toEqual({ q: 'маск', sort: '-sale' });
    expect(screen.queryByText('Шампоан')).toBeNull();
  });

  it('knows its own units in any spelling of theirs, and keeps what is typed as one of them under its name', async () => {
    const id = await addProduct(device.replica, { name: 'Маска', sale_price: 1, currency: 'BGN', unit: 'бр.' });
    show(device, `/products/edit/${id}`, routes);
    await screen.findByDisplayValue('Маска');
    expect(screen.getByRole('button', { name: /^Мярка/ }).textContent).toContain('бр.');
    expect(screen.queryByLabelText('Каква мярка')).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Мярка/ }));
    await user.click(screen.getByRole('option', { name: 'Друга…' }));
    await fill('Каква мярка', 'мл');
    await user.click(screen.getByRole('button', { name: 'Запази' }));
    await waitFor(async () => expect(await stored(device.replica, 'products', id)).toMatchObject({ unit: 'ml' }));
  });

  it('puts back after a reload what was typed and not saved', async () => {
    show(device, '/products/add', routes);
    await fill('Име', 'Маска');
    cleanup();
    show(device, '/products/add', routes);
    expect(await screen.findByText('Тук е написаното от преди. Още не е запазено.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Име').value).toBe('Маска');
    typedIsSaved();
  });

  it('says whose barcode it already is: with two of them scanning finds neither', async () => {
    await addProduct(device.replica, { name: 'Шампоан', sale_price: 1, currency: 'BGN', barcode: '3800054121071' });
    show(device, '/products/add', routes);
    await fill(/^Баркод/, '3800054121071');
    expect(await screen.findByText(/вече е на „Шампоан“/)).toBeTruthy();
    await fill(/^Баркод/, '03800054121071');
    await waitFor(() => expect(screen.getByText(/вече е на „Шампоан“/)).toBeTruthy());
    await fill(/^Баркод/, '38000541210715');
    await waitFor(() => expect(screen.queryByText(/вече е на/)).toBeNull());
  });

  it('has a barcode and a group, of which a save writes the id and the name', async () => {
    const group = await addProductGroup(device.replica, { name: 'Шампоани' });
    const shown = show(device, '/products/add', routes);
    await fill('Име', 'Шампоан');
    await fill('Продажна цена', '24');
    await fill(/^Баркод/, '3800054121071');
    await user.click(screen.getByLabelText('Група'));
    await user.click(await screen.findByRole('option', { name: 'Шампоани' }));
    await user.click(screen.getByRole('button', { name: 'Запази' }));
    await waitFor(() => expect(shown.path()).toBe('/products'));
    expect(device.writes.at(-1)).toMatchObject([
      { change: { barcode: '3800054121071', group_id: group, group_name: 'Шампоани' } },
    ]);
  });

  it('says so when the id is no product’s', async () => {
    show(device, '/products/edit/nothing', routes);
    expect(await screen.findByText('Няма продукт с този номер')).toBeTruthy();
  });
});
