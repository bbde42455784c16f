/** What the calendar remembers: the day per tab, which employees are hidden per device and salon (CAL-24). */
import { isLocalDate, type LocalDate } from '#domain/time.ts';

const DAY = 'greben.calendar.day';
const hiddenKey = (salonId: number) => `greben.calendar.hidden.${salonId}`;

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
  const kept = read('sessionStorage', DAY);
  if (typeof kept !== 'object' || kept === null || !('day' in kept) || !('on' in kept)) return today;
  return kept.on === today && typeof kept.day === 'string' && isLocalDate(kept.day) ? kept.day : today;
}

export function keepDay(day: LocalDate, today: LocalDate): void {
  keep('sessionStorage', DAY, { day, on: today });
}

export function keptHidden(salonId: number): ReadonlySet<string> {
  const kept = read('localStorage', hiddenKey(salonId));
  return new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []);
}

export function keepHidden(salonId: number, hidden: ReadonlySet<string>): void {
  keep('localStorage', hiddenKey(salonId), [...hidden]);
}
