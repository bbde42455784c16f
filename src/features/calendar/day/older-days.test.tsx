// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CalendarPage } from '#calendar/calendar-page.tsx';
import { ZONE } from '#calendar/reads/rows.test-support.ts';
import { addEvent } from '#data/events/events.commands.ts';
import { type Device, openDevice } from '#data/replica.test-support.ts';
import { addDays, dayBounds, todayIn } from '#domain/time/time.ts';
import { show } from '#features/shared/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';

const person = userEvent.setup();
/** Before every device's horizon. */
const OLD = addDays(todayIn(ZONE, Date.now()), -430);
const at = (hour: number) => new Date(Date.parse(dayBounds(OLD, ZONE).from) + hour * 3_600_000).toISOString();

let device: Device;
beforeEach(async () => {
  sessionStorage.clear();
  localStorage.clear();
  device = await openDevice();
  const { server, replica } = device;
  server.put('resources', 'maria', { name: 'Мария Петрова', role: 'employee', active: true });
  server.put('resources', 'left', { name: 'Невена Напуснала', role: 'employee', deleted: true });
  server.put('clients', 'anna', { first_name: 'Анна', last_name: 'Василева', deleted: true });
  server.put('services', 'cut', { name: 'Подстригване', name_en: 'Haircut', deleted: true });
  const booked = { client_id: 'anna', service_id: 'cut', status: 'completed' } as const;
  server.put('events', 'old', {
    ...booked,
    ...{ resource_id: 'maria', notes: 'без амоняк', start_time: at(12), end_time: at(13) },
  });
  server.put('events', 'of-left', { ...booked, resource_id: 'left', start_time: at(15), end_time: at(16) });
  server.online = true;
  await replica.syncNow();
});
afterEach(async () => {
  cleanup();
  await device.replica.close();
});

const open = () => show(device, `/calendar?day=${OLD}`, { '/calendar': <CalendarPage /> });

const WORDS = {
  bg: {
    line: 'По-стари дни се четат от сървъра.',
    reading: 'Денят се чете от сървъра…',
    needed: 'Нужна е връзка, за да се видят по-стари дни',
    refused: 'Сървърът не отговори за този ден',
    own: 'Нужна е връзка, за да се видят по-стари дни. Показано е само записаното на това устройство.',
    retry: 'Опитайте отново',
    only: 'Толкова стар час може само да се разгледа.',
    service: 'Подстригване',
  },
  en: {
    line: 'Older days are read from the server.',
    reading: 'Reading the day from the server…',
    needed: 'A connection is needed to see older days',
    refused: 'The server did not answer for this day',
    own: 'A connection is needed to see older days. Only what was booked on this device is shown.',
    retry: 'Try again',
    only: 'An appointment this old can only be looked at.',
    service: 'Haircut',
  },
} as const;

describe.each(['bg', 'en'] as const)('a day older than what this device keeps (%s)', (language) => {
  const words = WORDS[language];
  beforeEach(() => setLanguage(language));

  it('says that it is read, and shows no day until it has been', async () => {
    const { server } = device;
    const answer = server.readEvents.bind(server);
    let release: () => void = () => undefined;
    const gate = new Promise<void>((done) => {
      release = done;
    });
    server.readEvents = (salon, from, to) => gate.then(() => answer(salon, from, to));
    open();
    expect(await screen.findByText(words.reading)).toBeTruthy();
    expect(screen.queryByRole('grid')).toBeNull();
    expect(document.querySelector('[data-calendar]')?.getAttribute('data-ready')).toBe('false');
    release();
    expect(await screen.findByRole('grid')).toBeTruthy();
    expect(screen.getByText(words.line)).toBeTruthy();
  });

  it('shows what the server has, with the names of those who are deleted, to be looked at only', async () => {
    open();
    const booked = await screen.findByRole('button', {
      name: new RegExp(`Анна Василева, ${words.service}, без амоняк, Мария Петрова`),
    });
    expect(screen.getByRole('button', { name: /Анна Василева.*Невена Напуснала/ })).toBeTruthy();
    expect(booked.dataset.fixed).toBe('true');
    await person.click(booked);
    const card = await screen.findByRole('dialog');
    for (const text of [words.only, 'Анна Василева', 'Мария Петрова', words.service, 'без амоняк'])
      expect(within(card).getByText(text)).toBeTruthy();
    expect(within(card).queryByRole('textbox')).toBeNull();
  });

  it('says without a line that one is needed, shows no empty day, and reads it on request', async () => {
    device.server.online = false;
    open();
    expect(await screen.findByText(words.needed)).toBeTruthy();
    expect(screen.queryByRole('grid')).toBeNull();
    device.server.online = true;
    await person.click(screen.getByRole('button', { name: words.retry }));
    expect(await screen.findByRole('grid')).toBeTruthy();
    expect(screen.queryByText(words.needed)).toBeNull();
  });

  it('says that the server refused', async () => {
    device.server.refusesReads = true;
    open();
    expect(await screen.findByText(words.refused)).toBeTruthy();
    expect(screen.queryByRole('grid')).toBeNull();
  });

  it('says without a line that only what was booked here is shown', async () => {
    device.server.online = false;
    await addEvent(device.replica, {
      type: 'blocking',
      resource_id: 'maria',
      title: 'Обяд',
      start_time: at(18),
      end_time: at(19),
    });
    open();
    const own = await screen.findByRole('button', { name: /Обяд/ });
    expect((await screen.findByText(words.own)).textContent).toBe(words.own);
    expect(own.dataset.fixed).toBeUndefined();
    device.server.online = true;
    await device.replica.syncNow();
    expect(await screen.findByText(words.line)).toBeTruthy();
    expect(await screen.findByRole('button', { name: /Анна Василева.*Мария Петрова/ })).toBeTruthy();
    expect(screen.getByRole('button', { name: /Обяд/ })).toBeTruthy();
  });
});
