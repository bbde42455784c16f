/**
 * The memory of the calendar (CAL-23, CAL-24): the view and the zoom per device, the day per tab, and per device and salon the hidden
 * employees and the choice to show only those on shift; for each person the choice of their own column alone.
 */
import { type NotesOf, personNote } from '#data/browser/small-notes.ts';
import { isLocalDate, type LocalDate } from '#domain/time/time.ts';
import type { View } from '#schemas/constants.ts';

/** `agenda` is the day as a list, on phones; wider screens show it as a day. */
export type CalendarView = 'day' | 'week' | 'agenda';
const CALENDAR_VIEWS: readonly CalendarView[] = ['day', 'week', 'agenda'];
/** Pixels of an hour. */
export const ZOOMS = [60, 80, 100, 120] as const;
export type Zoom = (typeof ZOOMS)[number];

const DAY = 'greben.calendar.day';
const VIEW = 'greben.calendar.view';
const ZOOM = 'greben.calendar.zoom';
const LETTERS = 'greben.calendar.letter-keys';
const hiddenKey = (salonId: number) => `greben.calendar.hidden.${salonId}`;
const onShiftKey = (salonId: number) => `greben.calendar.on-shift.${salonId}`;

function read(storage: 'localStorage' | 'sessionStorage', key: string): unknown {
  try {
    return JSON.parse(globalThis[storage].getItem(key) ?? 'null');
  } catch {
    return null; // nothing usable was kept: the defaults hold
  }
}

function keep(storage: 'localStorage' | 'sessionStorage', key: string, value: unknown): void {
  try {
    globalThis[storage].setItem(key, JSON.stringify(value));
  } catch {
    console.info('The calendar’s view cannot be kept in this browser.');
  }
}

/** The day that this tab showed, if it showed it today; a new day opens on today. */
export function keptDay(today: LocalDate): LocalDate {
  const stored = read('sessionStorage', DAY);
  if (typeof stored !== 'object' || stored === null || !('day' in stored) || !('on' in stored)) return today;
  return stored.on === today && typeof stored.day === 'string' && isLocalDate(stored.day) ? stored.day : today;
}

export function keepDay(day: LocalDate, today: LocalDate): void {
  keep('sessionStorage', DAY, { day, on: today });
}

export function keptHidden(salonId: number): ReadonlySet<string> {
  const stored = read('localStorage', hiddenKey(salonId));
  return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []);
}

export function keepHidden(salonId: number, hidden: ReadonlySet<string>): void {
  keep('localStorage', hiddenKey(salonId), [...hidden]);
}

export function keptOnShift(salonId: number): boolean {
  return read('localStorage', onShiftKey(salonId)) === true;
}

export function keepOnShift(salonId: number, onShift: boolean): void {
  keep('localStorage', onShiftKey(salonId), onShift);
}

/** The view chosen on this device, else the salon's default; a month opens as a week (SALON-44). */
export function keptView(fallback: View): CalendarView {
  const stored = read('localStorage', VIEW);
  return CALENDAR_VIEWS.find((view) => view === stored) ?? (fallback === 'day' ? 'day' : 'week');
}

export function keepView(view: CalendarView): void {
  keep('localStorage', VIEW, view);
}

/** Null: the density decides. */
export function keptZoom(): Zoom | null {
  const stored = read('localStorage', ZOOM);
  return ZOOMS.find((zoom) => zoom === stored) ?? null;
}

export function keepZoom(zoom: Zoom): void {
  keep('localStorage', ZOOM, zoom);
}

/** Keys of a single letter can be turned off (WCAG 2.1.4). */
export function keptLetterKeys(): boolean {
  return read('localStorage', LETTERS) !== false;
}

export function keepLetterKeys(on: boolean): void {
  keep('localStorage', LETTERS, on);
}

export function keptOwnColumn(of: NotesOf): boolean {
  return read('localStorage', personNote('mine', of)) === true;
}

export function keepOwnColumn(of: NotesOf, on: boolean): void {
  keep('localStorage', personNote('mine', of), on);
}
