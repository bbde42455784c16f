/** What is pushed has the JSON type of its column: what PostgreSQL would make of another is nothing that a device sent. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TABLE_NAMES, TABLES, type TableName } from '#schemas/registry.ts';
import type { Column, ColumnKind, Table } from '#schemas/table.ts';
import { Database, type Person, refusal } from '../support/database.ts';
import { idOf, oneOfEach } from '../support/rows.ts';

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

describe('a value', () => {
  const NO_TEXT = [{}, [], ['x'], 1, true];
  const NO_NUMBER = [{}, [], '1', '0x10', '', true];
  const WRONG: Record<ColumnKind, unknown[]> = {
    text: NO_TEXT,
    key: NO_TEXT,
    time: NO_TEXT,
    intervals: NO_TEXT,
    agreements: NO_TEXT,
    offerers: NO_TEXT,
    'own-terms': NO_TEXT,
    'opening-hours': NO_TEXT,
    'closed-days': NO_TEXT,
    rooms: NO_TEXT,
    integer: NO_NUMBER,
    money: NO_NUMBER,
    boolean: [{}, [], 'true', 't', 0, 1],
    date: [{}, [], 20261118, 'today', 'epoch', 'infinity', '2026-1-1', '18.11.2026', '2026-11-18T00:00:00Z', '2026-11-18 BC'],
    instant: [
      ...[{}, [], 0, 'today', 'yesterday', 'now', 'epoch', 'infinity', '-infinity', 'allballs', '2026-11-18'],
      ...[
        '2026-11-18 08:00:00Z',
        '2026-11-18T08:00:00',
        '2026-11-18T08:00Z',
        '2026-11-18T08:00:00.0001Z',
        '12026-11-18T08:00:00Z',
      ],
    ],
  };

  it.each(TABLE_NAMES)('of %s has the JSON type of its column, and an instant or date its form', async (name) => {
    const columns = Object.entries((TABLES[name] as Table).columns) as [string, Column<unknown>][];
    const tries = columns
      .filter(([, { readOnly }]) => !readOnly)
      .flatMap(([column, { kind }]) => [...WRONG[kind].map((value) => [column, value] as const)])
      .concat([0, 'true', {}].flatMap((value) => (name.startsWith('salon') ? [] : [['deleted', value] as const])));
    const id = idOf(name, salonId);
    const base_rev = await revOf(name, id);
    const before = await db.sql`select * from ${db.sql(name)} where salon_id = ${salonId}`;
    const verdicts = await db.push(
      owner,
      salonId,
      tries.map(([column, value]) => ({ table: name, id, base_rev, doc: { [column]: value } })),
    );
    expect(verdicts.map(({ v, code }, n) => [...(tries[n] ?? []), v, code])).toEqual(
      tries.map(([column, value]) => [column, value, 'rejected', expect.stringMatching(/^(42804|22007)$/)]),
    );
    expect([...(await db.sql`select * from ${db.sql(name)} where salon_id = ${salonId}`)]).toEqual([...before]);
  });

  it('is refused in a new row as well, in columns that are written once', async () => {
    const doc = {
      resource_id: 'resources-1',
      weekday: '3',
      start_time: '09:00',
      end_time: '10:00',
      intervals: '[["09:00","10:00"]]',
    };
    const verdict = await db.pushOne(owner, salonId, { table: 'employee_weekly_shifts', id: 'resources-1/4/0', doc });
    expect(verdict).toMatchObject({ v: 'rejected', code: '42804' });
  });

  it('is not looked at where the column is the server’s or is none', async () => {
    const doc = { first_name: 'Мария', rev: 1, created_at: '2000-01-01', salon_id: 7, id: 'x', nonsense: {} };
    expect(await change('clients', doc)).toBe('applied');
  });

  it('of an id is text, and so is the salon’s', async () => {
    const verdicts = await db.push(owner, salonId, [7, {}, null, true].map((id) => ({ table: 'clients', id, doc: {} })) as never);
    expect(verdicts).toEqual(verdicts.map(() => expect.objectContaining({ v: 'rejected', code: '22023' })));
  });

  it('of a new salon likewise', async () => {
    const person = await db.signUp();
    for (const salon of [{ name_bg: {} }, { name_bg: 7 }, { interval_calendar: '15' }, { any_barber: 'true' }])
      expect(await refusal(db.createSalon(person, salon)), JSON.stringify(salon)).toMatchObject({ code: '42804' });
    expect(await refusal(db.createSalon(person, {}, { split_payment: 1 }))).toMatchObject({ code: '42804' });
    expect(await db.createSalon(person, { name_bg: 'x', created_at: '2000-01-01', nonsense: {} })).toBeGreaterThan(0);
  });
});
