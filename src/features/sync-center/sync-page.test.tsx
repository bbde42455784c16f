// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storagePersistence } from '#data/browser/device-storage.ts';
import { addClient, deleteClient, updateClient } from '#data/clients.commands.ts';
import { addEvent, moveEvent } from '#data/events/events.commands.ts';
import { emptiedDevice } from '#data/local-data/device-mark.ts';
import { type Device, openDevice, SALON_ID } from '#data/replica.test-support.ts';
import { replaceWeeklyShifts } from '#data/shifts.commands.ts';
import { show } from '#features/shared/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { SyncPage } from './sync-page.tsx';

/** Of a loss, what earlier versions did not note. */
const UNTOLD = { replica: null, undecided: 0, since: null, salon: null, kept: 0, readAt: null, readAtDoor: false };

const user = userEvent.setup();
const routes = { '/sync': <SyncPage /> };
let device: Device;

beforeEach(async () => {
  setLanguage('bg');
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  emptiedDevice.setState({ emptied: null });
  storagePersistence.setState(storagePersistence.getInitialState(), true);
  Reflect.deleteProperty(navigator, 'storage');
  await device.replica.close();
});

/** The server has an employee, a client and a booking of hers on 20 November at 14:00 in Sofia; this device too. */
async function withBooking(): Promise<void> {
  device.server.put('salons', String(SALON_ID), { name_bg: 'Къдрица', timezone: 'Europe/Sofia' });
  device.server.put('resources', 'rado', { name: 'Радослав' });
  device.server.put('resources', 'maria', { name: 'Мария' });
  device.server.put('clients', 'albena', { name: 'Албена Танчева', first_name: 'Албена', last_name: 'Танчева' });
  device.server.put('events', 'e1', {
    resource_id: 'rado',
    client_id: 'albena',
    title: 'Сешоар',
    start_time: '2026-11-20T12:00:00.000Z',
    end_time: '2026-11-20T12:45:00.000Z',
  });
  device.server.online = true;
  await device.replica.syncNow();
  device.server.online = false;
}

const item = async (text: string) => {
  const found = (await screen.findByText(text)).closest('li');
  if (!found) throw new Error(`no row ${text}`);
  return found;
};
/** What the browser says of its storage. */
const storage = (value: object) => Object.defineProperty(navigator, 'storage', { value, configurable: true });
const section = (name: string) => within(screen.getByRole('region', { name }));

describe('what waits to be sent', () => {
  it('is nothing once everything is sent', async () => {
    device.server.online = true;
    await device.replica.syncNow();
    show(device, '/sync', routes);
    expect(await screen.findByText('Всичко е изпратено.')).toBeTruthy();
    expect(screen.getByText('Нищо не чака решение.')).toBeTruthy();
    expect(await screen.findByText('Свързано')).toBeTruthy();
  });

  it('stands there by its name, and is sent when asked', async () => {
    await addClient(device.replica, { first_name: 'Йоана', last_name: 'Христова' });
    const shown = show(device, '/sync', routes);
    const row = await item('Нов клиент: Йоана Христова');
    expect(row.querySelector('time')?.textContent).toMatch(/^\d+:\d\d$/);
    expect(shown.path()).toBe('/sync');
    device.server.online = true;
    await user.click(screen.getByRole('button', { name: 'Опитай сега' }));
    expect(await screen.findByText('Всичко е изпратено.')).toBeTruthy();
  });

  it('stands there in part where it is much, the rest on demand, by the keyboard too', async () => {
    for (let at = 10; at < 31; at++) await addClient(device.replica, { first_name: `Клиент ${at}`, last_name: 'Нов' });
    show(device, '/sync', routes);
    await item('Нов клиент: Клиент 10 Нов');
    expect(section('Чакат изпращане 21').getAllByRole('listitem')).toHaveLength(10);
    screen.getByRole('button', { name: 'Покажи още 11' }).focus();
    await user.keyboard('{Enter}');
    const all = section('Чакат изпращане 21').getAllByRole('listitem');
    expect(all).toHaveLength(21);
    expect(all[10]?.contains(document.activeElement)).toBe(true);
    expect(screen.queryByRole('button', { name: /Покажи още/ })).toBeNull();
  });

  it.each([
    ['bg', 'Преместен час: Албена Танчева, Сешоар', '14:00 → 13:15 · Радослав'],
    ['en', 'Moved appointment: Албена Танчева, Сешоар', '14:00 → 13:15 · Радослав'],
  ] as const)('says in %s from when to when a booking was moved, and leads to it on its day', async (language, title, detail) => {
    setLanguage(language);
    await withBooking();
    const place = { resource_id: 'rado', start_time: '2026-11-20T11:15:00.000Z', end_time: '2026-11-20T12:00:00.000Z' };
    await moveEvent(device.replica, 'e1', place);
    show(device, '/sync', routes);
    const row = await item(title);
    await waitFor(() => expect(row.textContent).toContain(detail));
    expect(row.querySelector('a')?.getAttribute('href')).toBe('/calendar?day=2026-11-20&event=e1');
    await moveEvent(device.replica, 'e1', { ...place, resource_id: 'maria' });
    await waitFor(() => expect(row.textContent).toContain('14:00 → 13:15 · Радослав → Мария'));
    await moveEvent(device.replica, 'e1', {
      resource_id: 'rado',
      start_time: '2026-11-21T11:15:00.000Z',
      end_time: '2026-11-21T12:00:00.000Z',
    });
    const days =
      language === 'bg' ? 'пт, 20/11/2026, 14:00 → сб, 21/11/2026, 13:15' : 'Fri, 20/11/2026, 14:00 → Sat, 21/11/2026, 13:15';
    await waitFor(() => expect(row.textContent).toContain(days));
    expect(row.querySelector('a')?.getAttribute('href')).toBe('/calendar?day=2026-11-21&event=e1');
  });

  it('names what changed in a record, and has no way to what is deleted', async () => {
    await withBooking();
    device.server.put('clients', 'ina', { name: 'Ина Фотева' });
    device.server.online = true;
    await device.replica.syncNow();
    device.server.online = false;
    await updateClient(device.replica, 'albena', { phone: '0888 123 456' });
    await deleteClient(device.replica, 'ina');
    await addEvent(device.replica, {
      type: 'blocking',
      resource_id: 'rado',
      start_time: '2026-11-23T15:00:00.000Z',
      end_time: '2026-11-23T16:00:00.000Z',
      title: 'Доставка',
    });
    await replaceWeeklyShifts(device.replica, 'rado', 1, [{ start: '09:00', end: '17:00' }]);
    show(device, '/sync', routes);
    const changed = await item('Клиент: Албена Танчева');
    expect(changed.textContent).toContain('телефон');
    expect(changed.querySelector('a')?.getAttribute('href')).toBe('/clients/albena');
    const deleted = await item('Изтрит клиент: Ина Фотева');
    expect(deleted.querySelector('a')).toBeNull();
    const blocked = await item('Блокирано време: Доставка');
    await waitFor(() => expect(blocked.textContent).toContain('пн, 23/11/2026, 17:00 · Радослав'));
    const shifts = await item('Седмична смяна: Радослав, понеделник');
    expect(shifts.textContent).toContain('9:00–17:00');
    expect(shifts.querySelector('a')?.getAttribute('href')).toBe('/shifts');
  });

  it('says that it is on its way while it is', async () => {
    device.server.online = true;
    await device.replica.syncNow();
    await addClient(device.replica, { first_name: 'Йоана', last_name: 'Христова' });
    let arrive: () => void = () => undefined;
    const push = device.server.push.bind(device.server);
    device.server.push = async (...asked) => {
      await new Promise<void>((done) => {
        arrive = done;
      });
      return push(...asked);
    };
    show(device, '/sync', routes);
    const row = await item('Нов клиент: Йоана Христова');
    const round = device.replica.syncNow();
    await waitFor(() => expect(row.textContent).toContain('изпраща се'));
    arrive();
    await round;
    expect(await screen.findByText('Всичко е изпратено.')).toBeTruthy();
  });
});

describe('a record that the server does not manage now', () => {
  it.each([
    ['bg', 'Нов клиент: Йоана Христова', /Сървърът още не успява да го приеме\. Следващ опит в \d+:\d\d/],
    ['en', 'New client: Йоана Христова', /The server does not manage to take it yet\. Next try at \d+:\d\d/],
  ] as const)('is named with its next try, and asks for no decision: %s', async (language, title, words) => {
    setLanguage(language);
    device.server.online = true;
    await device.replica.syncNow();
    device.server.isBusy = true;
    await addClient(device.replica, { first_name: 'Йоана', last_name: 'Христова' });
    await device.replica.syncNow();
    show(device, '/sync', routes);
    expect((await item(title)).textContent).toMatch(words);
    expect(device.replica.status$.value).toMatchObject({ phase: 'syncing', pending: 1, issues: 0 });
  });
});

describe('how the exchange stands', () => {
  it('shows the first download by its parts while it goes on behind the open calendar', async () => {
    await addClient(device.replica, { first_name: 'Йоана', last_name: 'Христова' });
    show(device, '/sync', routes);
    const parts = within(await screen.findByRole('list', { name: 'Какво е изтеглено' }));
    const said = () => parts.getAllByRole('listitem').map((row) => row.textContent);
    await waitFor(() => expect(said()).toContain('Часове: днес и следващите 7 дниизтегля се'));
    device.server.online = true;
    await user.click(screen.getByRole('button', { name: 'Опитай сега' }));
    expect(await screen.findByText('Свързано')).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Какво е изтеглено' })).toBeNull();
  });

  it('tells an outage from its first failed round on, and connects again', async () => {
    device.server.online = true;
    await device.replica.syncNow();
    device.server.online = false;
    await device.replica.syncNow();
    show(device, '/sync', routes);
    expect(await screen.findByText('Офлайн')).toBeTruthy();
    expect(screen.getByText(/^от \d+:\d\d: няма връзка$/)).toBeTruthy();
    expect(section('Състояние').getByText(/^днес, \d+:\d\d$/)).toBeTruthy();
    device.server.online = true;
    await user.click(screen.getByRole('button', { name: 'Опитай сега' }));
    expect(await screen.findByText('Свързано')).toBeTruthy();
  });

  it.each([
    [
      'bg',
      'Браузърът може да изтрие данните тук, ако мястото свърши.',
      'Поискай да се пазят',
      /^Браузърът още не обещава/,
      'Браузърът обеща да пази данните тук.',
    ],
    [
      'en',
      'The browser may delete the data here if room runs out.',
      'Ask to keep it',
      /^The browser does not promise/,
      'The browser promised to keep the data here.',
    ],
  ] as const)('says in %s whether the browser keeps the data, and asks again', async (language, not, ask, refused, kept) => {
    setLanguage(language);
    const persist = vi.fn(async () => false);
    storage({ persisted: async () => false, persist });
    storagePersistence.setState({ persisted: false });
    show(device, '/sync', routes);
    expect(await screen.findByText(not)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: ask }));
    expect(await screen.findByText(refused)).toBeTruthy();
    persist.mockResolvedValue(true);
    await user.click(screen.getByRole('button', { name: ask }));
    expect(await screen.findByText(kept)).toBeTruthy();
  });

  it.each([
    [{ question: 'denied' }, /^Браузърът може да изтрие данните тук, ако мястото свърши: на този сайт е отказано/, 0],
    [{ question: 'open' }, /след натискането ще попита сам\.$/, 1],
    [{ passing: true }, /^Това е частен прозорец: когато го затворите, браузърът изтрива всичко/, 0],
  ] as const)(
    'says what is true where the browser asks the person, was refused or is private (%o)',
    async (said, words, buttons) => {
      storagePersistence.setState({ persisted: false, ...said });
      show(device, '/sync', routes);
      expect(await screen.findByText(words)).toBeTruthy();
      expect(screen.queryAllByRole('button', { name: 'Поискай да се пазят' })).toHaveLength(buttons);
    },
  );

  it('shows what the device holds, from when to when, and the room it takes', async () => {
    await withBooking();
    const estimate = async () => ({ usage: 48_000_000, quota: 512_000_000 });
    storage({ estimate });
    show(device, '/sync', routes);
    expect(await screen.findByText('48 от 512 MB')).toBeTruthy();
    expect(screen.getByRole('meter').getAttribute('aria-valuenow')).toBe('9');
    expect(screen.getByText('Календарът е тук от 20/11/2026 до 20/11/2026. 5 записа общо.')).toBeTruthy();
  });
});

describe('after an outage', () => {
  it.each([
    ['bg', '1 изпратена.', /^Офлайн в \d+:\d\d$/, 'Разбрах'],
    ['en', '1 sent.', /^Offline at \d+:\d\d$/, 'Got it'],
  ] as const)('the receipt says in %s what became of the work, until it has been read', async (language, words, outage, done) => {
    setLanguage(language);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T09:42:07Z') });
    device.server.online = true;
    await device.replica.syncNow();
    device.server.online = false;
    await device.replica.syncNow();
    await addClient(device.replica, { first_name: 'Йоана', last_name: 'Христова' });
    device.server.online = true;
    await device.replica.syncNow();
    show(device, '/sync', routes);
    expect(await screen.findByText(words)).toBeTruthy();
    // Within one minute: from then to then would say nothing.
    expect(screen.getByText(outage)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: done }));
    await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  });

  it.each([
    ['bg', 3, /17.214 записа\. 3 промени не бяха изпратени\..*Неизпратеното го няма/],
    ['bg', 0, /17.214 записа\. Всичко беше изпратено\..*Изтеглят се отново/],
    ['en', 1, /17.214 records here\. 1 change had not been sent\..*What was not sent is gone/],
  ] as const)('an emptied device says so in %s with %i unsent', async (language, unsent, words) => {
    setLanguage(language);
    emptiedDevice.setState({
      emptied: { userId: 'u', salonId: SALON_ID, rows: 17214, unsent, at: '2026-11-20T10:00:00.000Z', ...UNTOLD },
    });
    show(device, '/sync', routes);
    const notice = await screen.findByRole('region', {
      name: /^(Данните на това устройство ги няма|The data on this device is gone)$/,
    });
    expect(notice.textContent).toMatch(words);
    await user.click(within(notice).getByRole('button'));
    await waitFor(() => expect(document.querySelector('[data-emptied]')).toBeNull());
  });
});
