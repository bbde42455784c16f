/** Times on the page of people, in words. */
import type { TFunction } from 'i18next';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** „преди 3 минути“. @param now device clock, milliseconds */
export function agoText(t: TFunction<'people'>, iso: string, now: number): string {
  const ms = now - Date.parse(iso);
  if (ms < MINUTE) return t('now');
  if (ms < HOUR) return t('minutes_ago', { count: Math.floor(ms / MINUTE) });
  if (ms < DAY) return t('hours_ago', { count: Math.floor(ms / HOUR) });
  return t('days_ago', { count: Math.floor(ms / DAY) });
}

/** „още 71 часа“. @param now device clock, milliseconds */
export function leftText(t: TFunction<'people'>, iso: string, now: number): string {
  const hours = Math.floor((Date.parse(iso) - now) / HOUR);
  return hours < 1 ? t('minutes_left') : t('hours_left', { count: hours });
}
