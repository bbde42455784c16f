/**
 * When installing the app may be offered, and how: after three days of use on this device, once, and never to whoever has said no
 * or has installed it.
 */
import { keepNote, readNote } from '#data/browser/small-notes.ts';

/** `prompt`: the browser asks. `share`: iPhone and iPad, by the share sheet. `dock`: Safari on a Mac, by its menu. */
export type InstallWay = 'prompt' | 'share' | 'dock';

const NOTE = 'greben.install';
/** Days of use that lie behind when it is offered. */
const DAYS_OF_USE = 3;
/** A person who said „later“ is asked once more after so many days. */
const LATER_DAYS = 14;
const DAY_MS = 86_400_000;

interface Note {
  /** Days on which the app was in use, up to the number that counts. */
  readonly days: number;
  /** The last of them, counted from 1970 by the device's clock. */
  readonly last: number;
  /** Not before that day; `null`: never. */
  readonly from: number | null;
}
const NEW: Note = { days: 0, last: -1, from: 0 };

function read(): Note {
  try {
    const { days, last, from } = JSON.parse(readNote('local', NOTE) ?? '{}') as Partial<Note>;
    return typeof days === 'number' && typeof last === 'number' && from !== undefined ? { days, last, from } : NEW;
  } catch {
    return NEW; // no note of ours
  }
}

/** The day by the device's own calendar. */
function dayOf(now: number): number {
  return Math.floor((now - new Date(now).getTimezoneOffset() * 60_000) / DAY_MS);
}

/**
 * Counts today as a day of use. @param now device clock, epoch milliseconds
 * @returns whether installing may be offered now
 */
export function countDay(now: number): boolean {
  const note = read();
  const today = dayOf(now);
  const before = note.last === today ? note.days - 1 : note.days;
  if (note.last !== today) keepNote('local', NOTE, JSON.stringify({ ...note, days: note.days + 1, last: today }));
  return before >= DAYS_OF_USE && note.from !== null && today >= note.from;
}

/** The person wants it some other day, or never. */
export function putOffInstall(how: 'later' | 'never', now: number): void {
  keepNote('local', NOTE, JSON.stringify({ ...read(), from: how === 'later' ? dayOf(now) + LATER_DAYS : null }));
}

type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'> & { readonly standalone?: boolean };

/** Runs as an app already. */
export const isStandalone = (browser: Browser = navigator): boolean =>
  browser.standalone === true ||
  ['standalone', 'minimal-ui', 'fullscreen'].some((mode) => matchMedia(`(display-mode: ${mode})`).matches);

/** How this browser installs an app, null where it cannot, or does not say. @param hasPrompt it has offered to ask */
export function installWay(hasPrompt: boolean, browser: Browser = navigator): InstallWay | null {
  if (hasPrompt) return 'prompt';
  const { userAgent, maxTouchPoints } = browser;
  const isApple = /iPad|iPhone|Macintosh/.test(userAgent);
  if (!isApple) return null;
  // An iPad says that it is a Macintosh; its fingers tell.
  if (/iPad|iPhone/.test(userAgent) || maxTouchPoints > 1) return 'share';
  return /Version\/(1[7-9]|[2-9]\d).*Safari/.test(userAgent) ? 'dock' : null;
}
