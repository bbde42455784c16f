import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { searchClients } from '#domain/people/search.ts';
import { clientIndex$ } from './client-index.queries.ts';
import { addClient, createClient, deleteClient, updateClient } from './clients.commands.ts';
import { clients$, clientsById$ } from './clients.queries.ts';
import { type Device, follow, openDevice, seen, stored } from './replica.test-support.ts';
import {
  addEmployee,
  addEmployeeGroup,
  deleteEmployee,
  deleteEmployeeGroup,
  ensureDefaultEmployee,
  updateEmployee,
  updateEmployeeGroup,
} from './resources.commands.ts';
import { activeEmployees$, employeeGroups$, employees$ } from './resources.queries.ts';
import { changeOf } from './row-writes.ts';

let device: Device;
beforeEach(async () => {
  device = await openDevice();
});
afterEach(() => device.replica.close());

const refusal = (key: string) => expect.objectContaining({ name: 'Refusal', key });
const names = (rows: readonly { name: string | null }[]) => rows.map((row) => row.name);
const pull = async () => {
  device.server.online = true;
  await device.replica.syncNow();
};

describe('clients', () => {
  test('a client made on the spot needs a name and no more', async () => {
    const id = await createClient(device.replica, { name: 'Йоана' });
    expect(await stored(device.replica, 'clients', id)).toMatchObject({
      name: 'Йоана',
      first_name: 'Йоана',
      last_name: null,
      phone: null,
    });
    await expect(createClient(device.replica, { phone: '0888123456' })).rejects.toEqual(refusal('name_required'));
  });

  test('the form needs both names, joins them, and keeps empty fields as missing', async () => {
    const id = await addClient(device.replica, {
      first_name: ' Мария ',
      last_name: 'Иванова',
      email: ' ',
      phone: '00359 888 123 456',
      city: 'София',
    });
    expect(await stored(device.replica, 'clients', id)).toMatchObject({
      name: 'Мария Иванова',
      first_name: 'Мария',
      email: null,
      phone: '+359888123456',
      city: 'София',
    });
    await expect(addClient(device.replica, { first_name: 'Мария', last_name: ' ' })).rejects.toEqual(
      refusal('last_name_required'),
    );
    await expect(addClient(device.replica, { last_name: 'Иванова' })).rejects.toEqual(refusal('first_name_required'));
    await expect(addClient(device.replica, { first_name: 'М', last_name: 'И', email: 'мария' })).rejects.toEqual(
      refusal('email_invalid'),
    );
  });

  test('an edit changes what it names, and the name follows its parts', async () => {
    const id = await addClient(device.replica, { first_name: 'Мария', last_name: 'Иванова', phone: '0888123456' });
    await updateClient(device.replica, id, { last_name: 'Петрова' });
    expect(await stored(device.replica, 'clients', id)).toMatchObject({ name: 'Мария Петрова', phone: '+359888123456' });
    await updateClient(device.replica, id, { notes: 'алергия' });
    expect(device.writes.at(-1)?.[0]?.change).toEqual({ notes: 'алергия' });
    await expect(updateClient(device.replica, 'nobody', { notes: 'x' })).rejects.toEqual(refusal('invalid_id'));
  });

  test('the list is by name, and stays in order while clients come, change and go', async () => {
    const list = follow(clients$(device.replica));
    for (const name of ['Яна', 'Ана', 'Йоана']) await createClient(device.replica, { name });
    const [ana] = await seen(clients$(device.replica), (rows) => rows.length === 3);
    await updateClient(device.replica, ana?.id ?? '', { first_name: 'Ция', last_name: 'А' });
    await seen(clients$(device.replica), (rows) => rows.some((row) => row.name === 'Ция А'));
    await deleteClient(device.replica, (await seen(clients$(device.replica)))[0]?.id ?? '');
    await seen(clients$(device.replica), (rows) => rows.length === 2);
    expect(list.values.map(names)).toEqual([
      [],
      ['Яна'],
      ['Ана', 'Яна'],
      ['Ана', 'Йоана', 'Яна'],
      ['Йоана', 'Ция А', 'Яна'],
      ['Ция А', 'Яна'],
    ]);
    list.stop();
  });

  test('the search finds a client from the moment it is made', async () => {
    const id = await createClient(device.replica, { name: 'Желязка Петрова', phone: '0888123456' });
    const index = await seen(clientIndex$(device.replica), ({ entries }) => entries.length === 1);
    expect(searchClients(index, 'jeliazka').map((row) => row.id)).toEqual([id]);
    expect(searchClients(index, '3456').map((row) => row.id)).toEqual([id]);
  });

  test('of two that two devices merged into each other one is listed, and both names lead to it', async () => {
    const [a, b] = [await createClient(device.replica, { name: 'Мария' }), await createClient(device.replica, { name: 'Мими' })];
    await device.replica.write([changeOf('clients', a, { merged_into: b }), changeOf('clients', b, { merged_into: a })]);
    const [survivor] = [a, b].sort();
    expect((await seen(clients$(device.replica))).map(({ id }) => id)).toEqual([survivor]);
    const found = await seen(clientsById$(device.replica, [a, b]));
    expect([found.get(a)?.id, found.get(b)?.id]).toEqual([survivor, survivor]);
  });
  test('a merged duplicate is not listed, and who names it is led to the one that stands for it', async () => {
    const loser = await createClient(device.replica, { name: 'Мария' });
    const winner = await createClient(device.replica, { name: 'Мария Иванова' });
    await device.replica.write([changeOf('clients', loser, { merged_into: winner })]);
    expect((await seen(clients$(device.replica))).map((row) => row.id)).toEqual([winner]);
    const byId = await seen(clientsById$(device.replica, [loser, 'nobody']), (map) => map.size > 0);
    expect([...byId].map(([id, row]) => [id, row.id])).toEqual([[loser, winner]]);
    expect(await stored(device.replica, 'clients', loser)).toMatchObject({ merged_into: winner });
    expect(await seen(clientsById$(device.replica, []))).toEqual(new Map());
    await expect(updateClient(device.replica, loser, { notes: 'алергия' })).rejects.toEqual(refusal('invalid_id'));
  });
});

describe('employees', () => {
  test('a new employee needs name and e-mail, and is always an employee', async () => {
    const id = await addEmployee(device.replica, { name: 'Десислава', email: 'd@salon.bg', phone: '0888 123 456' });
    expect(await stored(device.replica, 'resources', id)).toMatchObject({
      role: 'employee',
      active: true,
      color: '#3b82f6',
      phone: '+359888123456',
    });
    await expect(addEmployee(device.replica, { name: 'Д' })).rejects.toEqual(refusal('email_required'));
    await expect(addEmployee(device.replica, { email: 'd@salon.bg' })).rejects.toEqual(refusal('name_required'));
    await expect(updateEmployee(device.replica, id, { email: 'salon' })).rejects.toEqual(refusal('email_invalid'));
  });

  test('the calendar has the active ones, the list all of them, by name', async () => {
    const email = 'd@salon.bg';
    await addEmployee(device.replica, { name: 'Яна', email });
    const ana = await addEmployee(device.replica, { name: 'Ана', email });
    await updateEmployee(device.replica, ana, { active: false });
    expect(names(await seen(employees$(device.replica), (rows) => rows[0]?.active === false))).toEqual(['Ана', 'Яна']);
    expect(names(await seen(activeEmployees$(device.replica), (rows) => rows.length === 1))).toEqual(['Яна']);
    await deleteEmployee(device.replica, ana);
    expect(names(await seen(employees$(device.replica), (rows) => rows.length === 1))).toEqual(['Яна']);
  });

  test('are the salon’s resources with the role employee, and no others', async () => {
    device.server.put('resources', 'maria', { name: 'Мария' });
    device.server.put('resources', 'chair', { name: 'Стол', role: 'chair' as never });
    await pull();
    expect(names(await seen(employees$(device.replica), (rows) => rows.length > 0))).toEqual(['Мария']);
    expect(names(await seen(activeEmployees$(device.replica), (rows) => rows.length > 0))).toEqual(['Мария']);
  });

  test('a salon without employees gets the default one, once', async () => {
    await pull();
    expect(await ensureDefaultEmployee(device.replica)).toBe(true);
    expect(await stored(device.replica, 'resources', 'default')).toMatchObject({
      name: 'Default Employee',
      color: '#7c3aed',
      email: null,
      role: 'employee',
      active: true,
    });
    expect(await ensureDefaultEmployee(device.replica)).toBe(false);
    expect(device.writes).toHaveLength(1);
  });

  test('two screens that open at once make one default employee', async () => {
    await pull();
    expect(await Promise.all([ensureDefaultEmployee(device.replica), ensureDefaultEmployee(device.replica)])).toEqual([
      true,
      false,
    ]);
  });

  test('an inactive employee is an employee: no default one is made', async () => {
    device.server.put('resources', 'r', { name: 'Ана', active: false });
    await pull();
    expect(await ensureDefaultEmployee(device.replica)).toBe(false);
    expect(await stored(device.replica, 'resources', 'default')).toBeNull();
  });

  test('nobody is made before the employees have been pulled, and then only if there is none', async () => {
    device.server.put('resources', 'r', { name: 'Ана' });
    const answer = ensureDefaultEmployee(device.replica);
    await device.replica.syncNow();
    expect(device.writes).toEqual([]);
    await pull();
    expect(await answer).toBe(false);
  });

  test('where the employees cannot be read none is made, and nothing fails beside the list that says so', async () => {
    await pull();
    const { replica } = device;
    const unreadable = {
      ...replica,
      rows: { ...replica.rows, resources: { find: () => ({ exec: () => Promise.reject(new Error('disk')) }) } },
    };
    expect(await ensureDefaultEmployee(unreadable as unknown as typeof replica)).toBe(false);
    expect(device.writes).toEqual([]);
  });

  test('leaving the screen calls the waiting off', async () => {
    const left = new AbortController();
    const answer = ensureDefaultEmployee(device.replica, left.signal);
    left.abort();
    expect(await answer).toBe(false);
    expect(await ensureDefaultEmployee(device.replica, left.signal)).toBe(false);
  });

  test('reviving the deleted default employee counts as creating it, and it is as new', async () => {
    device.server.put('resources', 'default', { name: 'Преименуван', position: 'стилист', deleted: true });
    await pull();
    expect(await ensureDefaultEmployee(device.replica)).toBe(true);
    expect(await stored(device.replica, 'resources', 'default')).toMatchObject({
      name: 'Default Employee',
      position: null,
      deleted: false,
      pending: 1,
    });
  });
});

describe('groups of employees', () => {
  test('a group needs a name, and its switch is saved alone', async () => {
    await expect(addEmployeeGroup(device.replica, { name: '  ' })).rejects.toEqual(refusal('group_name_required'));
    const id = await addEmployeeGroup(device.replica, { name: ' Стилисти ', color: '#123456' });
    await updateEmployeeGroup(device.replica, id, { show_online: false });
    expect(device.writes.at(-1)?.[0]?.change).toEqual({ show_online: false });
    expect(await seen(employeeGroups$(device.replica), (rows) => rows[0]?.show_online === false)).toMatchObject([
      { name: 'Стилисти' },
    ]);
  });

  test('a group that still has employees, inactive ones too, is not deleted', async () => {
    const group_id = await addEmployeeGroup(device.replica, { name: 'Стилисти' });
    const ana = await addEmployee(device.replica, { name: 'Ана', email: 'a@salon.bg', group_id, active: false });
    await expect(deleteEmployeeGroup(device.replica, group_id)).rejects.toEqual(refusal('cannot_delete_group_with_employees'));
    await deleteEmployee(device.replica, ana);
    await deleteEmployeeGroup(device.replica, group_id);
    expect(await seen(employeeGroups$(device.replica), (rows) => rows.length === 0)).toEqual([]);
  });
});
