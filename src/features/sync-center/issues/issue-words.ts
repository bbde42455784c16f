/** Records and their values in the words of an issue: names instead of ids, days and times as the salon writes them. */

import type { TFunction } from 'i18next';
import type { IssueDecision } from '#data/issues/issue-decisions.ts';
import type { SyncIssue } from '#data/issues/issues.queries.ts';
import { isOfRole, mayDecide, roleRefusal } from '#data/issues/role-refusals.ts';
import type { RecordState } from '#data/issues/stored-rows.ts';
import type { Rights } from '#data/person-rights.ts';
import { eventStatusOf } from '#domain/booking/event-status.ts';
import { serviceName } from '#domain/booking/service-duration.ts';
import { amountText } from '#domain/money/amount-text.ts';
import { shownMoney } from '#domain/money/shown-money.ts';
import { displayPhone } from '#domain/people/phones.ts';
import type { SalonConfig } from '#domain/records/salon-config.ts';
import { addDays, isLocalDate, type LocalDate, todayIn, zonedParts } from '#domain/time/time.ts';
import { formatTimeOf } from '#domain/time/time-format.ts';
import { closedWhen, openingLines } from '#features/shared/open-words.ts';
import { formatDay, formatShortDate, formatWeekday } from '#i18n/formats.ts';
import { UNNAMED_BLOCKS } from '#i18n/languages.ts';
import { CURRENCIES, type Language } from '#schemas/constants.ts';
import { type OwnTerms, readOfferers, readOwnTerms } from '#schemas/own-terms.ts';
import { type LocalRow, TABLES, type TableName } from '#schemas/registry.ts';
import { type Room, readRooms } from '#schemas/rooms.ts';
import { type ClosedDays, readClosedDays, readOpeningHours } from '#schemas/salon-days.ts';
import { rejectionReasonOf } from './issue-reason.ts';

export type IssueContent = Readonly<Record<string, unknown>>;
type Referred = ReadonlyMap<TableName, ReadonlyMap<string, { row: LocalRow<TableName>; deleted: boolean }>>;

export interface IssueWords {
  t: TFunction<'issues'>;
  language: Language;
  config: SalonConfig;
  /** The records to which the shown contents refer. */
  referred: Referred;
}

export const textOf = (value: unknown) => (typeof value === 'string' && value.trim() ? value.trim() : null);

/** The name of a record by what it holds; null where it has none. */
export function ownName(table: TableName, row: IssueContent, { t, language }: IssueWords): string | null {
  if (table === 'clients') {
    if (row.erased_at) return t('erased_client');
    return textOf(row.name) ?? textOf([row.first_name, row.last_name].filter(Boolean).join(' '));
  }
  if (table === 'services') return textOf(serviceName(row as unknown as LocalRow<'services'>, language));
  if (table === 'salons') return textOf(language === 'en' ? row.name_en : row.name_bg) ?? textOf(row.name_bg);
  return textOf(row.name);
}

/** Returns the name of the record with this id; that of a deleted one is marked. */
export function referredName(to: TableName, id: unknown, words: IssueWords): string | null {
  if (typeof id !== 'string' || !id) return null;
  const { t, referred } = words;
  const found = referred.get(to)?.get(id);
  if (!found) return t(`removed_${to}`);
  const content: IssueContent = { ...found.row };
  const name = ownName(to, content, words) ?? t(`nameless_${to}`);
  return found.deleted && !content.erased_at ? t('removed_mark', { name }) : name;
}

const SUNDAY = '2026-11-15';
/** „сряда“ of 3. */
export const longWeekdayName = (weekday: unknown, language: Language) =>
  formatWeekday(addDays(SUNDAY, Number(weekday) || 0), language, 'long');

/** „пт, 20/11/2026“ */
export const dayText = (date: LocalDate, { language }: Pick<IssueWords, 'language'>) => formatDay(date, language);

/** „11:50“ of today, else „пт, 20/11/2026, 11:50“. */
export function issueMomentText(iso: string, words: Pick<IssueWords, 't' | 'language' | 'config'>): string {
  const zone = words.config.timezone;
  const { date } = zonedParts(iso, zone);
  const time = formatTimeOf(iso, zone);
  return date === todayIn(zone, Date.now()) ? time : words.t('at_day', { day: dayText(date, words), time });
}

/** A dash that keeps a range on one line (src/README.md, “How it looks”). */
const DASH = '\u2060–\u2060';

/** „пт, 20/11/2026, 11:30–12:30“ */
export function timesText(start: unknown, end: unknown, words: Pick<IssueWords, 'language' | 'config'>): string | null {
  if (typeof start !== 'string' || !start) return null;
  const zone = words.config.timezone;
  const range = [start, end].flatMap((iso) => (typeof iso === 'string' && iso ? [formatTimeOf(iso, zone)] : []));
  return `${dayText(zonedParts(start, zone).date, words)}, ${range.join(DASH)}`;
}

/** Which record it is, as people call it. */
export function recordName(table: TableName, row: IssueContent, words: IssueWords): string {
  const { t } = words;
  if (table === 'events') {
    if (row.type === 'blocking') {
      const title = textOf(row.title);
      // Without a title of its own it bears the usual one, in the language in which it was made.
      return title && !UNNAMED_BLOCKS.includes(title) ? title : t('blocked_time');
    }
    return referredName('clients', row.client_id, words) ?? textOf(row.title) ?? t('nameless_events');
  }
  if (table === 'employee_weekly_shifts' || table === 'employee_day_overrides')
    return referredName('resources', row.resource_id, words) ?? t('removed_resources');
  if (table === 'product_revisions') return referredName('products', row.product_id, words) ?? t('removed_products');
  if (table === 'salon_settings') return t('the_settings');
  return ownName(table, row, words) ?? t(`nameless_${table}`);
}

/** Returns further words that tell a record apart: a booking's service, employee, day and time; a shift's day. */
export function recordDetail(table: TableName, row: IssueContent, words: IssueWords): string | null {
  if (table === 'events') {
    const service = referredName('services', row.service_id, words);
    const employee = referredName('resources', row.resource_id, words);
    return [service, employee, timesText(row.start_time, row.end_time, words)].filter(Boolean).join(' · ');
  }
  if (table === 'employee_weekly_shifts') return words.t('every_weekday', { day: longWeekdayName(row.weekday, words.language) });
  const date = textOf(row.date);
  return table === 'employee_day_overrides' && date && isLocalDate(date) ? dayText(date, words) : null;
}

/** Why the server refused it. */
export function reasonText(issue: SyncIssue, { t }: Pick<IssueWords, 't'>, rights: Rights): string {
  if (isOfRole(issue)) return roleText(issue, { t }, rights);
  const { key, field, max } = rejectionReasonOf(issue);
  return t(`reason_${key}`, { ...(field ? { field: t(`field_${field}`) } : {}), max });
}

/** „Ролята Ви в този салон не позволява промяна на: цена …“ */
export function roleText(
  issue: SyncIssue,
  { t }: Pick<IssueWords, 't'>,
  rights: Rights,
  decision: IssueDecision = 'again',
  standing?: RecordState,
): string {
  if (mayDecide(issue, decision, rights, standing)) return t('reason_role_now');
  const { columns, by } = roleRefusal(issue, rights, decision, standing);
  if (columns.length === 0) return t(`reason_role_new_${by}`);
  if (columns.includes('deleted'))
    return t(`reason_role_${decision === 'delete' || issue.ours?.deleted === true ? 'deletion' : 'back'}_${by}`);
  const fields = [...new Set(columns.map((column) => t(`field_${column}`)))].join(', ');
  return t(`reason_role_columns_${by}`, { fields });
}

const MINUTES = new Set([
  ...['duration', 'interval_calendar', 'calendar_interval'],
  ...['processing_after', 'processing_minutes', 'buffer_after'],
]);
const AMOUNTS = new Set(['quantity', 'low_stock_at', 'old_quantity', 'new_quantity']);
const DATES = new Set(['birth_date', 'start_date', 'end_date', 'date']);
const CHOICES = new Set(['default_view', 'language', 'type']);

/** An amount of a record, in the currency that it names. */
export function moneyText(column: string, content: IssueContent, { t, language, config }: IssueWords): string {
  const amount = content[column];
  const code = content[column === 'supply_price' ? 'supply_currency' : 'currency'];
  const currency = CURRENCIES.find((one) => one === code);
  if (typeof amount !== 'number' || !currency) return t('empty_value');
  return shownMoney({ amount, currency }, config.currency, language);
}

/** A single value as it would stand on the screen. */
export function columnValueText(table: TableName, column: string, value: unknown, words: IssueWords): string {
  const { t, language } = words;
  if (value === null || value === undefined || value === '') return t(column === 'resource_ids' ? 'everybody' : 'empty_value');
  const to = (TABLES[table].refs as Readonly<Record<string, TableName>>)[column];
  if (to) return referredName(to, value, words) ?? t('empty_value');
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (AMOUNTS.has(column)) return amountText(Number(value), language);
  if (MINUTES.has(column)) return t('minutes', { count: Number(value) });
  const text = String(value);
  if (column === 'resource_ids') return (readOfferers(text) ?? []).map((id) => referredName('resources', id, words)).join(', ');
  if (column === 'own_terms') return (readOwnTerms(text) ?? []).map((terms) => ownTermsWords(terms, words)).join('; ');
  if (column === 'opening_hours')
    return openingLines(readOpeningHours(text) ?? [], language)
      .map(({ days, hours }) => `${days} ${hours}`)
      .join('; ');
  if (column === 'closed_days')
    return (readClosedDays(text) ?? []).map((one) => `${closedWhen(one, language)}${ownClosedAside(one)}`).join('; ');
  if (column === 'rooms') return (readRooms(text) ?? []).map(roomWords).join(', ');
  if (column === 'room_id') return words.config.rooms.find(({ id }) => id === text)?.name ?? t('removed_room');
  if (column === 'phone') return displayPhone(text);
  if (DATES.has(column) && isLocalDate(text)) return formatShortDate(text, language);
  if (column === 'status') return t(`status_${eventStatusOf(text) ?? 'none'}`);
  if (CHOICES.has(column)) return t(`choice_${text}`);
  if (TIMES.test(text)) return timesText(text, null, words) ?? text;
  return text;
}

/** „ (Ремонт)“; a holiday is said by its name already. */
const ownClosedAside = (closed: ClosedDays): string => (closed.kind !== 'holiday' && closed.name ? ` (${closed.name})` : '');

/** „Мария: 45 минути, 30,00 лв.“ */
function ownTermsWords({ resource, duration, price, currency }: OwnTerms, words: IssueWords): string {
  const { t, language, config } = words;
  const said = [
    ...(duration === null ? [] : [t('minutes', { count: duration })]),
    ...(price === null || currency === null ? [] : [shownMoney({ amount: price, currency }, config.currency, language)]),
  ];
  return `${referredName('resources', resource, words)}: ${said.join(', ')}`;
}

/** „Мивка × 2“ */
const roomWords = ({ name, count }: Room): string => (count === 1 ? name : `${name}\u00a0×\u00a0${count}`);

const TIMES = /^\d{4}-\d\d-\d\dT/;

const PLACES: Readonly<Record<TableName, string>> = {
  salons: '/salon',
  salon_settings: '/salon',
  resources: '/employees/edit/',
  employee_groups: '/employees',
  services: '/services/edit/',
  service_groups: '/services/categories',
  products: '/products/edit/',
  product_groups: '/products/groups',
  clients: '/clients/',
  employee_weekly_shifts: '/shifts',
  employee_day_overrides: '/shifts',
  events: '/calendar',
  product_revisions: '/products/revision',
};

/** Returns the path of the screen that shows a record: a booking on its day, a client on their card, another in its form. */
export function recordPath(table: TableName, id: string, content: Readonly<Record<string, unknown>>, zone: string): string {
  const place = PLACES[table];
  if (table !== 'events') return place.endsWith('/') ? place + encodeURIComponent(id) : place;
  const start = content.start_time;
  const day: LocalDate | null = typeof start === 'string' ? zonedParts(start, zone).date : null;
  return `${place}?${new URLSearchParams({ ...(day ? { day } : {}), event: id })}`;
}

/** Returns the path of the screen that corrects a refused record: a client has a form beside the card. */
export function correctionPath(...record: Parameters<typeof recordPath>): string {
  const [table, id] = record;
  return table === 'clients' ? `/clients/edit/${encodeURIComponent(id)}` : recordPath(...record);
}
