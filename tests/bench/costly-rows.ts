/**
 * What of a push could cost most: for each table the longest legal values, for each check the longest that it refuses, and what makes
 * a trigger look at many other rows. 500 of each are pushed; `writes` says how many rows of the database one of them writes.
 */
import type { TransactionSql } from 'postgres';

export interface PushedRow {
  readonly table: string;
  readonly id: string;
  readonly base_rev?: number;
  readonly doc: Record<string, unknown>;
}

export interface CostlyRow {
  readonly what: string;
  /** Rows that one change writes; 1 when it is not given. */
  readonly writes?: number;
  /** As the superuser with triggers off: what stands there before. */
  readonly before?: (sql: TransactionSql, salonId: number) => Promise<unknown>;
  readonly row: (n: number, salonId: number) => PushedRow;
  /** Changes of one call; 500 when it is not given. */
  readonly many?: number;
}

const BEGIN = Date.UTC(2031, 0, 1);
const at = (n: number, minutes = 0) => new Date(BEGIN + n * 3_600_000 + minutes * 60_000).toISOString();
const long = (letters: number) => 'я'.repeat(letters);
const named = (n: number) => String(n).padStart(4, '0');

const EVENT = (n: number) => ({
  resource_id: 'ani',
  start_time: at(n),
  end_time: at(n, 30),
  status: 'booked',
  type: 'appointment',
});
const event = (n: number, doc: Record<string, unknown> = {}): PushedRow => ({
  table: 'events',
  id: `event-${n}`,
  doc: { ...EVENT(n), ...doc },
});
const row = (table: string, n: number, doc: Record<string, unknown>): PushedRow => ({ table, id: `${table}-${n}`, doc });

/** Rows that are there, at revision 1. */
const standing = (sql: TransactionSql, salonId: number, table: string, columns: string, many = 500) =>
  sql.unsafe(`insert into public.${table} (salon_id, id, rev, ${columns.split(' := ')[0]})
    select ${salonId}, '${table}-' || n, 1, ${columns.split(' := ')[1]} from generate_series(0, ${many - 1}) n`);

const agreements = (entries: number) =>
  JSON.stringify(
    Array.from({ length: entries }, (_, n) => [`b${named(n)}${'x'.repeat(115)}`, 'e'.repeat(120), at(0), at(1), at(0), at(1)]),
  );
const terms = JSON.stringify(
  Array.from({ length: 100 }, (_, n) => [`e${named(n)}${'x'.repeat(95)}`, 1435, 9999999999.99, 'BGN']),
);
const offerers = JSON.stringify(Array.from({ length: 100 }, (_, n) => `e${named(n)}${'x'.repeat(95)}`));
const intervals = (entries: number, ...more: string[]) =>
  JSON.stringify(
    Array.from({ length: entries }, (_, n) => [`${String(n).padStart(2, '0')}:00`, `${String(n).padStart(2, '0')}:30`, ...more]),
  );
const weekly = (n: number, set: string): PushedRow => ({
  table: 'employee_weekly_shifts',
  id: `r${Math.floor(n / 7)}/${n % 7}/0`,
  doc: { resource_id: `r${Math.floor(n / 7)}`, weekday: n % 7, start_time: '00:00', end_time: '00:30', intervals: set },
});
const dayOf = (n: number) => new Date(BEGIN + n * 86_400_000).toISOString().slice(0, 10);
const override = (n: number, set: string): PushedRow => ({
  table: 'employee_day_overrides',
  id: `ani/${dayOf(n)}/0`,
  doc: {
    ...{ resource_id: 'ani', date: dayOf(n), type: 'time_off', start_time: '00:00', end_time: '00:30' },
    intervals: set,
    off_reason: 'holiday',
  },
});
const employees = (sql: TransactionSql, salonId: number) =>
  sql.unsafe(
    `insert into public.resources (salon_id, id, rev, name) select ${salonId}, 'r' || n, 1, 'x' from generate_series(0, 100) n`,
  );
const client = (n: number, doc: Record<string, unknown>) => row('clients', n, doc);
const erased = { erased_at: at(0), deleted: true };
const FULL_CLIENT = {
  ...{ name: long(200), first_name: long(200), last_name: long(200), email: long(200), phone: long(40), address: long(500) },
  ...{ city: long(200), birth_date: '2000-01-01', notes: long(5000) },
};
const unknown = (many: number) => Object.fromEntries(Array.from({ length: many }, (_, n) => [`column_${n}`, 'x']));
const deep = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}1${']'.repeat(levels)}`);
/** A number of 131,072 digits in eight letters. `JSON.stringify` knows none: bench and tests put it in by its mark. */
export const HUGE_NUMBER = '@1e131071@';

export const ORDINARY: CostlyRow = { what: 'an ordinary event', row: (n) => event(n) };

export const COSTLY_ROWS: readonly CostlyRow[] = [
  { what: 'salon_settings: another time zone each time', row: (n, id) => zone('salon_settings', n, id), many: 1 },
  { what: 'salons: another time zone', row: (n, id) => zone('salons', n, id), many: 1 },
  {
    what: 'a time zone that there is not',
    row: (_, id) => ({ ...zone('salon_settings', 0, id), doc: { timezone: 'No/Such_Zone' } }),
  },
  {
    what: 'salons: texts as long as they may be',
    row: (n, id) => ({ ...zone('salons', n, id), doc: { comment: long(2000), no_show_policy: long(2000) } }),
    many: 1,
  },
  { what: 'employee groups', row: (n) => row('employee_groups', n, { name: long(200), color: '#3b82f6' }) },
  {
    what: 'product groups below one another',
    row: (n) => row('product_groups', n, { name: long(200), parent_id: n > 0 ? `product_groups-${n - 1}` : null }),
  },
  {
    what: 'employees, all columns full',
    row: (n) =>
      row('resources', n, {
        name: long(200),
        email: long(200),
        position: long(200),
        phone: long(40),
        username: long(200),
        avatar: long(2000),
        start_date: '2000-01-01',
      }),
  },
  {
    what: 'employees, each made as gone, 20,000 gone ones there',
    before: (sql, id) => standing(sql, id, 'resources', "name, active, deleted := 'x', false, true", 20_000),
    row: (n) => ({ table: 'resources', id: `gone-${n}`, doc: { name: 'x', active: false, deleted: true } }),
  },
  {
    what: 'services, own terms and employees at their longest',
    row: (n) =>
      row('services', n, { name: long(200), duration: 60, resource_ids: offerers, own_terms: terms, notes: long(5000) }),
  },
  {
    what: 'services, own terms that end wrong',
    row: (n) => row('services', n, { name: 'x', own_terms: `${terms.slice(0, -1)},[]]` }),
  },
  {
    what: 'services, each made as gone, 20,000 gone ones there',
    before: (sql, id) => standing(sql, id, 'services', "name, deleted := 'x', true", 20_000),
    row: (n) => ({ table: 'services', id: `gone-${n}`, doc: { name: 'x', deleted: true } }),
  },
  {
    what: 'products, all columns full',
    row: (n) =>
      row('products', n, {
        name: long(200),
        barcode: long(80),
        group_name: long(200),
        sale_price: 9999999999.99,
        price: 1,
        supply_price: 9999999999.99,
        supply_currency: 'BGN',
        quantity: 2147483647,
      }),
  },
  { what: 'clients, all columns full', row: (n) => client(n, FULL_CLIENT) },
  {
    what: 'clients, all columns full, changed',
    before: (sql, id) => standing(sql, id, 'clients', "first_name, notes := 'x', repeat('я', 5000)"),
    row: (n) => ({ ...client(n, FULL_CLIENT), base_rev: 1 }),
  },
  {
    what: 'clients, conflicts with full rows',
    before: (sql, id) => standing(sql, id, 'clients', "first_name, notes := 'x', repeat('я', 5000)"),
    row: (n) => ({ ...client(n, { notes: 'y' }), base_rev: 0 }),
  },
  {
    what: 'clients, a chain of merged ones',
    row: (n) => client(n, { first_name: 'x', merged_into: n > 0 ? `clients-${n - 1}` : null }),
  },
  {
    what: 'clients, erased',
    before: (sql, id) => standing(sql, id, 'clients', "first_name := 'x'"),
    row: (n) => ({ ...client(n, erased), base_rev: 1 }),
  },
  {
    what: 'clients, erased, each with 200 bookings without a note',
    before: (sql, id) => bookings(sql, id, 200, 'null'),
    row: (n) => ({ ...client(n, erased), base_rev: 1 }),
    many: 100,
  },
  {
    what: 'clients, erased, each with 20 notes',
    writes: 21,
    before: (sql, id) => bookings(sql, id, 20, "'бележка'"),
    row: (n) => ({ ...client(n, erased), base_rev: 1 }),
    many: 100,
  },
  {
    what: 'a client erased with a chain of 500 duplicates',
    writes: 500,
    before: (sql, id) =>
      standing(sql, id, 'clients', "first_name, merged_into := 'x', case when n > 0 then 'clients-' || (n - 1) end"),
    row: (n) => ({ ...client(n, erased), base_rev: 1 }),
    many: 1,
  },
  { what: 'weekly shifts, sets of 20', writes: 20, before: employees, row: (n) => weekly(n, intervals(20)), many: 100 },
  {
    what: 'weekly shifts, sets of 20 emptied',
    writes: 20,
    before: async (sql, id) => {
      await employees(sql, id);
      await standingSets(sql, id);
    },
    row: (n) => ({ ...weekly(n, intervals(1)), base_rev: 1 }),
    many: 100,
  },
  {
    what: 'weekly shifts, a set of 16 KB that is refused',
    before: employees,
    row: (n) => weekly(n, `[${Array(1000).fill('["00:00","00:30"]').join(',')}]`),
  },
  { what: 'overrides, sets of 20', writes: 20, row: (n) => override(n, intervals(20, 'time_off')), many: 100 },
  {
    what: 'overrides of one, of an employee with 20,000 of them',
    before: (sql, id) =>
      sql.unsafe(
        `insert into public.employee_day_overrides (salon_id, id, rev, resource_id, date, type, intervals) select ${id}, 'ani/' || d || '/0', 1, 'ani', d, 'time_off', '[[null,null,"time_off"]]' from (select date '1950-01-01' + n as d from generate_series(1, 20000) n) x`,
      ),
    row: (n) => override(n, intervals(1, 'time_off')),
  },
  {
    what: 'overrides of one day, of 20,000 employees',
    before: (sql, id) =>
      sql.unsafe(
        `insert into public.resources (salon_id, id, rev, name) select ${id}, 'many-' || n, 1, 'x' from generate_series(1, 20000) n; insert into public.employee_day_overrides (salon_id, id, rev, resource_id, date, type, intervals) select ${id}, 'many-' || n || '/2031-01-01/0', 1, 'many-' || n, '2031-01-01', 'time_off', '[[null,null,"time_off"]]' from generate_series(1, 20000) n where n > 500`,
      ),
    row: (n) => ({
      ...override(0, intervals(1, 'time_off')),
      id: `many-${n + 1}/2031-01-01/0`,
      doc: { ...override(0, intervals(1, 'time_off')).doc, resource_id: `many-${n + 1}` },
    }),
  },
  {
    what: 'events, all texts full',
    row: (n) => event(n, { title: long(300), notes: long(5000), series_id: long(120), visit_id: long(120) }),
  },
  { what: 'events, agreements at their longest', row: (n) => event(n, { overlap_agreed: agreements(50) }) },
  { what: 'events, agreements that end wrong', row: (n) => event(n, { overlap_agreed: `${agreements(50).slice(0, -1)},[]]` }) },
  { what: 'events, agreements of 20,000 letters of nothing', row: (n) => event(n, { overlap_agreed: '['.repeat(20_000) }) },
  {
    what: 'events, changed',
    before: (sql, id) => standingEvents(sql, id),
    row: (n) => ({ ...row('events', n, { ...EVENT(n), notes: long(5000) }), base_rev: 1 }),
  },
  {
    what: 'events, conflicts with full rows',
    before: (sql, id) => standingEvents(sql, id),
    row: (n) => ({ ...row('events', n, EVENT(n)), base_rev: 0 }),
  },
  {
    what: 'events, the same again',
    before: (sql, id) => standingEvents(sql, id),
    row: (n) => ({ ...row('events', n, { type: 'appointment' }), base_rev: 0 }),
  },
  { what: 'events with 1,000 unknown columns', row: (n) => event(n, unknown(1000)) },
  { what: 'events, JSON of 1,000 levels in the notes', row: (n) => event(n, { notes: deep(1000) }) },
  { what: 'events, a number of 131,072 digits as a price', row: (n) => event(n, { price: HUGE_NUMBER }) },
  {
    what: 'events, such numbers as all their numbers',
    row: (n) =>
      event(n, {
        price: HUGE_NUMBER,
        processing_after: HUGE_NUMBER,
        processing_minutes: HUGE_NUMBER,
        buffer_after: HUGE_NUMBER,
        visit_pos: HUGE_NUMBER,
      }),
  },
  { what: 'events, such a number as the revision', row: (n) => ({ ...event(n), base_rev: HUGE_NUMBER as unknown as number }) },
  { what: 'events, an instant of 16,000 digits', row: (n) => event(n, { start_time: '2'.repeat(16_000) }) },
  { what: 'events, an id of 16,000 letters', row: () => ({ ...event(0), id: 'x'.repeat(16_000) }) },
  { what: 'events of an employee who is not there', row: (n) => event(n, { resource_id: 'nobody' }) },
  { what: 'a table that there is not', row: (n) => row('no_such_table', n, {}) },
  {
    what: 'stock counts',
    before: (sql, id) => sql.unsafe(`insert into public.products (salon_id, id, rev, name) values (${id}, 'p', 1, 'x')`),
    row: (n) =>
      row('product_revisions', n, { product_id: 'p', old_quantity: 1, new_quantity: 2, difference: 1, user_id: '@me@' }),
  },
];

const ZONES = ['Europe/Sofia', 'Europe/Berlin'];
function zone(table: string, n: number, salonId: number): PushedRow {
  return { table, id: String(salonId), base_rev: n, doc: { timezone: ZONES[n % 2] } };
}
const bookings = async (sql: TransactionSql, salonId: number, many: number, note: string) => {
  await standing(sql, salonId, 'clients', "first_name := 'x'");
  await sql.unsafe(`insert into public.events (salon_id, id, rev, resource_id, client_id, start_time, end_time, notes)
    select ${salonId}, 'b' || c || '-' || n, 1, 'ani', 'clients-' || c, now(), now() + interval '1 hour', ${note}
    from generate_series(0, 99) c, generate_series(1, ${many}) n`);
};
const standingEvents = (sql: TransactionSql, salonId: number) =>
  standing(
    sql,
    salonId,
    'events',
    "resource_id, start_time, end_time, notes := 'ani', now(), now() + interval '1 hour', repeat('я', 5000)",
  );
const standingSets = (sql: TransactionSql, salonId: number) =>
  sql.unsafe(`insert into public.employee_weekly_shifts (salon_id, id, rev, resource_id, weekday, start_time, end_time, intervals)
    select ${salonId}, 'r' || r || '/' || d || '/' || n, 1, 'r' || r, d, lpad(n::text, 2, '0') || ':00', lpad(n::text, 2, '0') || ':30',
      case when n = 0 then '${intervals(20)}' end
    from generate_series(0, 100) r, generate_series(0, 6) d, generate_series(0, 19) n`);
