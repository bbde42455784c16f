import type { TFunction } from 'i18next';
import { shownStatus } from '#domain/booking/event-status.ts';
import { displayPhone } from '#domain/people/phones.ts';
import { zonedParts } from '#domain/time/time.ts';
import { formatShortDate } from '#i18n/formats.ts';
import type { Language } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { CardHistory } from './card-visit.ts';

type Client = LocalRow<'clients'>;

const FIELDS = ['first_name', 'last_name', 'phone', 'email', 'address', 'city', 'birth_date', 'notes'] as const;

/** Says if the copy lacks the data that only the server has. */
export const isPartial = ({ older }: CardHistory): boolean => older.phase === 'reading' || older.phase === 'failed';

/** Each of its own, the newest first. */
const eventsOf = ({ facts }: CardHistory) =>
  [...[...facts.coming].reverse(), ...facts.past].flatMap(({ legs }) => [...legs].reverse());

const fieldsOf = (client: Client) => ({
  id: client.id,
  ...Object.fromEntries(FIELDS.map((field) => [field, client[field]])),
  created_at: client.created_at,
});

/** All that is kept about a person, for a machine. @param behind the records that were merged into theirs */
export function copyAsJson(client: Client, behind: readonly Client[], card: CardHistory): string {
  const appointments = eventsOf(card).map((event) => {
    const { service, employee } = card.legOf(event);
    const { start_time: start, end_time: end, price, currency, notes } = event;
    return { start, end, service, employee, status: shownStatus(event), price, currency, notes };
  });
  return JSON.stringify(
    {
      client: fieldsOf(client),
      merged_records: behind.map(fieldsOf),
      appointments,
      appointments_before_missing: isPartial(card) ? card.older.before : null,
    },
    null,
    2,
  );
}

/** The same for a person, line by line. */
export function copyAsText(
  client: Client,
  behind: readonly Client[],
  card: CardHistory,
  t: TFunction<['clients', 'booking']>,
  language: Language,
): string {
  const linesOf = (record: Client) => {
    const shown = {
      ...record,
      phone: displayPhone(record.phone),
      birth_date: record.birth_date ? formatShortDate(record.birth_date, language) : null,
    };
    return FIELDS.filter((field) => shown[field]).map((field) => `${t(field)}: ${shown[field]}`);
  };
  const merged = behind.map((record) => [t('copy_merged'), ...linesOf(record)]);
  const visits = eventsOf(card).map((event) => {
    const { date, range, service, employee } = card.legOf(event);
    const price = event.price === null ? '' : `${event.price.toFixed(2)} ${event.currency ?? ''}`.trim();
    const words = [service, employee, t(`booking:status.${shownStatus(event)}`), price, event.notes];
    return `${formatShortDate(date, language)} ${range}  ${words.filter(Boolean).join(' · ')}`;
  });
  const missing =
    isPartial(card) && card.older.before
      ? [t('copy_partial', { date: formatShortDate(zonedParts(card.older.before, card.zone).date, language) })]
      : [];
  const parts = [[t('copy_title')], linesOf(client), ...merged, [`${t('visits_title')}: ${visits.length}`, ...visits], missing];
  return `\ufeff${parts
    .filter((part) => part.length > 0)
    .map((part) => part.join('\r\n'))
    .join('\r\n\r\n')}\r\n`;
}
