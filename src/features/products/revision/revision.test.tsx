// @vitest-environment happy-dom
import { act, cleanup, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetNote } from '#data/browser/small-notes.ts';
import { addProduct, addProductGroup, deleteProduct, type ProductFields, updateProduct } from '#data/products.commands.ts';
import { type Device, openDevice, stored } from '#data/replica.test-support.ts';
import { stockCountStore } from '#data/stock-counts.ts';
import { clearToasts, show, toastTexts } from '#features/shared/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { ProductRevisionPage } from './product-revision-page.tsx';

const user = userEvent.setup();
const routes = { '/products/revision': <ProductRevisionPage /> };
let device: Device;

beforeEach(async () => {
  // A played browser draws nothing: without a height no row would be in sight.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
  setLanguage('bg');
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  clearToasts();
  forgetNote('local', 'greben.scan-goes-to-row');
  await device.replica.close();
});

const plain = (text: string | null | undefined) => (text ?? '').replace(/[\u00a0\u202f]/g, ' ');
const add = (name: string, quantity: number, more: ProductFields = {}) =>
  addProduct(device.replica, { name, sale_price: 1, currency: 'BGN', quantity, ...more });
const open = () => show(device, '/products/revision', routes);
const field = (name: string) => screen.findByRole<HTMLInputElement>('spinbutton', { name: `Ново количество: ${name}` });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const type = async (name: string, text: string) => fireEvent.change(await field(name), { target: { value: text } });
const bar = () => plain(screen.getByRole('region', { name: 'Ревизията накратко' }).textContent);
const rowOf = async (name: string) => (await field(name)).closest('tr') as HTMLElement;
const save = () => user.click(button('Запази ревизията'));
const revisions = async () => (await device.replica.rows.product_revisions.find().exec()).map((document) => document.toJSON());

let clock = 0;

/** A scanner types a key every 5 ms, however long the page takes to draw them. */
function scan(code: string) {
  clock += 1000;
  for (const key of [...code, 'Enter']) {
    const at = document.activeElement ?? document.body;
    const event = createEvent.keyDown(at, { key });
    clock += 5;
    Object.defineProperty(event, 'timeStamp', { value: clock });
    if (fireEvent(at, event) && key !== 'Enter' && at instanceof HTMLInputElement)
      fireEvent.change(at, { target: { value: `${at.value}${key}` } });
  }
}

describe('the stock revision', () => {
  it('shows each product’s current stock and a new one that can be changed by minus, plus and typing', async () => {
    await add('Боя', 2);
    open();
    expect(plain((await rowOf('Боя')).textContent)).toContain('2 г');
    expect((await field('Боя')).value).toBe('2');
    await user.click(button('Увеличи: Ново количество: Боя'));
    expect((await field('Боя')).value).toBe('3');
    for (let n = 0; n < 3; n++) await user.click(button('Намали: Ново количество: Боя'));
    expect((await field('Боя')).value).toBe('0');
    expect(button('Намали: Ново количество: Боя')).toHaveProperty('disabled', true);
    expect((await field('Боя')).getAttribute('aria-valuemin')).toBe('0');
  });

  it.each([
    ['много', '0'],
    ['-4', '0'],
    ['', '0'],
    ['17', '17'],
  ])('takes “%s” as %s', async (text, value) => {
    await add('Боя', 2);
    open();
    await type('Боя', text);
    expect((await field('Боя')).value).toBe(value);
  });

  it('takes “-53” typed key by key as 0', async () => {
    await add('Боя', 2);
    open();
    await user.type(await field('Боя'), '-53', { initialSelectionStart: 0, initialSelectionEnd: 1 });
    await user.tab();
    expect((await field('Боя')).value).toBe('0');
    expect(plain((await rowOf('Боя')).textContent)).toContain('−2');
  });

  it('marks the changed rows alone and says how many and what they are worth at supply price', async () => {
    await add('Боя', 5, { supply_price: 10.1, supply_currency: 'BGN' });
    await add('Маска', 3, { supply_price: 2, supply_currency: 'BGN' });
    await add('Пудра', 1);
    open();
    await type('Боя', '3');
    await user.click(button('Преброено, толкова е: Маска'));
    await type('Пудра', '4');
    expect((await rowOf('Боя')).className).toContain('changed');
    expect((await rowOf('Маска')).className).not.toContain('changed');
    expect(plain((await rowOf('Боя')).textContent)).toContain('−2');
    expect(bar()).toContain('2 променени продукта');
    expect(bar()).toContain('разлика −20,20 лв по доставна цена · 1 без доставна цена');
    expect(screen.getByText('Преброени 3 от 3')).toBeTruthy();
    await user.click(button(/Само променени/));
    expect(screen.queryByText('Маска')).toBeNull();
  });

  it('saves one revision and the new quantity of each changed product, says so and begins anew', async () => {
    const dye = await add('Боя', 5);
    await add('Маска', 3);
    open();
    await type('Боя', '3');
    await user.click(button('Преброено, толкова е: Маска'));
    await save();
    await waitFor(() => expect(toastTexts()).toEqual(['Ревизията е запазена успешно.']));
    expect(await revisions()).toMatchObject([
      { product_id: dye, old_quantity: 5, new_quantity: 3, difference: -2, user_id: device.replica.userId },
    ]);
    expect((await stored(device.replica, 'products', dye))?.quantity).toBe(3);
    await waitFor(async () => expect(plain((await rowOf('Боя')).textContent)).toContain('3 г'));
    expect(screen.getByText('Преброени 0 от 2')).toBeTruthy();
  });

  it('says in the words of the specification that there are no changes, and writes nothing', async () => {
    await add('Боя', 5);
    const calls = device.writes.length;
    open();
    await user.click(await screen.findByRole('button', { name: 'Преброено, толкова е: Боя' }));
    await save();
    await waitFor(() => expect(toastTexts()).toEqual(['Няма промени за запазване.']));
    expect(toasts.store.getState().toasts[0]?.note).toBe(true); // it is no success
    expect(device.writes).toHaveLength(calls);
  });

  it('keeps the toasts away from its bar as long as it stands', async () => {
    await add('Боя', 5);
    open();
    await field('Боя');
    await waitFor(() => expect(document.documentElement.dataset.toasts).toBe('top'));
    cleanup();
    expect(document.documentElement.dataset.toasts).toBeUndefined();
  });

  it('says why a save failed and keeps what was counted', async () => {
    await add('Боя', 5);
    show(
      { ...device, replica: { ...device.replica, write: () => Promise.reject(new Error('счупено')) } },
      '/products/revision',
      routes,
    );
    await type('Боя', '3');
    await save();
    await waitFor(() => expect(toastTexts()).toEqual(['Грешка при запазване на ревизията: счупено']));
    expect((await field('Боя')).value).toBe('3');
    expect((await stockCountStore(device.replica).read()).rows).toMatchObject([{ counted: 3 }]);
  });

  it('says that there are no products in the words of the specification', async () => {
    open();
    expect(await screen.findByText('Няма намерени продукти')).toBeTruthy();
  });

  it('is filtered by a group with those below it and searched by barcode', async () => {
    const hair = await addProductGroup(device.replica, { name: 'Коса' });
    const dyes = await addProductGroup(device.replica, { name: 'Бои', parent_id: hair });
    await add('Боя', 1, { group_id: dyes, barcode: '3800001' });
    await add('Лак', 1, { barcode: '3800002' });
    open();
    await user.click(await screen.findByRole('button', { name: /^Група/ }));
    await user.click(await screen.findByRole('option', { name: /Коса/ }));
    await waitFor(() => expect(screen.queryByText('Лак')).toBeNull());
    expect(await field('Боя')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^Група/ }));
    await user.click(await screen.findByRole('option', { name: 'Всички групи' }));
    fireEvent.change(screen.getByLabelText('Търсене по име или баркод'), { target: { value: '0002' } });
    await waitFor(() => expect(screen.queryByText('Боя')).toBeNull());
    expect(await field('Лак')).toBeTruthy();
  });
});

describe('a count in progress', () => {
  it('is there again after the page has gone, with what it began from', async () => {
    await add('Боя', 5);
    open();
    await type('Боя', '3');
    await waitFor(async () => expect((await stockCountStore(device.replica).read()).rows).toHaveLength(1));
    cleanup();
    open();
    await waitFor(async () => expect((await field('Боя')).value).toBe('3'));
    await user.click(button('Отмени преброеното: Боя'));
    expect((await field('Боя')).value).toBe('5');
    expect(bar()).toContain('Няма промени');
  });

  it('counts a product as it stands by one button, and by Enter, which goes to the next field', async () => {
    await add('Боя', 5);
    await add('Маска', 3);
    open();
    await user.click(await screen.findByRole('button', { name: 'Преброено, толкова е: Маска' }));
    expect(screen.getByText('Преброени 1 от 2')).toBeTruthy();
    (await field('Боя')).focus();
    await user.keyboard('{Enter}');
    expect(screen.getByText('Преброени 2 от 2')).toBeTruthy();
    await waitFor(async () => expect(document.activeElement).toBe(await field('Маска')));
  });

  it('completes on opening what a crash left of a save, and says so', async () => {
    const id = await add('Боя', 5);
    const store = stockCountStore(device.replica);
    await store.keep([{ product_id: id, counted: 3, began: 5 }]);
    const row = { product_id: id, revision_id: `s/${id}`, old_quantity: 5, new_quantity: 3 };
    await store.begin({ id: 's', rows: [row], same: [], isWritten: false });
    open();
    await waitFor(() => expect(toastTexts()).toEqual(['Ревизията е запазена успешно.']));
    expect(await revisions()).toMatchObject([{ id: `s/${id}`, difference: -2 }]);
    expect((await stored(device.replica, 'products', id))?.quantity).toBe(3);
  });

  it.each([
    ['Важи моето: 3 г', 3],
    ['Важи другото: 8 г', 8],
    ['Доставени са, след като броих: 3 г + 3 г = 6 г', 6],
    ['Събери двете: 3 г + 8 г = 11 г', 11],
  ])('asks about what another device changed meanwhile: %s', async (choice, quantity) => {
    const id = await add('Боя', 5);
    open();
    await type('Боя', '3');
    await updateProduct(device.replica, id, { quantity: 8 });
    expect(await screen.findByText('Променено другаде: 5 → 8')).toBeTruthy();
    await save();
    const dialog = await screen.findByRole('dialog');
    expect(await revisions()).toEqual([]);
    const answers = within(dialog).getAllByRole('button');
    await user.click(answers.find((one) => plain(one.textContent) === choice) as HTMLElement);
    await waitFor(() => expect(toastTexts()).toHaveLength(1));
    expect((await stored(device.replica, 'products', id))?.quantity).toBe(quantity);
    expect(await revisions()).toHaveLength(quantity === 8 ? 0 : 1);
    if (quantity !== 8) expect(await revisions()).toMatchObject([{ old_quantity: 8, new_quantity: quantity }]);
  });

  it('keeps what was counted while another window’s count was read', async () => {
    await add('Боя', 5);
    open();
    await type('Боя', '7');
    await waitFor(async () => expect((await stockCountStore(device.replica).read()).rows).toHaveLength(1));
    const read = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementationOnce(function (this: IDBObjectStore, range) {
      const request = this.getAll(range);
      request.addEventListener('success', () => fireEvent.click(button('Увеличи: Ново количество: Боя')));
      return request;
    });
    const { userId, salonId } = device.replica;
    const elsewhere = new BroadcastChannel('greben-counts');
    elsewhere.postMessage({ userId, salonId, from: 'another window' });
    await waitFor(() => expect(read).toHaveBeenCalled());
    elsewhere.close();
    await waitFor(async () => expect((await stockCountStore(device.replica).read()).rows).toMatchObject([{ counted: 8 }]));
    expect((await field('Боя')).value).toBe('8');
  });

  it('leaves out a product that was deleted meanwhile', async () => {
    const id = await add('Боя', 5);
    await add('Маска', 3);
    open();
    await type('Боя', '3');
    await type('Маска', '1');
    await act(() => deleteProduct(device.replica, id));
    await waitFor(() => expect(screen.queryByText('Боя')).toBeNull());
    await save();
    await waitFor(() => expect(toastTexts()).toEqual(['Ревизията е запазена успешно.']));
    expect(await revisions()).toHaveLength(1);
  });
});

describe('a scanner that types', () => {
  it('adds one with each scan, from none, and leaves nothing of the code in a field', async () => {
    await add('Боя', 5, { barcode: '3800054121071' });
    await add('Маска', 3, { barcode: '3800054121088' });
    open();
    const search = await screen.findByLabelText<HTMLInputElement>('Търсене по име или баркод');
    await field('Маска');
    search.focus();
    scan('3800054121071');
    await waitFor(async () => expect((await field('Боя')).value).toBe('1'));
    expect(search.value).toBe('');
    scan('3800054121071'); // the focus is in the row's own field now
    await waitFor(async () => expect((await field('Боя')).value).toBe('2'));
    scan('3800054121088');
    await waitFor(async () => expect((await field('Маска')).value).toBe('1'));
    expect((await field('Боя')).value).toBe('2');
    scan('9999999999999');
    await waitFor(() => expect(toastTexts()).toEqual(['Няма един-единствен продукт с баркод 9999999999999']));
  });

  it('does not begin anew what was counted before the device has said so, and is not lost', async () => {
    const id = await add('Боя', 5, { barcode: '3800054121071' });
    const store = stockCountStore(device.replica);
    await store.keep([{ product_id: id, counted: 7, began: 5 }]);
    let answer = (): void => undefined;
    const slow = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const databases = indexedDB.databases.bind(indexedDB);
    vi.spyOn(indexedDB, 'databases').mockImplementationOnce(async () => {
      await slow;
      return databases();
    });
    open();
    await screen.findByLabelText('Търсене по име или баркод');
    scan('3800054121071');
    answer();
    await waitFor(async () => expect((await field('Боя')).value).toBe('8'));
    scan('3800054121071');
    await waitFor(async () => expect((await field('Боя')).value).toBe('9'));
    await waitFor(async () => expect((await store.read()).rows).toMatchObject([{ counted: 9 }]));
  });

  it('goes to the row instead where that was chosen', async () => {
    await add('Боя', 5, { barcode: '3800054121071' });
    open();
    await field('Боя');
    await user.click(button('Сканиране: +1'));
    scan('3800054121071');
    await waitFor(async () => expect(document.activeElement).toBe(await field('Боя')));
    expect((await field('Боя')).value).toBe('5');
  });
});

describe('the camera', () => {
  /** What the camera sees, picture by picture; after them nothing. */
  let seen: string[] = [];
  beforeEach(() => {
    seen = [];
    Object.assign(globalThis, {
      BarcodeDetector: class {
        detect = async () => {
          const code = seen.shift() ?? '';
          return code ? [{ rawValue: code }] : [];
        };
      },
    });
    Object.defineProperty(navigator, 'mediaDevices', {
      value: { getUserMedia: async () => ({ getTracks: () => [] }) },
      configurable: true,
    });
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(4);
    vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockReturnValue();
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'BarcodeDetector');
    Reflect.deleteProperty(navigator, 'mediaDevices');
  });

  it('stays open while each scan adds one, and counts a code once until it has left the picture', async () => {
    await add('Боя', 5, { barcode: '3800054121071' });
    await add('Маска', 3, { barcode: '3800054121088' });
    open();
    await field('Боя');
    const away = Array<string>(6).fill('');
    seen = ['3800054121071', '3800054121071', '', '3800054121071', ...away, '3800054121071', '3800054121088'];
    await user.click(button('Сканирай'));
    const camera = within(await screen.findByRole('dialog'));
    expect(await camera.findByText('Маска: 1')).toBeTruthy();
    await user.click(camera.getByRole('button', { name: 'Затвори' }));
    expect([(await field('Боя')).value, (await field('Маска')).value]).toEqual(['2', '1']);
  });

  it('counts once what it reads now as UPC-A and now as EAN-13', async () => {
    await add('Гел', 5, { barcode: '0850018800012' });
    await add('Маска', 3, { barcode: '3800054121088' });
    open();
    await field('Гел');
    seen = ['0850018800012', '850018800012', '0850018800012', '3800054121088'];
    await user.click(button('Сканирай'));
    const camera = within(await screen.findByRole('dialog'));
    expect(await camera.findByText('Маска: 1')).toBeTruthy();
    await user.click(camera.getByRole('button', { name: 'Затвори' }));
    expect((await field('Гел')).value).toBe('1');
    expect(toastTexts()).toEqual([]);
  });

  it('closes and leads to the row where a scan does not add', async () => {
    await add('Боя', 5, { barcode: '3800054121071' });
    open();
    await field('Боя');
    await user.click(button('Сканиране: +1'));
    seen = ['3800054121071'];
    await user.click(button('Сканирай'));
    await waitFor(async () => expect(document.activeElement).toBe(await field('Боя')));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect((await field('Боя')).value).toBe('5');
  });
});
