// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NEVER, throwError } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addEvent } from '#data/events/events.commands.ts';
import { type Device, openDevice, stored } from '#data/replica.test-support.ts';
import * as commands from '#data/resources.commands.ts';
import { addEmployee, addEmployeeGroup } from '#data/resources.commands.ts';
import * as queries from '#data/resources.queries.ts';
import { clearToasts, show, toastTexts } from '#features/shared/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { EmployeesPage } from './employees-page.tsx';

vi.mock('#data/resources.queries.ts', { spy: true });
vi.mock('#data/resources.commands.ts', { spy: true });

const user = userEvent.setup();
const routes = { '/employees': <EmployeesPage /> };
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
  vi.mocked(queries.employees$).mockRestore();
  vi.mocked(commands.deleteEmployee).mockRestore();
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

  it('has a way to edit and one to delete in each row, for whom it stands in', async () => {
    const ids = [];
    for (const name of ['Иво', 'Мария'])
      ids.push(await addEmployee(device.replica, { name, email: `${ids.length}@example.com` }));
    show(device, '/employees', routes);
    for (const [n, name] of ['Иво', 'Мария'].entries()) {
      const row = await rowOf(name);
      expect(row.getByRole('link', { name: `Редактирай ${name}` }).getAttribute('href')).toBe(`/employees/edit/${ids[n]}`);
      await user.click(row.getByRole('button', { name: `Изтрий ${name}` }));
      expect((await screen.findByRole('alertdialog')).textContent).toContain(`Изтриване на ${name}`);
      await user.click(screen.getByRole('button', { name: 'Отказ' }));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    }
  });

  it('offers in its empty state itself to add one', async () => {
    show(device, '/employees', routes);
    const empty = (await screen.findByText('Няма налични служители')).parentElement as HTMLElement;
    expect(within(empty).getByRole('link', { name: 'Добави служител' }).getAttribute('href')).toBe('/employees/add');
  });

  it('says which list did not load, in the toast as in the box', async () => {
    vi.mocked(queries.employees$).mockReturnValueOnce(throwError(() => new Error('disk')));
    show(device, '/employees', routes);
    expect((await screen.findByRole('alert')).textContent).toContain('Служителите не се заредиха');
    expect(toasts.store.getState().toasts[0]).toMatchObject({ title: 'Служителите не се заредиха', description: 'disk' });
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
    expect(toastTexts()).toEqual(['disk']);
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

describe('deleting an employee with appointments ahead', () => {
  const EARLIER = '2020-11-19T08:00:00.000Z';
  const ahead = (day: number) => `2036-11-${day}T08:00:00.000Z`;
  const book = (resource_id: string, start_time: string) =>
    addEvent(device.replica, {
      type: 'appointment',
      resource_id,
      client_id: 'anna',
      service_id: 'cut',
      start_time,
      end_time: start_time.replace('08:00', '09:00'),
    });

  it('says how many there are and offers to make them inactive instead', async () => {
    const id = await addEmployee(device.replica, { name: 'Мария', email: 'maria@example.com' });
    const other = await addEmployee(device.replica, { name: 'Иво', email: 'ivo@example.com' });
    await book(id, EARLIER);
    await book(id, ahead(19));
    await book(id, ahead(20));
    await book(other, ahead(21));
    const cancelled = await book(id, ahead(22));
    await device.replica.write([{ table: 'events', id: cancelled, change: { status: 'cancelled' } }]);
    show(device, '/employees', routes);
    await user.click(await screen.findByRole('button', { name: 'Изтрий Мария' }));
    expect(await screen.findByText('Предстоят 2 записани часа.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Направи неактивен' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Служителят е обновен']));
    expect(await stored(device.replica, 'resources', id)).toMatchObject({ active: false, deleted: false });
  });

  it('still deletes when that is wanted; without any it only asks', async () => {
    const id = await addEmployee(device.replica, { name: 'Мария', email: 'maria@example.com' });
    await addEmployee(device.replica, { name: 'Иво', email: 'ivo@example.com' });
    await book(id, ahead(19));
    show(device, '/employees', routes);
    await user.click(await screen.findByRole('button', { name: 'Изтрий Иво' }));
    await screen.findByRole('alertdialog');
    expect(screen.queryByRole('button', { name: 'Направи неактивен' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Отказ' }));
    await user.click(await screen.findByRole('button', { name: 'Изтрий Мария' }));
    expect(await screen.findByText('Предстои 1 записан час.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Изтрий въпреки това' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Служителят е изтрит']));
    expect(device.writes.at(-1)).toEqual([{ table: 'resources', id, change: { deleted: true } }]);
  });

  it('that fails says so and why', async () => {
    await addEmployee(device.replica, { name: 'Мария', email: 'maria@example.com' });
    vi.mocked(commands.deleteEmployee).mockRejectedValueOnce(new Error('disk'));
    show(device, '/employees', routes);
    await user.click(await screen.findByRole('button', { name: 'Изтрий Мария' }));
    await user.click(await screen.findByRole('button', { name: 'Изтрий' }));
    await waitFor(() => expect(toasts.store.getState().toasts[0]).toMatchObject({ title: 'Служителят не беше изтрит' }));
    expect(toastTexts()).toEqual(['disk']);
  });
});

describe('the order of the list', () => {
  const names = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.querySelector('.font-semibold')?.textContent);

  it('is by any column, either way, and stands in the address', async () => {
    await addEmployee(device.replica, { name: 'Мария', email: 'b@example.com', position: 'Фризьор' });
    await addEmployee(device.replica, { name: 'Иво', email: 'c@example.com', active: false });
    await addEmployee(device.replica, { name: 'Яна', email: 'a@example.com', position: 'Бръснар' });
    show(device, '/employees?sort=-email', routes);
    await screen.findByText('Мария');
    expect(names()).toEqual(['Иво', 'Мария', 'Яна']);
    const sortBy = async (column: string) => user.click(screen.getByRole('button', { name: column }));
    await sortBy('Длъжност');
    expect(names()).toEqual(['Яна', 'Мария', 'Иво']);
    await sortBy('Длъжност');
    expect(names()).toEqual(['Мария', 'Яна', 'Иво']);
    expect(screen.getByRole('columnheader', { name: 'Длъжност' }).getAttribute('aria-sort')).toBe('descending');
    await sortBy('Статус');
    expect(names()).toEqual(['Мария', 'Яна', 'Иво']);
    await sortBy('Име');
    expect(names()).toEqual(['Иво', 'Мария', 'Яна']);
  });
});

describe('on the phone', () => {
  it('employees are a simple list, each name cut to 8 characters under the avatar', async () => {
    wide(390);
    await addEmployee(device.replica, { name: 'Александра Петрова', email: 'a@example.com', position: 'Фризьор' });
    show(device, '/employees', routes);
    expect(await screen.findByText('Александ…')).toBeTruthy();
    expect(screen.getByText('Александра Петрова')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
    expect(within(screen.getByRole('list', { name: 'Служители' })).getAllByRole('listitem')).toHaveLength(1);
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
