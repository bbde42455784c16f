// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addEvent } from '#data/events/events.commands.ts';
import { type Device, openDevice, SALON_ID, seen } from '#data/replica.test-support.ts';
import { replaceDayOverrides, replaceWeeklyShifts } from '#data/shifts.commands.ts';
import { overrideSets$, weeklySets$ } from '#data/shifts.queries.ts';
import { addDays, instantOf, mondayOf, todayIn } from '#domain/time/time.ts';
import { clearToasts, show, toastTexts } from '#features/shared/screen.test-support.tsx';
import { formatDayLabel } from '#i18n/formats.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { ShiftsPage } from './shifts-page.tsx';

const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const ZONE = 'Europe/Sofia';
const monday = mondayOf(todayIn(ZONE, Date.now()));

const nineToFive = [{ start: '09:00', end: '17:00' }];

let device: Device;
beforeEach(async () => {
  setLanguage('bg');
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width: 1440, height: 900 });
  localStorage.setItem('greben.shifts-view', 'week');
  device = await openDevice();
  const { server, replica } = device;
  server.put('salons', String(SALON_ID), { timezone: ZONE });
  server.put('resources', 'maria', { role: 'employee', active: true, name: 'Мария' });
  server.put('resources', 'ivan', { role: 'employee', active: true, name: 'Иван' });
  server.online = true;
  await replica.syncNow();
  server.online = false;
  await replaceWeeklyShifts(replica, 'maria', 1, nineToFive);
  device.writes.length = 0;
});
afterEach(async () => {
  cleanup();
  clearToasts();
  vi.restoreAllMocks();
  await device.replica.close();
});

const day = formatDayLabel(monday, 'bg', 'short');
const bar = (name: string, hours: string) => screen.findByRole('button', { name: `${name}, ${day}, ${hours}` });
const add = (name: string) => screen.findByRole('button', { name: `Добави смяна: ${name}, ${day}` });
const dated = async (id: string) => (await seen(overrideSets$(device.replica, monday, monday))).get(`${id}/${monday}`) ?? [];
const weekly = async (key: string) => (await seen(weeklySets$(device.replica))).get(key);
const open = () => show(device, '/shifts', { '/shifts': <ShiftsPage /> });

describe('the plan by keys alone', () => {
  it('moves a shift by quarters, for that date only, and Ctrl+Z takes it back', async () => {
    open();
    const shift = await bar('Мария', '9:00–17:00');
    act(() => shift.focus());
    await person.keyboard(' {ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(screen.getByText(/Мария, 10:00–18:00/)).toBeTruthy();
    expect(device.writes).toEqual([]);
    await person.keyboard(' ');
    await bar('Мария', '10:00–18:00');
    expect(await dated('maria')).toEqual([
      { start: '06:00', end: '10:00', type: 'time_off' },
      { start: '10:00', end: '18:00', type: 'additional_shift' },
      { start: '18:00', end: '00:00', type: 'time_off' },
    ]);
    expect(await weekly('maria/1')).toEqual(nineToFive);
    expect(device.writes).toHaveLength(1);
    await person.keyboard('{Control>}z{/Control}');
    await bar('Мария', '9:00–17:00');
    expect(await dated('maria')).toEqual([]);
  });

  it('says what it leaves off shift in weeks to come', async () => {
    const at = (hour: number) => instantOf(addDays(monday, 7), hour * 60, ZONE);
    const booking = { resource_id: 'maria', client_id: 'c', service_id: 's', start_time: at(9), end_time: at(10), notes: null };
    await addEvent(device.replica, { type: 'appointment', ...booking });
    open();
    const shift = await bar('Мария', '9:00–17:00');
    await person.click(screen.getByRole('radio', { name: 'всяка седмица' }));
    act(() => shift.focus());
    await person.keyboard(' {PageDown} ');
    await bar('Мария', '10:00–18:00');
    const said = () => renderToStaticMarkup(toasts.store.getState().toasts[0]?.description);
    await waitFor(() => expect(said()).toContain('1 записан час вече е извън смените.'));
  });

  it('keeps a date as it was set when other hours are set for every week, and does not call what is cut out an absence', async () => {
    open();
    const shift = await bar('Мария', '9:00–17:00');
    act(() => shift.focus());
    await person.keyboard(' {PageDown}{PageDown}{PageDown} ');
    await bar('Мария', '12:00–20:00');
    await act(() => replaceWeeklyShifts(device.replica, 'maria', 1, [{ start: '08:00', end: '14:00' }]));
    expect(await weekly('maria/1')).toEqual([{ start: '08:00', end: '14:00' }]);
    await waitFor(() => expect(screen.getByRole('button', { name: `Мария, ${day}, 12:00–20:00` })).toBeTruthy());
    expect(screen.queryByText(/отсъства/)).toBeNull();
  });

  it('makes it longer with Shift, begins it earlier with Ctrl, and puts it back with Escape', async () => {
    open();
    const shift = await bar('Мария', '9:00–17:00');
    act(() => shift.focus());
    await person.keyboard(' {Shift>}{ArrowRight}{/Shift}{Control>}{PageUp}{/Control}');
    expect(screen.getByText(/Мария, 8:00–17:15/)).toBeTruthy();
    await person.keyboard('{Escape}');
    expect(screen.queryByText(/Мария, 8:00–17:15/)).toBeNull();
    expect(shift.textContent).toBe('9:00–17:00');
    expect(device.writes).toEqual([]);
  });

  it('is put back, and that is said, where another device has changed it while it was in hand', async () => {
    open();
    const shift = await bar('Мария', '9:00–17:00');
    act(() => shift.focus());
    await person.keyboard(' {PageDown}');
    await act(() => replaceWeeklyShifts(device.replica, 'maria', 1, [{ start: '08:00', end: '14:00' }]));
    await bar('Мария', '8:00–14:00');
    await person.keyboard(' ');
    await waitFor(() => expect(toastTexts().join()).toContain('бяха променени междувременно'));
    expect(await dated('maria')).toEqual([]);
    expect((await bar('Мария', '8:00–14:00')).textContent).toBe('8:00–14:00');
  });

  it('is let go where it goes while it is in hand: the keys then act on what has the focus', async () => {
    open();
    const shift = await bar('Мария', '9:00–17:00');
    act(() => shift.focus());
    await person.keyboard(' ');
    const away = [{ start: null, end: null, type: 'time_off' }] as const;
    await act(() => replaceDayOverrides(device.replica, 'maria', monday, away));
    await waitFor(() => expect(shift.isConnected).toBe(false));
    const plus = await add('Иван');
    act(() => plus.focus());
    await person.keyboard('{ArrowRight}{Enter}{Enter}');
    await bar('Иван', '9:00–17:00');
    expect(await dated('maria')).toEqual(away);
  });

  it('draws a shift for whoever has none, and removes it again; the focus stays in the row', async () => {
    open();
    const plus = await add('Иван');
    act(() => plus.focus());
    await person.keyboard(' {PageDown}{Enter}');
    const drawn = await bar('Иван', '10:00–18:00');
    expect((await dated('ivan'))[1]).toEqual({ start: '10:00', end: '18:00', type: 'additional_shift' });
    act(() => drawn.focus());
    await person.keyboard('{Delete}');
    await waitFor(() => expect(screen.queryByRole('button', { name: `Иван, ${day}, 10:00–18:00` })).toBeNull());
    expect(await dated('ivan')).toEqual([]);
    expect(document.activeElement?.textContent).toMatch(/^Иван/);
  });

  it('goes by arrows from the name to the bars to the plus, and to the next employee; a day is one tab stop', async () => {
    open();
    const shift = await bar('Мария', '9:00–17:00');
    const section = shift.closest<HTMLElement>('[data-plan-day]');
    expect(section?.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
    act(() => shift.focus());
    expect(section?.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
    await person.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(await add('Мария'));
    await person.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(await add('Иван'));
    await person.keyboard('{Home}');
    expect(document.activeElement?.textContent).toContain('Иван');
  });
});

describe('a change of a bar', () => {
  it('is every week’s where that is chosen, and says so', async () => {
    open();
    const shift = await bar('Мария', '9:00–17:00');
    await person.click(screen.getByRole('radio', { name: 'всяка седмица' }));
    act(() => shift.focus());
    await person.keyboard(' {Shift>}{PageDown}{/Shift} ');
    await bar('Мария', '9:00–18:00');
    expect(await weekly('maria/1')).toEqual([{ start: '09:00', end: '18:00' }]);
    expect(await dated('maria')).toEqual([]);
  });

  it('does not turn a date’s exception into every week’s', async () => {
    await replaceDayOverrides(device.replica, 'maria', monday, [{ start: '18:00', end: '19:00', type: 'additional_shift' }]);
    open();
    const shift = await bar('Мария', '9:00–17:00');
    await person.click(screen.getByRole('radio', { name: 'всяка седмица' }));
    act(() => shift.focus());
    await person.keyboard(' {ArrowLeft} ');
    await waitFor(() => expect(toastTexts()[0]).toBe(`За ${day} важи изключение. Изберете „само за деня“.`));
    expect(await weekly('maria/1')).toEqual(nineToFive);
    expect(shift.textContent).toBe('9:00–17:00');
  });

  it('stays every week’s while one goes from week to week', async () => {
    open();
    await bar('Мария', '9:00–17:00');
    await person.click(screen.getByRole('radio', { name: 'всяка седмица' }));
    await person.click(screen.getByRole('button', { name: 'Следваща седмица' }));
    await screen.findByRole('region', { name: formatDayLabel(addDays(monday, 7), 'bg', 'long') });
    expect(screen.getByRole('radio', { name: 'всяка седмица' }).getAttribute('aria-checked')).toBe('true');
  });

  it('is not possible on a whole day off: the track is hatched and its plus is off', async () => {
    await replaceDayOverrides(device.replica, 'maria', monday, [{ start: null, end: null, type: 'time_off' }]);
    open();
    expect(await add('Мария')).toHaveProperty('disabled', true);
  });
});

describe('a press', () => {
  it('on the plus draws a shift at once', async () => {
    open();
    fireEvent.click(await add('Иван'), { detail: 1 });
    await bar('Иван', '9:00–17:00');
  });
});

it('who is on duty is said by the hour, and a day on which nobody works is marked', async () => {
  open();
  await bar('Мария', '9:00–17:00');
  const shown = document.querySelector<HTMLElement>(`[data-date="${monday}"]`) as HTMLElement;
  expect(within(shown).getByText('7:00–9:00: никой; 9:00–17:00: Мария; 17:00–22:00: никой')).toBeTruthy();
  expect(within(shown).queryByText('никой не работи')).toBeNull();
  await waitFor(() => expect(screen.getAllByText('никой не работи')).toHaveLength(6));
});

it('a large team is drawn as far as it is in view; whoever stands further down is there by name and hours', async () => {
  const near: { element: Element; tell(): void }[] = [];
  class Watcher {
    constructor(private readonly heard: IntersectionObserverCallback) {}
    observe(element: Element): void {
      const entry = { target: element, isIntersecting: true } as unknown as IntersectionObserverEntry;
      near.push({ element, tell: () => this.heard([entry], this as unknown as IntersectionObserver) });
    }
    readonly unobserve = vi.fn();
    readonly disconnect = vi.fn();
  }
  vi.stubGlobal('IntersectionObserver', Watcher);
  const { server, replica } = device;
  for (let n = 10; n < 50; n++) server.put('resources', `e${n}`, { role: 'employee', active: true, name: `Служител ${n}` });
  server.online = true;
  await replica.syncNow();
  server.online = false;
  await replaceWeeklyShifts(replica, 'e49', 1, nineToFive);
  open();
  await waitFor(() => expect(document.querySelectorAll('[data-plan-day]')).toHaveLength(7));
  const rows = [...document.querySelectorAll('[data-row]')];
  expect(rows).toHaveLength(7 * 42);
  expect(document.querySelectorAll('[data-track]').length).toBeLessThan(30);
  // Each day can be entered by the tab key all the same.
  expect([...document.querySelectorAll('[data-plan-day]')].every((one) => one.querySelector('[tabindex="0"]'))).toBe(true);
  const last = () => document.querySelector<HTMLElement>(`[data-date="${monday}"] [data-row="e49"]`) as HTMLElement;
  expect(last().textContent).toBe('Служител 499:00–17:00');
  const seenNear = () => near.find(({ element }) => element === last());
  await waitFor(() => expect(seenNear()).toBeTruthy());
  act(() => seenNear()?.tell());
  expect(within(last()).getByRole('button', { name: `Служител 49, ${day}, 9:00–17:00` })).toBeTruthy();
  vi.unstubAllGlobals();
});
