import { zonedParts } from '#domain/time/time.ts';
import { formatAdminDateTime } from '#i18n/formats.ts';
import type { SalonNames } from './admin-rows.ts';

/** This device's time zone. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** dd.MM.yyyy HH:mm in this device's time zone (document 3 §2): the administrator belongs to no salon. */
export function adminTime(iso: string | null): string {
  if (!iso) return '–';
  if (Number.isNaN(Date.parse(iso))) return iso;
  return formatAdminDateTime(zonedParts(iso, ownZone()));
}

/** Document 3 §9: a message is cut to 50 characters, a page to 25. */
export const MESSAGE_LENGTH = 50;
export const PAGE_LENGTH = 25;

export function cut(text: string, length: number): string {
  const letters = [...text];
  return letters.length > length ? `${letters.slice(0, length).join('')}…` : text;
}

/** The name in the language shown, and the other one beside it where there is one. */
export function salonNames(salon: SalonNames & { id: number | null }, language: string): { name: string; other: string | null } {
  const [first, second] = language === 'bg' ? [salon.name_bg, salon.name_en] : [salon.name_en, salon.name_bg];
  const name = first || second || `#${salon.id ?? '–'}`;
  return { name, other: second && second !== name ? second : null };
}

/** 1 284 in Bulgarian, 1,284 in English. */
export const wholeNumber = (value: number, language: string) =>
  new Intl.NumberFormat(language === 'bg' ? 'bg-BG' : 'en-GB', { useGrouping: 'always' } as Intl.NumberFormatOptions).format(
    value,
  );

/** The server counts no further, and has no pages behind it. */
const MOST_COUNTED = 10_000;

/** How many rows a list has in all: „312“, and „10 000+“ where the server has stopped counting. */
export const totalText = (total: number, language: string) =>
  `${wholeNumber(total, language)}${total >= MOST_COUNTED ? '+' : ''}`;
