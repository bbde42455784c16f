// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Device, openDevice, SALON_ID, seen } from '#data/replica.test-support.ts';
import { replaceDayOverrides, replaceWeeklyShifts } from '#data/shifts.commands.ts';
import { overrideSets$ } from '#data/shifts.queries.ts';
import { mondayOf, todayIn } from '#domain/time/time.ts';
import { clearToasts, show } from '#features/shared/screen.test-support.tsx';
import { undoLast } from '#features/shared/undo.ts';
import { formatDayLabel } from '#i18n/formats.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { ShiftsPage } from './shifts-page.tsx';

const ZONE = 'Europe/Sofia';
const monday = mondayOf(todayIn(ZONE, Date.now()));
/** The axis is 7:00 to 22:00, and a track is drawn so wide. */
const HOUR_PX = 100;
const TRACK = { left: 0, width: 15 * HOUR_PX };
const at = (hour: number) => (hour - 7) * HOUR_PX;

const drawn = vi.fn();
let device: Device;

/** happy-dom draws nothing: a track and its bars are where their style says. */
function boxOf(this: HTMLElement): DOMRect {
  if (this.matches('[data-track]')) return new DOMRect(TRACK.left, 0, TRACK.width, 32);
  if (!this.matches('[data-bar], [data-draft]')) return new DOMRect(0, 0, 0, 0);
  const share = (text: string) => Number.parseFloat(text) / 100;
  return new DOMRect(share(this.style.left) * TRACK.width, 3, share(this.style.width) * TRACK.width, 26);
}

beforeEach(async () => {
  await setLanguage('bg');
  const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: object): void } };
  happyDOM.setViewport({ width: 1440, height: 900 });
  localStorage.setItem('greben.shifts-view', 'week');
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(boxOf);
  device = await openDevice();
  const { server, replica } = device;
  server.put('salons', String(SALON_ID), { timezone: ZONE });
  server.put('resources', 'maria', { role: 'employee', active: true, name: 'Мария' });
  server.online = true;
  await replica.syncNow();
  server.online = false;
  await replaceWeeklyShifts(replica, 'maria', 1, [{ start: '09:00', end: '17:00' }]);
  device.writes.length = 0;
  const page = (
    <Profiler id="shifts" onRender={drawn}>
      <ShiftsPage />
    </Profiler>
  );
  show(device, '/shifts', { '/shifts': page });
  await waitFor(() => expect(document.querySelectorAll('[data-drags] [data-plan-day]')).toHaveLength(7));
});
afterEach(async () => {
  cleanup();
  clearToasts();
  vi.restoreAllMocks();
  await device.replica.close();
});

const day = formatDayLabel(monday, 'bg', 'short');
const bar = (hours: string) => screen.findByRole('button', { name: `Мария, ${day}, ${hours}` });
const track = () => document.querySelector<HTMLElement>(`[data-date="${monday}"] [data-track="maria"]`) as HTMLElement;
const dated = async () => (await seen(overrideSets$(device.replica, monday, monday))).get(`maria/${monday}`) ?? [];

type By = 'mouse' | 'touch';
function point(type: string, by: By, x: number, on: Element = track()): void {
  const buttons = type === 'pointerup' ? 0 : 1;
  const options = { bubbles: true, cancelable: true, clientX: x, clientY: 16, pointerType: by, pointerId: 1, buttons };
  // happy-dom does not know where that is on the page, and interactjs asks.
  on.dispatchEvent(Object.assign(new PointerEvent(type, { ...options, isPrimary: true }), { pageX: x, pageY: 16 }));
}

/** Presses at an hour and stays so long that a finger holds what is there; `first` is where it goes before. */
function held(by: By, hour: number, first = hour): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  point('pointerdown', by, at(hour));
  if (first !== hour) point('pointermove', by, at(first));
  vi.advanceTimersByTime(300);
  vi.useRealTimers();
}

async function take(by: By, hour: number): Promise<void> {
  held(by, hour);
  if (by === 'mouse') point('pointermove', by, at(hour) + 6);
  await waitFor(() => expect(track().querySelector('[data-moving]')).not.toBeNull());
}
const lead = (by: By, ...hours: number[]) => {
  for (const hour of hours) point('pointermove', by, at(hour));
};
const drop = (by: By, hour: number) => act(async () => point('pointerup', by, at(hour)));

describe.each<By>(['mouse', 'touch'])('by %s', (by) => {
  it('a bar follows without a React render, with its hours, and is saved where it is let go', async () => {
    await bar('9:00–17:00');
    await take(by, 12);
    drawn.mockClear();
    const shown = () => track().querySelector('[data-moving]')?.textContent;
    const seenHours = [12.5, 13, 14, 14.25].map((hour) => {
      lead(by, hour);
      return shown();
    });
    expect(seenHours).toEqual(['9:30–17:30', '10:00–18:00', '11:00–19:00', '11:15–19:15']);
    expect(drawn).not.toHaveBeenCalled();
    expect(device.writes).toEqual([]);
    await drop(by, 14.25);
    await bar('11:15–19:15');
    expect(drawn).toHaveBeenCalled();
    expect(device.writes).toHaveLength(1);
    expect(await dated()).toEqual([
      { start: '06:00', end: '11:15', type: 'time_off' },
      { start: '11:15', end: '19:15', type: 'additional_shift' },
      { start: '19:15', end: '00:00', type: 'time_off' },
    ]);
    await act(async () => {
      await undoLast();
    });
    await bar('9:00–17:00');
  });

  it('a shift is drawn on the empty track, in either direction', async () => {
    await bar('9:00–17:00');
    await take(by, 21);
    lead(by, 19, 18);
    await drop(by, 18);
    await bar('18:00–21:15');
    expect((await dated()).filter(({ type }) => type === 'additional_shift')).toEqual([
      { start: '09:00', end: '17:00', type: 'additional_shift' },
      { start: '18:00', end: '21:15', type: 'additional_shift' },
    ]);
  });
});

describe('what is dragged', () => {
  it('is an end at the end of a bar, and a start at its start', async () => {
    await bar('9:00–17:00');
    await take('mouse', 16.96);
    lead('mouse', 18, 18.96);
    await drop('mouse', 18.96);
    await bar('9:00–19:00');
    await take('mouse', 9.04);
    lead('mouse', 10.04);
    await drop('mouse', 10.04);
    await bar('10:00–19:00');
    expect(device.writes).toHaveLength(2);
  });

  it('is put back by Escape, and nothing is written', async () => {
    const shift = await bar('9:00–17:00');
    await take('mouse', 12);
    lead('mouse', 15);
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    expect(shift.textContent).toBe('9:00–17:00');
    await drop('mouse', 15);
    expect(device.writes).toEqual([]);
  });

  it('is nothing on a whole day off, and nothing under a finger that travels before it holds', async () => {
    await bar('9:00–17:00');
    held('touch', 12, 12.2);
    lead('touch', 14);
    expect(track().querySelector('[data-moving]')).toBeNull();
    await drop('touch', 14);
    await replaceDayOverrides(device.replica, 'maria', monday, [{ start: null, end: null, type: 'time_off' }]);
    await waitFor(() => expect(track().classList.contains('away')).toBe(true));
    device.writes.length = 0;
    held('touch', 12);
    lead('touch', 14);
    expect(track().querySelector('[data-moving]')).toBeNull();
    await drop('touch', 14);
    expect(device.writes).toEqual([]);
  });
});
