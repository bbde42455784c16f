// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { throwError } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Device, openDevice, stored } from '#data/replica.test-support.ts';
import * as commands from '#data/resources.commands.ts';
import { addEmployee } from '#data/resources.commands.ts';
import * as queries from '#data/resources.queries.ts';
import { clearToasts, fill, show } from '#features/shared/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { typedIsSaved } from '#ui/form/unsaved.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { EmployeesPage } from './employees-page.tsx';

vi.mock('#data/resources.queries.ts', { spy: true });
vi.mock('#data/resources.commands.ts', { spy: true });

const user = userEvent.setup();
let device: Device;

const wide = (width: number) =>
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width, height: 900 });

beforeEach(async () => {
  await setLanguage('bg');
  wide(1440);
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  clearToasts();
  typedIsSaved();
  vi.mocked(queries.employeeGroups$).mockRestore();
  for (const command of [commands.addEmployeeGroup, commands.updateEmployeeGroup, commands.deleteEmployeeGroup])
    vi.mocked(command).mockRestore();
  await device.replica.close();
});

const open = () => show(device, '/employees', { '/employees': <EmployeesPage />, '/elsewhere': <p>другаде</p> });
const group = (name: string) => commands.addEmployeeGroup(device.replica, { name });
const row = (id: string) => stored(device.replica, 'employee_groups', id);
const click = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
const said = () =>
  toasts.store
    .getState()
    .toasts.filter((toast) => toast.open)
    .map((toast) => [toast.title, toast.description]);
const full = async () => Promise.reject(new Error('disk'));

describe('the panel of employee groups', () => {
  it('adds a group by name and colour, visible online, and says so', async () => {
    open();
    await click('Добави група');
    await fill('Име на групата', '  Фризьори ');
    await user.click(screen.getByRole('radio', { name: '#dc2626' }));
    await click('Запази');
    await waitFor(() => expect(said()).toEqual([['Успех', 'Групата е добавена']]));
    expect(device.writes).toMatchObject([
      [{ table: 'employee_groups', change: { name: 'Фризьори', color: '#dc2626', show_online: true } }],
    ]);
    expect(await screen.findByText('Фризьори')).toBeTruthy();
    expect(screen.queryByLabelText('Име на групата')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Добави група' }));
  });

  it('needs a name that is more than spaces, and a colour', async () => {
    open();
    await click('Добави група');
    await fill('Име на групата', '   ');
    await click('Запази');
    expect(await screen.findByText('Въведете име на групата')).toBeTruthy();
    expect(device.writes).toEqual([]);
  });

  it('says beside the field that a name is taken by another group, whatever its case and spaces', async () => {
    await group('Млади  фризьори');
    const id = await group('Маникюр');
    open();
    await click('Добави група');
    await fill('Име на групата', ' млади фризьори ');
    await click('Запази');
    expect(await screen.findByText('Вече има група с това име')).toBeTruthy();
    expect(device.writes).toHaveLength(2);
    await click('Отказ');
    await user.click(await screen.findByRole('button', { name: 'Излез без запазване' }));
    await click('Редактирай Маникюр');
    await fill('Име на групата', 'МАНИКЮР');
    await click('Запази');
    await waitFor(async () => expect(await row(id)).toMatchObject({ name: 'МАНИКЮР' }));
  });

  it('writes of an edited group only what was changed', async () => {
    const id = await group('Фризьори');
    open();
    await click('Редактирай Фризьори');
    await fill('Име на групата', 'Стилисти');
    await click('Запази');
    await waitFor(() => expect(said()).toEqual([['Успех', 'Групата е обновена']]));
    expect(device.writes.at(-1)).toEqual([{ table: 'employee_groups', id, change: { name: 'Стилисти' } }]);
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Редактирай Стилисти'));
  });

  it('says below the name which one another device has given the group meanwhile', async () => {
    const id = await group('Фризьори');
    open();
    await click('Редактирай Фризьори');
    await fill('Име на групата', 'Стилисти');
    expect(screen.queryByText(/На друго място/)).toBeNull();
    await act(() => commands.updateEmployeeGroup(device.replica, id, { name: 'Коса' }));
    expect(await screen.findByText('На друго място: Коса')).toBeTruthy();
    expect((screen.getByLabelText('Име на групата') as HTMLInputElement).value).toBe('Стилисти');
  });

  it('keeps what was typed over a group that another device deletes, and says why it cannot be saved', async () => {
    const id = await group('Фризьори');
    await group('Шампоани');
    open();
    await click('Редактирай Фризьори');
    await fill('Име на групата', 'Стилисти');
    await act(() => commands.deleteEmployeeGroup(device.replica, id));
    expect(((await screen.findByLabelText('Име на групата')) as HTMLInputElement).value).toBe('Стилисти');
    const [first] = within(screen.getByRole('list', { name: 'Групи служители' })).getAllByRole('listitem');
    expect(first?.contains(screen.getByLabelText('Име на групата'))).toBe(true);
    await click('Запази');
    await waitFor(() => expect(said()).toMatchObject([['Групата не беше запазена', expect.any(String)]]));
    expect((screen.getByLabelText('Име на групата') as HTMLInputElement).value).toBe('Стилисти');
  });

  it('hides and shows a group online at once', async () => {
    const id = await group('Фризьори');
    open();
    const shown = await screen.findByRole('switch', { name: /^Видима онлайн ?: Фризьори$/ });
    expect(shown.getAttribute('aria-checked')).toBe('true');
    await user.click(shown);
    await waitFor(async () => expect(await row(id)).toMatchObject({ show_online: false }));
    expect(device.writes.at(-1)).toEqual([{ table: 'employee_groups', id, change: { show_online: false } }]);
  });

  it.each([
    ['bg', 'Видима онлайн', 'Клиентите виждат служителите ѝ, когато се записват сами.'],
    ['en', 'Visible online', 'Clients see its employees when they book themselves.'],
  ] as const)('says in %s what being visible online is for', async (language, name, kept) => {
    await setLanguage(language);
    await group('Фризьори');
    open();
    expect(await screen.findByRole('switch', { name: new RegExp(`^${name}`), description: kept })).toBeTruthy();
  });

  it('shows online again what was hidden, at once', async () => {
    const id = await group('Фризьори');
    await commands.updateEmployeeGroup(device.replica, id, { show_online: false });
    open();
    await user.click(await screen.findByRole('switch', { name: /^Видима онлайн ?: Фризьори$/, checked: false }));
    await waitFor(async () => expect(await row(id)).toMatchObject({ show_online: true }));
    expect(await screen.findByRole('switch', { name: /^Видима онлайн ?: Фризьори$/, checked: true })).toBeTruthy();
  });

  it('asks before it deletes, and says when it is done', async () => {
    const id = await group('Фризьори');
    open();
    await click('Изтрий Фризьори');
    const question = within(await screen.findByRole('alertdialog', { name: 'Изтриване на група „Фризьори“' }));
    await user.click(question.getByRole('button', { name: 'Отказ' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(await row(id)).toMatchObject({ deleted: false });
    await click('Изтрий Фризьори');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Изтрий' }));
    await waitFor(() => expect(said()).toEqual([['Успех', 'Групата е изтрита']]));
    expect(device.writes.at(-1)).toEqual([{ table: 'employee_groups', id, change: { deleted: true } }]);
  });

  it.each([
    ['bg', 'Групата не беше изтрита', 'В групата има служители. Преместете ги в друга група и опитайте пак.'],
    ['en', 'Failed to delete employee group', 'There are employees in this group. Move them to another group and try again.'],
  ] as const)(
    'says in %s at once, and asks nothing, that a group with employees is not deleted',
    async (language, title, why) => {
      await setLanguage(language);
      const id = await group('Фризьори');
      await addEmployee(device.replica, { name: 'Мария', email: 'maria@example.com', group_id: id, active: false });
      open();
      await screen.findByText(/^1 (служител|employee)$/);
      await click(/^(Изтрий|Delete) Фризьори$/);
      expect(said()).toEqual([[title, why]]);
      expect(screen.queryByRole('alertdialog')).toBeNull();
    },
  );

  it('does not delete one with an employee who came from another device after the question was put', async () => {
    const id = await group('Фризьори');
    open();
    await click('Изтрий Фризьори');
    await screen.findByRole('alertdialog');
    device.server.put('resources', 'maria', { name: 'Мария', active: false, group_id: id });
    device.server.online = true;
    await device.replica.syncNow();
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Изтрий' }));
    const why = 'В групата има служители. Преместете ги в друга група и опитайте пак.';
    await waitFor(() => expect(said()).toEqual([['Групата не беше изтрита', why]]));
    expect(await row(id)).toMatchObject({ deleted: false });
  });

  it('counts who has no group, also those whose group was deleted on another device', async () => {
    const id = await group('Фризьори');
    await group('Бръснари');
    await addEmployee(device.replica, { name: 'Мария', email: 'maria@example.com', group_id: id });
    await addEmployee(device.replica, { name: 'Иво', email: 'ivo@example.com' });
    open();
    expect(await screen.findByText('Без група: 1 служител')).toBeTruthy();
    device.server.put('employee_groups', id, { name: 'Фризьори', deleted: true });
    device.server.online = true;
    await device.replica.write([{ table: 'employee_groups', id, change: { deleted: true } }]);
    expect(await screen.findByText('Без група: 2 служители')).toBeTruthy();
  });

  it('asks before an edited group is left for another one', async () => {
    await group('Фризьори');
    await group('Бръснари');
    open();
    await click('Редактирай Фризьори');
    await fill('Име на групата', 'Стилисти');
    await click('Редактирай Бръснари');
    await user.click(await screen.findByRole('button', { name: 'Продължи редакцията' }));
    expect(screen.getByLabelText<HTMLInputElement>('Име на групата').value).toBe('Стилисти');
    await click('Редактирай Бръснари');
    await user.click(await screen.findByRole('button', { name: 'Излез без запазване' }));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Име на групата').value).toBe('Бръснари'));
  });

  it.each([
    ['en', 'Failed to save employee group'],
    ['bg', 'Групата не беше запазена'],
  ] as const)('says in %s that a group was not saved, and why', async (language, title) => {
    await setLanguage(language);
    vi.mocked(commands.addEmployeeGroup).mockImplementationOnce(full);
    open();
    await click(language === 'bg' ? 'Добави група' : 'Add a group');
    await fill(language === 'bg' ? 'Име на групата' : 'Group name', 'Фризьори');
    await click(language === 'bg' ? 'Запази' : 'Save');
    await waitFor(() => expect(said()).toEqual([[title, 'disk']]));
    expect(screen.getByLabelText<HTMLInputElement>(/Име на групата|Group name/).value).toBe('Фризьори');
  });

  it('says that the visibility was not changed, and that a group was not deleted', async () => {
    await group('Фризьори');
    vi.mocked(commands.updateEmployeeGroup).mockImplementationOnce(full);
    vi.mocked(commands.deleteEmployeeGroup).mockImplementationOnce(full);
    open();
    await user.click(await screen.findByRole('switch', { name: /^Видима онлайн ?: Фризьори$/ }));
    await waitFor(() => expect(said()).toEqual([['Видимостта не беше променена', 'disk']]));
    await click('Изтрий Фризьори');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Изтрий' }));
    await waitFor(() => expect(said()[0]).toEqual(['Групата не беше изтрита', 'disk']));
  });

  it('says by a toast beside the box that the groups were not loaded, and reads them again when asked', async () => {
    await group('Фризьори');
    vi.mocked(queries.employeeGroups$).mockReturnValueOnce(throwError(() => new Error('disk')));
    open();
    expect((await screen.findByRole('alert')).textContent).toContain('Групите не се заредиха');
    expect(said()).toEqual([['Групите не се заредиха', 'disk']]);
    await click('Опитайте отново');
    expect(await screen.findByText('Фризьори')).toBeTruthy();
  });
});

describe('on the phone', () => {
  it('the groups stand in a dialog, which asks before it is left with something typed', async () => {
    wide(390);
    await group('Фризьори');
    open();
    expect(screen.queryByText('Фризьори')).toBeNull();
    await click('Групи служители');
    const dialog = within(await screen.findByRole('dialog', { name: 'Групи служители' }));
    expect(dialog.getByText('Фризьори')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Нова група' }));
    await fill('Име на групата', 'Бръснари');
    await user.click(dialog.getByRole('button', { name: 'Затвори' }));
    await user.click(await screen.findByRole('button', { name: 'Продължи редакцията' }));
    await click('Запази');
    await waitFor(() => expect(said()).toEqual([['Успех', 'Групата е добавена']]));
    await user.click(dialog.getByRole('button', { name: 'Затвори' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
