// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addClient } from '#data/clients.commands.ts';
import { addEvent } from '#data/events/events.commands.ts';
import { StorageFullError } from '#data/failures.ts';
import { type Device, openDevice } from '#data/replica.test-support.ts';
import { show } from '#features/shared/screen.test-support.tsx';
import { askForRoom, saving, storageFull } from '#features/shared/use-saving.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { StorageFullDialog } from './storage-full-dialog.tsx';

const user = userEvent.setup();
const DAY = 86_400_000;
const MB = 1_000_000;
let device: Device;

beforeEach(async () => {
  setLanguage('bg');
  storageFull.setState({ full: false, open: false, unsaved: null });
  Object.defineProperty(navigator, 'storage', {
    value: { estimate: async () => ({ usage: 512 * MB, quota: 512 * MB }) },
    configurable: true,
  });
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  Reflect.deleteProperty(navigator, 'storage');
  await device.replica.close();
});

/** Bookings so many days ago, as the server has them. */
async function withBookings(...daysAgo: number[]): Promise<void> {
  daysAgo.forEach((days, n) => {
    const start = Date.now() - days * DAY;
    device.server.put('events', `e${n}`, {
      resource_id: 'rado',
      start_time: new Date(start).toISOString(),
      end_time: new Date(start + 3_600_000).toISOString(),
    });
  });
  device.server.online = true;
  await device.replica.syncNow();
}

/** A replica whose `write` fails for want of room until so much was freed. */
function full(freed = 1) {
  const room = { freed: 0, asked: [] as string[] };
  const replica = {
    ...device.replica,
    async freeSpace(before: string) {
      room.asked.push(before);
      room.freed += 1;
      return device.replica.freeSpace(before);
    },
    async write(changes: Parameters<Device['replica']['write']>[0]) {
      if (room.freed < freed) throw new StorageFullError('quota');
      await device.replica.write(changes);
    },
  };
  show(device, '/', { '/': <StorageFullDialog replica={replica} /> });
  return { replica, room };
}

const dialog = () => screen.findByRole('dialog', { name: /Няма място за нови записи|No room for new records/ });
const button = async (name: string) => within(await dialog()).findByRole('button', { name });
const ina = { first_name: 'Ина', last_name: 'Фотева' };

describe('a device without room', () => {
  it.each([
    ['bg', 'Не е запазено: Ина Фотева.', 'Освободи и запази', 'има ги и на сървъра'],
    ['en', 'Not saved: Ина Фотева.', 'Free up and save', 'the server has them too'],
  ] as const)('names in %s what was not saved, frees what the server has, and saves it', async (language, words, label, why) => {
    setLanguage(language);
    await withBookings(10, 370, 380);
    const { replica, room } = full();
    const saved = saving('Ина Фотева', () => addClient(replica, ina));
    expect((await dialog()).textContent).toContain(words);
    expect(await screen.findByText(why)).toBeTruthy();
    expect(screen.getByText(/512 (от|of) 512 MB/)).toBeTruthy();
    await user.click(await button(label));
    expect(await saved).toBeTypeOf('string');
    expect(Date.now() - Date.parse(room.asked[0] ?? '')).toBeGreaterThan(364 * DAY);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(storageFull.getState().full).toBe(false);
    expect(await device.replica.rows.events.find().exec()).toHaveLength(1);
  });

  it('goes to what is younger than a year only by choice', async () => {
    await withBookings(10, 200);
    const { replica, room } = full();
    const saved = saving('Ина Фотева', () => addClient(replica, ina));
    const younger = await screen.findByRole('checkbox', { name: /отпреди половин година/ });
    expect(younger).toHaveProperty('checked', false);
    expect(screen.queryByRole('checkbox', { name: /отпреди година/ })).toBeNull();
    expect(await button('Опитай пак')).toBeTruthy();
    await user.click(younger);
    await user.click(await button('Освободи и запази'));
    await saved;
    expect(Date.now() - Date.parse(room.asked[0] ?? '')).toBeLessThan(190 * DAY);
  });

  it('locks what is worked with and what waits to be sent', async () => {
    await withBookings(10, 370, 200);
    const { replica } = full();
    void saving('Ина Фотева', () => addClient(replica, ina)).catch(() => undefined);
    await screen.findByText('Часове от последните месеци');
    const boxes = screen
      .getAllByRole('checkbox')
      .map((box) => [box.closest('li')?.textContent, (box as HTMLInputElement).checked]);
    expect(boxes).toEqual([
      [expect.stringContaining('отпреди половин година'), false],
      [expect.stringContaining('отпреди година'), true],
    ]);
    expect(screen.getByText('Чакащи промени').closest('li')?.textContent).toContain('само тук, не се трият');
    expect(screen.getByText('Клиенти, услуги, продукти, смени').closest('li')?.textContent).toContain('нужни за работа');
  });

  it('says so when there is still no room, and the save goes on waiting', async () => {
    await withBookings(10, 370);
    const { replica } = full(2);
    const saved = saving('Ина Фотева', () => addClient(replica, ina));
    await user.click(await button('Освободи и запази'));
    expect((await screen.findByRole('alert')).textContent).toBe('Освободихме 1 запис, но мястото още не стига.');
    expect(await screen.findByText(/^Тук няма какво да се освободи/)).toBeTruthy();
    // The person made room elsewhere.
    replica.write = device.replica.write;
    await user.click(await button('Опитай пак'));
    expect(await saved).toBeTypeOf('string');
  });

  it('given up, nothing is freed and the form hears of it', async () => {
    await withBookings(370);
    const { replica, room } = full();
    const saved = saving('Ина Фотева', () => addClient(replica, ina));
    const heard = expect(saved).rejects.toBeInstanceOf(StorageFullError);
    await user.click(await button('Не запазвай'));
    await heard;
    expect(room.asked).toEqual([]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(storageFull.getState().full).toBe(true);
  });

  it('opened from the chip it asks for nothing but room', async () => {
    await withBookings(370);
    full();
    storageFull.setState({ full: true });
    askForRoom();
    expect((await dialog()).textContent).toContain('Новите промени не могат да се запазят, докато няма място.');
    await user.click(await button('Освободи'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await device.replica.rows.events.find().exec()).toHaveLength(0);
  });

  it('says where room is wanting when it is not ours that takes it', async () => {
    Object.defineProperty(navigator, 'storage', {
      value: { estimate: async () => ({ usage: 20 * MB, quota: 512 * MB }) },
      configurable: true,
    });
    const { replica } = full();
    void saving('час', () =>
      addEvent(replica, {
        type: 'blocking',
        resource_id: 'rado',
        start_time: '2026-11-23T15:00:00.000Z',
        end_time: '2026-11-23T16:00:00.000Z',
      }),
    ).catch(() => undefined);
    expect(await screen.findByText(/^Пълно е самото устройство/)).toBeTruthy();
  });
});
