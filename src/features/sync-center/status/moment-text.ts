import type { TFunction } from 'i18next';
import { MINUTE_MS, todayIn, zonedParts } from '#domain/time/time.ts';
import { formatTimeOf } from '#domain/time/time-format.ts';
import { formatShortDate } from '#i18n/formats.ts';
import type { Language } from '#schemas/constants.ts';

type T = TFunction<'sync'>;

/** „днес, 11:52“ or „20/11/2026, 11:52“, on the salon's clock. */
export function momentText(iso: string, zone: string, language: Language, t: T): string {
  const { date } = zonedParts(iso, zone);
  const day = date === todayIn(zone, Date.now()) ? t('today') : formatShortDate(date, language);
  return `${day}, ${formatTimeOf(iso, zone)}`;
}

/** „11:52“, the day before it only where it is not today. */
export function shortMomentText(iso: string, zone: string, language: Language): string {
  const { date } = zonedParts(iso, zone);
  const time = formatTimeOf(iso, zone);
  return date === todayIn(zone, Date.now()) ? time : `${formatShortDate(date, language)}, ${time}`;
}

/** „43 минути“, „2 часа и 5 минути“, „3 дни“; null below a minute. */
export function durationText(ms: number, t: T): string | null {
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 1) return null;
  if (minutes < 60) return t('minutes', { count: minutes });
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return t('days', { count: Math.floor(hours / 24) });
  const rest = minutes % 60;
  const whole = t('hours', { count: hours });
  return rest === 0 ? whole : t('and', { first: whole, second: t('minutes', { count: rest }) });
}
