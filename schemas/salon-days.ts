/**
 * When the salon is open: its opening hours and its closed days. Both are canonical texts, so that the same decision is the same
 * value on every device.
 *
 * `opening_hours`: `[[1,"09:00","19:00"],[6,"10:00","15:00"]]`: weekday (0 is Sunday), opening and closing time, in order and each
 * once. A weekday that is not named is closed every week; null: the salon has set no hours.
 * `closed_days`: `[["dates","2026-08-03","2026-08-14","Ремонт"],["holiday","easter"],["yearly","12-31",""]]`, in order. A date range
 * with both ends, a day of every year, or a public holiday; the name may be empty, and a holiday has none of its own.
 */

import { isStoredName } from './clean-text.ts';

/** Times are HH:mm in the salon's time zone; an end that is not after the start lies on the next day. */
export interface OpeningInterval {
  /** 0 is Sunday. */
  readonly weekday: number;
  readonly start: string;
  readonly end: string;
}

/** Bulgaria's public holidays (Labour Code, article 154), and the working days that are free in place of one on a weekend. */
export const HOLIDAYS = [
  'new-year',
  'liberation',
  'good-friday',
  'holy-saturday',
  'easter',
  'easter-monday',
  'labour',
  'st-george',
  'letters',
  'unification',
  'independence',
  'christmas-eve',
  'christmas',
  'christmas-second',
  'in-place',
] as const;
export type Holiday = (typeof HOLIDAYS)[number];

/** Days on which the salon is closed. Dates are yyyy-MM-dd, both included; `day` is MM-dd. */
export type ClosedDays =
  | { readonly kind: 'dates'; readonly from: string; readonly to: string; readonly name: string }
  | { readonly kind: 'yearly'; readonly day: string; readonly name: string }
  | { readonly kind: 'holiday'; readonly holiday: Holiday };

/** The most opening hours of a weekday. */
export const MOST_HOURS_OF_DAY = 3;
/** The most entries of closed days. */
export const MOST_CLOSED = 100;
/** The longest name of closed days, in characters. */
export const LONGEST_CLOSED_NAME = 60;
/** The longest range of closed dates, in days. */
export const LONGEST_CLOSED = 366;

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const DAY_MS = 86_400_000;
const isTime = (value: unknown): value is string => typeof value === 'string' && TIME.test(value);

function listOf(text: string): unknown[] | null {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const inOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function openingOf(entry: unknown): OpeningInterval | null {
  if (!Array.isArray(entry) || entry.length !== 3) return null;
  const [weekday, start, end] = entry as unknown[];
  if (![0, 1, 2, 3, 4, 5, 6].some((one) => one === weekday) || !isTime(start) || !isTime(end) || start === end) return null;
  return { weekday: weekday as number, start, end };
}

/** Returns null for a text that is no list of opening hours. */
export function readOpeningHours(text: string): OpeningInterval[] | null {
  const hours = listOf(text)?.map(openingOf) ?? null;
  if (!hours?.every((one) => one !== null)) return null;
  const perDay = [0, 1, 2, 3, 4, 5, 6].map((weekday) => hours.filter((one) => one.weekday === weekday).length);
  return Math.max(...perDay) <= MOST_HOURS_OF_DAY ? hours : null;
}

/** Writes opening hours in order and each once; null for none: then the salon has set no hours. */
export function openingHoursText(hours: readonly OpeningInterval[]): string | null {
  const entries = hours.map(({ weekday, start, end }) => JSON.stringify([weekday, start, end]));
  return entries.length === 0 ? null : `[${[...new Set(entries)].sort(inOrder).join()}]`;
}

/** Returns the day as epoch milliseconds; NaN for what is no date. */
function dayMs(date: unknown): number {
  if (typeof date !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(date) || date.startsWith('0000')) return Number.NaN;
  const at = Date.parse(`${date}T00:00:00.000Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date) ? at : Number.NaN;
}

const isName = (name: unknown): name is string => isStoredName(name, LONGEST_CLOSED_NAME);

function closedOf(entry: unknown): ClosedDays | null {
  if (!Array.isArray(entry)) return null;
  const [kind, first, second, third] = entry as unknown[];
  if (kind === 'dates' && entry.length === 4 && isName(third)) {
    const length = (dayMs(second) - dayMs(first)) / DAY_MS + 1;
    return length >= 1 && length <= LONGEST_CLOSED ? { kind, from: first as string, to: second as string, name: third } : null;
  }
  // 29 February is a day of every year, too: it is there in leap years.
  if (kind === 'yearly' && entry.length === 3 && isName(second))
    return Number.isNaN(dayMs(`2000-${String(first)}`)) ? null : { kind, day: first as string, name: second };
  const holiday = HOLIDAYS.find((one) => one === first);
  return kind === 'holiday' && entry.length === 2 && holiday ? { kind, holiday } : null;
}

/** Returns what makes closed days others: without the name. */
export const closedKey = (days: ClosedDays): string =>
  days.kind === 'dates'
    ? `dates,${days.from},${days.to}`
    : days.kind === 'yearly'
      ? `yearly,${days.day}`
      : `holiday,${days.holiday}`;

/** Returns null for a text that is no list of closed days, or that names the same days twice. */
export function readClosedDays(text: string): ClosedDays[] | null {
  const list = listOf(text);
  const days = list && list.length <= MOST_CLOSED ? list.map(closedOf) : null;
  if (!days?.every((one) => one !== null)) return null;
  return new Set(days.map(closedKey)).size === days.length ? days : null;
}

const closedEntry = (days: ClosedDays): readonly string[] =>
  days.kind === 'dates'
    ? [days.kind, days.from, days.to, days.name]
    : days.kind === 'yearly'
      ? [days.kind, days.day, days.name]
      : [days.kind, days.holiday];

/** Writes closed days in order; null for none. */
export function closedDaysText(days: readonly ClosedDays[]): string | null {
  const sorted = [...days].sort((a, b) => inOrder(closedKey(a), closedKey(b)));
  return sorted.length === 0 ? null : JSON.stringify(sorted.map(closedEntry));
}
