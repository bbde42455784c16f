// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eraseClient } from '#data/clients/client-erasure.ts';
import { addClient } from '#data/clients.commands.ts';
import { addEvent } from '#data/events/events.commands.ts';
import { addVisit } from '#data/events/visits.commands.ts';
import { type Device, openDevice, SALON_ID } from '#data/replica.test-support.ts';
import { addEmployee } from '#data/resources.commands.ts';
import { changeOf } from '#data/row-writes.ts';
import { clearToasts, show } from '#features/shared/screen.test-support.tsx';
import { i18n, setLanguage } from '#i18n/i18n.ts';
import { ClientCardPage } from './client-card-page.tsx';

const user = userEvent.setup();
const routes = { '/clients/:id': <ClientCardPage /> };
const DAY_MS = 86_400_000;
const at = (days: number, hours = 0) => new Date(Date.now() + days * DAY_MS + hours * 3_600_000).toISOString();
let device: Device;
let silvia: string;
let maria: string;

beforeEach(async () => {
  await setLanguage('bg');
  sessionStorage.clear();
  device = await openDevice();
  maria = await addEmployee(device.replica, { name: 'Мария', email: 'm@salon.bg' });
  silvia = await addClient(device.replica, {
    first_name: 'Силвия',
    last_name: 'Маркова',
    phone: '0897112904',
    email: 'silvia@example.com',
    city: 'София',
    birth_date: '1989-06-14',
    notes: 'Предпочита сутрин. Алергия към амоняк.',
  });
  await device.replica.write([
    changeOf('services', 'cut', { name: 'Подстригване', name_bg: 'Подстригване', duration: 60 }),
    changeOf('services', 'dye', { name: 'Балеаж', name_bg: 'Балеаж', duration: 60 }),
  ]);
});
afterEach(async () => {
  cleanup();
  clearToasts();
  await device.replica.close();
});

async function booked(days: number, service: string, status?: string, client = silvia) {
  const id = await addEvent(device.replica, {
    type: 'appointment',
    resource_id: maria,
    client_id: client,
    service_id: service,
    start_time: at(days),
    end_time: at(days, 1),
  });
  if (status) await device.replica.write([changeOf('events', id, { status })]);
  return id;
}
/** What stands above a word in the figures. */
const figure = (label: string) =>
  screen
    .getAllByText(label)
    .find(({ tagName }) => tagName === 'DT')
    ?.parentElement?.querySelector('dd')?.textContent;

it('shows who it is and how to reach them, an allergy first, and what their appointments come to', async () => {
  await booked(-40, 'dye', 'completed');
  await booked(-10, 'dye');
  await booked(-3, 'cut', 'completed');
  await booked(-20, 'cut', 'no-show');
  await booked(-30, 'cut', 'cancelled');
  const next = await booked(18, 'dye');
  show(device, `/clients/${silvia}`, routes);
  expect(await screen.findByText('посещения')).toBeTruthy();
  expect(figure('посещения')).toBe('3');
  expect(figure('отказан')).toBe('1');
  expect(screen.getByText(/^неявяване, \d\d\/\d\d\/\d{4}$/).parentElement?.querySelector('dd')?.textContent).toBe('1');
  const links = Object.fromEntries(
    screen.getAllByRole('link').map((link) => [link.getAttribute('aria-label') ?? link.textContent, link.getAttribute('href')]),
  );
  expect(links['Обади се на Силвия Маркова: 0897 112 904']).toBe('tel:+359897112904');
  expect(links['Съобщение до Силвия Маркова']).toBe('sms:+359897112904');
  expect(links['Имейл до Силвия Маркова']).toBe('mailto:silvia@example.com');
  expect(links['Нов час']).toBe(`/calendar/add?client=${silvia}&service=cut&employee=${maria}`);
  expect(screen.getByText('Алергия към амоняк.').closest('.notice')).toBeTruthy();
  expect(screen.getByText('Следващ час').closest('section')?.querySelector('a')?.getAttribute('href')).toContain(`event=${next}`);
  const visits = within(screen.getByRole('region', { name: 'Посещения' }));
  expect(visits.getAllByRole('listitem')).toHaveLength(5);
  expect(visits.getAllByText('приключен')).toHaveLength(2);
  await user.click(visits.getByRole('radio', { name: /Неявявания/ }));
  expect(visits.getAllByRole('listitem')).toHaveLength(1);
  const details = screen.getByText('Предпочита').closest('dl')?.textContent;
  for (const text of ['14/06/1989', 'Мария', 'Най-често', 'Балеаж', 'Последно посещение']) expect(details).toContain(text);
});

it('shows a visit as one entry with its services, who did each and the whole price, and books all of it again', async () => {
  const vera = await addEmployee(device.replica, { name: 'Вера', email: 'v@salon.bg' });
  await device.replica.write([
    changeOf('services', 'cut', { price: 40 }),
    changeOf('services', 'dye', { price: 90 }),
    changeOf('services', 'nails', { name: 'Маникюр', name_bg: 'Маникюр', duration: 60, price: 30 }),
  ]);
  const leg = (resource_id: string, service_id: string, from: number, to: number) => ({
    ...{ resource_id, service_id, start_time: at(-2, from), end_time: at(-2, to) },
  });
  const [first = '', , nails = ''] = await addVisit(device.replica, {
    client_id: silvia,
    legs: [leg(maria, 'dye', 0, 1), leg(vera, 'cut', 1, 2), leg(maria, 'nails', 2, 3)],
  });
  await device.replica.write([changeOf('events', nails, { status: 'cancelled' })]);
  await booked(-9, 'cut');
  show(device, `/clients/${silvia}`, routes);
  const [entry, other] = within(await screen.findByRole('region', { name: 'Посещения' })).getAllByRole('listitem');
  expect(other?.textContent).toContain('Подстригване');
  const words = entry?.textContent ?? '';
  for (const word of ['Балеаж', 'Мария', 'Подстригване', 'Вера', 'Маникюр, Отказан', '130,00']) expect(words).toContain(word);
  expect(entry?.querySelectorAll('a')).toHaveLength(1);
  expect(entry?.querySelector('a')?.getAttribute('href')).toContain(`event=${first}`);
  expect([figure('посещения'), figure('отказани') ?? figure('отказан')]).toEqual(['2', '0']);
  const again = screen.getByRole('link', { name: 'Нов час' }).getAttribute('href');
  expect(again).toBe(`/calendar/add?client=${silvia}&service=dye&employee=${maria}&service=cut&employee=${vera}`);
});

it('shows what was paid in what it was paid in, whatever the salon counts in by now, and so does the copy', async () => {
  await device.replica.write([changeOf('services', 'cut', { price: 120, currency: 'BGN' })]);
  await booked(-3, 'cut', 'completed');
  device.server.put('salons', String(SALON_ID), { name_bg: 'Студио', name_en: 'Studio', currency: 'EUR' });
  device.server.put('salon_settings', String(SALON_ID), { currency: 'EUR' });
  device.server.online = true;
  await device.replica.syncNow();
  show(device, `/clients/${silvia}`, routes);
  expect((await screen.findByText(/120,00/)).textContent?.replace(/\u00a0/g, ' ')).toBe('120,00 лв · 61,36 €');
  const made: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    made.push(blob as Blob);
    return 'blob:x';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await user.click(screen.getByRole('button', { name: i18n.t('clients:copy_json') }));
  await waitFor(() => expect(made).toHaveLength(1));
  const copy = JSON.parse((await made[0]?.text()) ?? '') as { appointments: { price: number; currency: string }[] };
  expect(copy.appointments).toMatchObject([{ price: 120, currency: 'BGN' }]);
  vi.restoreAllMocks();
});

it('leads from a merged duplicate to the client that stands for it, whose visits both are', async () => {
  const twin = await addClient(device.replica, { first_name: 'Силвия', last_name: 'М' });
  await booked(-3, 'cut', 'completed', twin);
  await booked(-9, 'cut', 'completed');
  await device.replica.write([changeOf('clients', twin, { merged_into: silvia })]);
  const shown = show(device, `/clients/${twin}`, routes);
  await waitFor(() => expect(shown.path()).toBe(`/clients/${silvia}`));
  await screen.findByText('посещения');
  expect(figure('посещения')).toBe('2');
});

it('says what a merged duplicate holds otherwise, also what another device has written into it since', async () => {
  const twin = { first_name: 'Силвия', last_name: 'М', phone: '+359888777666', city: 'София', merged_into: silvia };
  device.server.online = true;
  await device.replica.syncNow();
  device.server.put('clients', 'twin', { ...twin, notes: 'Алергия към амоняк.' });
  await device.replica.syncNow();
  show(device, `/clients/${silvia}`, routes);
  const merged = await screen.findByRole('region', { name: 'В обединения запис на Силвия М е останало' });
  expect(merged.textContent).toContain('0888 777 666');
  expect(merged.textContent).not.toMatch(/София|Алергия/);
  device.server.put('clients', 'twin', { notes: 'Сменя си номера от март.' });
  await act(() => device.replica.syncNow());
  await waitFor(() => expect(merged.textContent).toContain('Сменя си номера от март.'));
  await device.replica.write([changeOf('clients', silvia, { phone: '+359888777666', notes: 'Сменя си номера от март.' })]);
  await waitFor(() => expect(screen.queryByText(/В обединения запис/)).toBeNull());
});

it('says what is not on this device when there is no line, and reads it when there is one', async () => {
  device.server.put('clients', 'old', { first_name: 'Стара', last_name: 'Клиентка' });
  device.server.put('events', 'then', {
    resource_id: 'x',
    client_id: 'old',
    service_id: 'cut',
    title: 'Къдрене',
    status: 'completed',
    start_time: at(-900),
    end_time: at(-900, 1),
  });
  device.server.online = true;
  await device.replica.syncNow();
  device.server.online = false;
  await device.replica.syncNow();
  show(device, '/clients/old', routes);
  expect(await screen.findByText(/^Посещенията преди .+ не са на това устройство/)).toBeTruthy();
  device.server.online = true;
  await act(async () => device.replica.syncNow());
  expect(await screen.findByText('Подстригване')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(/не са на това устройство/)).toBeNull());
  expect(figure('посещение')).toBe('1');
});

it.each([
  ['bg', 'Няма клиент с този номер'],
  ['en', 'There is no client with this id'],
] as const)('says so in %s when the id is nobody’s', async (language, words) => {
  await setLanguage(language);
  show(device, '/clients/nobody', routes);
  expect(await screen.findByText(words)).toBeTruthy();
});

it('stays under an open dialog when the client is erased, and says so when it closes', async () => {
  show(device, `/clients/${silvia}`, routes);
  const erase = await screen.findByRole<HTMLButtonElement>('button', { name: 'Заличи клиента…' });
  await waitFor(() => expect(erase.disabled).toBe(false)); // once their appointments are read
  await user.click(erase);
  const dialog = await screen.findByRole('dialog', { name: 'Да заличим ли „Силвия Маркова“?' });
  await act(() => eraseClient(device.replica, silvia, at(0)));
  expect(dialog.isConnected).toBe(true);
  expect(screen.queryByText('Няма клиент с този номер')).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Отказ' }));
  await screen.findByText('Няма клиент с този номер');
});

it.each([
  ['bg', 'Премести', 'Виж в календара'],
  ['en', 'Move', 'Show in the calendar'],
] as const)('moves and shows the next appointment in the calendar by one press, in %s', async (language, move, show_) => {
  await setLanguage(language);
  const next = await booked(4, 'cut');
  await booked(18, 'dye');
  show(device, `/clients/${silvia}`, routes);
  const moves = await screen.findAllByRole('link', { name: move });
  expect(moves.map((link) => link.getAttribute('href'))).toEqual([expect.stringMatching(`day=.+&moving=${next}$`)]);
  expect(screen.getByRole('link', { name: show_ }).getAttribute('href')).toMatch(`&show=${next}`);
});

it('offers the next booking at its foot on a phone, once', async () => {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: query.includes('max-width'), media: query }),
  );
  await booked(-3, 'cut');
  show(device, `/clients/${silvia}`, routes);
  const again = await screen.findByRole('link', { name: 'Нов час' });
  await waitFor(() => expect(again.getAttribute('href')).toBe(`/calendar/add?client=${silvia}&service=cut&employee=${maria}`));
  expect(again.closest('header')).toBeNull();
  vi.unstubAllGlobals();
});
