// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ClientCardPage } from '#clients/card/client-card-page.tsx';
import { addClient } from '#data/clients.commands.ts';
import { addEvent } from '#data/events/events.commands.ts';
import { type Device, openDevice, SALON_ID, stored } from '#data/replica.test-support.ts';
import { clearToasts, fill, show, toastTexts } from '#features/shared/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { ClientFormPage } from './client-form.tsx';

const user = userEvent.setup();
const routes = {
  '/clients': <p>list</p>,
  '/clients/add': <ClientFormPage />,
  '/clients/edit/:id': <ClientFormPage />,
  '/clients/:id': <ClientCardPage />,
};
const DAY_MS = 86_400_000;
const at = (days: number, hours = 0) => new Date(Date.now() + days * DAY_MS + hours * 3_600_000).toISOString();
let device: Device;

beforeEach(async () => {
  await setLanguage('bg');
  sessionStorage.clear();
  localStorage.clear();
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  clearToasts();
  vi.restoreAllMocks();
  vi.useRealTimers();
  await device.replica.close();
});

const joana = () => addClient(device.replica, { first_name: 'Йоана', last_name: 'Христова', phone: '0888123456' });
const yoana = () => addClient(device.replica, { first_name: 'Yoana', last_name: 'Hristova', email: 'y@example.com' });

describe('two records of one person', () => {
  it('are offered on the card, compared side by side, merged into the one that is chosen, and taken back', async () => {
    const [a, b] = [await joana(), await yoana()];
    const shown = show(device, `/clients/${a}`, routes);
    await user.click(await screen.findByRole('button', { name: 'Сравни' }));
    const dialog = within(await screen.findByRole('dialog'));
    for (const text of ['0888 123 456', 'y@example.com']) expect(dialog.getByText(text)).toBeTruthy();
    expect(dialog.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).checked)).toEqual([true, false]);
    await user.click(dialog.getByRole('radio', { name: 'Yoana Hristova' }));
    await user.click(dialog.getByRole('button', { name: 'Обедини' }));
    await waitFor(() => expect(shown.path()).toBe(`/clients/${b}`));
    expect(await stored(device.replica, 'clients', a)).toMatchObject({ merged_into: b });
    expect(await stored(device.replica, 'clients', b)).toMatchObject({ phone: '+359888123456', name: 'Yoana Hristova' });
    await user.click(await screen.findByRole('button', { name: 'Върни обединяването' }));
    await waitFor(async () => expect(await stored(device.replica, 'clients', a)).toMatchObject({ merged_into: null }));
    expect(await stored(device.replica, 'clients', b)).toMatchObject({ phone: null });
  });

  it('of whom one is older than what this device keeps names the month, by the salon’s clock, from which visits are counted', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-10-30T22:30:00.000Z') });
    const { server, replica } = device;
    server.put('salons', String(SALON_ID), { timezone: 'Europe/Sofia' });
    server.put('clients', 'one', { first_name: 'Йоана', last_name: 'Христова', phone: '+359888123456' });
    server.put('clients', 'other', { first_name: 'Yoana', last_name: 'Hristova' });
    server.online = true;
    await replica.syncNow();
    show(device, '/clients/one', routes);
    await user.click(await screen.findByRole('button', { name: 'Сравни' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findAllByText('0, от октомври 2029 насам')).toHaveLength(2);
  });

  it('are not offered again once somebody has said that they are two people', async () => {
    const a = await joana();
    await yoana();
    show(device, `/clients/${a}`, routes);
    await user.click(await screen.findByRole('button', { name: /^Двама души са/ }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Сравни' })).toBeNull());
    cleanup();
    show(device, `/clients/${a}`, routes);
    expect(await screen.findByText('Още няма посещения')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Сравни' })).toBeNull();
  });

  it('are offered after saving a client who is there already', async () => {
    await joana();
    show(device, '/clients/add', routes);
    await fill('Име', 'Yoana');
    await fill('Фамилия', 'Hristova');
    await user.click(screen.getByRole('button', { name: 'Запази' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Йоана Христова', 'Клиентът е добавен']));
    const offer = toasts.store.getState().toasts[0];
    expect([offer?.title, offer?.action?.label]).toEqual(['Този човек може вече да е записан', 'Сравни']);
    offer?.action?.onAction();
    expect(await screen.findByRole('dialog', { name: 'Кой запис остава?' })).toBeTruthy();
  });
});

describe('a person’s data', () => {
  const saved: { name: string; text: string }[] = [];
  beforeEach(() => {
    saved.length = 0;
    const made: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      made.push(blob as Blob);
      return 'blob:x';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      const { download } = this;
      void made
        .at(-1)
        ?.text()
        .then((text) => saved.push({ name: download, text }));
    });
  });
  const booked = async (id: string, days: number, notes: string) =>
    addEvent(device.replica, {
      type: 'appointment',
      resource_id: 'r',
      client_id: id,
      service_id: 'dye',
      title: 'Боядисване',
      start_time: at(days),
      end_time: at(days, 1),
      notes,
    });

  it('is saved as a file to read and as one for programs, with all appointments', async () => {
    const id = await joana();
    await booked(id, -3, 'Формула 7.1');
    show(device, `/clients/${id}`, routes);
    await waitFor(() =>
      expect((screen.getByRole('button', { name: 'Изтегли копие за четене' }) as HTMLButtonElement).disabled).toBe(false),
    );
    await user.click(screen.getByRole('button', { name: 'Изтегли копие за четене' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    for (const part of ['Йоана', 'Христова', '0888 123 456', 'Боядисване', 'Формула 7.1']) expect(saved[0]?.text).toContain(part);
    await user.click(screen.getByRole('button', { name: 'Изтегли копие за програми (JSON)' }));
    await waitFor(() => expect(saved).toHaveLength(2));
    expect(JSON.parse(saved[1]?.text ?? '')).toMatchObject({
      client: { id, first_name: 'Йоана', phone: '+359888123456' },
      appointments: [{ service: 'Боядисване', notes: 'Формула 7.1', status: 'booked' }],
      appointments_before_missing: null,
    });
  });

  it('without appointments is not told that any stay', async () => {
    const id = await joana();
    show(device, `/clients/${id}`, routes);
    const open = await screen.findByRole('button', { name: 'Заличи клиента…' });
    await waitFor(() => expect((open as HTMLButtonElement).disabled).toBe(false));
    await user.click(open);
    const dialog = await screen.findByRole('dialog', { name: 'Да заличим ли „Йоана Христова“?' });
    expect(dialog.textContent).not.toMatch(/записа? без име/);
  });

  it('is erased only when the surname was typed, says what goes and what stays, and cancels what is to come', async () => {
    const id = await joana();
    await booked(id, -3, 'Формула 7.1');
    const coming = await booked(id, 3, 'Рано');
    const shown = show(device, `/clients/${id}`, routes);
    await waitFor(() =>
      expect((screen.getByRole('button', { name: 'Заличи клиента…' }) as HTMLButtonElement).disabled).toBe(false),
    );
    await user.click(screen.getByRole('button', { name: 'Заличи клиента…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Да заличим ли „Йоана Христова“?' }));
    expect(dialog.getByText('Остават 2 записа без име, за да излизат сметките.')).toBeTruthy();
    expect(dialog.getByText('Предстоящият час се отказва.')).toBeTruthy();
    const erase = dialog.getByRole('button', { name: 'Заличи завинаги' }) as HTMLButtonElement;
    await fill('Напишете фамилията, за да потвърдите', 'Христов');
    expect(erase.disabled).toBe(true);
    await fill('Напишете фамилията, за да потвърдите', ' христова ');
    await user.click(erase);
    await waitFor(() => expect(shown.path()).toBe('/clients'));
    expect(toastTexts()).toEqual(['Клиентът е заличен']);
    expect(await stored(device.replica, 'events', coming)).toMatchObject({ status: 'cancelled', notes: null });
    expect((await stored(device.replica, 'clients', id))?.name ?? null).toBeNull();
  });

  it('stays where erasing fails, and it is said', async () => {
    const id = await joana();
    show(device, `/clients/${id}`, routes);
    await screen.findByText('Още няма посещения');
    (device.replica as { write: unknown }).write = () => Promise.reject(new Error('the disk is gone'));
    await user.click(screen.getByRole('button', { name: 'Заличи клиента…' }));
    await screen.findByRole('dialog');
    await fill('Напишете фамилията, за да потвърдите', 'Христова');
    await user.click(screen.getByRole('button', { name: 'Заличи завинаги' }));
    await waitFor(() =>
      expect(toasts.store.getState().toasts[0]).toMatchObject({
        title: 'Клиентът не беше заличен',
        description: 'the disk is gone',
      }),
    );
    expect(await stored(device.replica, 'clients', id)).toMatchObject({ name: 'Йоана Христова' });
  });
});

it('what was typed for one new client is not put to another one who is asked for', async () => {
  show(device, '/clients/add?name=Петя', routes);
  await user.type(await screen.findByLabelText(/^Бележки/), 'Алергия');
  cleanup();
  show(device, '/clients/add?name=Мария', routes);
  expect((await screen.findByLabelText<HTMLInputElement>('Име')).value).toBe('Мария');
  expect((screen.getByLabelText(/^Бележки/) as HTMLTextAreaElement).value).toBe('');
  cleanup();
  show(device, '/clients/add?name=Петя', routes);
  expect(await screen.findByDisplayValue('Алергия')).toBeTruthy();
});

it('a new client asked for again from the search takes the place of an untouched form, and not of what was typed', async () => {
  const shown = show(device, '/clients/add?name=Роза', routes);
  const first = () => screen.findByLabelText<HTMLInputElement>('Име');
  expect((await first()).value).toBe('Роза');
  await act(() => shown.go('/clients/add?name=Дана'));
  expect((await first()).value).toBe('Дана');
  await user.type(await first(), ' Ема');
  await act(() => shown.go('/clients/add?name=Яна'));
  expect((await first()).value).toBe('Дана Ема');
});

describe('a client who is deleted', () => {
  const books = async (client_id: string, days: number) =>
    addEvent(device.replica, {
      ...{ type: 'appointment', resource_id: 'r', client_id, service_id: 'dye', title: 'Боядисване' },
      ...{ start_time: at(days), end_time: at(days, 1) },
    });

  it('has the visits ahead counted in the question, with what becomes of them', async () => {
    const id = await joana();
    const shown = show(device, `/clients/edit/${id}`, routes);
    await books(id, -3);
    const [cancelled, visit, leg] = [await books(id, 2), await books(id, 3), await books(id, 3)];
    await device.replica.write([
      { table: 'events', id: cancelled, change: { status: 'cancelled' } },
      { table: 'events', id: leg, change: { visit_id: visit, visit_pos: 1 } },
    ]);
    await books(id, 9);
    await user.click(await screen.findByRole('button', { name: 'Изтрий клиента' }));
    expect(await screen.findByText(/^Предстоят 2 записани часа\. .*„Изтрит клиент“, .* в „Синхронизация“\.$/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Изтрий въпреки това' }));
    await waitFor(() => expect(shown.path()).toBe('/clients'));
    expect(device.writes.at(-1)).toEqual([{ table: 'clients', id, change: { deleted: true } }]);
  });

  it('without visits ahead is asked about as before', async () => {
    const id = await joana();
    await books(id, -3);
    show(device, `/clients/edit/${id}`, routes);
    await user.click(await screen.findByRole('button', { name: 'Изтрий клиента' }));
    const question = within(await screen.findByRole('alertdialog'));
    await waitFor(() => expect((question.getByRole('button', { name: 'Изтрий' }) as HTMLButtonElement).disabled).toBe(false));
    expect(question.queryByText(/^Предсто/)).toBeNull();
  });
});
