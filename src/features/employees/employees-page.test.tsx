// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NEVER, throwError } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addEmployeeGroup } from '#data/employee-groups.commands.ts';
import { type Device, openDevice, stored } from '#data/replica.test-support.ts';
import { addEmployee } from '#data/resources.commands.ts';
import * as queries from '#data/resources.queries.ts';
import { clearToasts, show, toastTexts } from '#features/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { EmployeesPage } from './employees-page.tsx';

vi.mock('#data/resources.queries.ts', { spy: true });

const user = userEvent.setup();
const routes = { '/employees': <EmployeesPage /> };
let device: Device;

beforeEach(async () => {
  setLanguage('bg');
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  clearToasts();
  vi.mocked(queries.employees$).mockRestore();
  await device.replica.close();
});

const rowOf = async (name: string) => {
  const cell = await screen.findByText(name);
  const row = cell.closest('tr');
  if (!row) throw new Error(`${name} stands in no row`);
  return within(row);
};

describe('the list of employees', () => {
  it('shows name, e-mail, position, status, and what waits to be sent', async () => {
    const group = await addEmployeeGroup(device.replica, { name: 'Фризьори' });
    await addEmployee(device.replica, { name: 'Мария', email: 'maria@example.com', position: 'Фризьор', group_id: group });
    await addEmployee(device.replica, { name: 'Яна', email: 'yana@example.com', active: false });
    show(device, '/employees', routes);
    const maria = await rowOf('Мария');
    expect(maria.getByText('maria@example.com')).toBeTruthy();
    expect(maria.getByText('Фризьор')).toBeTruthy();
    expect(maria.getByText('Активен')).toBeTruthy();
    expect(maria.getByText('Чака')).toBeTruthy();
    expect((await rowOf('Яна')).getByText('Неактивен')).toBeTruthy();
    const groups = within(screen.getByRole('complementary', { name: 'Групи' }));
    expect(groups.getByText('1 служител')).toBeTruthy();
  });

  it('offers to add one when there is nobody', async () => {
    show(device, '/employees', routes);
    expect(await screen.findByText('Няма налични служители')).toBeTruthy();
    const [link] = screen.getAllByRole('link', { name: 'Добави служител' });
    expect(link?.getAttribute('href')).toBe('/employees/add');
  });

  it('says that loading failed and tries again when asked', async () => {
    vi.mocked(queries.employees$).mockReturnValueOnce(throwError(() => new Error('disk')));
    await addEmployee(device.replica, { name: 'Мария', email: 'maria@example.com' });
    show(device, '/employees', routes);
    expect(await screen.findByText('Служителите не се заредиха')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Опитайте отново' }));
    expect(await screen.findByText('Мария')).toBeTruthy();
  });

  it('shows the outline of a list when reading takes long', async () => {
    vi.mocked(queries.employees$).mockReturnValue(NEVER);
    show(device, '/employees', routes);
    await waitFor(() => expect(document.querySelector('[aria-busy="true"]:not([hidden])')).toBeTruthy());
    expect(screen.queryByText('Няма налични служители')).toBeNull();
  });

  it('asks before it deletes, and leaves everything when the answer is no', async () => {
    const id = await addEmployee(device.replica, { name: 'Мария', email: 'maria@example.com' });
    show(device, '/employees', routes);
    await user.click(await screen.findByRole('button', { name: 'Изтрий Мария' }));
    await user.click(await screen.findByRole('button', { name: 'Отказ' }));
    expect(await stored(device.replica, 'resources', id)).toMatchObject({ deleted: false });
    await user.click(screen.getByRole('button', { name: 'Изтрий Мария' }));
    await user.click(await screen.findByRole('button', { name: 'Изтрий' }));
    await waitFor(() => expect(screen.queryByText('Мария')).toBeNull());
    await waitFor(() => expect(toastTexts()).toEqual(['Служителят е изтрит']));
  });
});

describe('a salon without any employee', () => {
  it('is given one when the screen opens, and told so', async () => {
    device.server.online = true;
    await device.replica.syncNow();
    show(device, '/employees', routes);
    expect(await screen.findByText('Default Employee')).toBeTruthy();
    expect(await stored(device.replica, 'resources', 'default')).toMatchObject({
      name: 'Default Employee',
      color: '#7c3aed',
      email: null,
    });
    expect(toastTexts()).toEqual(['Създаден е служител по подразбиране']);
  });

  it('is given none before everything was received, so that another device’s employees are not doubled', async () => {
    show(device, '/employees', routes);
    expect(await screen.findByText('Няма налични служители')).toBeTruthy();
    expect(device.writes).toEqual([]);
    device.server.online = true;
    device.server.put('resources', 'maria', { name: 'Мария', active: false });
    await device.replica.syncNow();
    expect(await screen.findByText('Мария')).toBeTruthy();
    expect(device.writes).toEqual([]);
    expect(toastTexts()).toEqual([]);
  });
});
