/** Rows and their columns in words, for people who never heard of tables. */
import type { TFunction } from 'i18next';
import { formatTimeOf } from '#domain/date-format.ts';
import { clientName } from '#domain/names.ts';
import { serviceName } from '#domain/service-duration.ts';
import { isLocalDate, zonedParts } from '#domain/time.ts';
import { formatShortDate } from '#i18n/formats.ts';
import type { Client } from '#schemas/clients.ts';
import type { Language } from '#schemas/constants.ts';
import type { TableName } from '#schemas/registry.ts';
import type { Service } from '#schemas/services.ts';

type Content = Readonly<Record<string, unknown>>;

export interface Words {
  t: TFunction<'sync'>;
  language: Language;
  zone: string;
}

const textOf = (value: unknown) => (typeof value === 'string' && value.trim() ? value : null);

function eventText(row: Content, { language, zone }: Words): string {
  const start = textOf(row.start_time);
  const when = start ? `${formatShortDate(zonedParts(start, zone).date, language)}, ${formatTimeOf(start, zone)}` : null;
  return [textOf(row.title), when].filter(Boolean).join(' · ');
}

/** Which record it is, as people call it: a name, a booking's title and time, a date. */
export function recordText(table: TableName, row: Content | null, words: Words): string {
  if (!row) return '';
  if (table === 'clients') return clientName(row as unknown as Client);
  if (table === 'services') return serviceName(row as unknown as Service, words.language);
  if (table === 'events') return eventText(row, words);
  if (table === 'salons') return textOf(row.name_bg) ?? textOf(row.name_en) ?? '';
  const date = textOf(row.date);
  return textOf(row.name) ?? (date && isLocalDate(date) ? formatShortDate(date, words.language) : '');
}
