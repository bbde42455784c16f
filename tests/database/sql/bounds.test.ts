/** Each bound at its edge: the last value that is taken and the first that is not; and what rows from elsewhere may still do. */
import type postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TIME_ZONES } from '#schemas/constants.ts';
import { TABLE_NAMES, TABLES, type TableName } from '#schemas/registry.ts';
import { isRowId } from '#schemas/row-id.ts';
import type { Table } from '#schemas/table.ts';
import { Database, type Person, refusal } from '../support/database.ts';
import { booking, idOf, oneOfEach } from '../support/rows.ts';

let db: Database;
let owner: Person;
let salonId: number;
beforeAll(async () => {
  db = await Database.open();
  await db.signUp();
});
afterAll(() => db.close());
beforeEach(async () => {
  ({ owner, salonId } = await db.salon());
  await db.push(owner, salonId, oneOfEach(salonId, owner.id));
});

type Doc = Record<string, unknown>;
const revOf = async (table: TableName, id: string) =>
  ((await db.sql`select rev from ${db.sql(table)} where salon_id = ${salonId} and id::text = ${id}`)[0]?.rev as number) ?? 0;
/** Changes the row of that table that is there; what became of it. */
const change = async (table: TableName, doc: Doc, id = idOf(table, salonId)) => {
  const { v, code, constraint } = await db.pushOne(owner, salonId, { table, id, base_rev: await revOf(table, id), doc });
  return v === 'rejected' ? [code, constraint] : v;
};
/** Past push_changes, with the person's own rights. */
const direct = (statement: string) => db.as(owner, (sql: postgres.TransactionSql) => sql.unsafe(statement));
const stored = async (table: TableName, column: string) =>
  (
    await db.sql`select ${db.sql(column)}::text as value from ${db.sql(table)} where salon_id = ${salonId} and id::text = ${idOf(table, salonId)}`
  )[0]?.value as string | null;

describe('an amount of money', () => {
  const COLUMNS = [
    ['services', 'price'],
    ['products', 'supply_price'],
    ['products', 'sale_price'],
    ['products', 'price'],
    ['events', 'price'],
  ] as const;

  it.each(COLUMNS)('in %s.%s is taken from 0 to 9,999,999,999.99, and is a number in JSON', async (table, column) => {
    // A product's price is its sale price (PROD-25).
    const alongside = (value: number) =>
      column === 'supply_price'
        ? { supply_currency: 'BGN' }
        : table === 'products' && column === 'price'
          ? { sale_price: value }
          : {};
    for (const value of [0, 0.01, 9_999_999_999.99])
      expect(await change(table, { [column]: value, ...alongside(value) })).toBe('applied');
    expect(await change(table, { [column]: 1e10 })).toEqual(['22003', null]);
    expect(await change(table, { [column]: -0.01 })).toEqual(['23514', `${table}_${column}_check`]);
    for (const value of [0.001, 'NaN', 'Infinity', '-Infinity', '0x10', '12', {}, [], true])
      expect(await change(table, { [column]: value }), JSON.stringify(value)).toEqual(['42804', null]);
    expect(await stored(table, column)).toBe('9999999999.99');
  });

  it.each(COLUMNS)('in %s.%s is never NaN, whoever writes it', async (table, column) => {
    const refused = { code: '23514', constraint: `${table}_${column}_check` };
    expect(await refusal(direct(`update ${table} set ${column} = 'NaN'`))).toMatchObject(refused);
    expect(await refusal(db.sql.unsafe(`update ${table} set ${column} = 'NaN'`))).toMatchObject(refused);
  });

  it('has a currency, and no currency is without its amount, whoever writes it', async () => {
    const refused = (constraint: string) => ['23514', constraint];
    expect(await change('events', { currency: null })).toEqual(refused('events_price_has_a_currency'));
    expect(await change('events', { price: null })).toEqual(refused('events_price_has_a_currency'));
    expect(await change('events', { price: null, currency: null })).toBe('applied');
    expect(await change('events', { currency: 'EUR' })).toEqual(refused('events_price_has_a_currency'));
    expect(await change('products', { supply_price: 5 })).toEqual(refused('products_supply_price_has_a_currency'));
    expect(await change('products', { supply_currency: 'EUR' })).toEqual(refused('products_supply_price_has_a_currency'));
    expect(await change('products', { supply_price: 5, supply_currency: 'EUR' })).toBe('applied');
    for (const table of ['services', 'products'] as const) {
      expect(await change(table, { currency: null })).toEqual(['23502', `${table}_currency_not_null`]);
      expect(await change(table, { currency: 'GBP' })).toEqual(refused(`${table}_currency_check`));
      expect(await change(table, { currency: 'USD' })).toBe('applied');
    }
    expect(await refusal(direct('update events set price = 3'))).toMatchObject({ constraint: 'events_price_has_a_currency' });
  });

  it('knows all columns of money that there are', () => {
    const all = TABLE_NAMES.flatMap((name) =>
      Object.entries((TABLES[name] as Table).columns).flatMap(([column, { kind }]) => (kind === 'money' ? [[name, column]] : [])),
    );
    expect(all.sort()).toEqual(COLUMNS.map((pair) => [...pair]).sort());
  });
});

describe('a service’s duration', () => {
  it('is 5 to 1440 minutes in steps of 5, or none', async () => {
    for (const duration of [5, 1440, null]) expect(await change('services', { duration })).toBe('applied');
    for (const duration of [0, 4, -5, 6, 1439, 1445, 2_147_483_647])
      expect(await change('services', { duration }), String(duration)).toEqual(['23514', 'services_duration_check']);
    expect(await refusal(direct('update services set duration = 1445'))).toMatchObject({ constraint: 'services_duration_check' });
  });

  it('that came from elsewhere stays until somebody changes it', async () => {
    await db.sql`update services set duration = 2000 where salon_id = ${salonId}`;
    expect(await change('services', { name: 'Боя', duration: 2000 })).toBe('applied');
    expect(await change('services', { duration: 2005 })).toEqual(['23514', 'services_duration_check']);
    expect(await change('services', { deleted: true })).toBe('applied');
  });
});

describe('an event', () => {
  const START = '2026-10-24T21:00:00.000Z'; // midnight in Sofia before the day of 25 hours
  const later = (ms: number) => new Date(Date.parse(START) + ms).toISOString();
  const HOUR = 3_600_000;
  const lasting = (ms: number) => change('events', { start_time: START, end_time: later(ms) });

  it('lasts more than nothing and at most 24 hours, on a day of 25 as well', async () => {
    expect(await lasting(1)).toBe('applied');
    expect(await lasting(24 * HOUR)).toBe('applied');
    for (const ms of [24 * HOUR + 1, 25 * HOUR, 10 * 8766 * HOUR])
      expect(await lasting(ms), String(ms)).toEqual(['23514', 'events_at_most_a_day']);
    for (const ms of [0, -1]) expect(await lasting(ms)).toEqual(['23514', 'events_end_after_start']);
    expect(await refusal(direct(`update events set end_time = start_time + interval '25 hours'`))).toMatchObject({
      constraint: 'events_at_most_a_day',
    });
  });

  it('is held so whatever the time zone of the connection: a day is 24 hours, not from midnight to midnight', async () => {
    const inSofia = (end: string) =>
      db.as(owner, async (sql) => {
        await sql`set local timezone = 'Europe/Sofia'`;
        return sql`update events set start_time = ${START}, end_time = ${end}`;
      });
    await inSofia(later(24 * HOUR));
    expect(await refusal(inSofia(later(25 * HOUR)))).toMatchObject({ constraint: 'events_at_most_a_day' });
  });

  it('lies between the years 1900 and 9999, arrivals too', async () => {
    const from = (start_time: string, end_time: string) => change('events', { start_time, end_time });
    expect(await from('1900-01-01T00:00:00.000Z', '1900-01-01T01:00:00.000Z')).toBe('applied');
    expect(await from('9999-12-30T23:00:00.000Z', '9999-12-31T00:00:00.000Z')).toBe('applied');
    expect(await from('1899-12-31T23:59:59.999Z', '1900-01-01T01:00:00.000Z')).toEqual(['23514', 'events_start_time_check']);
    expect(await from('9999-12-30T23:00:00.000Z', '9999-12-31T00:00:00.001Z')).toEqual(['23514', 'events_end_time_check']);
    expect(await change('events', { arrived_at: '1899-12-31T23:59:59.999Z' })).toEqual(['23514', 'events_arrived_at_check']);
  });

  it('that an import made longer is edited, emptied with its client, and removed; only its times change no more', async () => {
    await db.pushOne(owner, salonId, booking('long', { client_id: 'clients-1', notes: 'алергия' }));
    await db.sql`update events set end_time = start_time + interval '3 days' where salon_id = ${salonId} and id = 'long'`;
    expect(await change('events', { title: 'Обучение', resource_id: 'resources-1' }, 'long')).toBe('applied');
    expect(await change('events', { end_time: '2026-11-21T07:59:00.000Z' }, 'long')).toEqual(['23514', 'events_at_most_a_day']);
    expect(await change('clients', { erased_at: '2026-11-18T10:00:00.000Z' })).toBe('applied');
    expect((await db.sql`select notes from events where salon_id = ${salonId} and id = 'long'`)[0]?.notes).toBeNull();
    expect(await change('events', { deleted: true }, 'long')).toBe('applied');
  });
});

describe('a set of shifts', () => {
  const times = (n: number) => Array.from({ length: n }, (_, hour) => [`${String(hour).padStart(2, '0')}:00`, '23:30']);
  const week = (set: string[][]) =>
    change('employee_weekly_shifts', { start_time: set[0]?.[0], end_time: set[0]?.[1], intervals: JSON.stringify(set) });
  const date = (set: (string | null)[][]) => {
    const [start_time, end_time, type] = set[0] ?? [];
    return change('employee_day_overrides', { start_time, end_time, type, intervals: JSON.stringify(set) });
  };

  it('has up to 20 entries', async () => {
    expect(await week(times(20))).toBe('applied');
    expect(await week(times(21))).toEqual(['23514', 'employee_weekly_shifts_intervals_check']);
    expect(await date(times(20).map((entry) => [...entry, 'time_off']))).toBe('applied');
    expect(await date(times(21).map((entry) => [...entry, 'time_off']))).toEqual([
      '23514',
      'employee_day_overrides_intervals_check',
    ]);
  });

  it('has no entry that ends when it starts, be it not the first', async () => {
    const refused = ['23514', 'shift_times_differ'];
    expect(await week([['09:00', '09:00']])).toEqual(refused);
    expect(
      await week([
        ['09:00', '12:00'],
        ['13:00', '13:00'],
      ]),
    ).toEqual(refused);
    expect(await date([['09:00', '09:00', 'additional_shift']])).toEqual(refused);
    expect(await week([['09:00', '08:59']])).toBe('applied');
  });

  it('has no additional shift without times; a whole day off it has', async () => {
    expect(await date([[null, null, 'time_off']])).toBe('applied');
    expect(await date([[null, null, 'additional_shift']])).toEqual(['23514', 'employee_day_overrides_intervals_check']);
  });

  it('from before that is taken away like any other', async () => {
    await db.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`update employee_weekly_shifts set start_time = '09:00', end_time = '09:00', intervals = '[["09:00","09:00"]]'
        where salon_id = ${salonId} and id = 'resources-1/3/0'`;
    });
    expect(await change('employee_weekly_shifts', { deleted: true })).toBe('applied');
  });
});

describe('a salon’s time zone', () => {
  const TABLES_OF_ZONES = ['salons', 'salon_settings'] as const;

  it.each(TABLES_OF_ZONES)('in %s is one that the server can compute in', async (table) => {
    for (const timezone of ['Europe/London', 'America/Port-au-Prince', 'Etc/GMT+3', 'UTC'])
      expect(await change(table, { timezone }), timezone).toBe('applied');
    for (const timezone of ['No/Such_Zone', 'No/Such+3', 'Europe', 'europe/sofia', 'MSK', '+3', '', 'Europe/Sofia '])
      expect(await change(table, { timezone }), timezone).toEqual(['23514', `${table}_timezone_check`]);
    const statement = `update ${table} set timezone = 'No/Such_Zone'`;
    expect(await refusal(direct(statement))).toMatchObject({ constraint: `${table}_timezone_check` });
  });

  it.each(TABLES_OF_ZONES)('in %s that nobody knows stays until it is changed', async (table) => {
    await db.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`update ${sql(table)} set timezone = 'No/Such_Zone' where salon_id = ${salonId}`;
    });
    expect(await change(table, { timezone: 'No/Such_Zone', split_payment: true })).toBe('applied');
    expect(await change(table, { timezone: 'Asia/Tokyo' })).toBe('applied');
  });

  it('of a new salon as well', async () => {
    const person = await db.signUp();
    const refused = { code: '23514', constraint: 'salons_timezone_check' };
    expect(await refusal(db.createSalon(person, { name_bg: 'x', timezone: 'No/Such_Zone' }))).toMatchObject(refused);
    const settings = { code: '23514', constraint: 'salon_settings_timezone_check' };
    const both = db.createSalon(person, { name_bg: 'x', timezone: 'Europe/Sofia' }, { timezone: 'No/Such_Zone' });
    expect(await refusal(both)).toMatchObject(settings);
  });

  it('is known here if the salon’s form offers it', async () => {
    for (const timezone of TIME_ZONES) expect(await change('salon_settings', { timezone }), timezone).toBe('applied');
  });
});

describe('an id', () => {
  const IDS = ['__proto__', 'constructor', 'prototype', '__proto__/1', 'a', '..', '../../x', 'x'.repeat(120), 'x'.repeat(121)];
  it('is one of schemas/row-id.ts, and no other', async () => {
    const more = ['toString', 'Constructor', '~', 'a b', 'я', '', 'a\n', "'", 'я'.repeat(120)];
    for (const id of [...IDS, ...more]) {
      const verdict = await db.pushOne(owner, salonId, { table: 'service_groups', id, doc: { name: 'x' } });
      expect([verdict.v, verdict.constraint ?? null], id).toEqual(
        isRowId(id) ? ['applied', null] : ['rejected', 'service_groups_id_check'],
      );
    }
  });

  it('that every object knows, of a row from elsewhere, is no reason to keep the row', async () => {
    await db.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`insert into services (salon_id, id, name) values (${salonId}, '__proto__', 'x')`;
    });
    expect(await change('services', { deleted: true }, '__proto__')).toBe('applied');
  });

  it('that every object knows is refused in every table that clients make rows in, past push_changes too', async () => {
    for (const name of ['employee_groups', 'service_groups', 'product_groups', 'resources', 'services', 'products'] as const) {
      const statement = `insert into ${name} (salon_id, id, name) values (${salonId}, '__proto__', 'x')`;
      expect(await refusal(direct(statement)), name).toMatchObject({ code: '23514', constraint: `${name}_id_check` });
    }
    for (const name of ['clients', 'events'] as const)
      expect(await change(name, name === 'events' ? booking('').doc : {}, 'constructor')).toEqual(['23514', `${name}_id_check`]);
  });
});
