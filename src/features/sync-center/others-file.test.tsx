// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addClient } from '#data/clients.commands.ts';
import { becomes, type Device, openDevice, stored } from '#data/replica.test-support.ts';
import { clearToasts, show } from '#features/shared/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { SyncPage } from './sync-page.tsx';

const user = userEvent.setup();
let device: Device;
beforeEach(async () => {
  await setLanguage('bg');
  device = await openDevice();
  device.server.put('salons', '7', { name_bg: 'Салон', name_en: 'Salon', timezone: 'Europe/Sofia', currency: 'EUR' });
  device.server.put('services', 'cut', { name: 'Подстригване', name_bg: 'Подстригване', price: 25, currency: 'EUR' });
});
afterEach(async () => {
  cleanup();
  clearToasts();
  await device.replica.close();
});

/** A file of somebody else: a new client, and a price that their role did not allow. */
async function othersFile() {
  await becomes(device, 'owner');
  await addClient(device.replica, { first_name: 'Йоана', last_name: 'Христова' });
  const file = await device.replica.exportUnsent();
  const row = file.rows[0];
  const service = await stored(device.replica, 'services', 'cut');
  const issue = {
    ...{ id: 'services/cut@2/rejected:x', kind: 'rejected', table: 'services', rowId: 'cut', group: null, code: '42501' },
    ...{ constraint: 'role', ours: { ...service, price: 99 }, server: { ...service }, at: '2026-11-18T08:20:00.000Z' },
  };
  return { ...file, userId: 'somebody', rows: [{ ...row, id: `${row?.id.slice(0, -4)}beef` }], issues: [issue] };
}

const take = async (content: unknown) =>
  user.upload(
    await screen.findByLabelText('Отвори файл', { selector: 'input' }),
    new File([JSON.stringify(content)], 'unsent.json', { type: 'application/json' }),
  );

it('another person’s file is shown to an owner before it is sent as theirs, and taken twice it doubles nothing', async () => {
  const file = await othersFile();
  show(device, '/sync', { '/sync': <SyncPage /> });
  await take(file);
  const dialog = await screen.findByRole('dialog', { name: 'Неизпратено от друг човек' });
  await within(dialog).findByText(/Йоана Христова/);
  expect(dialog.textContent).toContain('Подстригване');
  expect(dialog.textContent).toContain('99,00');
  expect(await stored(device.replica, 'services', 'cut')).toMatchObject({ price: 25 });
  await user.click(within(dialog).getByRole('button', { name: 'Изпрати 2 промени като мои' }));
  expect(await screen.findByText('Взети са 2 промени.')).toBeTruthy();
  expect(await stored(device.replica, 'services', 'cut')).toMatchObject({ price: 99, pending: 1 });
  expect(await stored(device.replica, 'clients', file.rows[0]?.id ?? '')).toMatchObject({ first_name: 'Йоана', pending: 1 });
  await take(file);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Изпрати 2 промени като мои' }));
  expect(await screen.findByText('2 вече бяха тук.')).toBeTruthy();
});

it('closed without an answer, it has taken nothing', async () => {
  const file = await othersFile();
  show(device, '/sync', { '/sync': <SyncPage /> });
  await take(file);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Отказ' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await stored(device.replica, 'services', 'cut')).toMatchObject({ price: 25, pending: 0 });
});

it.each([
  ['bg', /Отвори файл/, 'Файлът е на друг човек. Могат да го отворят той, собственикът на салона или управител.'],
  ['en', /Open a file/, 'The file is another person’s. They can open it, and so can the owner of the salon or a manager.'],
] as const)('staff are told who may open it (%s)', async (language, label, words) => {
  const file = await othersFile();
  await becomes(device, 'staff');
  await setLanguage(language);
  show(device, '/sync', { '/sync': <SyncPage /> });
  await user.upload(
    await screen.findByLabelText(label, { selector: 'input' }),
    new File([JSON.stringify(file)], 'unsent.json', { type: 'application/json' }),
  );
  expect((await screen.findByRole('alert')).textContent).toBe(words);
});
