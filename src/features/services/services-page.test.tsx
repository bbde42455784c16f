// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NEVER, throwError } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Device, openDevice, stored } from '#data/replica.test-support.ts';
import { changeOf } from '#data/row-writes.ts';
import * as commands from '#data/services.commands.ts';
import { addService, addServiceGroup, deleteServiceGroup, renameServiceGroup } from '#data/services.commands.ts';
import * as queries from '#data/services.queries.ts';
import { atSaved } from '#features/shared/list-address.ts';
import { clearToasts, fill, show, toastTexts } from '#features/shared/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { typedIsSaved } from '#ui/form/unsaved.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { ServiceCategoriesPage } from './service-categories-page.tsx';
import { ServicesPage } from './services-page.tsx';

vi.mock('#data/services.queries.ts', { spy: true });
vi.mock('#data/services.commands.ts', { spy: true });

const GROUP_COMMANDS = [commands.addServiceGroup, commands.renameServiceGroup, commands.deleteServiceGroup];
const user = userEvent.setup();
const routes = { '/services': <ServicesPage />, '/services/categories': <ServiceCategoriesPage /> };
let device: Device;

beforeEach(async () => {
  await setLanguage('bg');
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600);
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width: 1440, height: 900 });
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  clearToasts();
  vi.restoreAllMocks();
  typedIsSaved();
  for (const spied of [queries.services$, queries.serviceGroups$]) vi.mocked(spied).mockRestore();
  for (const spied of [commands.deleteService, ...GROUP_COMMANDS]) vi.mocked(spied).mockRestore();
  await device.replica.close();
});

const failing = () => throwError(() => new Error('disk'));
const said = () => toasts.store.getState().toasts.flatMap(({ open, title, description }) => (open ? [[title, description]] : []));

const shownNames = () =>
  screen
    .queryAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('.font-semibold')?.textContent);

describe('the list of services', () => {
  it('shows duration, price in the salon’s currency and whether clients see it', async () => {
    await addService(device.replica, {
      name_bg: 'Балеаж',
      name_en: 'Balayage',
      duration: 150,
      price: 210,
      currency: 'BGN',
      category: 'Боядисване',
    });
    await addService(device.replica, { name_bg: 'Брада', duration: 30, price: 20, currency: 'BGN', show_online: false });
    show(device, '/services', routes);
    const row = (await screen.findByText('Балеаж')).closest('tr');
    expect(row?.textContent).toContain('150 мин');
    expect(row?.textContent?.replace(/\u00a0/g, ' ')).toContain('210,00 лв');
    expect(row?.textContent).toContain('Видима');
    expect(row?.textContent).toContain('Balayage');
    expect(screen.getByText('Брада').closest('tr')?.textContent).toContain('Скрита');
  });

  it('finds by name in either script and by category, and shows all again', async () => {
    await addService(device.replica, { name_bg: 'Балеаж', price: 1, currency: 'BGN', category: 'Боядисване' });
    await addService(device.replica, { name_bg: 'Брада', price: 1, currency: 'BGN', category: 'Мъжко' });
    show(device, '/services', routes);
    fireEvent.change(await screen.findByLabelText('Търсене на услуга'), { target: { value: 'baleaj' } });
    await waitFor(() => expect(shownNames()).toEqual(['Балеаж']));
    await user.click(screen.getByRole('button', { name: 'Мъжко' }));
    expect(await screen.findByText('Няма услуги по това търсене')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Покажи всички' }));
    await waitFor(() => expect(shownNames()).toEqual(['Балеаж', 'Брада']));
  });

  it('draws only the rows in sight of 300, and opens at the one that was saved', async () => {
    const names = Array.from({ length: 300 }, (_, n) => `Услуга ${n + 100}`);
    await device.replica.write(names.map((name, n) => changeOf('services', `s${n + 100}`, { name, name_bg: name, price: 1 })));
    show(device, '/services', routes);
    expect(await screen.findByText('Услуга 100')).toBeTruthy();
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('301');
    expect(shownNames().length).toBeLessThan(60);
    fireEvent.change(screen.getByLabelText('Търсене на услуга'), { target: { value: '399' } });
    await waitFor(() => expect(shownNames().filter(Boolean)).toEqual(['Услуга 399']));
    cleanup();
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(300 * 53);
    const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollTo');
    show(device, { pathname: '/services', ...atSaved('s390') }, routes);
    await screen.findByText('Услуга 100');
    await waitFor(() =>
      expect(Math.max(...scrolled.mock.calls.map(([to]) => Number((to as ScrollToOptions).top)))).toBeGreaterThan(10_000),
    );
  });

  it('offers to add one when there is none', async () => {
    show(device, '/services', routes);
    expect(await screen.findByText('Няма налични услуги')).toBeTruthy();
    const ways = screen.getByText('Няма налични услуги').parentElement?.querySelectorAll('a');
    expect([...(ways ?? [])].map((way) => way.getAttribute('href'))).toEqual([
      ...['/services/add', '/first-steps/services', '/salon/move-in?kind=services'],
    ]);
  });

  it('asks before it deletes', async () => {
    const id = await addService(device.replica, { name_bg: 'Брада', price: 1, currency: 'BGN' });
    show(device, '/services', routes);
    await user.click(await screen.findByRole('button', { name: 'Изтрий Брада' }));
    expect(await screen.findByText('Изтриване на „Брада“')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Изтрий' }));
    await waitFor(() => expect(device.writes.at(-1)).toEqual([{ table: 'services', id, change: { deleted: true } }]));
    expect(toastTexts()).toEqual(['Услугата е изтрита']);
  });
});

describe('the list of services, whatever its state', () => {
  it('has an edit action in each row, and links to the categories and to a new one', async () => {
    const id = await addService(device.replica, { name_bg: 'Брада', price: 1, currency: 'BGN' });
    show(device, '/services', routes);
    const edit = await screen.findByRole('link', { name: 'Редактирай Брада' });
    expect(edit.getAttribute('href')).toBe(`/services/edit/${id}`);
    expect(screen.getByRole('link', { name: 'Категории' }).getAttribute('href')).toBe('/services/categories');
    expect(screen.getByRole('link', { name: 'Добави услуга' }).getAttribute('href')).toBe('/services/add');
  });

  it('edits and deletes in each row the service that stands in it', async () => {
    const ids = new Map<string, string>();
    for (const name of ['Балеаж', 'Брада'])
      ids.set(name, await addService(device.replica, { name_bg: name, price: 1, currency: 'BGN' }));
    show(device, '/services', routes);
    for (const [name, id] of ids) {
      const edit = await screen.findByRole('link', { name: `Редактирай ${name}` });
      expect(edit.getAttribute('href')).toBe(`/services/edit/${id}`);
    }
    await user.click(screen.getByRole('button', { name: 'Изтрий Брада' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Изтрий' }));
    await waitFor(() =>
      expect(device.writes.at(-1)).toEqual([{ table: 'services', id: ids.get('Брада'), change: { deleted: true } }]),
    );
    expect(screen.getByText('Балеаж')).toBeTruthy();
  });

  it('is sorted by any column, either way', async () => {
    await addService(device.replica, { name_bg: 'Балеаж', price: 210, currency: 'BGN', duration: 150, category: 'Цвят' });
    await addService(device.replica, { name_bg: 'Брада', price: 20, currency: 'BGN', duration: 30, show_online: false });
    await addService(device.replica, { name_bg: 'Маникюр', price: 45, currency: 'BGN', duration: 60, category: 'Нокти' });
    show(device, '/services', routes);
    await screen.findByText('Балеаж');
    const sortBy = async (column: string) => {
      await user.click(screen.getByRole('button', { name: column }));
      return shownNames();
    };
    expect(await sortBy('Услуга')).toEqual(['Маникюр', 'Брада', 'Балеаж']);
    expect(await sortBy('Цена')).toEqual(['Брада', 'Маникюр', 'Балеаж']);
    expect(await sortBy('Цена')).toEqual(['Балеаж', 'Маникюр', 'Брада']);
    expect(await sortBy('Времетраене')).toEqual(['Брада', 'Маникюр', 'Балеаж']);
    expect(await sortBy('Категория')).toEqual(['Маникюр', 'Балеаж', 'Брада']);
    expect(await sortBy('Онлайн')).toEqual(['Балеаж', 'Маникюр', 'Брада']);
  });

  it('opens as its address says, and its address says what is searched, chosen and sorted', async () => {
    await addService(device.replica, { name_bg: 'Балеаж', price: 210, currency: 'BGN', category: 'Цвят' });
    await addService(device.replica, { name_bg: 'Боя', price: 80, currency: 'BGN', category: 'Цвят' });
    await addService(device.replica, { name_bg: 'Брада', price: 20, currency: 'BGN', category: 'Мъжко' });
    const shown = show(device, '/services?q=б&category=Цвят&sort=price', routes);
    await screen.findByText('Балеаж');
    expect(shownNames()).toEqual(['Боя', 'Балеаж']);
    await user.click(screen.getByRole('button', { name: 'Мъжко' }));
    await user.click(screen.getByRole('button', { name: 'Цена' }));
    fireEvent.change(screen.getByLabelText('Търсене на услуга'), { target: { value: 'бра' } });
    await waitFor(() => expect(Object.fromEntries(shown.search())).toEqual({ q: 'бра', category: 'Мъжко', sort: '-price' }));
    expect(shownNames()).toEqual(['Брада']);
  });

  it('shows the outline of a list when reading takes long', async () => {
    vi.mocked(queries.services$).mockReturnValue(NEVER);
    show(device, '/services', routes);
    await waitFor(() => expect(document.querySelector('[aria-busy="true"]:not([hidden])')).toBeTruthy());
    expect(screen.queryByText('Няма налични услуги')).toBeNull();
  });

  it.each([
    ['en', 'Failed to load services', 'Try again'],
    ['bg', 'Услугите не се заредиха', 'Опитайте отново'],
  ] as const)(
    'says in %s by a toast beside the box that loading failed, and tries again when asked',
    async (language, title, again) => {
      await setLanguage(language);
      await addService(device.replica, { name_bg: 'Брада', price: 1, currency: 'BGN' });
      vi.mocked(queries.services$).mockReturnValueOnce(failing());
      show(device, '/services', routes);
      expect((await screen.findByRole('alert')).textContent).toContain(title);
      expect(said()).toEqual([[title, 'disk']]);
      await user.click(screen.getByRole('button', { name: again }));
      expect(await screen.findByText('Брада')).toBeTruthy();
    },
  );

  it.each([
    ['en', 'Failed to delete service', 'Delete'],
    ['bg', 'Услугата не беше изтрита', 'Изтрий'],
  ] as const)('says in %s that a service was not deleted, and why', async (language, title, remove) => {
    await setLanguage(language);
    await addService(device.replica, { name_bg: 'Брада', price: 1, currency: 'BGN' });
    vi.mocked(commands.deleteService).mockRejectedValueOnce(new Error('disk'));
    show(device, '/services', routes);
    await user.click(await screen.findByRole('button', { name: `${remove} Брада` }));
    await user.click(await screen.findByRole('button', { name: remove }));
    await waitFor(() => expect(said()).toEqual([[title, 'disk']]));
    expect(screen.getByText('Брада')).toBeTruthy();
  });
});

describe('the categories', () => {
  const category = async (name: string) => {
    const id = await addServiceGroup(device.replica, name);
    const service = await addService(device.replica, { name_bg: 'Гел лак', price: 1, currency: 'BGN', category: name });
    return { id, service };
  };
  const click = async (name: string) => user.click(await screen.findByRole('button', { name }));

  it('are renamed in their place, and their services follow', async () => {
    const { id, service } = await category('Маникюр');
    show(device, '/services/categories', routes);
    await click('Редактирай Маникюр');
    await fill('Ново име на категорията', ' Нокти ');
    await click('Запази');
    await waitFor(() => expect(said()).toEqual([['Успех', 'Категорията е преименувана. Услугите ѝ са с новото име.']]));
    expect(device.writes.at(-1)).toEqual([
      { table: 'service_groups', id, change: { name: 'Нокти' } },
      { table: 'services', id: service, change: { category: 'Нокти' } },
    ]);
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Редактирай Нокти'));
  });

  it('are renamed one at a time: what was typed of another is asked about', async () => {
    await category('Маникюр');
    await category('Коса');
    show(device, '/services/categories', routes);
    await click('Редактирай Маникюр');
    await fill('Ново име на категорията', 'Нокти');
    await click('Редактирай Коса');
    await click('Продължи редакцията');
    expect(((await screen.findByLabelText('Ново име на категорията')) as HTMLInputElement).value).toBe('Нокти');
  });

  it('keep a new name that was typed when another device deletes them, and say why it cannot be saved', async () => {
    const { id } = await category('Маникюр');
    await category('Педикюр');
    show(device, '/services/categories', routes);
    await click('Редактирай Маникюр');
    await fill('Ново име на категорията', 'Нокти');
    await act(() => deleteServiceGroup(device.replica, id));
    const [first] = within(screen.getByRole('list', { name: 'Категории услуги' })).getAllByRole('listitem');
    expect(first?.contains(await screen.findByLabelText('Ново име на категорията'))).toBe(true);
    await click('Запази');
    await waitFor(() =>
      expect(said()).toEqual([[expect.any(String), 'Записът вече го няма: изтрит или обединен е от друго място.']]),
    );
    expect(((await screen.findByLabelText('Ново име на категорията')) as HTMLInputElement).value).toBe('Нокти');
  });

  it('say below a name that is being typed which one another device has given them meanwhile', async () => {
    const { id } = await category('Маникюр');
    show(device, '/services/categories', routes);
    await click('Редактирай Маникюр');
    await fill('Ново име на категорията', 'Нокти');
    await act(() => renameServiceGroup(device.replica, id, 'Ръце'));
    expect(await screen.findByText('На друго място: Ръце')).toBeTruthy();
  });

  it('must keep a name when they are renamed, and ask before a new one is given up', async () => {
    await category('Маникюр');
    device.writes.length = 0;
    show(device, '/services/categories', routes);
    await click('Редактирай Маникюр');
    await fill('Ново име на категорията', '  ');
    await click('Запази');
    expect(await screen.findByText('Въведете име на групата')).toBeTruthy();
    await click('Отказ');
    await click('Излез без запазване');
    expect(await screen.findByRole('button', { name: 'Редактирай Маникюр' })).toBeTruthy();
    expect(device.writes).toEqual([]);
  });

  it('are deleted after a question; their services keep the name, which can be made a category again', async () => {
    const { id, service } = await category('Маникюр');
    show(device, '/services/categories', routes);
    await click('Изтрий Маникюр');
    const question = within(await screen.findByRole('alertdialog', { name: 'Изтриване на „Маникюр“' }));
    expect(question.getByText('1 услуга остава и запазва името на категорията.')).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Изтрий' }));
    await waitFor(() => expect(said()).toEqual([['Успех', 'Категорията е изтрита']]));
    expect(device.writes.at(-1)).toEqual([{ table: 'service_groups', id, change: { deleted: true } }]);
    expect(await stored(device.replica, 'services', service)).toMatchObject({ category: 'Маникюр' });
    expect(await screen.findByText('Имена, които носят само услуги')).toBeTruthy();
    await click('Добави Маникюр');
    expect(await screen.findByRole('button', { name: 'Редактирай Маникюр' })).toBeTruthy();
    expect(screen.queryByText('Имена, които носят само услуги')).toBeNull();
  });

  it('stand by name', async () => {
    for (const name of ['Нокти', 'Боядисване', 'Мигли']) await addServiceGroup(device.replica, name);
    show(device, '/services/categories', routes);
    const list = within(await screen.findByRole('list', { name: 'Категории услуги' }));
    expect(
      list.getAllByRole('listitem').map((row) => row.querySelector('.font-semibold')?.textContent?.replace('Чака', '')),
    ).toEqual(['Боядисване', 'Мигли', 'Нокти']);
  });

  it('say by toasts what failed: loading, adding, renaming, deleting', async () => {
    await category('Маникюр');
    vi.mocked(queries.serviceGroups$).mockReturnValueOnce(failing());
    show(device, '/services/categories', routes);
    expect((await screen.findByRole('alert')).textContent).toContain('Категориите не се заредиха');
    expect(said()[0]).toEqual(['Категориите не се заредиха', 'disk']);
    await click('Опитайте отново');
    for (const command of GROUP_COMMANDS) vi.mocked(command).mockRejectedValue(new Error('full'));
    await user.type(await screen.findByLabelText('Име на категорията'), 'Мигли{Enter}');
    await waitFor(() => expect(said()[0]).toEqual(['Категорията не беше добавена', 'full']));
    expect(screen.getByLabelText<HTMLInputElement>('Име на категорията').value).toBe('Мигли');
    await click('Изтрий Маникюр');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Изтрий' }));
    await waitFor(() => expect(said()[0]).toEqual(['Категорията не беше изтрита', 'full']));
    await click('Редактирай Маникюр');
    await fill('Ново име на категорията', 'Нокти');
    await click('Запази');
    await waitFor(() => expect(said()[0]).toEqual(['Категорията не беше преименувана', 'full']));
    expect(screen.getByLabelText<HTMLInputElement>('Ново име на категорията').value).toBe('Нокти');
  });

  it('are added by the button, too', async () => {
    show(device, '/services/categories', routes);
    await user.type(await screen.findByLabelText('Име на категорията'), 'Мигли');
    await click('Добави');
    await waitFor(() => expect(said()).toEqual([['Успех', 'Категорията е добавена']]));
    expect(await screen.findByText('Мигли')).toBeTruthy();
  });

  it('are added by Enter; the field stays ready for the next one', async () => {
    show(device, '/services/categories', routes);
    const field = await screen.findByLabelText<HTMLInputElement>('Име на категорията');
    await user.type(field, ' Мигли {Enter}');
    expect(await screen.findByText('Мигли')).toBeTruthy();
    await waitFor(() => expect(field.value).toBe(''));
    expect(toastTexts()).toEqual(['Категорията е добавена']);
  });

  it('are added once by a double click, which finds no fault with the emptied field', async () => {
    show(device, '/services/categories', routes);
    await user.type(await screen.findByLabelText('Име на категорията'), 'Мигли');
    await user.dblClick(screen.getByRole('button', { name: 'Добави' }));
    expect(await screen.findByText('Мигли')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Добави' }));
    expect(device.writes.length).toBe(1);
    expect(screen.queryByText('Въведете име на групата')).toBeNull();
  });

  it.each([
    ['bg', 'Нова категория', 'Име на категорията'],
    ['en', 'New category', 'Name of the category'],
  ] as const)('are asked for in %s by their name', async (language, form, name) => {
    await setLanguage(language);
    show(device, '/services/categories', routes);
    expect(within(await screen.findByRole('form', { name: form })).getByLabelText(name)).toBeTruthy();
  });

  it('need a name', async () => {
    show(device, '/services/categories', routes);
    await user.type(await screen.findByLabelText('Име на категорията'), '   ');
    await user.click(screen.getByRole('button', { name: 'Добави' }));
    expect(await screen.findByText('Въведете име на групата')).toBeTruthy();
    expect(device.writes).toEqual([]);
  });

  it('have names of their own: a service names its category by nothing else', async () => {
    await addServiceGroup(device.replica, 'Маникюр');
    await addServiceGroup(device.replica, 'Лице');
    device.writes.length = 0;
    show(device, '/services/categories', routes);
    await user.type(await screen.findByLabelText('Име на категорията'), ' маникюр{Enter}');
    expect(await screen.findByText('Вече има категория с това име')).toBeTruthy();
    await user.clear(screen.getByLabelText('Име на категорията'));
    await user.click(await screen.findByRole('button', { name: 'Редактирай Лице' }));
    await user.clear(screen.getByLabelText('Ново име на категорията'));
    await user.type(screen.getByLabelText('Ново име на категорията'), 'Маникюр{Enter}');
    expect(await screen.findByText('Вече има категория с това име')).toBeTruthy();
    expect(device.writes).toEqual([]);
  });

  it('say how many services name them', async () => {
    await addServiceGroup(device.replica, 'Маникюр');
    await addService(device.replica, { name_bg: 'Гел лак', price: 1, currency: 'BGN', category: 'Маникюр' });
    show(device, '/services/categories', routes);
    expect((await screen.findByText('Маникюр')).closest('li')?.textContent).toContain('1 услуга');
  });
});
