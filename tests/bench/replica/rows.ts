/** The salon that all databases hold: a year around today, the same rows for everybody. */
import { TABLES } from '#schemas/registry.ts';
import type { Columns } from '#schemas/table.ts';
import type { ClientRow, EventRow } from './adapter.ts';

export const DAY_MS = 86_400_000;
const YEAR = 365;
/** Days of the year that lie before today. */
const BEHIND = 300;
const FIRST_NAMES = ['Мария', 'Иванка', 'Георги', 'Петър', 'Силвия', 'Цветелина', 'Юлия', 'Жана', 'Стоян', 'Димитър'];
const LAST_NAMES = ['Иванова', 'Петрова', 'Георгиева', 'Чолакова', 'Димитрова', 'Христова', 'Желева', 'Янкова', 'Тодорова'];
const AT = '2026-01-01T00:00:00.000Z';

const initialOf = (columns: Columns) =>
  Object.fromEntries(Object.entries(columns).map(([column, { initial }]) => [column, initial]));
const EVENT = initialOf(TABLES.events.columns);
const CLIENT = initialOf(TABLES.clients.columns);
const frame = (id: string) => ({ id, salon_id: 1, rev: 1, deleted: false, created_at: AT, updated_at: AT });
const numbered = (kind: string, n: number) => `${kind}-${String(n).padStart(6, '0')}`;

/** Midnight UTC of the day that is so many days after today. */
export const dayFromToday = (days: number): string => new Date((Math.floor(Date.now() / DAY_MS) + days) * DAY_MS).toISOString();

export function eventRow(id: string, start: number): EventRow {
  const times = { start_time: new Date(start).toISOString(), end_time: new Date(start + 1_800_000).toISOString() };
  return { ...EVENT, ...frame(id), ...times, resource_id: 'r-1', title: 'Подстригване', price: 30, currency: 'BGN' } as EventRow;
}

/** Spread over the days of a year, in quarter hours from 06:00 UTC on. */
export function eventRows(many: number): EventRow[] {
  const from = Date.parse(dayFromToday(-BEHIND));
  return Array.from({ length: many }, (_, n) => {
    const start = from + (n % YEAR) * DAY_MS + 21_600_000 + (Math.floor(n / YEAR) % 44) * 900_000;
    return { ...eventRow(numbered('event', n), start), client_id: numbered('client', n % 5000) };
  });
}

export const clientRows = (many: number): ClientRow[] =>
  Array.from({ length: many }, (_, n) => {
    const [first_name, last_name] = [FIRST_NAMES[n % FIRST_NAMES.length], LAST_NAMES[n % LAST_NAMES.length]];
    const name = `${first_name} ${last_name} ${n}`;
    const phone = `+3598${80_000_000 + ((n * 7919) % 9_999_991)}`;
    return { ...CLIENT, ...frame(numbered('client', n)), first_name, last_name, name, phone } as ClientRow;
  });
