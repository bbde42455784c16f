import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SalonRole } from '#schemas/constants.ts';
import { addClient, deleteClient, updateClient } from './clients.commands.ts';
import { failureOf } from './failures.ts';
import { beginImport, goOn, imports$, resumeImports, undoImport } from './imports/imports.ts';
import { rightsOf } from './person-rights.ts';
import { becomes, type Device, openDevice, seen, stored } from './replica.test-support.ts';
import { ensureDefaultEmployee } from './resources.commands.ts';
import { followRenamedCategories } from './salon/renamed-categories.ts';
import { addService, renameServiceGroup, updateService } from './services.commands.ts';

let device: Device;
beforeEach(async () => {
  device = await openDevice();
});
afterEach(async () => {
  await device.replica.close();
});
const as = (role: SalonRole) => becomes(device, role);

describe('a command that the role may not carry out', () => {
  it('writes nothing and says who does it', async () => {
    device.server.put('services', 'cut', { name: 'Подстригване', name_bg: 'Подстригване', price: 25, currency: 'EUR' });
    device.server.put('clients', 'c1', { first_name: 'Мария', last_name: 'Петрова', name: 'Мария Петрова' });
    await as('staff');
    const failures: string[] = [];
    for (const command of [
      () => updateService(device.replica, 'cut', { price: 30, currency: 'EUR' }),
      () => addService(device.replica, { name_bg: 'Боя', price: 1, currency: 'EUR', duration: 30 }),
      () => deleteClient(device.replica, 'c1'),
      () => device.replica.write([{ table: 'salons', id: '7', change: { name_bg: 'Друг' } }]),
    ])
      failures.push(
        await command().then(
          () => 'written',
          (error: unknown) => failureOf(error).key,
        ),
      );
    expect(failures).toEqual(['role_manager', 'role_manager', 'role_manager', 'role_owner']);
    expect(await device.replica.pendingCount()).toBe(0);
    await updateClient(device.replica, 'c1', { phone: '0888123456' });
    expect(await stored(device.replica, 'clients', 'c1')).toMatchObject({ phone: '+359888123456', pending: 1 });
  });

  it('takes back what is unsent, also what the role may not write any more', async () => {
    device.server.put('services', 'cut', { name: 'Подстригване', name_bg: 'Подстригване', price: 25, currency: 'EUR' });
    await as('manager');
    await updateService(device.replica, 'cut', { price: 30, currency: 'EUR' });
    const made = await addClient(device.replica, { first_name: 'Ива', last_name: 'Ганева' });
    device.server.role = 'staff';
    device.server.isBusy = true;
    device.server.online = true;
    await device.replica.syncNow();
    expect(rightsOf(device.replica).role).toBe('staff');
    await updateService(device.replica, 'cut', { price: 25, currency: 'EUR' });
    expect(await stored(device.replica, 'services', 'cut')).toMatchObject({ price: 25 });
    await deleteClient(device.replica, made);
  });

  it('is allowed again with the pull that says so', async () => {
    device.server.put('services', 'cut', { name: 'Подстригване', name_bg: 'Подстригване', price: 25, currency: 'EUR' });
    await as('staff');
    await expect(updateService(device.replica, 'cut', { price: 30, currency: 'EUR' })).rejects.toThrow('role');
    await as('manager');
    await updateService(device.replica, 'cut', { price: 30, currency: 'EUR' });
    expect(await stored(device.replica, 'services', 'cut')).toMatchObject({ price: 30 });
  });
});

describe('what the app writes by itself', () => {
  it('gives no default employee to a salon whose person may add none', async () => {
    await as('staff');
    expect(await ensureDefaultEmployee(device.replica)).toBe(false);
    expect(device.writes).toEqual([]);
    await as('manager');
    expect(await ensureDefaultEmployee(device.replica)).toBe(true);
  });

  it('moves no service to the new name of its category', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    device.server.put('service_groups', 'g', { name: 'Коса' });
    device.server.put('services', 'cut', { name: 'Подстригване', name_bg: 'Подстригване', category: 'Коса' });
    await as('staff');
    const end = followRenamedCategories(device.replica);
    device.server.put('service_groups', 'g', { name: 'Подстригване' });
    await as('staff');
    await vi.waitFor(async () => expect((await stored(device.replica, 'service_groups', 'g'))?.name).toBe('Подстригване'));
    await device.replica.syncNow();
    expect(await stored(device.replica, 'services', 'cut')).toMatchObject({ category: 'Коса', pending: 0 });
    expect(errors).not.toHaveBeenCalled();
    expect(device.writes).toEqual([]);
    end();
  });

  it('and moves them where the person may change services', async () => {
    device.server.put('service_groups', 'g', { name: 'Коса' });
    device.server.put('services', 'cut', { name: 'Подстригване', name_bg: 'Подстригване', category: 'Коса' });
    await as('manager');
    const end = followRenamedCategories(device.replica);
    await renameServiceGroup(device.replica, 'g', 'Прически');
    device.server.put('services', 'colour', { name: 'Боя', name_bg: 'Боя', category: 'Коса' });
    await as('manager');
    await vi.waitFor(async () => expect((await stored(device.replica, 'services', 'cut'))?.category).toBe('Прически'));
    end();
  });

  it('and asks nobody about what it had moved when their role was still another one', async () => {
    device.server.put('service_groups', 'g', { name: 'Коса' });
    device.server.put('services', 'cut', { name: 'Подстригване', name_bg: 'Подстригване', category: 'Коса' });
    device.server.put('services', 'colour', { name: 'Боя', name_bg: 'Боя', category: 'Коса', price: 80, currency: 'EUR' });
    await as('manager');
    const end = followRenamedCategories(device.replica);
    device.server.put('service_groups', 'g', { name: 'Прически' });
    await as('manager');
    await vi.waitFor(async () => expect((await stored(device.replica, 'services', 'cut'))?.category).toBe('Прически'));
    await updateService(device.replica, 'colour', { price: 90, currency: 'EUR' });
    const refused = { v: 'rejected', code: '42501', constraint: 'role' };
    Object.assign(device.server, {
      push: async (_salon: number, changes: readonly unknown[]) => ({ verdicts: changes.map(() => refused) }),
    });
    await as('staff');
    expect(await seen(device.replica.issues$, (issues) => issues.length === 1)).toMatchObject([
      { rowId: 'colour', ours: { price: 90 } },
    ]);
    expect(await stored(device.replica, 'services', 'cut')).toMatchObject({ category: 'Коса', pending: 0 });
    end();
  });

  it('leaves an import that broke off as it is until the person may import again', async () => {
    await as('manager');
    const rows = [{ first_name: 'Ива', last_name: 'Ганева', phone: null, email: null }] as never[];
    const id = await beginImport(device.replica, 'clients', rows, 'clients.csv');
    await as('staff');
    await resumeImports(device.replica);
    expect(device.writes).toEqual([]);
    expect(await seen(imports$(device.replica))).toMatchObject([{ id, state: 'writing' }]);
    await as('owner');
    await resumeImports(device.replica);
    expect(await seen(imports$(device.replica))).toMatchObject([{ id, state: 'written' }]);
    await as('staff');
    await goOn(device.replica, id);
    await expect(undoImport(device.replica, id)).rejects.toThrow('role');
  });
});
