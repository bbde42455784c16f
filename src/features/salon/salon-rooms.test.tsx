// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Device, openDevice, SALON_ID, stored } from '#data/replica.test-support.ts';
import { fakeSession, place, signedInAs } from '#features/shared/session.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { roomsText } from '#schemas/rooms.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { SalonPage } from './salon-page.tsx';

const ROUTES = [{ path: '/salon', element: <SalonPage /> }];
const SALON = String(SALON_ID);
const LASER = { id: 'a1', name: 'Лазерен кабинет', count: 1 };
let user: UserEvent;
let device: Device;

beforeEach(async () => {
  user = userEvent.setup();
  setLanguage('bg');
  device = await openDevice();
  device.server.online = true;
  device.server.put('salons', SALON, { name_bg: 'Студио', name_en: 'Studio' });
});
afterEach(async () => {
  cleanup();
  await device.replica.close();
  toasts.store.setState({ toasts: [] });
});

async function opened(rooms: Parameters<typeof roomsText>[0], title = 'Кабинети и места') {
  device.server.put('salon_settings', SALON, { rooms: roomsText(rooms) });
  await device.replica.syncNow();
  place(fakeSession(signedInAs(), device.replica), ROUTES, '/salon');
  return within(await screen.findByRole('region', { name: title }));
}
const dialog = () => within(screen.getByRole('dialog'));
const roomsNow = async () => (await stored(device.replica, 'salon_settings', SALON))?.rooms ?? null;
const takeBack = () => toasts.store.getState().toasts[0]?.action?.onAction();

test('a salon without rooms reads what they are for; the first is added without a line, and can be taken back', async () => {
  const card = await opened([]);
  expect(card.getByText(/^Ако няколко услуги ползват един кабинет/)).toBeTruthy();
  device.server.online = false;
  await user.click(card.getByRole('button', { name: 'Добави кабинет или място' }));
  await user.click(dialog().getByRole('button', { name: 'Запази' }));
  expect(dialog().getByText('Напишете име')).toBeTruthy();
  await user.type(dialog().getByLabelText(/^Име/), ' Мивка ');
  await user.click(dialog().getByRole('button', { name: 'Запази' }));
  expect(await card.findByText('Мивка')).toBeTruthy();
  expect(card.getByText('1 бр. · няма услуги')).toBeTruthy();
  await takeBack();
  await waitFor(async () => expect(await roomsNow()).toBeNull());
  expect(await card.findByText(/^Ако няколко услуги/)).toBeTruthy();
});

test('a room is changed, never to the name of another one, and that can be taken back', async () => {
  const card = await opened([LASER, { id: 'b2', name: 'Мивка', count: 2 }]);
  await user.click(card.getByRole('button', { name: 'Промени Лазерен кабинет' }));
  await user.clear(dialog().getByLabelText(/^Име/));
  await user.type(dialog().getByLabelText(/^Име/), 'мивка');
  await user.click(dialog().getByRole('button', { name: 'Запази' }));
  expect(dialog().getByText(/^Вече има с това име/)).toBeTruthy();
  await user.clear(dialog().getByLabelText(/^Име/));
  await user.type(dialog().getByLabelText(/^Име/), 'Лазер');
  await user.click(dialog().getByRole('button', { name: 'Запази' }));
  expect(await card.findByText('Лазер')).toBeTruthy();
  await takeBack();
  expect(await card.findByText('Лазерен кабинет')).toBeTruthy();
});

test('a room goes after a question that counts the services which need it, and comes back to them', async () => {
  device.server.put('services', 'hair', { name: 'Епилация', room_id: LASER.id, duration: 30 });
  const card = await opened([LASER]);
  expect(await card.findByText('1 бр. · 1 услуга')).toBeTruthy();
  await user.click(card.getByRole('button', { name: 'Изтрий Лазерен кабинет' }));
  expect(screen.getByText('1 услуга го ползва. Тя остава и вече не ѝ трябва нищо.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Изтрий' }));
  await waitFor(async () => expect(await roomsNow()).toBeNull());
  await takeBack();
  expect(await card.findByText('1 бр. · 1 услуга')).toBeTruthy();
  // Another device has set others meanwhile: those stay.
  await user.click(card.getByRole('button', { name: 'Изтрий Лазерен кабинет' }));
  await user.click(screen.getByRole('button', { name: 'Изтрий' }));
  await waitFor(async () => expect(await roomsNow()).toBeNull());
  await device.replica.syncNow();
  const theirs = roomsText([{ id: 'c3', name: 'Стол', count: 1 }]);
  device.server.put('salon_settings', SALON, { rooms: theirs });
  await device.replica.syncNow();
  await takeBack();
  await waitFor(() => expect(toasts.store.getState().toasts[0]?.description).toMatch(/^Междувременно са зададени други/));
  expect(await roomsNow()).toBe(theirs);
});

test('English has the words, too', async () => {
  setLanguage('en');
  const card = await opened([{ ...LASER, count: 2 }], 'Rooms and chairs');
  expect(card.getByText('2 in all · no services')).toBeTruthy();
  expect(card.getByRole('button', { name: 'Change Лазерен кабинет' })).toBeTruthy();
});
