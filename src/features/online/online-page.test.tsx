// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepBookingPage } from '#data/online/booking-page-book.ts';
import { type Device, openDevice, SALON_ID } from '#data/replica.test-support.ts';
import type { Session } from '#data/session/session.ts';
import { clearToasts, fill, toastTexts } from '#features/shared/screen.test-support.tsx';
import { type FakeSession, fakeSession, Refused, signedInAs } from '#features/shared/session.test-support.tsx';
import { ReplicaContext, SessionContext } from '#features/shared/use-replica.ts';
import { setLanguage } from '#i18n/i18n.ts';
import type { SalonRole } from '#schemas/constants.ts';
import { type BookingPage, PAGE_NEEDS } from '#schemas/online.ts';
import { OnlinePage } from './online-page.tsx';

const user = userEvent.setup();
const OFF: BookingPage = {
  ...{ slug: null, enabled: false, min_notice: 120, horizon: 60, step: null, cancel_until: 1440, approve: 'none' },
  ...{ ask_email: 'optional', show_prices: true, phone: null, address: null, about_bg: null, about_en: null },
  ...{ paused_until: null, live: false, missing: [...PAGE_NEEDS], old_app_at: null, quota_at: null, silent: false, dark: [] },
};
const ON: BookingPage = { ...OFF, slug: 'studio', enabled: true, live: true, missing: [] };

let device: Device;
let session: FakeSession;
beforeEach(async () => {
  await setLanguage('bg');
  clearToasts();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  device = await openDevice();
  device.server.put('salons', String(SALON_ID), {
    name_bg: 'Студио Къдрица',
    name_en: 'Kadritsa Studio',
    timezone: 'Europe/Sofia',
  });
  device.server.online = true;
  await device.replica.syncNow();
  session = fakeSession(signedInAs({ id: device.replica.userId }));
});
afterEach(async () => {
  cleanup();
  await device.replica.close();
});

/** The page as somebody with that role sees it; what is set is answered from then on. */
function open(page: BookingPage, role: SalonRole = 'owner') {
  session.answers.booking_page = page;
  device.replica.membership$.next({ role, resourceId: null });
  const router = createMemoryRouter([{ path: '*', element: <OnlinePage /> }], { initialEntries: ['/salon/online'] });
  render(
    <SessionContext value={session as unknown as Session}>
      <ReplicaContext value={device.replica}>
        <RouterProvider router={router} />
      </ReplicaContext>
    </SessionContext>,
  );
}
const changes = () =>
  session.called.filter(({ name }) => name === 'set_booking_page').map(({ args }) => (args as { p_page: object }).p_page);
const status = () => screen.findByRole('region', { name: 'Клиентите се записват сами' });
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));

describe('whether customers can book', () => {
  it('is off, and says what is missing and where it is done', async () => {
    open({ ...OFF, missing: ['slug', 'service', 'device'] });
    const card = within(await status());
    expect(card.getByText('Никой не вижда страницата.')).toBeTruthy();
    const needs = card.getAllByRole('listitem').map((one) => one.textContent);
    expect(needs).toEqual([
      'Липсва:страницата има адрес',
      'Има:салонът е одобрен',
      'Липсва:поне една услуга е видима онлайнКъм услугите',
      'Има:служител, който я прави, е видим онлайн и има смени',
      'Липсва:приложението се ползва на поне едно устройство на салонаКъм устройствата',
    ]);
    await press('Включи');
    expect(changes()).toEqual([]); // nothing is asked of the server that it would refuse
    expect(card.getByText('Включва се, щом нищо не липсва.')).toBeTruthy();
  });

  it('is switched on by a press, and off again', async () => {
    open({ ...OFF, slug: 'studio', missing: [] });
    session.answers.set_booking_page = ON;
    const off = await screen.findByText(/^Страницата е изключена: който отвори адреса/);
    expect(within(await status()).getByText(/^Щом я включите, може да я видите\./)).toBeTruthy();
    await press('Включи');
    await within(await status()).findByText('Включено');
    expect(screen.getByRole('link', { name: 'Виж страницата' }).getAttribute('href')).toBe('/b/studio');
    expect(off.isConnected).toBe(false);
    session.answers.set_booking_page = { ...ON, enabled: false, live: false };
    await press('Изключи');
    await within(await status()).findByText('Изключено');
    expect(changes()).toEqual([{ enabled: true }, { enabled: false }]);
  });

  it('what the server refuses is told, and nothing has changed', async () => {
    open({ ...OFF, slug: 'studio', missing: [] });
    session.answers.set_booking_page = new Refused('device');
    await press('Включи');
    await waitFor(() =>
      expect(toastTexts().join(' ')).toContain('Приложението не е ползвано скоро на никое устройство на салона.'),
    );
    expect(within(await status()).getByText('Изключено')).toBeTruthy();
  });

  it('went off by itself with the approval, and says so', async () => {
    open({ ...ON, live: false, missing: ['approved'] });
    expect(await within(await status()).findByText(/вече не е одобрен/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Виж страницата' })).toBeNull();
  });

  it('is paused until a day begins in the salon, and resumed by a press', async () => {
    open(ON);
    session.answers.set_booking_page = { ...ON, paused_until: '2099-12-04T22:00:00.000Z' };
    await press('Пауза…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Пауза на онлайн записването' }));
    await user.click(dialog.getByRole('button', { name: 'Спри' }));
    await within(await status()).findByText(/Нищо не може да се запази до .*05\/12\/2099, 0:00/);
    expect(changes()).toEqual([{ paused_until: expect.stringMatching(/T2[12]:00:00\.000Z$/) }]);
    session.answers.set_booking_page = ON;
    await press('Пусни сега');
    await within(await status()).findByText('Включено');
    expect(changes().at(-1)).toEqual({ paused_until: null });
  });

  it('warns of older apps, of the limits, and of a device without a line', async () => {
    open({ ...ON, old_app_at: '2026-11-20T09:00:00.000Z', quota_at: '2026-11-26T09:00:00.000Z', silent: true });
    const card = within(await status());
    expect(card.getByText(/по-стара версия на приложението \(пт, 20\/11\/2026, 11:00\)/)).toBeTruthy();
    expect(card.getByText(/върнати заради ограниченията \(чт, 26\/11\/2026, 11:00\)/)).toBeTruthy();
    expect(card.getByRole('link', { name: 'Няма ли да се върне?' }).getAttribute('href')).toBe('/salon/people');
  });
});

describe('the settings', () => {
  it('send what was changed and nothing else', async () => {
    open(ON);
    await fill(/^Телефон на страницата/, ' 0888 123 456 ');
    await user.click(screen.getByRole('radio', { name: 'Вие потвърждавате всеки час' }));
    await user.click(screen.getByRole('checkbox', { name: 'Показвай цените' }));
    session.answers.set_booking_page = { ...ON, phone: '0888 123 456', approve: 'all', show_prices: false };
    await press('Запази');
    await waitFor(() => expect(changes()).toEqual([{ phone: '0888 123 456', approve: 'all', show_prices: false }]));
    await waitFor(() => expect(toastTexts().join(' ')).toContain('Онлайн записването е променено'));
  });

  it('that another window has changed meanwhile stay as that window has them', async () => {
    open(ON);
    await fill(/^Телефон на страницата/, '0888 123 456');
    const theirs = { ...ON, horizon: 90 };
    const heard = (page: BookingPage) => act(() => keepBookingPage(device.replica, { page, at: new Date().toISOString() }));
    await heard(theirs);
    session.answers.set_booking_page = { ...theirs, phone: '0888 123 456' };
    await press('Запази');
    await waitFor(() => expect(changes()).toEqual([{ phone: '0888 123 456' }]));
    await waitFor(() => expect(screen.getByRole('button', { name: /Колко напред/ }).textContent).toContain('90 дни'));
    // What nobody touches follows.
    await heard({ ...theirs, horizon: 30 });
    await waitFor(() => expect(screen.getByRole('button', { name: /Колко напред/ }).textContent).toContain('30 дни'));
  });

  it('offer an address made of the salon’s name, and say beside the field that it cannot be had', async () => {
    open(OFF);
    await press('Вземи kadritsa-studio');
    expect(screen.getByLabelText<HTMLInputElement>('Адрес на страницата').value).toBe('kadritsa-studio');
    session.answers.set_booking_page = new Refused('slug_taken');
    await press('Запази');
    expect(await screen.findByText('Друг салон има този адрес.')).toBeTruthy();
    expect(toastTexts()).toEqual([]);
    expect(changes()).toEqual([{ slug: 'kadritsa-studio' }]);
  });

  it('say beside the field that five addresses were given up already', async () => {
    open(ON);
    await fill('Адрес на страницата', 'studio-6');
    session.answers.set_booking_page = new Refused('slug_many');
    await press('Запази');
    expect(await screen.findByText(/^За една година салонът се е отказал от пет адреса/)).toBeTruthy();
    expect(toastTexts()).toEqual([]);
  });

  it('ask when the field is left whether an address is free', async () => {
    open(OFF);
    session.answers.slug_is_free = { free: false, why: 'slug_reserved' };
    await fill('Адрес на страницата', 'admin');
    await user.tab();
    expect(await screen.findByText('Този адрес не може да се вземе.')).toBeTruthy();
  });

  it('take no address that is none, and send nothing', async () => {
    open(OFF);
    await fill('Адрес на страницата', 'Моето Студио');
    await press('Запази');
    expect(await screen.findByText(/^Малки латински букви, цифри и единични тирета между тях/)).toBeTruthy();
    expect(changes()).toEqual([]);
  });

  it('are read by a manager and changed by none but the owner', async () => {
    open(ON, 'manager');
    await status();
    expect(screen.getAllByText('Може да го четете. Променя го собственикът.').length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: /Изключи|Пауза|^Запази$/ })).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>(/^Телефон на страницата/).closest('fieldset')?.disabled).toBe(true);
  });

  it('are no page of the staff', async () => {
    open(ON, 'staff');
    expect(await screen.findByText('Онлайн записването се настройва от собственика на салона.')).toBeTruthy();
    expect(screen.queryByRole('region')).toBeNull();
  });
});

it('customers come by a link, a code for the window, a frame and a button', async () => {
  open(ON);
  const card = within(await screen.findByRole('region', { name: 'Как идват клиентите' }));
  expect(card.getByRole('img', { name: `QR код, който води до ${location.origin}/b/studio` })).toBeTruthy();
  expect(card.getByLabelText<HTMLTextAreaElement>('Връзка').value).toBe(`${location.origin}/b/studio`);
  expect(card.getByLabelText<HTMLTextAreaElement>('За Вашия сайт').value).toContain('title="Запазване на час: Студио Къдрица"');
  expect(card.getByLabelText<HTMLTextAreaElement>('Бутон за Вашия сайт').value).toContain('>Запази час онлайн</a>');
});

it('without a line what was known last stands there, and nothing can be changed', async () => {
  open(ON);
  await status();
  cleanup();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  session.answers.booking_page = new Refused('offline');
  open(ON);
  await status();
  expect(screen.getByText('Нужна е връзка. Без нея виждате това, което устройството знаеше последно.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Изключи' })).toBeNull();
});
