// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ZONE } from '#calendar/reads/rows.test-support.ts';
import { type Device, openDevice, SALON_ID } from '#data/replica.test-support.ts';
import { addDays, dayBounds, mondayOf, todayIn } from '#domain/time/time.ts';
import { show } from '#features/shared/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { CalendarPage } from './calendar-page.tsx';

const person = userEvent.setup();
const today = todayIn(ZONE, Date.now());
const at = (hour: number, day = today) => new Date(Date.parse(dayBounds(day, ZONE).from) + hour * 3_600_000).toISOString();
const ALL_WEEK = [0, 1, 2, 3, 4, 5, 6];

let device: Device;
beforeEach(async () => {
  setLanguage('bg');
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width: 1440, height: 900 });
  sessionStorage.clear();
  localStorage.clear();
  device = await openDevice();
  const { server, replica } = device;
  server.put('salons', String(SALON_ID), { timezone: ZONE });
  const employee = { role: 'employee', active: true } as const;
  server.put('resources', 'maria', { ...employee, name: 'Мария Петрова' });
  server.put('resources', 'boris', { ...employee, name: 'Борис Почиващ' });
  server.put('resources', 'gone', { ...employee, name: 'Невена Напуснала', deleted: true });
  server.put('clients', 'anna', { first_name: 'Анна', last_name: 'Василева' });
  for (const weekday of ALL_WEEK) {
    const hours = { start_time: '09:00', end_time: '18:00' };
    server.put('employee_weekly_shifts', `maria/${weekday}/0`, { resource_id: 'maria', weekday, ...hours });
  }
  const booked = { client_id: 'anna', status: 'booked', title: 'Подстригване' } as const;
  server.put('events', 'of-gone', { ...booked, resource_id: 'gone', start_time: at(15), end_time: at(16) });
  server.put('events', 'fair', {
    ...{ type: 'blocking', title: 'Панаир', resource_id: 'maria' },
    ...{ start_time: at(10, addDays(today, -3)), end_time: at(12, today) },
  });
  server.online = true;
  await replica.syncNow();
});
afterEach(async () => {
  cleanup();
  await device.replica.close();
});

const open = () => show(device, '/calendar', { '/calendar': <CalendarPage /> });
const heads = () => screen.getAllByRole('rowheader').map((head) => head.textContent);

describe('who has a column', () => {
  it('is everybody, and whoever was deleted but has appointments, by name and marked', async () => {
    open();
    await screen.findByRole('grid');
    await waitFor(() => expect(screen.getByRole('row', { name: 'Невена Напуснала' }).textContent).toContain('Изтрит'));
    expect(heads()).toHaveLength(3);
    const column = screen.getByRole('row', { name: 'Невена Напуснала' });
    expect(await within(column).findByRole('button', { name: /^15:00–16:00, Анна Василева/ })).toBeTruthy();
  });

  it('is whoever is chosen; the deleted one stays even when nobody is', async () => {
    open();
    await screen.findByRole('grid');
    await person.click(screen.getByRole('button', { name: 'Екип 2 от 2' }));
    await person.click(screen.getByRole('checkbox', { name: /Борис/ }));
    expect(screen.queryByRole('row', { name: 'Борис Почиващ' })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Скрий всички' }));
    await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(1));
    expect(screen.getByRole('row', { name: 'Невена Напуснала' })).toBeTruthy();
    cleanup();
    open();
    await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(1));
    await person.click(screen.getByRole('button', { name: 'Екип 0 от 2' }));
    await person.click(screen.getByRole('button', { name: 'Покажи всички' }));
    await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(3));
  });

  it('is only who works on that day while that is asked for, which is remembered', async () => {
    open();
    await screen.findByRole('row', { name: 'Борис Почиващ' });
    await person.click(screen.getByRole('switch', { name: 'Само на смяна' }));
    await waitFor(() => expect(screen.queryByRole('row', { name: 'Борис Почиващ' })).toBeNull());
    expect(screen.getByRole('row', { name: 'Мария Петрова' })).toBeTruthy();
    cleanup();
    open();
    await screen.findByRole('row', { name: 'Мария Петрова' });
    expect(screen.queryByRole('row', { name: 'Борис Почиващ' })).toBeNull();
    expect(screen.getByRole('switch', { name: 'Само на смяна' }).getAttribute('aria-checked')).toBe('true');
  });
});

describe('what is longer than a day', () => {
  it('stands on each of its days', async () => {
    open();
    const row = await screen.findByRole('row', { name: 'Мария Петрова' });
    expect(await within(row).findByRole('button', { name: /^0:00–12:00, Панаир/ })).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Предишен ден' }));
    expect(await screen.findByRole('button', { name: /^0:00–24:00, Панаир/ })).toBeTruthy();
  });
});

describe('the view', () => {
  it('changes between day and week, is remembered, and moves by its own step', async () => {
    open();
    await screen.findByRole('grid', { name: /^График за деня/ });
    await person.click(screen.getByRole('radio', { name: 'Седмица' }));
    await screen.findByRole('grid', { name: /^График за седмицата/ });
    const monday = document.querySelector('[data-week]')?.getAttribute('data-week') ?? '';
    expect(screen.getAllByRole('columnheader')).toHaveLength(8);
    await person.click(screen.getByRole('button', { name: 'Следваща седмица' }));
    await waitFor(() => expect(document.querySelector(`[data-week="${addDays(monday, 7)}"]`)).toBeTruthy());
    await person.click(screen.getByRole('button', { name: 'Днес' }));
    cleanup();
    open();
    await screen.findByRole('grid', { name: /^График за седмицата/ });
    await person.keyboard('d');
    await screen.findByRole('grid', { name: /^График за деня/ });
  });

  it('of the week books at 9:00 from a cell, opens an appointment, and is one tab stop', async () => {
    localStorage.setItem('greben.calendar.view', '"week"');
    open();
    await screen.findByRole('grid', { name: /^График за седмицата/ });
    expect(document.querySelectorAll('[role=grid] [tabindex="0"]')).toHaveLength(1);
    const row = screen.getByRole('row', { name: /Борис/ });
    await person.click(within(row).getAllByRole('button', { name: /^Нов час, Борис Почиващ/ })[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'Нова резервация' });
    expect(within(dialog).getByLabelText('Служител').textContent).toContain('Борис Почиващ');
    expect(within(dialog).getByLabelText('Час').textContent).toBe('09');
    await person.click(within(dialog).getByRole('button', { name: 'Отказ' }));
    await person.click(await screen.findByRole('button', { name: /^15:00, Анна Василева, до 16:00/ }));
    expect(await screen.findByRole('dialog', { name: 'Редакция на резервация' })).toBeTruthy();
  });

  it('of the week is a table of the employees by seven days, with four appointments in a cell and the number of the others', async () => {
    localStorage.setItem('greben.calendar.view', '"week"');
    const { server, replica } = device;
    for (const hour of [9, 10, 11, 12, 13, 14]) {
      const times = { start_time: at(hour), end_time: at(hour + 1) };
      server.put('events', `of-boris-${hour}`, { client_id: 'anna', status: 'booked', resource_id: 'boris', ...times });
    }
    await replica.syncNow();
    open();
    const boris = within(await screen.findByRole('row', { name: 'Борис Почиващ' }));
    await boris.findByText('+2');
    const monday = document.querySelector('[data-week]')?.getAttribute('data-week') ?? '';
    const days = [0, 1, 2, 3, 4, 5, 6].map((n) => addDays(monday, n));
    const heads = screen.getAllByRole('columnheader').slice(1);
    expect(heads.map((head) => head.dataset.day)).toEqual(days);
    const rows = screen.getAllByRole<HTMLTableRowElement>('row').slice(1);
    expect(rows.map((row) => row.getAttribute('aria-label'))).toEqual(['Борис Почиващ', 'Мария Петрова', 'Невена Напуснала']);
    for (const row of rows) expect([...row.querySelectorAll('td')].map((cell) => cell.dataset.day)).toEqual(days);
    expect(boris.getAllByRole('button', { name: /Анна Василева/ }).map((chip) => chip.textContent?.slice(0, 5).trim())).toEqual([
      ...['9:00', '10:00', '11:00', '12:00'],
    ]);
  });

  it('of the week leads from a “+N” to the first appointment behind it, on its day and with its employee', async () => {
    localStorage.setItem('greben.calendar.view', '"week"');
    const { server, replica } = device;
    for (const hour of [9, 10, 11, 12, 13, 14]) {
      const times = { start_time: at(hour), end_time: at(hour + 1) };
      server.put('events', `of-boris-${hour}`, { client_id: 'anna', status: 'booked', resource_id: 'boris', ...times });
    }
    await replica.syncNow();
    const shown = open();
    await person.click(await screen.findByRole('button', { name: /^\+2, още 2 записа, .*Борис Почиващ/ }));
    await screen.findByRole('grid', { name: /^График за деня/ });
    await waitFor(() => expect(document.activeElement?.getAttribute('data-event')).toBe('of-boris-13'));
    // It is a step: Back leads to that week again, wherever one has gone since, and Forward to the day.
    await person.click(screen.getByRole('button', { name: 'Предишен ден' }));
    await act(() => shown.back());
    await screen.findByRole('grid', { name: /^График за седмицата/ });
    expect(document.querySelector('[data-week]')?.getAttribute('data-week')).toBe(mondayOf(today));
    await act(() => shown.forward());
    await screen.findByRole('grid', { name: /^График за деня/ });
    expect(document.querySelector('[data-date]')?.getAttribute('data-date')).toBe(today);
  });

  it('of the week books on the day of the cell that was pressed, for whose row it stands in', async () => {
    localStorage.setItem('greben.calendar.view', '"week"');
    open();
    await screen.findByRole('grid', { name: /^График за седмицата/ });
    const monday = document.querySelector('[data-week]')?.getAttribute('data-week') ?? '';
    for (const [name, n] of [
      ['Мария Петрова', 0],
      ['Борис Почиващ', 5],
    ] as const) {
      const cell = screen.getByRole('row', { name }).querySelector(`[data-day="${addDays(monday, n)}"]`) as HTMLElement;
      await person.click(within(cell).getByRole('button', { name: /^Нов час/ }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Нова резервация' }));
      expect(dialog.getByLabelText('Служител').textContent).toContain(name);
      expect(dialog.getByLabelText('Дата').dataset.value).toBe(addDays(monday, n));
      await person.click(dialog.getByRole('button', { name: 'Отказ' }));
    }
  });

  it('of the week goes back by a week, too, and to this one', async () => {
    localStorage.setItem('greben.calendar.view', '"week"');
    open();
    await screen.findByRole('grid', { name: /^График за седмицата/ });
    const week = () => document.querySelector('[data-week]')?.getAttribute('data-week') ?? '';
    const monday = week();
    for (const n of [-7, -14]) {
      await person.click(screen.getByRole('button', { name: 'Предишна седмица' }));
      await waitFor(() => expect(week()).toBe(addDays(monday, n)));
    }
    await person.click(screen.getByRole('button', { name: 'Днес' }));
    await waitFor(() => expect(week()).toBe(monday));
  });

  it('of the day has thirteen rows from 8:00 to 21:00, hatches when nobody works, and opens what is pressed', async () => {
    open();
    const row = await screen.findByRole('row', { name: 'Мария Петрова' });
    const hours = [...document.querySelectorAll('.cal-gutter .h')].map((hour) => hour.textContent);
    expect(hours).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20].map((hour) => `${hour}:00`));
    const hatched = [...row.querySelectorAll<HTMLElement>('.offshift')].map(({ style }) => [
      style.getPropertyValue('--from'),
      style.getPropertyValue('--to'),
    ]);
    expect(hatched).toEqual([
      ['480', '540'],
      ['1080', '1260'],
    ]);
    await person.click(await screen.findByRole('button', { name: /^15:00–16:00, Анна Василева/ }));
    expect(await screen.findByRole('dialog', { name: 'Редакция на резервация' })).toBeTruthy();
  });

  it('gives the focus to what was saved where what opened its dialog is gone', async () => {
    device.server.put('services', 'cut', { name_bg: 'Подстригване', duration: 60 });
    await device.replica.syncNow();
    const params = new URLSearchParams({ client: 'anna', employee: 'maria', service: 'cut', start: `${today}T16:00` });
    const page = <CalendarPage />;
    const shown = show(device, `/calendar/add?${params}`, { '/calendar': page, '/calendar/add': page });
    const dialog = within(await screen.findByRole('dialog', { name: 'Нова резервация' }));
    await person.click(await dialog.findByRole('button', { name: 'Запази' }));
    await waitFor(() => expect(shown.path()).toBe('/calendar'));
    const saved = await screen.findByRole('button', { name: /^16:00–17:00, Анна Василева/ });
    await waitFor(() => expect(document.activeElement === saved).toBe(true));
  });

  it('of the week is walked by the arrows', async () => {
    localStorage.setItem('greben.calendar.view', '"week"');
    open();
    await screen.findByRole('grid', { name: /^График за седмицата/ });
    const focused = () => document.activeElement?.getAttribute('aria-label') ?? '';
    const first = document.querySelector<HTMLElement>(`[data-row="boris"] [data-day="${today}"] [data-week-stop="book"]`);
    first?.focus();
    expect(focused()).toContain('Борис Почиващ');
    await person.keyboard('{Home}');
    const monday = focused();
    await person.keyboard('{ArrowRight}');
    expect(focused()).not.toBe(monday);
    await person.keyboard('{ArrowLeft}{ArrowUp}');
    expect(document.activeElement?.getAttribute('data-week-stop')).toBe('day');
    await person.keyboard('{ArrowDown}{End}{ArrowDown}');
    expect(focused()).toContain('Мария Петрова');
  });
});
