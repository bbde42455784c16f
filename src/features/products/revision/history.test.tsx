// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addProductGroup } from '#data/product-groups.commands.ts';
import { saveRevision } from '#data/product-revisions.commands.ts';
import { addProduct } from '#data/products.commands.ts';
import { type Device, openDevice } from '#data/replica.test-support.ts';
import { show } from '#features/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { ProductRevisionPage } from './product-revision-page.tsx';

const user = userEvent.setup();
let device: Device;
const plain = (text: string | null | undefined) => (text ?? '').replace(/[\u00a0\u202f]/g, ' ');
const summaries = () => [...document.querySelectorAll('summary')].map((one) => plain(one.textContent));
const open = async () => {
  show(device, '/products/revision', { '/products/revision': <ProductRevisionPage /> });
  await user.click(await screen.findByRole('radio', { name: 'История' }));
};
async function choose(select: string, option: string) {
  await user.click(await screen.findByLabelText(select));
  await user.click(await screen.findByRole('option', { name: option }));
}

beforeEach(async () => {
  setLanguage('bg');
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await device.replica.close();
});

describe('the history of revisions', () => {
  it('says that there is none yet', async () => {
    await open();
    expect(await screen.findByText('Още няма запазени ревизии')).toBeTruthy();
  });

  it('lists revisions newest first with person and value, filters them, draws a product’s stock and exports', async () => {
    const hair = await addProductGroup(device.replica, { name: 'Коса' });
    const dye = await addProduct(device.replica, { name: '=Боя', quantity: 5, supply_price: 2.5, group_id: hair });
    const soap = await addProduct(device.replica, { name: 'Сапун', quantity: 9, supply_price: 1 });
    await saveRevision(device.replica, [
      { product_id: dye, counted: 3, began: 5 },
      { product_id: soap, counted: 10, began: 9 },
    ]);
    await saveRevision(device.replica, [{ product_id: dye, counted: 8, began: 3 }]);
    device.server.online = true;
    device.server.put('product_revisions', 'other', {
      product_id: soap,
      old_quantity: 10,
      new_quantity: 4,
      difference: -6,
      user_id: 'somebody-else-1',
    });
    await device.replica.syncNow();
    await open();
    await waitFor(() => expect(summaries()).toHaveLength(3));
    expect(summaries()[0]).toMatch(/Вие1 продукт\+12,50 лв$/);
    expect(summaries()[1]).toMatch(/Вие2 продукта−4,00 лв$/);
    expect(summaries()[2]).toMatch(/Друг човек \(somebody\)1 продукт−6,00 лв$/);

    await choose('Група', 'Коса');
    await waitFor(() => expect(summaries()).toHaveLength(2));
    await choose('Продукт', '=Боя');
    const table = within(await screen.findByRole('table', { name: 'Наличност във времето: =Боя' }));
    expect(
      table
        .getAllByRole('row')
        .slice(1)
        .map((row) => plain(row.lastElementChild?.textContent)),
    ).toEqual(['5 г', '3 г', '8 г']);

    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob);
      return 'blob:x';
    });
    await user.click(screen.getByRole('button', { name: 'Изтегли CSV' }));
    const lines = (await files[0]?.text())?.trim().split('\r\n') ?? [];
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/,Вие,'=Боя,Коса,3,8,5,г,12.5$/);
  });
});
