// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CalendarPage } from '#calendar/calendar-page.tsx';
import { ZONE } from '#calendar/reads/rows.test-support.ts';
import { keepBookingPage } from '#data/online/booking-page-book.ts';
import { bookingPage } from '#data/online/online-page.test-support.ts';
import { becomes, type Device, openDevice, SALON_ID, stored } from '#data/replica.test-support.ts';
import { addDays, dayBounds, todayIn } from '#domain/time/time.ts';
import { clearToasts, show, toastTexts } from '#features/shared/screen.test-support.tsx';
import { keepUndoFor, undoLast } from '#features/shared/undo.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/overlay/toast-store.ts';

const person = userEvent.setup();
/** Tomorrow, so that no clock makes a start one that is over. */
const day = addDays(todayIn(ZONE, Date.now()), 1);
const at = (hour: number, on = day) => new Date(Date.parse(dayBounds(on, ZONE).from) + hour * 3_600_000).toISOString();
const IVA = '0190f000-0000-7000-8000-000000000001';
const AGAIN = '0190f000-0000-7000-8000-000000000002';

let device: Device;
beforeEach(async () => {
  await setLanguage('bg');
  clearToasts();
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width: 1440, height: 900 });
  Element.prototype.animate ??= (() => ({ pause: vi.fn(), currentTime: 0 })) as never;
  sessionStorage.clear();
  localStorage.clear();
  device = await openDevice();
  keepUndoFor(device.replica);
  const { server } = device;
  server.put('salons', String(SALON_ID), { timezone: ZONE });
  server.put('resources', 'maria', { role: 'employee', active: true, name: 'Мария Петрова' });
  server.put('services', 'cut', { name: 'Подстригване', duration: 60 });
  server.put('clients', `${IVA}/client`, { name: 'Ива Колева', phone: '+359888123456' });
  server.put('clients', 'iva', { name: 'Ива Колева', phone: '+359888123456' });
  const asked = { type: 'appointment', resource_id: 'maria', service_id: 'cut', status: 'booked', source: 'online' } as const;
  server.put('events', IVA, {
    ...{ ...asked, client_id: `${IVA}/client`, start_time: at(14), end_time: at(15), requested_until: at(13) },
  });
  server.put('events', AGAIN, { ...asked, client_id: 'iva', start_time: at(16), end_time: at(17), requested_until: at(15) });
  await synced();
});
afterEach(async () => {
  toasts.resume();
  cleanup();
  await device.replica.close();
});

async function synced(): Promise<void> {
  device.server.online = true;
  await device.replica.syncNow();
  device.server.online = false;
}
const open = () => show(device, `/calendar?day=${day}`, { '/calendar': <CalendarPage /> });
const row = (id: string) => stored(device.replica, 'events', id);
const opened = async () => {
  open();
  await person.click(await screen.findByRole('button', { name: 'Заявки, 2 чакат отговор' }));
  return within(await screen.findByRole('dialog', { name: /Заявки/ }));
};
const first = (list: ReturnType<typeof within>) => within(list.getAllByRole('listitem')[0] as HTMLElement);

describe('a request', () => {
  it('has a look and a word of its own in the day, and is answered in its dialog', async () => {
    open();
    const box = await screen.findByRole('button', { name: /^14:00–15:00, Ива Колева.*, заявка, чака отговор/ });
    expect(box.className).toContain('requested');
    await person.click(box);
    const dialog = within(await screen.findByRole('dialog', { name: 'Редакция на резервация' }));
    const asked = within(await dialog.findByRole('region', { name: 'Заявка на клиент' }));
    expect(asked.getByText(/чака отговор до .*13:00/)).toBeTruthy();
    await person.click(asked.getByRole('button', { name: 'Потвърди' }));
    await waitFor(() => expect(dialog.queryByRole('region', { name: 'Заявка на клиент' })).toBeNull());
    expect(await row(IVA)).toMatchObject({ status: 'booked', requested_until: null });
    expect(dialog.getByRole('button', { name: 'Записан' }).getAttribute('aria-pressed')).toBe('true');
    // What one does here oneself is no news of another device.
    expect(dialog.queryByText(/междувременно/)).toBeNull();
  });

  it('is confirmed by the status “booked” of its dialog, too', async () => {
    open();
    await person.click(await screen.findByRole('button', { name: /^14:00–15:00, Ива Колева/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Редакция на резервация' }));
    await person.click(await dialog.findByRole('button', { name: 'Записан' }));
    await waitFor(async () => expect(await row(IVA)).toMatchObject({ status: 'booked', requested_until: null }));
  });
});

describe('“Requests”', () => {
  it('stands in the bar with their number, and not where there are none', async () => {
    await setLanguage('en');
    open();
    const button = await screen.findByRole('button', { name: 'Requests, 2 wait for an answer' });
    for (const id of [IVA, AGAIN]) device.server.put('events', id, { requested_until: null });
    await synced();
    await waitFor(() => expect(button.isConnected).toBe(false));
  });

  it('says of each when, what, with whom, until when and which phone', async () => {
    const list = await opened();
    const [iva, again] = list.getAllByRole('listitem').map((item) => item.textContent?.replaceAll('\u2060', ''));
    expect(iva).toMatch(/Ива Колева нов клиент.*14:00–15:00 · Подстригване · Мария Петрова.*отговор до .*13:00.*0888 123 456/);
    expect(again).not.toContain('нов клиент');
  });

  it('confirms with one press, without a line, and takes it back with another', async () => {
    const list = await opened();
    await person.click(first(list).getByRole('button', { name: /^Потвърди: Ива Колева, / }));
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1));
    expect(await row(IVA)).toMatchObject({ requested_until: null, pending: 1 });
    await undoLast();
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(2));
    expect(await row(IVA)).toMatchObject({ requested_until: at(13), pending: 0 });
  });

  it('offers to take a confirmation back as long as its client cannot have read it, and then says that they can', async () => {
    toasts.pause(); // a slow machine takes longer than a toast stands
    const list = await opened();
    await person.click(first(list).getByRole('button', { name: /^Потвърди: Ива Колева, / }));
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1));
    const offered = () => toasts.store.getState().toasts.flatMap(({ open, action }) => (open ? [action?.label] : []));
    expect(offered()).toEqual(['Върни']);
    await synced();
    await waitFor(() => expect(offered()).toEqual([undefined]));
    await undoLast();
    await waitFor(() => expect(toastTexts().join()).toContain('Клиентът може вече да го е видял.'));
    expect(await row(IVA)).toMatchObject({ requested_until: null });
  });

  it('declines with one press, and takes it back also after it has left', async () => {
    const list = await opened();
    await person.click(first(list).getByRole('button', { name: /^Откажи: Ива Колева, / }));
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1));
    await synced();
    expect(await row(IVA)).toMatchObject({ status: 'cancelled' });
    await undoLast();
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(2));
  });

  const more = async (list: ReturnType<typeof within>) => {
    await person.click(first(list).getByRole('button', { name: /^Още действия: Ива Колева, / }));
    return (await screen.findAllByRole('menuitem')).map((entry) => entry.textContent);
  };

  it('declines everything from one phone, and takes it back at once', async () => {
    const list = await opened();
    await more(list);
    await person.click(screen.getByRole('menuitem', { name: 'Откажи всички от този телефон (2)' }));
    await list.findByText('Няма заявки, които чакат отговор.');
    for (const id of [IVA, AGAIN]) expect(await row(id)).toMatchObject({ status: 'cancelled' });
    await undoLast();
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(2));
  });

  it('declines one and removes the client that it made', async () => {
    const list = await opened();
    await more(list);
    await person.click(screen.getByRole('menuitem', { name: /^Откажи и премахни клиента/ }));
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1));
    expect(await stored(device.replica, 'clients', `${IVA}/client`)).toMatchObject({ deleted: true });
    await undoLast();
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(2));
    expect(await stored(device.replica, 'clients', `${IVA}/client`)).toMatchObject({ deleted: false });
  });

  it('offers whoever may not delete clients to decline alone', async () => {
    await becomes(device, 'staff');
    const list = await opened();
    const offered = await more(list);
    expect(offered).toEqual(['Покажи в календара', 'Откажи всички от този телефон (2)']);
  });

  it('leads to a request in the calendar', async () => {
    const list = await opened();
    await more(list);
    await person.click(screen.getByRole('menuitem', { name: 'Покажи в календара' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^14:00–15:00, Ива Колева/));
  });

  it('names the devices for which they wait', async () => {
    const dark = [{ id: 'd1', user_id: 'u2', name: 'Таблет', last_seen: at(9, addDays(day, -1)), unsent: 2 }];
    await keepBookingPage(device.replica, { page: bookingPage({ dark }), at: at(9) });
    const list = await opened();
    const silent = within(await list.findByRole('region', { name: 'Мълчащи устройства' }));
    expect(silent.getByRole('listitem').textContent).toMatch(/Таблет, мълчи от .*2 промени чакат на него/);
    expect(silent.getByRole('button', { name: 'Прибрано е: Таблет' })).toBeTruthy();
  });
});
