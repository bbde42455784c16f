/** The words for when the salon is open, and for when it is not. */
import { closedOn, openSpansOn, type SalonDays } from '#domain/booking/open-days.ts';
import { WEEKDAYS } from '#domain/shifts/usual-week.ts';
import { addDays, type LocalDate } from '#domain/time/time.ts';
import { formatDay, formatDayMonth, formatWeekday } from '#i18n/formats.ts';
import { i18n } from '#i18n/i18n.ts';
import type { Language } from '#schemas/constants.ts';
import type { ClosedDays, OpeningInterval } from '#schemas/salon-days.ts';

/** Returns the name of closed days: the person's own, or the holiday's; empty for days without a name. */
export function closedName(closed: ClosedDays | null, language: Language): string {
  if (!closed) return '';
  return closed.kind === 'holiday' ? i18n.t(`closed:holidays.${closed.holiday}`, { lng: language }) : closed.name;
}

/** Returns „ (Великден)“, to stand after a sentence; empty for days without a name. */
export function closedAside(closed: ClosedDays | null, language: Language): string {
  const name = closedName(closed, language);
  return name && ` (${name})`;
}

/** „Затворено“ or „Затворено: Великден“ for a day on which the salon does not open; null for every other day. */
export function closedLabel(open: SalonDays | null | undefined, date: LocalDate, language: Language): string | null {
  if (openSpansOn(open, date)?.length !== 0) return null;
  const why = closedName(closedOn(open, date), language);
  return i18n.t(why ? 'closed:closed_for' : 'closed:closed', { lng: language, why });
}

/** The same within a sentence: „затворено: Ремонт“. The reason is the person's own words and keeps its capitals. */
export function closedWithin(open: SalonDays | null | undefined, date: LocalDate, language: Language): string | null {
  const label = closedLabel(open, date, language);
  return label && label.charAt(0).toLocaleLowerCase(language) + label.slice(1);
}

/** „31 декември, всяка година“, „пн, 03/08/2026 – пт, 14/08/2026“; a holiday is its name. Without the name that somebody gave. */
export function closedWhen(closed: ClosedDays, language: Language): string {
  if (closed.kind === 'holiday') return closedName(closed, language);
  if (closed.kind === 'yearly')
    return i18n.t('closed:every_year', { lng: language, date: formatDayMonth(`2000-${closed.day}`, language) });
  const from = formatDay(closed.from, language);
  return closed.from === closed.to ? from : `${from} – ${formatDay(closed.to, language)}`;
}

/** A Sunday, whichever: weekdays are named after dates. */
const SUNDAY = '2026-01-04';

/** Returns the name of a weekday; 0 is Sunday. */
export const weekdayName = (weekday: number, language: Language, width: 'short' | 'long'): string =>
  formatWeekday(addDays(SUNDAY, weekday), language, width);

const clock = (time: string) => time.replace(/^0/, '');

/** „9:00–13:00, 14:00–18:00“; empty for a weekday that is closed. */
export const hoursOfWeekday = (hours: readonly OpeningInterval[], weekday: number): string =>
  hours
    .filter((one) => one.weekday === weekday)
    .map(({ start, end }) => `${clock(start)}–${clock(end)}`)
    .join(', ');

/** „пн–пт 9:00–19:00“, „нд затворено“: weekdays with the same hours together, from Monday on. */
export function openingLines(hours: readonly OpeningInterval[], language: Language): { days: string; hours: string }[] {
  const runs: { first: number; last: number; hours: string }[] = [];
  for (const weekday of WEEKDAYS) {
    const said = hoursOfWeekday(hours, weekday);
    const run = runs.at(-1);
    if (run?.hours === said) run.last = weekday;
    else runs.push({ first: weekday, last: weekday, hours: said });
  }
  return runs.map(({ first, last, hours: said }) => {
    const [from, to] = [weekdayName(first, language, 'short'), weekdayName(last, language, 'short')];
    return {
      days: first === last ? from : `${from}–${to}`,
      hours: said || i18n.t('closed:closed', { lng: language }).toLocaleLowerCase(language),
    };
  });
}
