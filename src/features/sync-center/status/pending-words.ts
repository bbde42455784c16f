/** The unsent changes in words: the record, and its changes since the server last had it. */

import type { TFunction } from 'i18next';
import { serviceName } from '#domain/booking/service-duration.ts';
import { amountText } from '#domain/money/amount-text.ts';
import { addDays, isLocalDate, minuteOfClock, zonedParts } from '#domain/time/time.ts';
import { formatTime, formatTimeOf } from '#domain/time/time-format.ts';
import { clientWords } from '#features/shared/client-words.ts';
import { formatDay, formatWeekday } from '#i18n/formats.ts';
import { UNNAMED_BLOCKS } from '#i18n/languages.ts';
import type { Client } from '#schemas/clients.ts';
import type { Language } from '#schemas/constants.ts';
import { overrideIntervalsOf, shiftIntervalsOf } from '#schemas/intervals.ts';
import type { LocalRow, TableName } from '#schemas/registry.ts';
import type { Service } from '#schemas/services.ts';
import type { PendingRow } from './sync-types.ts';

type Content = Readonly<Record<string, unknown>>;

/** How the rows that a pending row speaks of are called. */
export interface PendingNames {
  readonly clients: ReadonlyMap<string, LocalRow<'clients'>>;
  readonly employees: ReadonlyMap<string, string>;
  readonly products: ReadonlyMap<string, string>;
}

interface Words {
  t: TFunction<'sync'>;
  language: Language;
  zone: string;
}

export type PendingAct = 'new' | 'moved' | 'changed' | 'deleted';

export interface PendingText {
  readonly act: PendingAct;
  readonly title: string;
  /** Empty where the title says it all. */
  readonly detail: string;
}

/** Kept by the machinery, or said by another column. */
const NOT_SAID = new Set(['id', 'salon_id', 'created_at', 'updated_at', 'deleted', 'merged_into', 'erased_at', 'is_complete']);

/** The columns that stand otherwise here than the server last had them. */
export function changedColumns({ row }: Pick<PendingRow, 'row'>): string[] {
  const now: Content = { ...row };
  return Object.keys(row.base ?? {}).filter((column) => !NOT_SAID.has(column) && row.base?.[column] !== now[column]);
}

const PLACE = new Set(['start_time', 'end_time', 'resource_id']);

function actOf(pending: PendingRow, changed: readonly string[]): PendingAct {
  if (pending.kind === 'changed' && pending.table === 'events' && changed.some((column) => PLACE.has(column))) return 'moved';
  return pending.kind;
}

const SUNDAY = '2026-11-22';

const weekdayText = (weekday: number, language: Language) => formatWeekday(addDays(SUNDAY, weekday), language, 'long');

function dayText(iso: string, { language, zone }: Words): string {
  const { date } = zonedParts(iso, zone);
  return `${formatDay(date, language)}, ${formatTimeOf(iso, zone)}`;
}

const textOf = (value: unknown) => (typeof value === 'string' && value.trim() ? value : null);
const dotted = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ');

/** „14:00 → 13:15 · Радослав“; the day is said only where it changed. */
function moveText(row: LocalRow<'events'>, names: PendingNames, words: Words): string {
  const base = row.base as Partial<LocalRow<'events'>>;
  const { zone } = words;
  const was = base.start_time ?? row.start_time;
  const sameDay = zonedParts(was, zone).date === zonedParts(row.start_time, zone).date;
  const at = (iso: string) => (sameDay ? formatTimeOf(iso, zone) : dayText(iso, words));
  const who = (id: string | undefined) => names.employees.get(id ?? '') ?? null;
  const from = who(base.resource_id);
  const to = who(row.resource_id);
  const time = was === row.start_time ? at(was) : `${at(was)} → ${at(row.start_time)}`;
  return dotted(time, base.resource_id !== row.resource_id && from && to ? `${from} → ${to}` : to);
}

function eventText(pending: PendingRow, act: PendingAct, names: PendingNames, words: Words): [string, string] {
  const row = pending.row as LocalRow<'events'>;
  const block = row.type === 'blocking';
  const client = names.clients.get(row.client_id ?? '');
  const service = textOf(row.title);
  const who = client ? [clientWords(client), service].filter(Boolean).join(', ') : (service ?? '');
  const what = words.t(`pending_${act}_${block ? 'block' : 'events'}`);
  // Blocked time without a title of its own is called just that, in the language in which it was made.
  const unnamed = block && UNNAMED_BLOCKS.includes(who);
  const title = who && !unnamed ? `${what}: ${who}` : what;
  if (act === 'moved') return [title, moveText(row, names, words)];
  const when = dotted(dayText(row.start_time, words), names.employees.get(row.resource_id));
  return [title, act === 'changed' ? dotted(when, columnsText(pending, words)) : when];
}

function rangeText(start: string, end: string): string {
  return `${formatTime(minuteOfClock(start))}–${formatTime(minuteOfClock(end))}`;
}

function setText({ table, row }: PendingRow, { t }: Words): string {
  const { intervals } = row as LocalRow<'employee_weekly_shifts'>;
  const text = row.deleted ? null : intervals;
  if (table === 'employee_weekly_shifts')
    return text
      ? shiftIntervalsOf(text)
          .map(({ start, end }) => rangeText(start, end))
          .join(', ')
      : t('day_off');
  if (!text) return t('as_every_week');
  return overrideIntervalsOf(text)
    .map(({ start, end, type }) => (start && end ? t(`override_${type}`, { range: rangeText(start, end) }) : t('day_off')))
    .join(', ');
}

function setName({ table, row }: PendingRow, names: PendingNames, { language }: Words): string {
  const { resource_id, weekday } = row as LocalRow<'employee_weekly_shifts'>;
  const { date } = row as LocalRow<'employee_day_overrides'>;
  const day =
    table === 'employee_weekly_shifts' ? weekdayText(weekday, language) : isLocalDate(date) ? formatDay(date, language) : '';
  return [names.employees.get(resource_id), day].filter(Boolean).join(', ');
}

/** „телефон, имейл“ */
function columnsText(pending: PendingRow, { t }: Words): string {
  if (pending.row.base?.deleted === true && !pending.row.deleted) return t('brought_back');
  return [...new Set(changedColumns(pending).map((column) => t(`issues:field_${column}`, column)))].join(', ');
}

const isSet = (table: TableName) => table === 'employee_weekly_shifts' || table === 'employee_day_overrides';

export function pendingText(pending: PendingRow, names: PendingNames, words: Words): PendingText {
  const { table, row } = pending;
  const { t } = words;
  const act = actOf(pending, changedColumns(pending));
  if (table === 'events') {
    const [title, detail] = eventText(pending, act, names, words);
    return { act, title, detail };
  }
  const titled = (name: string, detail: string): PendingText => {
    // A set of shifts is replaced as a whole, also by an empty one.
    const key = isSet(table) ? `table_${table}` : `pending_${act}_${table}`;
    return { act: isSet(table) ? 'changed' : act, title: [t(key), name].filter(Boolean).join(': '), detail };
  };
  if (isSet(table)) return titled(setName(pending, names, words), setText(pending, words));
  if (table === 'product_revisions') {
    const { product_id, old_quantity, new_quantity } = row as LocalRow<'product_revisions'>;
    const amounts = [old_quantity, new_quantity].map((amount) => amountText(amount, words.language));
    return titled(names.products.get(product_id) ?? '', amounts.join(' → '));
  }
  return titled(recordText(table, { ...row }, words), act === 'changed' ? columnsText(pending, words) : '');
}

/** Returns the path of the screen that shows and edits the record; null if there is nothing left to see. */
export function pendingRoute({ table, id, row }: PendingRow, zone: string): string | null {
  if (isSet(table)) return '/shifts';
  if (row.deleted) return null;
  const key = encodeURIComponent(id);
  switch (table) {
    case 'events':
      return `/calendar?day=${zonedParts((row as LocalRow<'events'>).start_time, zone).date}&event=${key}`;
    case 'clients':
      return `/clients/${key}`;
    case 'resources':
      return `/employees/edit/${key}`;
    case 'services':
      return `/services/edit/${key}`;
    case 'products':
      return `/products/edit/${key}`;
    case 'employee_groups':
      return '/employees';
    case 'service_groups':
      return '/services/categories';
    case 'product_groups':
      return '/products/groups';
    case 'product_revisions':
      return '/products/revision';
    default:
      return '/salon';
  }
}

/** Which record it is, as people call it. */
function recordText(table: TableName, row: Content, { language }: Words): string {
  if (table === 'clients') return clientWords(row as unknown as Client);
  if (table === 'services') return serviceName(row as unknown as Service, language);
  if (table === 'salons') return textOf(row.name_bg) ?? textOf(row.name_en) ?? '';
  return textOf(row.name) ?? '';
}
