/** The parts of a record that an issue shows, as label and text: the columns of one decision together, no internal columns. */

import type { SyncIssue } from '#data/issues/issues.queries.ts';
import { eventStatusOf, isRequest } from '#domain/booking/event-status.ts';
import { cutsOf } from '#domain/shifts/own-hours.ts';
import { overrideIntervalsOf, shiftIntervalsOf } from '#schemas/intervals.ts';
import { type LocalRow, TABLES, type TableName } from '#schemas/registry.ts';
import { columnValueText, type IssueContent, type IssueWords, moneyText, ownName, timesText } from './issue-words.ts';

export interface Fact {
  label: string;
  text: string;
  /** Drawn beside the text: hex. */
  color?: string;
  /** The columns that it speaks of. */
  columns: readonly string[];
}

/** Columns that are no content of a person's, or are part of the record's name. */
const UNSPOKEN: ReadonlySet<string> = new Set([
  ...['id', 'salon_id', 'deleted', 'owner_id', 'is_complete', 'user_id', 'role', 'avatar', 'series_id', 'overlap_agreed'],
  ...['merged_into', 'erased_at', 'visit_id', 'visit_pos', 'difference', 'weekday', 'date', 'group_name'],
]);

/** Said of a decision where the sides differ in them: few bookings have any. */
const TIMES: ReadonlySet<string> = new Set(['processing_after', 'processing_minutes', 'buffer_after']);

const isSet = (table: TableName) => TABLES[table].shape === 'set';
const spoken = (table: TableName, column: string) => !(UNSPOKEN.has(column) || (isSet(table) && column === 'resource_id'));

/** The columns of the decision; else those in which the sides differ; for content on one side only what is filled in. */
export function shownColumns({ table, group, ours, server }: Pick<SyncIssue, 'table' | 'group' | 'ours' | 'server'>): string[] {
  if (group) return group.filter((column) => !TIMES.has(column) || ours?.[column] !== server?.[column]);
  const columns = Object.keys(TABLES[table].columns).filter((column) => spoken(table, column));
  const held = (side: IssueContent | null, column: string) => side?.[column] ?? null;
  if (ours && server) return columns.filter((column) => held(ours, column) !== held(server, column));
  const initial = (column: string) => (TABLES[table].columns as Record<string, { initial: unknown }>)[column]?.initial ?? null;
  return columns.filter((column) => {
    const value = held(ours ?? server, column);
    return value !== null && value !== '' && value !== initial(column);
  });
}

/** The columns that the record's own name and detail have told already. */
const NAMING: Readonly<Partial<Record<TableName, readonly string[]>>> = {
  events: ['resource_id', 'client_id', 'service_id', 'title', 'start_time', 'end_time', 'type'],
  clients: ['name', 'first_name', 'last_name'],
};

/** The columns of content that stands under its record's name. */
export function contentColumns(issue: Pick<SyncIssue, 'table' | 'group' | 'ours' | 'server'>): string[] {
  const named = issue.server === null ? (NAMING[issue.table] ?? ['name']) : [];
  return shownColumns(issue).filter((column) => !named.includes(column));
}

/** Columns that are told as one, each under the first of them. */
function told(table: TableName, columns: readonly string[]): { label: string; columns: string[] }[] {
  const together: readonly (readonly [string, readonly string[]])[] =
    table === 'events'
      ? [
          ['when', ['start_time', 'end_time']],
          ['price', ['price', 'currency']],
          ['status', ['status', 'requested_until']],
        ]
      : table === 'clients'
        ? [['name', ['name', 'first_name', 'last_name']]]
        : table === 'products'
          ? [
              ['sale_price', ['sale_price', 'price', 'currency']],
              ['supply_price', ['supply_price', 'supply_currency']],
              ['group_id', ['group_id', 'group_name']],
            ]
          : table === 'services'
            ? [['price', ['price', 'currency']]]
            : isSet(table)
              ? [['shifts', ['type', 'start_time', 'end_time', 'intervals', 'off_reason']]]
              : [];
  const facts: { label: string; columns: string[] }[] = [];
  for (const column of columns) {
    const joined = together.find(([, members]) => members.includes(column));
    const label = joined?.[0] ?? column;
    const known = facts.find((fact) => fact.label === label);
    if (known) known.columns.push(column);
    else facts.push({ label, columns: [column] });
  }
  return facts.sort((a, b) => Number(b.label === 'when') - Number(a.label === 'when'));
}

/** „10:00–13:00“ for each shift of a set, „почивен ден“ for none. */
export function setLines(table: TableName, content: IssueContent, { t }: Pick<IssueWords, 't'>): string[] {
  if (content.deleted === true) return [t(table === 'employee_weekly_shifts' ? 'no_shifts' : 'no_overrides')];
  const clock = (text: string) => text.replace(/^0/, '');
  const range = (start: string, end: string) => `${clock(start)}–${clock(end)}`;
  if (table === 'employee_weekly_shifts') {
    const { intervals, start_time, end_time } = content as unknown as LocalRow<'employee_weekly_shifts'>;
    const set = intervals ? shiftIntervalsOf(intervals) : [{ start: start_time, end: end_time }];
    return set.map(({ start, end }) => range(start, end));
  }
  const { intervals, start_time, end_time, type, off_reason } = content as unknown as LocalRow<'employee_day_overrides'>;
  const why = off_reason ? ` (${t(`off.${off_reason}`)})` : '';
  const set = intervals ? overrideIntervalsOf(intervals) : [{ start: start_time, end: end_time, type }];
  const cuts = new Set(cutsOf(set));
  const said = set.filter((one) => !cuts.has(one)); // its shifts say it all
  return said.map(({ start, end, type: kind }) =>
    start === null || end === null
      ? t('whole_day_off') + why
      : t(`interval_${kind}`, { times: range(start, end) }) + (kind === 'time_off' ? why : ''),
  );
}

/** A decision of a price is named by the amount, however many columns it has. */
const AMOUNTS: ReadonlySet<string> = new Set(['price', 'sale_price', 'supply_price']);

function factText(table: TableName, label: string, columns: readonly string[], content: IssueContent, words: IssueWords): string {
  if (label === 'when') return timesText(content.start_time, content.end_time, words) ?? words.t('empty_value');
  if (table === 'events' && label === 'status') return statusText(content, words);
  if (label === 'shifts') return setLines(table, content, words).join(', ');
  if (table === 'clients' && label === 'name') return ownName(table, content, words) ?? words.t('empty_value');
  const [column = label] = columns;
  return AMOUNTS.has(label) ? moneyText(label, content, words) : columnValueText(table, column, content[column], words);
}

/** „заявка“ for one that waits for an answer, else the status. */
function statusText(content: IssueContent, { t }: IssueWords): string {
  const event = content as Pick<LocalRow<'events'>, 'type' | 'status' | 'arrived_at' | 'requested_until'>;
  return t(`status_${isRequest(event) ? 'requested' : (eventStatusOf(event.status) ?? 'none')}`);
}

/**
 * Tells if the sides gave a customer different answers: to a request, or one of them cancelled what was booked online. A client who came
 * or did not come reads nothing of it.
 */
export const isAnswer = ({
  table,
  kind,
  group,
  ours,
  server,
}: Pick<SyncIssue, 'table' | 'kind' | 'group' | 'ours' | 'server'>) => {
  if (table !== 'events' || kind !== 'field' || !group?.includes('requested_until')) return false;
  const isCancelled = (side: IssueContent | null) => side?.status === 'cancelled';
  const isOnline = [ours, server].some((side) => side?.source === 'online');
  return [ours, server].some((side) => side?.requested_until) || (isOnline && isCancelled(ours) !== isCancelled(server));
};

/** @param columns as `shownColumns` gives them */
export function factsOf(table: TableName, columns: readonly string[], content: IssueContent, words: IssueWords): Fact[] {
  return told(table, columns).map(({ label, columns: members }) => ({
    label: words.t(`field_${label}`),
    text: factText(table, label, members, content, words),
    ...(label === 'color' && typeof content.color === 'string' ? { color: content.color } : {}),
    columns: members,
  }));
}

/** „телефон“ · „кога, служител“: what the sides differ in. */
export const labelsOf = (table: TableName, columns: readonly string[], { t }: Pick<IssueWords, 't'>): string =>
  told(table, columns)
    .map(({ label }) => t(`field_${label}`))
    .join(', ');
