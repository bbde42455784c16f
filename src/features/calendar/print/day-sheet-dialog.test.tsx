// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CalendarPage } from '#calendar/calendar-page.tsx';
import { ZONE } from '#calendar/reads/rows.test-support.ts';
import { type Device, openDevice, SALON_ID } from '#data/replica.test-support.ts';
import { instantOf, todayIn } from '#domain/time/time.ts';
import { show } from '#features/shared/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { roomsText } from '#schemas/rooms.ts';
import { closedDaysText } from '#schemas/salon-days.ts';
import { DaySheet } from './day-sheet.tsx';
import type { SheetSection } from './day-sheet-build.ts';

const person = userEvent.setup();
const today = todayIn(ZONE, Date.now());

let device: Device;
beforeEach(async () => {
  setLanguage('bg');
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width: 1440, height: 900 });
  sessionStorage.clear();
  localStorage.clear();
  device = await openDevice();
  const { server, replica } = device;
  server.put('salons', String(SALON_ID), { timezone: ZONE });
  server.put('resources', 'maria', { role: 'employee', active: true, name: 'Мария Петрова' });
  server.put('clients', 'anna', { first_name: 'Анна', last_name: 'Василева', phone: '+359888123456' });
  const times = { start_time: instantOf(today, 12 * 60, ZONE), end_time: instantOf(today, 13 * 60, ZONE) };
  server.put('events', 'cut', { status: 'booked', title: 'Боя', resource_id: 'maria', client_id: 'anna', ...times });
  server.online = true;
  await replica.syncNow();
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await device.replica.close();
});

it('the sheet of the day goes with the first key after printing, and that key does what it always does', async () => {
  const printed = vi.fn();
  window.print = printed;
  show(device, '/calendar', { '/calendar': <CalendarPage /> });
  await screen.findByRole('button', { name: /^12:00–13:00, Анна Василева/ });
  await person.click(screen.getByRole('button', { name: 'Още действия' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Печат на деня' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Печат на деня' }));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Печат' })).toHaveProperty('disabled', false));
  await person.click(dialog.getByRole('button', { name: 'Печат' }));
  await waitFor(() => expect(printed).toHaveBeenCalledOnce());
  expect(screen.getByRole('article').textContent).toContain('12:00–13:00Анна Василева0888 123 456Боя');
  act(() => void window.dispatchEvent(new Event('afterprint')));
  await person.keyboard('?');
  const help = await screen.findByRole('dialog', { name: 'Клавиши' });
  expect(help.textContent).toContain('ИнтервалMВдигни часа');
  expect(screen.queryByRole('article')).toBeNull();
});

it.each([
  ['bg', ['9:00–18:00 · 1 запис', 'Почива', 'Отсъства · 1 запис', 'Неактивен']],
  ['en', ['9:00–18:00 · 1 appointment', 'Day off', 'Away · 1 appointment', 'Inactive']],
] as const)('the sheet writes in %s who is off as it writes who is away, and as the calendar does', (language, said) => {
  setLanguage(language);
  const row = {
    ...{ id: 'cut', range: '10:00–11:00', who: 'Анна', phone: '', service: 'Боя, престой 10:15–10:30', notes: '' },
    kind: 'booking' as const,
  };
  const of = (id: string, hours: string, off: SheetSection['off'], bookings = 0): SheetSection => ({
    ...{ id, name: id, position: null, hours, off, bookings, rows: bookings > 0 ? [row] : [] },
  });
  const sections = [
    of('maria', '9:00–18:00', 'day_off', 1),
    of('boris', '', 'day_off'),
    of('vera', '', 'away', 1),
    of('kalina', '', 'inactive'),
  ];
  render(<DaySheet day="" salon="" phones notes sections={sections} />);
  expect([...document.querySelectorAll('.emp-sect .right')].map((head) => head.textContent)).toEqual(said);
  // A range of times is never broken over two lines.
  expect(document.querySelector('td:nth-child(4)')?.textContent).toBe('Боя, престой 10:15\u2060–\u206010:30');
});

const ctrlP = () => {
  const press = new KeyboardEvent('keydown', { key: 'п', code: 'KeyP', ctrlKey: true, bubbles: true, cancelable: true });
  act(() => void document.body.dispatchEvent(press));
  return press;
};
const says = (event: string) => act(() => void window.dispatchEvent(new Event(event)));
const BOOKED = /^12:00–13:00, Анна Василева/;

it('over the week Ctrl+P offers the week, across, with a choice of phones and services, and the day as well', async () => {
  const printed = vi.fn();
  window.print = printed;
  const rules = vi.spyOn(CSSStyleSheet.prototype, 'replaceSync');
  localStorage.setItem('greben.calendar.view', '"week"');
  show(device, '/calendar', { '/calendar': <CalendarPage /> });
  await screen.findByRole('grid', { name: /^График за седмицата/ });
  ctrlP();
  const dialog = within(await screen.findByRole('dialog', { name: 'Печат на седмицата' }));
  expect(dialog.queryByRole('checkbox', { name: 'С бележките' })).toBeNull();
  await person.click(dialog.getByRole('radio', { name: 'Ден' }));
  expect(dialog.getByRole('checkbox', { name: 'С бележките' })).toBeTruthy();
  await person.click(dialog.getByRole('radio', { name: 'Седмица' }));
  await person.click(dialog.getByRole('checkbox', { name: 'С телефоните' }));
  await person.click(dialog.getByRole('checkbox', { name: 'С услугите' }));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Печат' })).toHaveProperty('disabled', false));
  await person.click(dialog.getByRole('button', { name: 'Печат' }));
  await waitFor(() => expect(printed).toHaveBeenCalledOnce());
  const sheet = within(screen.getByRole('article'));
  const maria = sheet.getByRole('row', { name: /^Мария Петрова/ });
  expect(within(maria).getAllByRole('cell')).toHaveLength(7);
  expect(maria.textContent).toContain('12:00\u2060–\u206013:00 Анна Василева Боя');
  expect(maria.textContent).not.toContain('0888');
  expect(rules).toHaveBeenLastCalledWith(expect.stringContaining('size:A4 landscape;'));
  expect(document.adoptedStyleSheets).toHaveLength(1);
  says('afterprint');
  await person.keyboard('{Shift}');
  expect(document.adoptedStyleSheets).toEqual([]);
});

it.each([
  ['day', 'Анна Василева'],
  ['week', '12:00'],
] as const)(
  'the browser’s own menu prints the shown %s instead of the screen, without phones, until the person is back',
  async (view, shown) => {
    localStorage.setItem('greben.calendar.view', `"${view}"`);
    show(device, '/calendar', { '/calendar': <CalendarPage /> });
    await screen.findByRole('grid', { name: view === 'day' ? /^График за деня/ : /^График за седмицата/ });
    await waitFor(() => {
      says('beforeprint');
      const sheet = screen.getByRole('article').textContent;
      expect(sheet).toContain(shown);
      expect(sheet).toContain('Мария Петрова');
      expect(sheet).not.toContain('0888');
    });
    says('beforeprint');
    expect(screen.getAllByRole('article')).toHaveLength(1);
    says('afterprint');
    expect(screen.getAllByRole('article')).toHaveLength(1);
    await person.keyboard('{Shift}');
    expect(screen.queryByRole('article')).toBeNull();
  },
);

it.each([
  ['bg', 'Затворено: Ремонт', 'Затворено', 'Боя, Кабинет 1'],
  ['en', 'Closed: Ремонт', 'Closed', 'Боя, Кабинет 1'],
] as const)(
  'the sheets say in %s why the salon is closed, and which room an appointment takes',
  async (language, why, closed, service) => {
    setLanguage(language);
    const { server, replica } = device;
    const rooms = roomsText([{ id: 'r1', name: 'Кабинет 1', count: 1 }]);
    const closed_days = closedDaysText([{ kind: 'dates', from: today, to: today, name: 'Ремонт' }]);
    server.put('salon_settings', String(SALON_ID), { timezone: ZONE, rooms, closed_days });
    server.put('services', 'colour', { name: 'Боя', room_id: 'r1', duration: 60 });
    server.put('events', 'cut', { service_id: 'colour' });
    await replica.syncNow();
    const shown = async (view: string) => {
      localStorage.setItem('greben.calendar.view', `"${view}"`);
      show(device, '/calendar', { '/calendar': <CalendarPage /> });
      await screen.findByRole('grid');
      await waitFor(() => {
        says('beforeprint');
        expect(screen.getByRole('article').textContent).toContain('Мария Петрова');
      });
      return screen.getByRole('article');
    };
    const day = await shown('day');
    expect(within(day).getByRole('heading', { level: 1 }).textContent).toContain(` · ${why}`);
    expect(day.querySelector('.emp-sect .right')?.textContent).toContain(closed);
    expect(within(day).getByRole('cell', { name: service })).toBeTruthy();
    cleanup();
    const week = within(await shown('week'));
    const heads = week.getAllByRole('columnheader').filter(({ textContent }) => textContent.includes(why));
    expect(heads).toHaveLength(1);
  },
);

it('a sheet that was asked for is the only one', async () => {
  window.print = () => void window.dispatchEvent(new Event('beforeprint'));
  show(device, '/calendar', { '/calendar': <CalendarPage /> });
  await screen.findByRole('button', { name: BOOKED });
  ctrlP();
  const dialog = within(await screen.findByRole('dialog', { name: 'Печат на деня' }));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Печат' })).toHaveProperty('disabled', false));
  await person.click(dialog.getByRole('button', { name: 'Печат' }));
  expect(await screen.findAllByRole('article')).toHaveLength(1);
  expect(screen.getByRole('article').textContent).toContain('0888 123 456');
});

it('Ctrl+P offers the sheet instead of printing the screen', async () => {
  show(device, '/calendar', { '/calendar': <CalendarPage /> });
  await screen.findByRole('button', { name: /^12:00–13:00, Анна Василева/ });
  const press = new KeyboardEvent('keydown', { key: 'п', code: 'KeyP', ctrlKey: true, bubbles: true, cancelable: true });
  act(() => void document.body.dispatchEvent(press));
  await screen.findByRole('dialog', { name: 'Печат на деня' });
  expect(press.defaultPrevented).toBe(true);
});

it('the keys of an hour’s height do nothing where no hours are shown', async () => {
  localStorage.setItem('greben.calendar.view', '"week"');
  show(device, '/calendar', { '/calendar': <CalendarPage /> });
  await screen.findByRole('grid', { name: /^График за седмицата/ });
  await person.keyboard('+');
  expect(localStorage.getItem('greben.calendar.zoom')).toBeNull();
  await person.keyboard('d');
  await screen.findByRole('grid', { name: /^График за деня/ });
  await person.keyboard('+');
  expect(localStorage.getItem('greben.calendar.zoom')).not.toBeNull();
});
