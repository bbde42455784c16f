// @vitest-environment happy-dom
/** What the screens of products say while they read, when reading or writing fails, and when it is done; in both languages. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NEVER, type Observable, throwError } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addProduct, addProductGroup } from '#data/products.commands.ts';
import * as queries from '#data/products.queries.ts';
import { type Device, openDevice, stored } from '#data/replica.test-support.ts';
import { clearToasts, fill, show } from '#features/shared/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { ProductGroupsPage } from './groups/product-groups-page.tsx';
import { ProductFormPage } from './product-form.tsx';
import { ProductsPage } from './products-page.tsx';
import { ProductRevisionPage } from './revision/product-revision-page.tsx';

vi.mock('#data/products.queries.ts', { spy: true });

const user = userEvent.setup();
const routes = {
  '/products': <ProductsPage />,
  '/products/add': <ProductFormPage />,
  '/products/edit/:id': <ProductFormPage />,
  '/products/groups': <ProductGroupsPage />,
  '/products/revision': <ProductRevisionPage />,
};
const broken = () => throwError(() => new Error('disk'));
let device: Device;

beforeEach(async () => {
  // A played browser draws nothing: without a height no row would be in sight.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
  await setLanguage('bg');
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  clearToasts();
  vi.mocked(queries.products$).mockRestore();
  vi.mocked(queries.productGroups$).mockRestore();
  vi.restoreAllMocks();
  await device.replica.close();
});

const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const said = () =>
  toasts.store
    .getState()
    .toasts.filter((toast) => toast.open)
    .map((toast) => [toast.title, toast.description]);

describe('a list that cannot be read', () => {
  it.each([
    ['/products', 'bg', 'Продуктите не се заредиха', 'Опитайте отново', 'Маска'],
    ['/products', 'en', 'Failed to load products', 'Try again', 'Маска'],
    ['/products/revision', 'bg', 'Продуктите не се заредиха', 'Опитайте отново', 'Маска'],
    ['/products/revision', 'en', 'Failed to load products', 'Try again', 'Маска'],
  ] as const)('on %s (%s) says so, and reads again when asked', async (path, language, message, again, name) => {
    await addProduct(device.replica, { name: 'Маска', sale_price: 1, currency: 'BGN' });
    vi.mocked(queries.products$).mockImplementationOnce(broken);
    await setLanguage(language);
    show(device, path, routes);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.queryByText(name)).toBeNull();
    await press(again);
    expect(await screen.findByText(name)).toBeTruthy();
    expect(screen.queryByText(message)).toBeNull();
  });

  it.each([
    ['bg', 'Групите не се заредиха', 'Опитайте отново'],
    ['en', 'Failed to load product groups', 'Try again'],
  ] as const)('of groups (%s) says so, and reads again when asked', async (language, message, again) => {
    await addProductGroup(device.replica, { name: 'Коса' });
    vi.mocked(queries.productGroups$).mockImplementationOnce(broken);
    await setLanguage(language);
    show(device, '/products/groups', routes);
    expect(await screen.findByText(message)).toBeTruthy();
    await press(again);
    expect(await screen.findByText('Коса')).toBeTruthy();
  });

  it.each([
    ['bg', 'Продуктът не се зареди', 'Опитайте отново', 'Име'],
    ['en', 'Failed to load the product', 'Try again', 'Name'],
  ] as const)('of one product (%s) says so in its form, and reads again when asked', async (language, message, again, field) => {
    const id = await addProduct(device.replica, { name: 'Маска', sale_price: 1, currency: 'BGN' });
    vi.mocked(queries.products$).mockImplementationOnce(broken);
    await setLanguage(language);
    show(device, `/products/edit/${id}`, routes);
    expect(await screen.findByText(message)).toBeTruthy();
    await press(again);
    expect(((await screen.findByLabelText(field)) as HTMLInputElement).value).toBe('Маска');
  });
});

it.each([
  ['/products/groups', 'Групите не се заредиха', queries.productGroups$],
  ['/products/edit/one', 'Продуктът не се зареди', queries.products$],
  ['/products', 'Продуктите не се заредиха', queries.products$],
] as const)('%s: the toast of a read that failed names what was not read, as the box does', async (path, message, read) => {
  vi.mocked<() => Observable<never>>(read as never).mockImplementationOnce(broken);
  show(device, path, routes);
  expect((await screen.findByRole('alert')).textContent).toContain(message);
  expect(said()).toContainEqual([message, 'disk']);
});

describe('a list that takes long to read', () => {
  it.each([
    ['/products', 'Няма намерени продукти'],
    ['/products/revision', 'Няма намерени продукти'],
    ['/products/groups', 'Още няма групи продукти'],
  ])('shows its outline on %s, and does not call itself empty', async (path, empty) => {
    vi.mocked(queries.products$).mockReturnValue(NEVER);
    vi.mocked(queries.productGroups$).mockReturnValue(NEVER);
    show(device, path, routes);
    await waitFor(() => expect(document.querySelector('[aria-busy="true"]:not([hidden])')).toBeTruthy());
    expect(screen.queryByText(empty)).toBeNull();
  });
});

describe('an empty list', () => {
  it.each([
    ['/products', 'Няма намерени продукти'],
    ['/products/revision', 'Няма намерени продукти'],
    ['/products/groups', 'Още няма групи продукти'],
  ])('says so on %s', async (path, empty) => {
    show(device, path, routes);
    expect(await screen.findByText(empty)).toBeTruthy();
    expect(document.querySelector('[aria-busy="true"]:not([hidden])')).toBeNull();
  });
});

describe('what was done', () => {
  it.each([
    ['bg', 'Успех', 'Продуктът е добавен', 'Продуктът е обновен', 'Продуктът е изтрит'],
    ['en', 'Success', 'Product added', 'Product updated', 'Product deleted'],
  ] as const)('is said after each action, in %s', async (language, success, added, updated, deleted) => {
    await setLanguage(language);
    const bg = language === 'bg';
    const doing = async (path: string, name: string) => {
      show(device, path, routes);
      await fill(bg ? 'Име' : 'Name', name);
      await fill(bg ? 'Продажна цена' : 'Sale price', '3');
      await press(bg ? 'Запази' : 'Save');
      await waitFor(() => expect(said()).toHaveLength(1));
      cleanup();
    };
    await doing('/products/add', 'Маска');
    expect(said()).toEqual([[success, added]]);
    clearToasts();
    const id = device.writes.flat()[0]?.id ?? '';
    await doing(`/products/edit/${id}`, 'Маска 2');
    expect(said()).toEqual([[success, updated]]);
    clearToasts();
    show(device, '/products', routes);
    await press(bg ? 'Изтрий Маска 2' : 'Delete Маска 2');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: bg ? 'Изтрий' : 'Delete' }));
    await waitFor(() => expect(said()).toEqual([[success, deleted]]));
  });

  it.each([
    ['bg', 'Изтрий', 'Продуктът не беше изтрит'],
    ['en', 'Delete', 'Failed to delete the product'],
  ] as const)('a deletion that fails says why and leaves the product, in %s', async (language, remove, message) => {
    const id = await addProduct(device.replica, { name: 'Маска', sale_price: 1, currency: 'BGN' });
    await setLanguage(language);
    const replica = { ...device.replica, write: () => Promise.reject(new Error('счупено')) };
    show({ ...device, replica }, '/products', routes);
    await press(`${remove} Маска`);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: remove }));
    await waitFor(() => expect(said()).toEqual([[message, 'счупено']]));
    expect(screen.getByText('Маска')).toBeTruthy();
    expect(await stored(device.replica, 'products', id)).toMatchObject({ deleted: false });
  });
});
