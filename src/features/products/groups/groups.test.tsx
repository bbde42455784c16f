// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addProduct, addProductGroup, updateProductGroup } from '#data/products.commands.ts';
import { type Device, openDevice, stored } from '#data/replica.test-support.ts';
import { clearToasts, fill, show } from '#features/shared/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { ProductGroupsPage } from './product-groups-page.tsx';

const user = userEvent.setup();
let device: Device;

beforeEach(async () => {
  setLanguage('bg');
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  clearToasts();
  await device.replica.close();
});

const open = () => show(device, '/products/groups', { '/products/groups': <ProductGroupsPage /> });
const group = (name: string, parent_id: string | null = null) => addProductGroup(device.replica, { name, parent_id });
const row = (id: string) => stored(device.replica, 'product_groups', id);
const click = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
const said = () =>
  toasts.store
    .getState()
    .toasts.filter((toast) => toast.open)
    .map((toast) => [toast.title, toast.description]);
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((one) => one.querySelector('td')?.textContent?.replace('Чака', ''));

async function choose(select: RegExp, option: string) {
  await click(select);
  await user.click(await screen.findByRole('option', { name: option }));
}

describe('the tree of groups', () => {
  it('lists the groups under their parents with how many products each holds with those below it', async () => {
    const hair = await group('Коса');
    const dyes = await group('Бои', hair);
    await addProduct(device.replica, { name: 'Боя', sale_price: 1, currency: 'BGN', group_id: dyes });
    await addProduct(device.replica, { name: 'Гребен', sale_price: 1, currency: 'BGN', group_id: hair });
    open();
    await screen.findByText('Бои');
    await waitFor(() =>
      expect(screen.getAllByRole('row').map((one) => one.querySelector('td.num')?.textContent)).toEqual([undefined, '2', '1']),
    );
    expect(names()).toEqual(['Коса', 'Боиниво 2']);
  });

  it('shows a circle that two devices made at the top level, and does not hide it', async () => {
    device.server.put('product_groups', 'x', { name: 'Едно', parent_id: 'y' });
    device.server.put('product_groups', 'y', { name: 'Друго', parent_id: 'x' });
    device.server.online = true;
    await device.replica.syncNow();
    open();
    await screen.findByText('Едно');
    expect(names()).toEqual(['Друго', 'Едно']);
  });
});

describe('the dialog of a group', () => {
  it('adds a group under a parent, with a colour, hidden online', async () => {
    const hair = await group('Коса');
    open();
    await click('Нова група');
    await fill('Име', '  Бои ');
    await user.click(screen.getByRole('radio', { name: '#dc2626' }));
    await choose(/^Горна група/, 'Коса');
    await user.click(within(screen.getByRole('dialog')).getByRole('switch', { name: 'Видима онлайн' }));
    await click('Запази');
    await waitFor(() => expect(said()).toEqual([['Успех', 'Групата е добавена']]));
    expect(device.writes.at(-1)).toMatchObject([
      { table: 'product_groups', change: { name: 'Бои', color: '#dc2626', parent_id: hair, show_online: false } },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('refuses an empty name beside the field', async () => {
    open();
    await click('Нова група');
    await fill('Име', '   ');
    await click('Запази');
    expect(await screen.findByText('Въведете име на групата')).toBeTruthy();
    expect(device.writes).toEqual([]);
  });

  it('says beside the name that there is one already under the same parent, and takes it under another', async () => {
    await group('Бои', await group('Коса'));
    await group('Вежди');
    open();
    await click('Нова група');
    await fill('Име', 'бои ');
    await choose(/^Горна група/, 'Коса');
    await click('Запази');
    expect(await screen.findByText('Тук вече има група с това име')).toBeTruthy();
    expect(device.writes).toHaveLength(3);
    await choose(/^Горна група/, 'Вежди');
    await click('Запази');
    await waitFor(() => expect(said()).toEqual([['Успех', 'Групата е добавена']]));
  });

  it('writes only what was changed, and 0 stands for no parent', async () => {
    const hair = await group('Коса');
    const dyes = await group('Бои', hair);
    open();
    await click('Редактирай Бои');
    await choose(/^Горна група/, 'Няма, най-горно ниво');
    await click('Запази');
    await waitFor(() => expect(said()).toEqual([['Успех', 'Групата е обновена']]));
    expect(device.writes.at(-1)).toMatchObject([{ id: dyes, change: { parent_id: null } }]);
    expect(Object.keys(device.writes.at(-1)?.[0]?.change ?? {})).toEqual(['parent_id']);
    expect(await row(dyes)).toMatchObject({ parent_id: null, name: 'Бои' });
  });

  it('says below the name which one another device has given the group meanwhile', async () => {
    const id = await group('Бои');
    open();
    await click('Редактирай Бои');
    await fill('Име', 'Оцветители');
    await updateProductGroup(device.replica, id, { name: 'Цветове' });
    expect(await screen.findByText('На друго място: Цветове')).toBeTruthy();
  });

  it('offers neither the group itself nor what is below it as a parent', async () => {
    const hair = await group('Коса');
    await group('Бои', await group('Цвят', hair));
    await group('Нокти');
    open();
    await click('Редактирай Коса');
    await click(/^Горна група/);
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['Няма, най-горно ниво', 'Нокти']);
  });

  it('says so when another device has moved the parent below the group meanwhile', async () => {
    const hair = await group('Коса');
    const nails = await group('Нокти');
    open();
    await click('Редактирай Коса');
    await choose(/^Горна група/, 'Нокти');
    await updateProductGroup(device.replica, nails, { parent_id: hair });
    await click('Запази');
    await waitFor(() => expect(said()).toEqual([['Групата не беше запазена', 'Групата не може да стои под себе си.']]));
    expect(await row(hair)).toMatchObject({ parent_id: null });
  });

  it('turns the visibility of a group that there is at once, in the dialog and in the list', async () => {
    const hair = await group('Коса');
    open();
    await click('Редактирай Коса');
    await user.click(within(screen.getByRole('dialog')).getByRole('switch', { name: 'Видима онлайн' }));
    await waitFor(async () => expect(await row(hair)).toMatchObject({ show_online: false }));
    expect(device.writes.at(-1)).toMatchObject([{ id: hair, change: { show_online: false } }]);
    await click('Отказ');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('switch', { name: 'Видима онлайн: Коса' }));
    await waitFor(async () => expect(await row(hair)).toMatchObject({ show_online: true }));
  });
});

it.each([
  [
    'bg',
    'Нова група',
    'Пази се, още не се използва.',
    'Записва се веднага, още не се използва.',
    /^„Видима онлайн“ се пази, още не/,
  ],
  [
    'en',
    'New group',
    'Kept, and not used yet.',
    'Saved at once, and not used yet.',
    /^“Visible online” is kept, and not used yet/,
  ],
] as const)(
  'says in %s beside each switch that being visible online is not used yet',
  async (language, add, kept, atOnce, listed) => {
    setLanguage(language);
    await group('Коса');
    open();
    expect(await screen.findByText(listed)).toBeTruthy();
    const dialog = async () => within(await screen.findByRole('dialog')).getByRole('switch');
    await click(/^(Редактирай|Edit) Коса/);
    expect(document.getElementById((await dialog()).getAttribute('aria-describedby') ?? '')?.textContent).toBe(atOnce);
    await click(/^(Отказ|Cancel)$/);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await click(add);
    expect(document.getElementById((await dialog()).getAttribute('aria-describedby') ?? '')?.textContent).toBe(kept);
  },
);

describe('deleting a group', () => {
  const confirm = async () => user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Изтрий' }));

  it('asks first and says when it is done', async () => {
    const hair = await group('Коса');
    open();
    await click('Изтрий Коса');
    expect((await row(hair))?.deleted).toBe(false);
    await confirm();
    await waitFor(() => expect(said()).toEqual([['Успех', 'Групата е изтрита']]));
    expect((await row(hair))?.deleted ?? true).toBe(true);
  });

  it('is refused while it has child groups', async () => {
    const hair = await group('Коса');
    await group('Бои', hair);
    open();
    await click('Изтрий Коса');
    await waitFor(() => expect(said()).toEqual([['Групата не беше изтрита', 'В групата има други групи. Първо ги преместете.']]));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect((await row(hair))?.deleted).toBe(false);
  });

  it('is refused at once while it has products, from the list and from its dialog', async () => {
    const hair = await group('Коса');
    await addProduct(device.replica, { name: 'Боя', sale_price: 1, currency: 'BGN', group_id: hair });
    open();
    await waitFor(() => expect(screen.getAllByRole('row')[1]?.querySelector('td.num')?.textContent).toBe('1'));
    const refused = ['Групата не беше изтрита', 'В групата има продукти. Първо ги преместете.'];
    await click('Изтрий Коса');
    expect(said()).toEqual([refused]);
    await click('Редактирай Коса');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Изтрий' }));
    expect(said()).toEqual([refused, refused]);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('is refused for products that came from another device after the question was put', async () => {
    const hair = await group('Коса');
    open();
    await click('Изтрий Коса');
    device.server.online = true;
    device.server.put('products', 'p1', { name: 'Боя', group_id: hair });
    await device.replica.syncNow();
    await confirm();
    await waitFor(() => expect(said()).toEqual([['Групата не беше изтрита', 'В групата има продукти. Първо ги преместете.']]));
    expect((await row(hair))?.deleted).toBe(false);
  });
});
