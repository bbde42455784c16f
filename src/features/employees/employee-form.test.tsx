// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Device, openDevice, stored } from '#data/replica.test-support.ts';
import { addEmployee } from '#data/resources.commands.ts';
import { clearToasts, fill, show, toastTexts } from '#features/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { EmployeeFormPage } from './employee-form-page.tsx';

const user = userEvent.setup();
const routes = { '/employees/add': <EmployeeFormPage />, '/employees/edit/:id': <EmployeeFormPage /> };
let device: Device;

beforeEach(async () => {
  setLanguage('bg');
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  clearToasts();
  vi.restoreAllMocks();
  await device.replica.close();
});

const save = async (name = 'Запази') => user.click(await screen.findByRole('button', { name }));

describe('the employee form', () => {
  it('asks for a name and an e-mail, beside the fields, in both languages, and keeps nothing', async () => {
    show(device, '/employees/add', routes);
    await save();
    expect(await screen.findByText('Въведете име')).toBeTruthy();
    expect(screen.getByText('Въведете имейл')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Име'));
    setLanguage('en');
    expect(await screen.findByText('Enter a name')).toBeTruthy();
    expect(screen.getByText('Enter an e-mail')).toBeTruthy();
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
