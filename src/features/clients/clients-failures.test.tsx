// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NEVER, throwError } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addClient } from '#data/clients.commands.ts';
import * as queries from '#data/clients.queries.ts';
import { type Device, openDevice, stored } from '#data/replica.test-support.ts';
import { clearToasts, fill, show } from '#features/shared/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { ClientCardPage } from './card/client-card-page.tsx';
import { ClientFormPage } from './client-form.tsx';
import { ClientsPage } from './clients-page.tsx';

vi.mock('#data/clients.queries.ts', { spy: true });

const user = userEvent.setup();
const routes = { '/clients': <ClientsPage />, '/clients/add': <ClientFormPage />, '/clients/edit/:id': <ClientFormPage /> };
const joana = { first_name: 'Йоана', last_name: 'Христова' };
let device: Device;

beforeEach(async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(53);
  sessionStorage.clear();
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  clearToasts();
  vi.restoreAllMocks();
  vi.mocked(queries.clients$).mockReset();
  await setLanguage('bg');
  await device.replica.close();
});

/** The newest toast: title, what stands below, and whether it is a failure. */
const newest = () => {
  const [first] = toasts.store.getState().toasts;
  return [first?.title, first?.description, first?.variant];
};
/** The disk takes no write from now on. */
const failWrites = () => {
  (device.replica as { write: unknown }).write = () => Promise.reject(new Error('the disk is gone'));
};

describe.each([
  [
    'bg',
    'Клиентите не се заредиха',
    'Клиентът не се зареди',
    'Клиентът не беше запазен',
    'Клиентът не беше изтрит',
    'Опитайте отново',
  ],
  [
    'en',
    'Failed to load clients',
    'Failed to load the client',
    'Failed to save the client',
    'Failed to delete the client',
    'Try again',
  ],
] as const)('in %s a failure of the storage is a toast with its words', (language, list, one, saved, deleted, again) => {
  beforeEach(() => setLanguage(language));

  it('when the list is not read, beside the box that tries again', async () => {
    vi.mocked(queries.clients$).mockReturnValueOnce(throwError(() => new Error('the disk is gone')));
    await addClient(device.replica, joana);
    show(device, '/clients', routes);
    expect((await screen.findByRole('alert')).textContent).toBe(`${list}the disk is gone${again}`);
    await waitFor(() => expect(newest()).toEqual([list, 'the disk is gone', 'destructive']));
    await user.click(screen.getByRole('button', { name: again }));
    expect(await screen.findByText('Йоана Христова')).toBeTruthy();
  });

  it('when one client is not read', async () => {
    vi.mocked(queries.clients$).mockReturnValueOnce(throwError(() => new Error('the disk is gone')));
    const id = await addClient(device.replica, joana);
    show(device, `/clients/edit/${id}`, routes);
    expect((await screen.findByRole('alert')).textContent).toContain(one);
    await waitFor(() => expect(newest()).toEqual([one, 'the disk is gone', 'destructive']));
    await user.click(screen.getByRole('button', { name: again }));
    expect(await screen.findByDisplayValue('Йоана')).toBeTruthy();
  });

  it('when one is not saved: the form keeps what was typed', async () => {
    const id = await addClient(device.replica, joana);
    failWrites();
    const shown = show(device, `/clients/edit/${id}`, routes);
    await fill(language === 'bg' ? /^Град/ : /^City/, 'София');
    await user.click(await screen.findByRole('button', { name: language === 'bg' ? 'Запази' : 'Save' }));
    await waitFor(() => expect(newest()).toEqual([saved, 'the disk is gone', 'destructive']));
    expect(shown.path()).toBe(`/clients/edit/${id}`);
    expect(screen.getByDisplayValue('София')).toBeTruthy();
  });

  it('when one is not deleted: they stay', async () => {
    const id = await addClient(device.replica, joana);
    failWrites();
    show(device, '/clients', routes);
    const name = language === 'bg' ? 'Изтрий' : 'Delete';
    await user.click(await screen.findByRole('button', { name: `${name} Йоана Христова` }));
    await user.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(newest()).toEqual([deleted, 'the disk is gone', 'destructive']));
    expect(await stored(device.replica, 'clients', id)).toMatchObject({ deleted: false });
  });
});

it('shows a client whom it can read though it cannot look through the others for duplicates', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.mocked(queries.clients$).mockReturnValue(throwError(() => new Error('the disk is gone')));
  const id = await addClient(device.replica, joana);
  show(device, `/clients/${id}`, { '/clients/:id': <ClientCardPage /> });
  await waitFor(() => expect(told).toHaveBeenCalledWith('Not read, and tried again:', expect.any(Error)));
  expect((await screen.findAllByText('Йоана Христова')).length).toBeGreaterThan(0);
  expect(screen.getByRole('link', { name: 'Нов час' })).toBeTruthy();
});

it('shows the outline of a list when reading takes long', async () => {
  vi.mocked(queries.clients$).mockReturnValue(NEVER);
  show(device, '/clients', routes);
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]:not([hidden])')).toBeTruthy());
  expect(screen.queryByText('Няма налични клиенти')).toBeNull();
});

it.each([
  ['bg', 'Клиентът е изтрит'],
  ['en', 'Client deleted'],
] as const)('deleting asks, does nothing when the answer is no, and says in %s that it is done', async (language, done) => {
  await setLanguage(language);
  const id = await addClient(device.replica, joana);
  show(device, '/clients', routes);
  const [remove, cancel] = language === 'bg' ? ['Изтрий', 'Отказ'] : ['Delete', 'Cancel'];
  await user.click(await screen.findByRole('button', { name: `${remove} Йоана Христова` }));
  await user.click(await screen.findByRole('button', { name: cancel }));
  expect(await stored(device.replica, 'clients', id)).toMatchObject({ deleted: false });
  await user.click(screen.getByRole('button', { name: `${remove} Йоана Христова` }));
  await user.click(await screen.findByRole('button', { name: remove }));
  await waitFor(() => expect(newest().slice(1)).toEqual([done, undefined]));
  expect(await stored(device.replica, 'clients', id)).toBeNull();
});
