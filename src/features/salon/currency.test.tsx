// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Device, openDevice, SALON_ID, stored } from '#data/replica.test-support.ts';
import { changeOf } from '#data/row-writes.ts';
import { addService } from '#data/services.commands.ts';
import { clearToasts, toastTexts } from '#features/shared/screen.test-support.tsx';
import { fakeSession, place, signedInAs } from '#features/shared/session.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { typedIsSaved } from '#ui/form/unsaved.ts';
import { SalonPage } from './salon-page.tsx';

const user = userEvent.setup();
let device: Device;

async function open(currency = 'BGN') {
  device.server.put('salons', String(SALON_ID), {
    name_bg: 'Студио',
    name_en: 'Studio',
    language: 'bg',
    currency: currency as 'BGN',
  });
  device.server.put('salon_settings', String(SALON_ID), { currency: currency as 'BGN' });
  device.server.online = true;
  await device.replica.syncNow();
  device.server.online = false;
  place(fakeSession(signedInAs(), device.replica), [{ path: '/salon', element: <SalonPage /> }], '/salon');
  await screen.findByRole('heading', { name: 'Студио' });
}

beforeEach(async () => {
  await setLanguage('bg');
  localStorage.clear();
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width: 1440, height: 900 });
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  clearToasts();
  typedIsSaved();
  await device.replica.close();
});

const click = async (name: string) => user.click(await screen.findByRole('button', { name }));
const service = async (price: number) => addService(device.replica, { name_bg: 'Подстригване', price, currency: 'BGN' });
const priceOf = async (id: string) => (await stored(device.replica, 'services', id))?.price;
const currency = async () => (await stored(device.replica, 'salons', String(SALON_ID)))?.currency;
const plain = (text: string | null | undefined) => text?.replace(/[\u00a0\u202f]/g, ' ');

async function chooseCurrency(name: string) {
  await click('Редактирай');
  await user.click(await screen.findByLabelText('Валута'));
  await user.click(await screen.findByRole('option', { name }));
  await click('Запази');
}

describe('a salon in levs', () => {
  it('is offered the euro: all prices are listed before with the difference, then it is one action that can be undone', async () => {
    const id = await service(45);
    const other = await addService(device.replica, { name_bg: 'Проба', price: 0.03, currency: 'BGN' });
    await open();
    await click('Премини към евро');
    const dialog = within(await screen.findByRole('dialog', { name: 'Цени в EUR' }));
    const row = (await dialog.findByText('Подстригване')).closest('tr');
    expect(plain(row?.textContent)).toBe('Подстригване45,00 лв23,01 €0,00 лв');
    expect(plain(dialog.getByText('Проба').closest('tr')?.textContent)).toBe('Проба0,03 лв0,02 €+0,01 лв');
    expect([await priceOf(id), await currency()]).toEqual([45, 'BGN']);
    await user.click(dialog.getByRole('button', { name: 'Премини към EUR' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Цените вече са в EUR']));
    expect([await priceOf(id), await priceOf(other), await currency()]).toEqual([23.01, 0.02, 'EUR']);
    await click('Върни предишните цени');
    await waitFor(() => expect(toastTexts()[0]).toBe('Предишните цени са върнати'));
    expect([await priceOf(id), await currency()]).toEqual([45, 'BGN']);
    expect(await screen.findByRole('button', { name: 'Премини към евро' })).toBeTruthy();
  });

  it('shows the prices of 300 services in parts', async () => {
    const names = Array.from({ length: 300 }, (_, n) => `Услуга ${n + 100}`);
    await device.replica.write(names.map((name, n) => changeOf('services', `s${n + 100}`, { name, name_bg: name, price: 10 })));
    await open();
    await click('Премини към евро');
    const dialog = within(await screen.findByRole('dialog', { name: 'Цени в EUR' }));
    const rows = () => dialog.getAllByRole('row').length - 1;
    await dialog.findByText('Услуга 100');
    expect(rows()).toBe(50);
    await click('Покажи още 200');
    expect(rows()).toBe(250);
    await click('Покажи още 50');
    expect(rows()).toBe(300);
    expect(dialog.queryByRole('button', { name: /^Покажи още/ })).toBeNull();
  });

  it('stays as it is when the list is closed', async () => {
    const id = await service(45);
    await open();
    await click('Премини към евро');
    await screen.findByText('Подстригване');
    await click('Отказ');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([await priceOf(id), await currency()]).toEqual([45, 'BGN']);
  });
});

describe('prices that are still in the former currency', () => {
  it('are counted and listed, past bookings not, and one tap converts all of them', async () => {
    const late = await service(100);
    const own = await addService(device.replica, { name_bg: 'Маска', price: 20, currency: 'EUR' });
    const times = { start_time: '2026-11-02T08:00:00.000Z', end_time: '2026-11-02T09:00:00.000Z' };
    device.server.put('events', 'past', { resource_id: 'a', title: 'Отдавна', price: 45, currency: 'BGN', ...times });
    await open('EUR');
    const notice = (await screen.findByText('1 цена още е в левове.')).closest<HTMLElement>('.notice');
    await user.click(within(notice as HTMLElement).getByText('Кои са'));
    expect(
      plain(
        within(notice as HTMLElement)
          .getByText('Подстригване')
          .closest('tr')?.textContent,
      ),
    ).toContain('100,00 лв51,13 €');
    expect(within(notice as HTMLElement).queryByText('Отдавна')).toBeNull();
    await click('Преизчисли в евро');
    await waitFor(() => expect(screen.queryByText(/още е в левове/)).toBeNull());
    expect([await priceOf(late), await priceOf(own)]).toEqual([51.13, 20]);
    expect(await stored(device.replica, 'events', 'past')).toMatchObject({ price: 45, currency: 'BGN' });
  });

  it('keep their numbers where they were meant in the new one', async () => {
    const id = await service(100);
    await open('EUR');
    await click('Числата са в евро');
    expect(await screen.findByText(/числото ѝ остава и вече е в евро вместо в левове/)).toBeTruthy();
    await click('Запази числата');
    await waitFor(async () =>
      expect(await stored(device.replica, 'services', id)).toMatchObject({ price: 100, currency: 'EUR' }),
    );
  });

  it('are listed without a tap to convert them where there is no fixed rate, in English too', async () => {
    await setLanguage('en');
    await service(100);
    await service(30);
    await open('USD');
    expect(await screen.findByText(/^2 prices are still in leva\. There is no fixed rate/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Convert to/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'The numbers are in dollars' })).toBeTruthy();
  });
});

describe('a salon in another currency', () => {
  it('is offered nothing', async () => {
    await open('EUR');
    expect(screen.queryByRole('button', { name: 'Премини към евро' })).toBeNull();
  });
});

describe('a currency that is chosen by hand', () => {
  it('asks what becomes of the prices; alone it leaves their numbers', async () => {
    const id = await service(45);
    await open();
    await chooseCurrency('EUR');
    expect(await screen.findByRole('alertdialog', { name: 'От BGN към EUR: какво става с цените?' })).toBeTruthy();
    await click('Смени само валутата');
    await waitFor(async () => expect(await currency()).toBe('EUR'));
    await waitFor(async () => expect(await stored(device.replica, 'services', id)).toMatchObject({ price: 45, currency: 'EUR' }));
  });

  it('converts the prices when that is wanted, after the list', async () => {
    const id = await service(45);
    await open();
    await chooseCurrency('EUR');
    await click('Преизчисли цените');
    const dialog = within(await screen.findByRole('dialog', { name: 'Цени в EUR' }));
    await dialog.findByText('Подстригване');
    expect(await currency()).toBe('BGN');
    await user.click(dialog.getByRole('button', { name: 'Премини към EUR' }));
    await waitFor(async () => expect([await priceOf(id), await currency()]).toEqual([23.01, 'EUR']));
  });

  it('leaves the form as it is when the question is called off', async () => {
    await open();
    await chooseCurrency('EUR');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Отказ' }));
    expect(screen.getByLabelText('Валута').textContent).toBe('EUR');
    expect(await currency()).toBe('BGN');
  });

  it('says that there is no fixed rate to the dollar', async () => {
    await open();
    await chooseCurrency('USD');
    expect(await screen.findByText(/няма постоянен курс/)).toBeTruthy();
    await click('Смени само валутата');
    await waitFor(async () => expect(await currency()).toBe('USD'));
  });
});
