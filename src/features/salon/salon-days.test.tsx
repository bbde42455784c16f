// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Device, openDevice, SALON_ID, stored } from '#data/replica.test-support.ts';
import { changeOf } from '#data/row-writes.ts';
import { fakeSession, place, signedInAs } from '#features/shared/session.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { HOLIDAYS } from '#schemas/salon-days.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { SalonPage } from './salon-page.tsx';

const ROUTES = [
  { path: '/salon', element: <SalonPage /> },
  { path: '/calendar', element: <p>calendar</p> },
];
const SALON = String(SALON_ID);
let user: UserEvent;
let device: Device;

beforeEach(async () => {
  user = userEvent.setup();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T08:00:00Z') });
  setLanguage('bg');
  device = await openDevice();
  device.server.online = true;
  device.server.put('salons', SALON, { name_bg: 'Студио', name_en: 'Studio' });
});
afterEach(async () => {
  cleanup();
  await device.replica.close();
  toasts.store.setState({ toasts: [] });
  localStorage.clear();
  vi.useRealTimers();
});

async function opened(settings: object = {}) {
  device.server.put('salon_settings', SALON, settings);
  await device.replica.syncNow();
  place(fakeSession(signedInAs(), device.replica), ROUTES, '/salon');
  await screen.findByRole('region', { name: 'Работно време' });
}
const settingsNow = () => stored(device.replica, 'salon_settings', SALON);
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const region = (name: string) => within(screen.getByRole('region', { name }));
const save = () => user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Запази' }));

describe('opening hours', () => {
  test('are set for Monday to Friday at first, saved without a line, and can be taken back', async () => {
    await opened();
    expect(region('Работно време').getByText(/^Не е зададено/)).toBeTruthy();
    device.server.online = false;
    await user.click(button('Задай'));
    await save();
    await waitFor(() => expect(region('Работно време').getByText('9:00–19:00')).toBeTruthy());
    expect(region('Работно време').getByText('пн–пт')).toBeTruthy();
    expect(region('Работно време').getByText('сб–нд').nextSibling?.textContent).toBe('затворено');
    const [said] = toasts.store.getState().toasts;
    await said?.action?.onAction();
    await waitFor(async () => expect((await settingsNow())?.opening_hours).toBeNull());
  });

  test('of a weekday are several, and one that opens takes those of the day before it', async () => {
    await opened({ opening_hours: '[[5,"09:00","13:00"],[5,"14:00","18:00"]]' });
    await user.click(button('Промени'));
    await user.click(screen.getByRole('checkbox', { name: /събота/ }));
    await save();
    const hours = ['"09:00","13:00"', '"14:00","18:00"'];
    const text = `[${[5, 6].flatMap((day) => hours.map((one) => `[${day},${one}]`)).join()}]`;
    await waitFor(async () => expect((await settingsNow())?.opening_hours).toBe(text));
  });

  test('with a row that is missing a time, and without any day, are not saved, and that is said', async () => {
    await opened({ opening_hours: '[[5,"09:00","18:00"]]' });
    await user.click(button('Промени'));
    await user.click(button('петък: още часове'));
    await save();
    expect(screen.getByText('Изберете часа.')).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: /петък/ }));
    await save();
    expect(screen.getAllByText(/^Изберете поне един ден/).length).toBeGreaterThan(0);
    expect((await settingsNow())?.opening_hours).toBe('[[5,"09:00","18:00"]]');
  });

  test('that another device has set while they are open are said, and those typed here stay', async () => {
    await opened({ opening_hours: '[[5,"09:00","18:00"]]' });
    await user.click(button('Промени'));
    device.server.put('salon_settings', SALON, { opening_hours: '[[5,"10:00","16:00"]]' });
    await device.replica.syncNow();
    expect(await screen.findByText(/от друго място: пн–чт затворено; пт 10:00–16:00; сб–нд затворено/)).toBeTruthy();
    await save();
    await waitFor(async () => expect((await settingsNow())?.opening_hours).toBe('[[5,"09:00","18:00"]]'));
  });

  test('are taken away as a whole', async () => {
    await opened({ opening_hours: '[[5,"09:00","18:00"]]', closed_days: '[["holiday","easter"]]' });
    await user.click(button('Промени'));
    await user.click(button('Премахни работното време'));
    await waitFor(async () =>
      expect(await settingsNow()).toMatchObject({ opening_hours: null, closed_days: '[["holiday","easter"]]' }),
    );
  });
});

describe('closed days', () => {
  test('take over all public holidays at once, each with its next date', async () => {
    await opened({ closed_days: '[["yearly","12-31","Последен ден"]]' });
    await user.click(button('Официални празници'));
    expect(screen.getByRole('checkbox', { name: /^Великден нд, 02\/05\/2027/ })).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: /^Бъдни вечер чт, 24\/12\/2026/ })).toBeTruthy();
    await save();
    await waitFor(() => expect(region('Затворени дни').getAllByRole('listitem')).toHaveLength(HOLIDAYS.length + 1));
    // By their next date.
    const rows = region('Затворени дни').getAllByRole('listitem');
    expect(rows[0]?.textContent).toBe('Бъдни вечерследва чт, 24/12/2026');
    expect(rows[4]?.textContent).toBe('Последен ден31 декември, всяка година · следва чт, 31/12/2026');
    // What is unticked goes, the rest stays.
    await user.click(button('Официални празници'));
    await user.click(screen.getByRole('checkbox', { name: /^Гергьовден/ }));
    await save();
    await waitFor(async () => expect((await settingsNow())?.closed_days).not.toContain('st-george'));
    expect((await settingsNow())?.closed_days).toContain('"yearly","12-31"');
  });

  test('are added with a name, and not twice', async () => {
    await opened();
    await user.click(button('Добави'));
    await user.type(screen.getByLabelText(/^Защо/), ' Ремонт ');
    await save();
    await waitFor(async () => expect((await settingsNow())?.closed_days).toBe('[["dates","2026-11-20","2026-11-20","Ремонт"]]'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(button('Добави'));
    await save();
    expect(screen.getByText('Тези дни вече са в списъка.')).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Всяка година' }));
    await save();
    await waitFor(async () => expect((await settingsNow())?.closed_days).toContain('["yearly","11-20",""]'));
  });

  test('are removed one by one, and come back; those that are over are folded', async () => {
    await opened({ closed_days: '[["dates","2026-08-03","2026-08-14","Ремонт"],["holiday","christmas"]]' });
    expect(screen.getByText('1 минал')).toBeTruthy();
    await user.click(button('Премахни Коледа'));
    await waitFor(async () => expect((await settingsNow())?.closed_days).toBe('[["dates","2026-08-03","2026-08-14","Ремонт"]]'));
    await toasts.store.getState().toasts[0]?.action?.onAction();
    await waitFor(async () => expect((await settingsNow())?.closed_days).toContain('christmas'));
  });
});

test('what is booked while the salon is closed is named with a way to it, and counted before it is closed', async () => {
  const booking = (id: string, start: string, end: string) =>
    changeOf('events', id, {
      ...{ resource_id: 'maria', type: 'appointment', status: 'booked', title: 'Ива', start_time: start, end_time: end },
    });
  await device.replica.write([booking('eve', '2026-12-24T08:00:00.000Z', '2026-12-24T09:00:00.000Z')]);
  await opened();
  expect(screen.queryByText(/когато салонът не работи/)).toBeNull();
  await user.click(button('Официални празници'));
  expect(await screen.findByText('1 записан час ще е, когато салонът не работи. Остава, както е.')).toBeTruthy();
  await save();
  expect(await screen.findByText(/^1 записан час е, когато салонът не работи/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ива, чт, 24/12/2026, 10:00' }).getAttribute('href')).toBe(
    '/calendar?day=2026-12-24&event=eve',
  );
});

test('English has the words, too', async () => {
  setLanguage('en');
  device.server.put('salon_settings', SALON, { closed_days: '[["holiday","easter"]]', opening_hours: '[[1,"09:00","18:00"]]' });
  await device.replica.syncNow();
  place(fakeSession(signedInAs(), device.replica), ROUTES, '/salon');
  expect(await screen.findByText('Easter Sunday')).toBeTruthy();
  expect(screen.getByText('Mon')).toBeTruthy();
  expect(screen.getByText('Tue–Sun').nextSibling?.textContent).toBe('closed');
});
