// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CalendarPage } from '#calendar/calendar-page.tsx';
import { ZONE } from '#calendar/reads/rows.test-support.ts';
import { cutEvent, cutStore, letGoOfCut, pasteInto } from '#calendar/state/use-cut.ts';
import { type Device, openDevice, SALON_ID } from '#data/replica.test-support.ts';
import { addDays, instantOf, mondayOf, todayIn } from '#domain/time/time.ts';
import { clearToasts, show } from '#features/shared/screen.test-support.tsx';
import { formatDayMonth, formatWeekday } from '#i18n/formats.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/overlay/toast-store.ts';

const person = userEvent.setup();
const today = todayIn(ZONE, Date.now());
/** Another day of this week. */
const other = today === mondayOf(today) ? addDays(today, 1) : mondayOf(today);
const at = (hour: number, day = today) => instantOf(day, hour * 60, ZONE);
const viewport = (width: number) =>
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width, height: 900 });

let device: Device;
beforeEach(async () => {
  setLanguage('bg');
  viewport(390);
  sessionStorage.clear();
  localStorage.clear();
  device = await openDevice();
  const { server, replica } = device;
  server.put('salons', String(SALON_ID), { timezone: ZONE });
  for (const id of ['maria', 'boris']) {
    server.put('resources', id, { role: 'employee', active: true, name: id });
    for (const weekday of [0, 1, 2, 3, 4, 5, 6]) {
      const hours = { start_time: '09:00', end_time: '18:00' };
      server.put('employee_weekly_shifts', `${id}/${weekday}/0`, { resource_id: id, weekday, ...hours });
    }
  }
  server.put('events', 'cut', { status: 'booked', title: 'Боя', resource_id: 'boris', start_time: at(14), end_time: at(15) });
  server.online = true;
  await replica.syncNow();
});
afterEach(async () => {
  act(letGoOfCut);
  cleanup();
  clearToasts();
  viewport(1024);
  await device.replica.close();
});

const open = () => show(device, '/calendar', { '/calendar': <CalendarPage /> });
const placed = async () => {
  const row = await device.replica.rows.events.findOne('cut').exec();
  return [row?.start_time, row?.end_time, row?.resource_id];
};

it('on a phone’s list of the day there are no free slots: while an appointment is held, the day itself is shown', async () => {
  localStorage.setItem('greben.calendar.view', '"agenda"');
  open();
  await screen.findByRole('list', { name: /^Записи за деня/ });
  act(() => cutEvent({ id: 'cut' }));
  expect(await screen.findByRole('grid', { name: /^График за деня/ })).toBeTruthy();
  await person.click(await screen.findByRole('button', { name: 'Откажи преместването' }));
  expect(await screen.findByRole('list', { name: /^Записи за деня/ })).toBeTruthy();
});

it('on a phone’s list of the week the held appointment is put into the day that is chosen: same employee, same hour', async () => {
  localStorage.setItem('greben.calendar.view', '"week"');
  open();
  await screen.findByRole('region', { name: /^График за седмицата/ });
  act(() => cutEvent({ id: 'cut' }));
  await screen.findByRole('button', { name: 'Откажи преместването' });
  const day = `${formatWeekday(other, 'bg', 'long')}, ${formatDayMonth(other, 'bg')}`;
  await person.click(screen.getByRole('button', { name: `Нов час, ${day}` }));
  await waitFor(async () => expect(await placed()).toEqual([at(14, other), at(15, other), 'boris']));
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(cutStore.getState().cutId).toBeNull());
});

it('put back where it stands it is let go of: nothing is written, and nothing is said to have been saved', async () => {
  open();
  await screen.findByRole('grid');
  act(() => cutEvent({ id: 'cut' }));
  await screen.findByRole('button', { name: 'Откажи преместването' });
  act(() => void pasteInto({ resourceId: 'boris', date: today, start: 14 * 60 }));
  await waitFor(() => expect(cutStore.getState().cutId).toBeNull());
  expect(device.writes).toEqual([]);
});

it('what is held is said: the words come into a live region that stands before they do', async () => {
  open();
  await screen.findByRole('grid');
  act(() => cutEvent({ id: 'cut' }));
  const region = document.querySelector('[data-cut-bar]');
  expect([region?.getAttribute('role'), region?.textContent]).toEqual(['status', '']);
  await waitFor(() => expect(region?.textContent).toContain('14:00–15:00: изрязан. Изберете свободно място.'));
});

it('given up by key at its button, the focus goes back to the appointment', async () => {
  open();
  const appointment = await screen.findByRole('button', { name: /^14:00–15:00/ });
  act(() => cutEvent({ id: 'cut' }));
  const giveUp = await screen.findByRole('button', { name: 'Откажи преместването' });
  act(() => giveUp.focus());
  await person.keyboard('{Enter}');
  expect(screen.queryByRole('button', { name: 'Откажи преместването' })).toBeNull();
  expect(document.activeElement).toBe(appointment);
});

it('Ctrl+V on an appointment, or nowhere, says that a free place has to be chosen first, and keeps what is held', async () => {
  open();
  const appointment = await screen.findByRole('button', { name: /^14:00–15:00/ });
  const said = () =>
    toasts.store
      .getState()
      .toasts.filter((one) => one.open)
      .map(({ title }) => title);
  act(() => appointment.focus());
  await person.keyboard('{Control>}v{/Control}');
  expect(said()).toEqual([]); // nothing is held: the key keeps its usual meaning
  act(() => cutEvent({ id: 'cut' }));
  await person.keyboard('{Control>}v{/Control}');
  expect(said()).toEqual(['Изберете свободно място']);
  expect(cutStore.getState()).toEqual({ cutId: 'cut', slot: null });
  act(() => appointment.blur());
  await person.keyboard('{Control>}v{/Control}');
  expect(cutStore.getState().cutId).toBe('cut');
  expect(device.writes).toEqual([]);
});

describe('a part of a visit that is put elsewhere', () => {
  const placesNow = async () => {
    const rows = await device.replica.rows.events.find().exec();
    return Object.fromEntries(rows.map(({ id, start_time }) => [id, start_time]));
  };
  const last = () => toasts.store.getState().toasts[0];
  beforeEach(async () => {
    const { server, replica } = device;
    const leg = (id: string, visit_pos: number, resource_id: string, from: number, more: object = {}) =>
      server.put('events', id, {
        ...{ status: 'booked', title: id, resource_id, start_time: at(from), end_time: at(from + 1), ...more },
        ...{ visit_id: 'cut', visit_pos, service_id: id === 'cut' ? null : 'nails' },
      });
    server.put('services', 'nails', { name: 'Маникюр', duration: 60, price: 30, resource_ids: '["boris"]' });
    leg('cut', 0, 'boris', 14);
    leg('cut/b', 1, 'maria', 15);
    server.put('events', 'other', {
      status: 'booked',
      title: 'Друг',
      resource_id: 'maria',
      start_time: at(11),
      end_time: at(12),
    });
    server.put('events', 'lunch', { type: 'blocking', resource_id: 'maria', start_time: at(13), end_time: at(14) });
    await replica.syncNow();
    open();
    await screen.findByRole('grid');
    act(() => cutEvent({ id: 'cut' }));
    await screen.findByRole('button', { name: 'Откажи преместването' });
  });
  const paste = (start: number) => act(() => void pasteInto({ resourceId: 'boris', date: today, start: start * 60 }));

  it('says what the others come to lie over and who does not offer the service, and agrees to that with the move', async () => {
    paste(10);
    await waitFor(async () => expect(await placesNow()).toMatchObject({ cut: at(10), 'cut/b': at(11), other: at(11) }));
    expect(render(last()?.description as ReactNode).container.textContent).toContain(
      'maria: застъпва се с 1 час, не предлага „Маникюр“',
    );
    const leg = await device.replica.rows.events.findOne('cut/b').exec();
    expect(leg?.overlap_agreed).toContain('"other"');
  });

  it('is returned with all of them where another one would be off shift or over blocked time', async () => {
    const before = await placesNow();
    paste(17);
    await waitFor(() => expect(last()?.description).toBe('maria не е на смяна в 18:00.'));
    expect(last()?.title).toBe('Часът остана на мястото си');
    paste(12);
    await waitFor(() => expect(last()?.description).toBe('Между 13:00 и 14:00 има блокирано време при maria.'));
    expect(await placesNow()).toEqual(before);
    expect(device.writes).toEqual([]);
  });
});
