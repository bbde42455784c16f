// @vitest-environment happy-dom
import { cleanup, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addProduct, addProductGroup, type ProductFields } from '#data/products.commands.ts';
import { type Device, openDevice, stored } from '#data/replica.test-support.ts';
import { clearToasts, fill, show, toastTexts } from '#features/shared/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
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
  await setLanguage('bg');
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  clearToasts();
  vi.restoreAllMocks();
  Reflect.deleteProperty(globalThis, 'BarcodeDetector');
  await device.replica.close();
});

const add = (name: string, more: ProductFields = {}) =>
  addProduct(device.replica, { name, sale_price: 1, currency: 'BGN', quantity: 5, ...more });
const names = () => [...document.querySelectorAll('tbody tr')].map((row) => row.querySelector('.font-semibold')?.textContent);
const click = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));

describe('the list of products', () => {
  it('sorts by each column, the other way round on the second press, and what has no value stands last', async () => {
    const [hair, nails] = [
      await addProductGroup(device.replica, { name: 'Коса' }),
      await addProductGroup(device.replica, { name: 'Нокти' }),
    ];
    await add('Б', { quantity: 3, supply_price: 9, supply_currency: 'BGN', sale_price: 20, group_id: nails });
    await add('А', { quantity: 7, supply_price: 4, supply_currency: 'BGN', sale_price: 30, group_id: hair });
    await add('В', { quantity: 5, sale_price: 10 });
    show(device, '/products', routes);
    await screen.findByText('Б');
    expect(names()).toEqual(['А', 'Б', 'В']);
    const heads = within(screen.getByRole('table'));
    for (const [head, up, down] of [
      ['Група', 'АБВ', 'БАВ'],
      ['Количество', 'БВА', 'АВБ'],
      ['Доставна', 'АБВ', 'БАВ'],
      ['Продажна', 'ВБА', 'АБВ'],
      ['Продукт', 'АБВ', 'ВБА'],
    ] as const) {
      await user.click(heads.getByRole('button', { name: head }));
      expect(names().join('')).toBe(up);
      expect(heads.getByRole('columnheader', { name: head }).getAttribute('aria-sort')).toBe('ascending');
      await user.click(heads.getByRole('button', { name: head }));
      expect(names().join('')).toBe(down);
      expect(heads.getByRole('columnheader', { name: head }).getAttribute('aria-sort')).toBe('descending');
    }
  });

  it('filters by a group with those below it, and what runs out or is out', async () => {
    const hair = await addProductGroup(device.replica, { name: 'Коса' });
    const dyes = await addProductGroup(device.replica, { name: 'Бои', parent_id: hair });
    await add('Боя', { group_id: dyes, low_stock_at: 10 });
    await add('Лак', { quantity: 0 });
    await add('Сапун');
    show(device, '/products', routes);
    await screen.findByText('Сапун');
    await click(/^Свършват/);
    expect(names()).toEqual(['Боя']);
    await click(/^Няма/);
    expect(names()).toEqual(['Лак']);
    await click(/^Няма/);
    await user.click(screen.getByLabelText('Група'));
    await user.click(await screen.findByRole('option', { name: 'Коса' }));
    await waitFor(() => expect(names()).toEqual(['Боя']));
  });

  it('has a picture for each row, in turn of two kinds', async () => {
    for (const name of ['А', 'Б', 'В']) await add(name);
    show(device, '/products', routes);
    await screen.findByText('В');
    expect([...document.querySelectorAll('.thumb')].map((thumb) => thumb.classList.contains('alt'))).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('draws the rows in sight alone, however many there are, and says how many', async () => {
    device.server.online = true;
    for (let n = 0; n < 300; n++)
      device.server.put('products', `p${n}`, { name: `Продукт ${String(n).padStart(3, '0')}`, sale_price: 1, quantity: 1 });
    await device.replica.syncNow();
    show(device, '/products', routes);
    const table = await screen.findByRole('table', { name: 'Продукти' });
    expect(table.getAttribute('aria-rowcount')).toBe('301');
    const drawn = within(table).getAllByRole('row').length;
    expect(drawn).toBeGreaterThan(10);
    expect(drawn).toBeLessThan(60);
    fireEvent.change(screen.getByLabelText('Търсене по име или баркод'), { target: { value: '299' } });
    await waitFor(() => expect(names()).toEqual(['Продукт 299']));
  });

  it('asks before a product is deleted', async () => {
    const id = await add('Боя');
    show(device, '/products', routes);
    await click('Изтрий Боя');
    expect(await stored(device.replica, 'products', id)).toMatchObject({ deleted: false });
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Изтрий' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Продуктът е изтрит']));
    expect(await screen.findByText('Няма намерени продукти')).toBeTruthy();
  });
});

describe('a scanner that types into the search', () => {
  function scan(field: HTMLElement, code: string) {
    [...code, 'Enter'].forEach((key, at) => {
      const event = createEvent.keyDown(field, { key });
      Object.defineProperty(event, 'timeStamp', { value: 1_000_000 + at * 5 });
      fireEvent(field, event);
    });
  }

  it('finds the product and opens it', async () => {
    const id = await add('Боя', { barcode: '3800054121071' });
    const shown = show(device, '/products', routes);
    scan(await screen.findByLabelText('Търсене по име или баркод'), '3800054121071');
    await waitFor(() => expect(shown.path()).toBe(`/products/edit/${id}`));
  });

  it('finds the product in whichever form its own settings say the number: UPC-A is EAN-13 with a zero', async () => {
    const id = await add('Гел', { barcode: '850018800012' });
    const shown = show(device, '/products', routes);
    const search = await screen.findByLabelText<HTMLInputElement>('Търсене по име или баркод');
    fireEvent.change(search, { target: { value: '0850018800012' } });
    await waitFor(() => expect(names()).toEqual(['Гел']));
    fireEvent.change(search, { target: { value: '' } });
    scan(search, '0850018800012');
    await waitFor(() => expect(shown.path()).toBe(`/products/edit/${id}`));
  });

  it('shows what it looked for where no product, or several, have that code', async () => {
    await add('Боя', { barcode: '3800054121071' });
    await add('Стара боя', { barcode: '3800054121071' });
    await add('Лак');
    const shown = show(device, '/products', routes);
    const search = await screen.findByLabelText<HTMLInputElement>('Търсене по име или баркод');
    scan(search, '3800054121071');
    await waitFor(() => expect(names()).toEqual(['Боя', 'Стара боя']));
    expect([shown.path(), search.value]).toEqual(['/products', '3800054121071']);
  });

  it('opens it too when the code was typed by hand and Enter pressed', async () => {
    const id = await add('Боя', { barcode: '38000' });
    const shown = show(device, '/products', routes);
    const search = await screen.findByLabelText('Търсене по име или баркод');
    fireEvent.change(search, { target: { value: '38000' } });
    fireEvent.keyDown(search, { key: 'Enter' });
    await waitFor(() => expect(shown.path()).toBe(`/products/edit/${id}`));
  });
});

describe('what is to be ordered', () => {
  it('lists what runs out with how much, and is copied and exported with formulas defused', async () => {
    await add('=Боя', { low_stock_at: 12, barcode: '380', unit: 'pcs' });
    await add('Лак', { quantity: 0 });
    await add('Сапун', { low_stock_at: 2 });
    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob);
      return 'blob:x';
    });
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    show(device, '/products', routes);
    await screen.findByText('Сапун');
    await user.click(screen.getAllByRole('button', { name: 'За поръчка' })[0] as HTMLElement);
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getAllByRole('row').map((row) => row.textContent?.replace(/[\u00a0\u202f]/g, ' '))).toEqual([
      'ПродуктНаличноЗа поръчка',
      '=Боя5 бр.7 бр.',
      'Лак0 г–',
    ]);
    await user.click(dialog.getByRole('button', { name: 'Копирай' }));
    expect(copied.mock.calls[0]?.[0].replace(/\u00a0/g, ' ')).toBe('=Боя: 7 бр.\nЛак: –');
    await user.click(dialog.getByRole('button', { name: 'Изтегли CSV' }));
    expect(await files[0]?.text()).toContain("'=Боя;380;;5;12;7;бр.");
    const printed = vi.fn();
    window.print = printed;
    await user.click(dialog.getByRole('button', { name: 'Отпечатай' }));
    expect(printed).toHaveBeenCalledOnce();
  });
});

describe('the product form', () => {
  it('keeps a unit of one’s own and a threshold, and clears them again', async () => {
    const id = await add('Боя', { unit: 'туба', low_stock_at: 4, barcode: '380' });
    show(device, `/products/edit/${id}`, routes);
    expect(((await screen.findByLabelText('Каква мярка')) as HTMLInputElement).value).toBe('туба');
    await click(/^Мярка/);
    await user.click(await screen.findByRole('option', { name: 'мл' }));
    await fill(/^Праг за поръчка/, '');
    await click('Запази');
    await waitFor(async () =>
      expect(await stored(device.replica, 'products', id)).toMatchObject({ unit: 'ml', low_stock_at: null }),
    );
    expect(device.writes.at(-1)).toEqual([{ table: 'products', id, change: { unit: 'ml', low_stock_at: null } }]);
  });

  it('keeps notes', async () => {
    const id = await add('Боя');
    show(device, `/products/edit/${id}`, routes);
    await fill(/^Бележки/, 'за къдрава коса');
    await click('Запази');
    await waitFor(() => expect(device.writes.at(-1)).toEqual([{ table: 'products', id, change: { notes: 'за къдрава коса' } }]));
  });

  it('asks for the name of a unit of one’s own', async () => {
    show(device, '/products/add', routes);
    await fill('Име', 'Боя');
    await fill('Продажна цена', '3');
    await click(/^Мярка/);
    await user.click(await screen.findByRole('option', { name: 'Друга…' }));
    await click('Запази');
    expect(await screen.findByText('Въведете мярка')).toBeTruthy();
  });

  it('offers the camera only where the browser reads barcodes', async () => {
    show(device, '/products/add', routes);
    await screen.findByLabelText('Име');
    expect(screen.queryByRole('button', { name: 'Сканирай' })).toBeNull();
    cleanup();
    Object.assign(globalThis, { BarcodeDetector: class {} });
    Object.defineProperty(navigator, 'mediaDevices', {
      value: { getUserMedia: () => Promise.reject(new Error('отказана')) },
      configurable: true,
    });
    show(device, '/products/add', routes);
    await click('Сканирай');
    expect(await screen.findByText('Камерата не се отвори')).toBeTruthy();
    expect(screen.getByText('отказана')).toBeTruthy();
    Reflect.deleteProperty(navigator, 'mediaDevices');
  });
});
