import type { TFunction } from 'i18next';
import { formatDayMonth, formatTimeOf } from '#domain/date-format.ts';
import { todayIn, zonedParts } from '#domain/time.ts';
import type { Language } from '#schemas/constants.ts';

/** „днес, 11:52“ or „20 ноември, 11:52“, on the salon's clock. */
export function momentText(iso: string, zone: string, language: Language, t: TFunction<'sync'>): string {
  const { date } = zonedParts(iso, zone);
  const day = date === todayIn(zone, Date.now()) ? t('today') : formatDayMonth(date, language);
  return `${day}, ${formatTimeOf(iso, zone)}`;
}
