/** How the page writes times, lengths and prices. */
import type { TFunction } from 'i18next';
import { sumsOf } from '#domain/money/money.ts';
import { shownSums } from '#domain/money/shown-money.ts';
import { zonedParts } from '#domain/time/time.ts';
import { formatTime, formatTimeOf } from '#domain/time/time-format.ts';
import { formatDayLabel } from '#i18n/formats.ts';
import type { Language } from '#schemas/constants.ts';
import type { PublicLeg, PublicService } from '#schemas/online.ts';
import type { OfferExtent } from './choice.ts';

type Said = TFunction<'book'>;

/** „1 ч 30 мин“. */
export function lengthText(t: Said, minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return t('minutes', { minutes: rest });
  return rest === 0 ? t('hours', { hours }) : t('hours_minutes', { hours, minutes: rest });
}

/** „45 мин“, or „45 мин до 1 ч“ where it differs by employee. */
export function minutesText(t: Said, [least, most]: OfferExtent['minutes']): string {
  return least === most ? lengthText(t, least) : t('from_to', { from: lengthText(t, least), to: lengthText(t, most) });
}

/** „30,00 €“, „от 30,00 €“; null where no prices are shown. */
export function extentPrice(t: Said, { price }: OfferExtent, language: Language): string | null {
  if (price === null) return null;
  const sum = shownSums(price.least, null, language);
  return price.isFrom ? t('price_from', { price: sum }) : sum;
}

/** „108,00 лв“ of a booking; null where no prices are shown, or a part of it has none. */
export function bookedPrice(legs: readonly PublicLeg[], language: Language): string | null {
  const prices = legs.flatMap(({ price, currency }) => (price === null || currency === null ? [] : { amount: price, currency }));
  return legs.length > 0 && prices.length === legs.length ? shownSums(sumsOf(prices), null, language) : null;
}

/**
 * The titles of a booking. They are in the salon's language; a service that still has the name that was booked is in the visitor's.
 * @param services of the salon's page; none where it is off
 */
export function titlesOf(legs: readonly PublicLeg[], services: readonly PublicService[], language: Language): string {
  const titles = legs.flatMap(({ service_id, title }) => {
    const service = services.find(({ id }) => id === service_id);
    return service && (title === service.name_bg || title === service.name_en) ? serviceText(service, language) : (title ?? []);
  });
  return titles.join(', ');
}

/** A service's name in a language, else in the other one. */
export const serviceText = ({ name_bg, name_en }: Pick<PublicService, 'name_bg' | 'name_en'>, language: Language): string =>
  language === 'bg' ? name_bg || name_en : name_en || name_bg;

/** A dash that keeps a range on one line (src/README.md, “How it looks”). */
const DASH = '\u2060–\u2060';

/** „събота, 28 ноември 2026, 10:30–11:15“ in the salon's zone; without the end where it is not known. */
export function whenText(start: string, end: string | null, zone: string, language: Language): string {
  const { date, minute } = zonedParts(start, zone);
  const time = end === null ? formatTime(minute) : `${formatTime(minute)}${DASH}${formatTimeOf(end, zone)}`;
  return `${formatDayLabel(date, language, 'long')}, ${time}`;
}

/** „14:00“ today, else with its day. @param now ISO UTC */
export function untilText(iso: string, zone: string, language: Language, now: string): string {
  const { date } = zonedParts(iso, zone);
  if (date === zonedParts(now, zone).date) return formatTimeOf(iso, zone);
  return whenText(iso, null, zone, language);
}

/** The zone of this browser. */
const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The visitor's own time of an instant; null where their clock shows the salon's. */
export function ownTime(iso: string, zone: string, language: Language): { time: string; day: string } | null {
  const [there, here] = [zonedParts(iso, zone), zonedParts(iso, ownZone())];
  if (there.date === here.date && there.minute === here.minute) return null;
  return { time: formatTime(here.minute), day: formatDayLabel(here.date, language, 'long') };
}
