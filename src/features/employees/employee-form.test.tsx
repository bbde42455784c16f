// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { throwError } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Device, openDevice, SALON_ID, stored } from '#data/replica.test-support.ts';
import { addEmployee, addEmployeeGroup } from '#data/resources.commands.ts';
import * as queries from '#data/resources.queries.ts';
import { clearToasts, fill, show, toastTexts } from '#features/shared/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { EmployeeFormPage } from './employee-form.tsx';
import { EmployeesPage } from './employees-page.tsx';

vi.mock('#data/resources.queries.ts', { spy: true });

const user = userEvent.setup();
const routes = { '/employees/add': <EmployeeFormPage />, '/employees/edit/:id': <EmployeeFormPage /> };
let device: Device;

const viewport = { width: 1440, height: 900 };

beforeEach(async () => {
  await setLanguage('bg');
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport(viewport);
  localStorage.clear();
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  clearToasts();
  vi.useRealTimers();
  vi.restoreAllMocks();
  await device.replica.close();
});

const save = async (name = 'Запази') => user.click(await screen.findByRole('button', { name }));

describe('the employee form', () => {
  it('marks the salon’s today among the days, on a device where it is still yesterday', async () => {
    device.server.put('salons', String(SALON_ID), { timezone: 'Pacific/Kiritimati' });
    device.server.online = true;
    await device.replica.syncNow();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T10:30:00Z') }); // half past midnight there
    show(device, '/employees/add', routes);
    await user.click(await screen.findByRole('button', { name: /^Начало/ }));
    expect(await screen.findByRole('button', { current: 'date' })).toHaveProperty('textContent', '21');
  });

  it('asks for a name and an e-mail, beside the fields, in both languages, and keeps nothing', async () => {
    show(device, '/employees/add', routes);
    await save();
    expect(await screen.findByText('Въведете име')).toBeTruthy();
    expect(screen.getByText('Въведете имейл')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Име'));
    await act(() => setLanguage('en'));
    expect(await screen.findByText('Enter a name')).toBeTruthy();
    expect(screen.getByText('Enter an email')).toBeTruthy();
    expect(device.writes).toEqual([]);
  });

  it('refuses what is no e-mail and what is no colour', async () => {
    show(device, '/employees/add', routes);
    await fill('Имейл', 'maria@');
    await fill('Цвят в календара, #', 'червено');
    await save();
    expect(await screen.findByText('Невалиден имейл')).toBeTruthy();
    expect(screen.getByText('Въведете цвят като #3b82f6')).toBeTruthy();
    expect(device.writes).toEqual([]);
  });

  it('saves a new one with the colour and the role of the specification, says so and returns to the list', async () => {
    const shown = show(device, '/employees/add', routes);
    await fill('Име', 'Мария Петрова');
    await fill('Имейл', 'maria@example.com');
    await fill(/^Телефон/, '0888 123 456');
    await save();
    await waitFor(() => expect(shown.path()).toBe('/employees'));
    const [write] = device.writes.flat();
    expect(await stored(device.replica, 'resources', write?.id ?? '')).toMatchObject({
      name: 'Мария Петрова',
      email: 'maria@example.com',
      phone: '+359888123456',
      color: '#3b82f6',
      role: 'employee',
      active: true,
      pending: 1,
    });
    expect(toastTexts()).toEqual(['Служителят е добавен']);
  });

  it('ends with the offer of usual hours, which are saved with the employee in one write', async () => {
    const shown = show(device, '/employees/add', routes);
    await fill('Име', 'Мария');
    await fill('Имейл', 'maria@example.com');
    await user.click(await screen.findByLabelText('Работно време'));
    await user.click(await screen.findByRole('option', { name: 'понеделник–петък 9:00–17:00' }));
    await save();
    await waitFor(() => expect(shown.path()).toBe('/employees'));
    expect(device.writes).toHaveLength(1);
    const [employee, ...shifts] = device.writes[0] ?? [];
    expect(shifts.map(({ table, id }) => [table, id])).toEqual(
      [1, 2, 3, 4, 5].map((day) => ['employee_weekly_shifts', `${employee?.id}/${day}/0`]),
    );
  });

  it('takes days and times that are chosen for a new one, and needs a day', async () => {
    const shown = show(device, '/employees/add', routes);
    await fill('Име', 'Мария');
    await fill('Имейл', 'maria@example.com');
    await user.click(await screen.findByLabelText('Работно време'));
    await user.click(await screen.findByRole('option', { name: 'Други дни и часове' }));
    const week = ['понеделник', 'вторник', 'сряда', 'четвъртък', 'петък'];
    for (const name of week) await user.click(screen.getByRole('checkbox', { name }));
    await save();
    expect(await screen.findByText('Изберете поне един ден')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'понеделник' })));
    expect(device.writes).toEqual([]);
    for (const name of ['вторник', 'събота']) await user.click(screen.getByRole('checkbox', { name }));
    await save();
    await waitFor(() => expect(shown.path()).toBe('/employees'));
    const [employee, ...shifts] = device.writes[0] ?? [];
    expect(shifts.map(({ id }) => id)).toEqual([2, 6].map((day) => `${employee?.id}/${day}/0`));
  });

  it('does not offer hours to somebody who works here already', async () => {
    const id = await addEmployee(device.replica, { name: 'Мария', email: 'maria@example.com' });
    show(device, `/employees/edit/${id}`, routes);
    await screen.findByLabelText('Име');
    expect(screen.queryByLabelText('Работно време')).toBeNull();
  });

  it('writes only what was changed, so that another device’s change to the rest stays', async () => {
    const id = await addEmployee(device.replica, { name: 'Мария', email: 'maria@example.com', position: 'Фризьор' });
    device.writes.length = 0;
    const shown = show(device, `/employees/edit/${id}`, routes);
    await fill(/^Длъжност/, 'Колорист');
    await save();
    await waitFor(() => expect(shown.path()).toBe('/employees'));
    expect(device.writes).toEqual([[{ table: 'resources', id, change: { position: 'Колорист' } }]]);
    expect(toastTexts()).toEqual(['Служителят е обновен']);
  });

  it('makes somebody without an e-mail inactive where nothing else is changed, and asks for the e-mail where it is', async () => {
    device.server.put('resources', 'default', { name: 'Default Employee', role: 'employee', active: true, email: null });
    device.server.online = true;
    await device.replica.syncNow();
    device.writes.length = 0;
    const shown = show(device, '/employees/edit/default', routes);
    await user.click(await screen.findByRole('switch', { name: 'Активен' }));
    await fill(/^Длъжност/, 'Колорист');
    await save();
    expect(await screen.findByText('Въведете имейл')).toBeTruthy();
    expect(device.writes).toEqual([]);
    await fill(/^Длъжност/, '');
    await save();
    await waitFor(() => expect(shown.path()).toBe('/employees'));
    expect(device.writes).toEqual([[{ table: 'resources', id: 'default', change: { active: false } }]]);
  });

  it('asks for the e-mail of somebody without one who is saved as they are', async () => {
    device.server.put('resources', 'default', { name: 'Default Employee', role: 'employee', active: true, email: null });
    device.server.online = true;
    await device.replica.syncNow();
    show(device, '/employees/edit/default', routes);
    await screen.findByDisplayValue('Default Employee');
    await save();
    expect(await screen.findByText('Въведете имейл')).toBeTruthy();
  });

  it('sends a password to the server alone, after the employee', async () => {
    const rpc = vi.fn().mockResolvedValue({ error: null });
    show(device, '/employees/add', routes, { rpc });
    await fill('Име', 'Мария');
    await fill('Имейл', 'maria@example.com');
    await fill(/^Парола/, 'тайна-дума');
    await save();
    await waitFor(() => expect(rpc).toHaveBeenCalledOnce());
    const id = device.writes.flat()[0]?.id;
    expect(rpc).toHaveBeenCalledWith('set_resource_password', {
      p_salon_id: device.replica.salonId,
      p_resource_id: id,
      p_password: 'тайна-дума',
    });
    expect(JSON.stringify(device.writes)).not.toContain('тайна-дума');
  });

  it('asks before the window is closed until the server has the password, and then says so', async () => {
    let store: (stored: { error: null }) => void = () => undefined;
    const rpc = vi.fn(() => new Promise<{ error: null }>((resolve) => (store = resolve)));
    const shown = show(device, '/employees/add', routes, { rpc });
    await fill('Име', 'Мария');
    await fill('Имейл', 'maria@example.com');
    await fill(/^Парола/, 'тайна-дума');
    await save();
    await waitFor(() => expect(rpc).toHaveBeenCalledOnce());
    expect(shown.path()).toBe('/employees');
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(asks()).toBe(true);
    expect(toastTexts()).not.toContain('Паролата е записана');
    store({ error: null });
    await waitFor(() => expect(toastTexts()).toContain('Паролата е записана'));
    expect(asks()).toBe(false);
  });

  it('locks the password without a connection and says why; the rest can be saved', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    show(device, '/employees/add', routes);
    const locked = await screen.findByDisplayValue<HTMLInputElement>('Нужна е връзка');
    expect(locked.disabled).toBe(true);
    expect(screen.getByText(/Паролата не се пази на устройството/)).toBeTruthy();
    await fill('Име', 'Мария');
    await fill('Имейл', 'maria@example.com');
    await save();
    await waitFor(() => expect(device.writes).toHaveLength(1));
  });

  it('has a role that nobody changes, an active switch, a username, a group and an online booking that is not stored', async () => {
    const group = await addEmployeeGroup(device.replica, { name: 'Фризьори' });
    device.writes.length = 0;
    const shown = show(device, '/employees/add', routes);
    expect((await screen.findByLabelText<HTMLInputElement>('Роля')).disabled).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>('Роля').value).toBe('Служител');
    await act(() => setLanguage('en'));
    expect(screen.getByLabelText<HTMLInputElement>('Role').value).toBe('Employee');
    await act(() => setLanguage('bg'));
    await fill('Име', 'Мария');
    await fill('Имейл', 'maria@example.com');
    await fill(/^Потребителско име/, 'maria');
    await user.click(screen.getByLabelText('Група'));
    await user.click(await screen.findByRole('option', { name: 'Фризьори' }));
    await user.click(screen.getByRole('switch', { name: 'Активен' }));
    await user.click(screen.getByRole('switch', { name: 'Онлайн записване' }));
    await save();
    await waitFor(() => expect(shown.path()).toBe('/employees'));
    const [write] = device.writes.flat();
    expect(write?.change).toMatchObject({ role: 'employee', username: 'maria', group_id: group, active: false });
    expect(JSON.stringify(device.writes)).not.toContain('online');
  });

  it.each([
    ['bg', 'Пази се, още не се използва.', 'Още нито се пази, нито се използва.', /^Датите се пазят, още не се използват/],
    ['en', 'Kept, and not used yet.', 'Neither kept nor used yet.', /^The dates are kept, and not used yet/],
  ] as const)('says in %s what is kept and not used yet', async (language, kept, neither, dates) => {
    await setLanguage(language);
    const id = await addEmployee(device.replica, { name: 'Мария', email: 'maria@example.com' });
    show(device, `/employees/edit/${id}`, routes);
    await screen.findByDisplayValue('Мария');
    const describes = (name: RegExp) =>
      document.getElementById(screen.getByLabelText(name).getAttribute('aria-describedby') ?? '')?.textContent;
    expect(describes(/^(Потребителско име|Username)/)).toBe(kept);
    expect(describes(/^(Нова парола|New password)/)).toContain(kept);
    expect(describes(/^(Онлайн записване|Online booking)/)).toBe(neither);
    expect(screen.getByText(dates)).toBeTruthy();
  });

  it('takes a photo and sends none', async () => {
    const shown = show(device, '/employees/add', routes);
    const input = await screen.findByLabelText<HTMLInputElement>('Избери снимка');
    expect(input.type).toBe('file');
    await user.upload(input, new File(['x'], 'maria.png', { type: 'image/png' }));
    expect(await screen.findByText(/Избрана: maria.png/)).toBeTruthy();
    await fill('Име', 'Мария');
    await fill('Имейл', 'maria@example.com');
    await save();
    await waitFor(() => expect(shown.path()).toBe('/employees'));
    expect(JSON.stringify(device.writes)).not.toMatch(/png|avatar|photo/);
  });

  it('shows no group where the group was deleted on another device, and writes nothing of it', async () => {
    const id = await addEmployee(device.replica, { name: 'Мария', email: 'maria@example.com', group_id: 'gone' });
    device.writes.length = 0;
    const shown = show(device, `/employees/edit/${id}`, routes);
    expect((await screen.findByLabelText('Група')).textContent).toBe('Без група');
    await fill(/^Длъжност/, 'Колорист');
    await save();
    await waitFor(() => expect(shown.path()).toBe('/employees'));
    expect(device.writes).toEqual([[{ table: 'resources', id, change: { position: 'Колорист' } }]]);
  });

  it('keeps what was typed over a reload, but not the password', async () => {
    show(device, '/employees/add', routes);
    await fill('Име', 'Мария');
    await fill(/^Парола/, 'тайна-дума');
    await waitFor(() => expect(JSON.stringify(Object.values(localStorage))).toContain('Мария'));
    expect(JSON.stringify(Object.values(localStorage))).not.toContain('тайна-дума');
    cleanup();
    show(device, '/employees/add', routes);
    expect(await screen.findByText('Тук е написаното от преди. Още не е запазено.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Име').value).toBe('Мария');
  });

  it('says by a toast beside the box that the employee was not loaded', async () => {
    vi.mocked(queries.employees$).mockReturnValueOnce(throwError(() => new Error('disk')));
    const id = await addEmployee(device.replica, { name: 'Мария', email: 'maria@example.com' });
    show(device, `/employees/edit/${id}`, routes);
    expect((await screen.findByRole('alert')).textContent).toContain('Служителят не се зареди');
    expect(toastTexts()).toEqual(['disk']);
    await user.click(screen.getByRole('button', { name: 'Опитайте отново' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Име')).value).toBe('Мария');
  });

  it('says in the title of that toast what was not loaded', async () => {
    vi.mocked(queries.employees$).mockReturnValueOnce(throwError(() => new Error('disk')));
    show(device, '/employees/edit/somebody', routes);
    expect((await screen.findByRole('alert')).textContent).toContain('Служителят не се зареди');
    expect(toasts.store.getState().toasts[0]).toMatchObject({ title: 'Служителят не се зареди', description: 'disk' });
  });

  it('returns to the list at the row that was saved, in the order that it was left in', async () => {
    await addEmployee(device.replica, { name: 'Иво', email: 'ivo@example.com' });
    const id = await addEmployee(device.replica, { name: 'Мария', email: 'maria@example.com' });
    const shown = show(device, '/employees?sort=-name', { ...routes, '/employees': <EmployeesPage /> });
    await user.click(await screen.findByRole('link', { name: 'Редактирай Мария' }));
    await fill(/^Длъжност/, 'Колорист');
    await save();
    await waitFor(() => expect(shown.path()).toBe('/employees'));
    const row = (await screen.findByText('Колорист')).closest('tr');
    expect(row?.dataset.row).toBe(id);
    expect(row?.className).toBe('changed');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Редактирай Мария'));
    expect(screen.getByRole('columnheader', { name: 'Име' }).getAttribute('aria-sort')).toBe('descending');
  });

  it('keeps the toasts away from its foot as long as it stands', async () => {
    show(device, '/employees/add', routes);
    await screen.findByLabelText('Име');
    await waitFor(() => expect(document.documentElement.dataset.toasts).toBe('top'));
    cleanup();
    expect(document.documentElement.dataset.toasts).toBeUndefined();
  });

  it('says so when there is no such employee', async () => {
    show(device, '/employees/edit/nobody', routes);
    expect(await screen.findByText('Няма такъв служител')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Запази' })).toBeNull();
  });

  it('asks before it deletes', async () => {
    const id = await addEmployee(device.replica, { name: 'Мария', email: 'maria@example.com' });
    const shown = show(device, `/employees/edit/${id}`, routes);
    await user.click(await screen.findByRole('button', { name: 'Изтрий служителя' }));
    expect(await screen.findByText('Изтриване на Мария')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Изтрий' }));
    await waitFor(() => expect(shown.path()).toBe('/employees'));
    expect(device.writes.at(-1)).toEqual([{ table: 'resources', id, change: { deleted: true } }]);
    expect(toastTexts()).toEqual(['Служителят е изтрит']);
  });
});
