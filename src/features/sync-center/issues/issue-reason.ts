/**
 * Why the server refused a write, as a key of a text: by the constraint that it names, else by its code. The server's own
 * words are never shown. A test reads every constraint of the database, so that a new one without words does not pass.
 */
import type { SyncIssue } from '#data/issues/issues.queries.ts';
import { TABLES, type TableName } from '#schemas/registry.ts';

export interface RejectionReason {
  /** `reason_<key>` is its text. */
  key: string;
  /** The column that it is about; its label fills the text's {{field}}. */
  field?: string;
  /** The most characters that it takes. */
  max?: number;
}

/** A column's own check, by the column: they mean the same in every table. */
const CHECKS: Readonly<Record<string, string>> = {
  ...of('too_long', ['name', 'name_bg', 'name_en', 'first_name', 'last_name', 'email', 'phone', 'address', 'city', 'notes']),
  ...of('too_long', ['title', 'comment', 'no_show_policy', 'position', 'username', 'avatar', 'category', 'barcode']),
  ...of('too_long', ['group_name', 'unit']),
  ...of('negative', ['price', 'supply_price', 'sale_price', 'quantity', 'low_stock_at', 'old_quantity', 'new_quantity']),
  ...of('date', ['start_date', 'end_date', 'birth_date', 'date']),
  ...of('time', ['start_time', 'end_time', 'arrived_at']),
  ...of('not_offered', [
    'language',
    'default_view',
    'date_format',
    'currency',
    'supply_currency',
    'timezone',
    'type',
    'status',
    'role',
  ]),
  ...of('not_offered', ['interval_calendar', 'calendar_interval', 'weekday', 'off_reason']),
  ...of('ours', ['id', 'salon_id', 'series_id', 'overlap_agreed', 'user_id', 'erased_at']),
  ...of('ours', ['visit_id', 'visit_pos', 'resource_ids', 'own_terms', 'rooms', 'room_id', 'source', 'requested_until']),
  ...of('not_offered', ['processing_after', 'processing_minutes', 'buffer_after']),
  color: 'color',
  duration: 'duration',
  intervals: 'shifts',
  ...of('not_offered', ['opening_hours', 'closed_days']),
};

function of(key: string, columns: readonly string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [column, key]));
}

/** Constraints with names of their own, and those that triggers raise. */
const NAMED: Readonly<Record<string, string>> = {
  salons_check: 'ours',
  salon_settings_check: 'ours',
  clients_check: 'merged_into',
  employee_weekly_shifts_check: 'ours',
  employee_day_overrides_check: 'ours',
  events_end_after_start: 'end_after_start',
  events_at_most_a_day: 'at_most_a_day',
  events_requested_until: 'requested_until',
  events_waiting_within: 'waiting_within',
  services_waiting_within: 'service_waiting_within',
  shift_times_differ: 'shift_times_differ',
  employee_day_overrides_both_times_or_none: 'both_times',
  employee_weekly_shifts_row_0_carries_the_set: 'ours',
  employee_day_overrides_row_0_carries_the_set: 'ours',
  employee_day_overrides_row_0_carries_the_reason: 'ours',
  product_revisions_difference_is_new_minus_old: 'ours',
  products_supply_price_has_a_currency: 'ours',
  events_price_has_a_currency: 'ours',
  identity_never_changes: 'ours',
  only_row_0_is_written: 'ours',
  row_0_is_the_first_entry: 'ours',
  set_is_in_order: 'ours',
  erased: 'erased',
  role: 'role',
};

/** Columns that no person fills in: one of them missing is our fault. */
const KEPT_BY_US: ReadonlySet<string> = new Set([
  ...['id', 'salon_id', 'rev', 'deleted', 'created_at', 'updated_at'],
  ...['user_id', 'difference', 'is_complete', 'role', 'intervals', 'old_quantity'],
]);

const CODES: Readonly<Record<string, string>> = {
  '22001': 'text_too_long',
  '22003': 'number_too_big',
  '22007': 'some_date',
  '22008': 'some_date',
  '22021': 'characters',
  '22P05': 'characters',
  '23502': 'something_missing',
  '23503': 'missing',
  '23505': 'already_there',
  '23514': 'rule',
  '42501': 'no_right',
  '42804': 'ours',
  '42P01': 'ours',
  '57014': 'too_slow',
  P0001: 'rule',
  erased: 'erased',
  'http-400': 'unreadable',
  'http-413': 'too_big',
  PT413: 'too_big',
};

/** The classes of the codes that have no words of their own: unreadable data, a rule of the database, a call that PostgREST cannot read. */
const CLASSES: readonly (readonly [string, string])[] = [
  ['22', 'unreadable'],
  ['23', 'rule'],
  ['http-4', 'unreadable'],
  ['PGRST1', 'unreadable'],
];

/** Every key that a reason can have, for the test of the texts. */
export const REASON_KEYS: readonly string[] = [
  ...new Set([...[CHECKS, NAMED, CODES].flatMap((words) => Object.values(words)), ...CLASSES.map(([, key]) => key)]),
  ...['required', 'unknown', 'missing_salons'],
  ...new Set(Object.values(TABLES).flatMap(({ refs }) => Object.values(refs).map((to) => `missing_${to}`))),
];

/** The reason of a constraint's name; null where there are no words for it. */
export function reasonOfConstraint(table: TableName, constraint: string): RejectionReason | null {
  const named = NAMED[constraint];
  if (named) return { key: named };
  const parts = constraint.startsWith(`${table}_`)
    ? /^(.*?)_?(check|fkey|pkey|not_null)$/.exec(constraint.slice(table.length + 1))
    : null;
  if (!parts) return null;
  const [, column = '', kind] = parts;
  if (kind === 'pkey') return { key: 'already_there' };
  if (kind === 'fkey') {
    const to = (TABLES[table].refs as Readonly<Record<string, string>>)[column.replace(/^salon_id_/, '')];
    if (to) return { key: `missing_${to}` };
    return column === 'salon_id' ? { key: 'missing_salons' } : column === 'owner_id' ? { key: 'ours' } : null;
  }
  const columns = TABLES[table].columns as Readonly<Record<string, { maxLength?: number }>>;
  if (kind === 'not_null') {
    if (KEPT_BY_US.has(column)) return { key: 'ours' };
    return columns[column] ? { key: 'required', field: column } : null;
  }
  const key = CHECKS[column];
  if (!key || key === 'ours') return key ? { key } : null;
  const max = columns[column]?.maxLength;
  return { key, field: column, ...(max === undefined ? {} : { max }) };
}

/** Why it was refused. `text_too_long` and its like say less than a constraint does; `unknown` is the last resort. */
export function rejectionReasonOf({
  table,
  code,
  constraint,
}: Pick<SyncIssue, 'table' | 'code' | 'constraint'>): RejectionReason {
  const byConstraint = constraint ? reasonOfConstraint(table, constraint) : null;
  if (byConstraint) return byConstraint;
  const known = code ? CODES[code] : undefined;
  if (known) return { key: known };
  return { key: CLASSES.find(([start]) => code?.startsWith(start))?.[1] ?? 'unknown' };
}
