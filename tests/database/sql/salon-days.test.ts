/** Opening hours and closed days: the database takes what the app's door writes, and nothing else. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { canonicalValue, InvalidValueError } from '#schemas/canonical.ts';
import { salon_settings } from '#schemas/salon_settings.ts';
import { HOLIDAYS } from '#schemas/salon-days.ts';
import { Database, type Person } from '../support/database.ts';

let db: Database;
let owner: Person;
let salonId: number;
beforeAll(async () => {
  db = await Database.open();
});
afterAll(() => db.close());
beforeEach(async () => {
  ({ owner, salonId } = await db.salon());
});

type Column = 'opening_hours' | 'closed_days';

function throughDoor(column: Column, value: string): unknown {
  try {
    return canonicalValue(salon_settings.columns[column], value, column);
  } catch (error) {
    if (error instanceof InvalidValueError) return undefined;
    throw error;
  }
}

async function push(column: Column, value: string | null) {
  const [row] = await db.sql`select rev from salon_settings where salon_id = ${salonId}`;
  const change = { table: 'salon_settings', id: String(salonId), base_rev: row?.rev as number, doc: { [column]: value } };
  return await db.pushOne(owner, salonId, change);
}

const weekday = fc.constantFrom<unknown>(0, 1, 1, 6, 7, -1, '1', 1.5);
const time = fc.constantFrom('09:00', '13:00', '18:00', '00:00', '23:59', '24:00', '9:00', '12:60', '');
const hours = fc.array(fc.tuple(weekday, time, time), { maxLength: 3 });
const goodHours = fc.uniqueArray(
  fc.tuple(fc.nat(1), fc.constantFrom('09:00', '10:00', '11:00'), fc.constantFrom('18:00', '19:00')),
  {
    maxLength: 8,
    selector: (one) => one.join(),
  },
);
const date = fc.constantFrom(
  '2026-01-01',
  '2026-12-31',
  '2027-01-01',
  '2027-01-02',
  '2028-02-29',
  '2027-02-29',
  '0000-01-01',
  '2026-1-1',
  '2026-13-01',
);
const day = fc.constantFrom('01-01', '02-29', '02-30', '12-31', '00-10', '13-01', '1-1');
const name = fc.constantFrom<unknown>(
  '',
  'Ремонт',
  'a "b" \\ /c',
  ' x',
  'x ',
  'a\nb',
  'a\tb',
  'a\u007fb',
  'a\u0085b',
  'ю'.repeat(60),
  'ю'.repeat(61),
  '🌞',
  7,
  null,
);
const entry = fc.oneof(
  fc.tuple(fc.constant('dates'), date, date, name),
  fc.tuple(fc.constant('yearly'), day, name),
  fc.tuple(fc.constant('holiday'), fc.constantFrom<string>(...HOLIDAYS, 'birthday', '')),
  fc.constantFrom<unknown[]>(['holiday', 'easter', ''], ['yearly', '01-01'], ['weekly', '1', ''], []),
);
const closed = fc.array(entry, { maxLength: 3 });
const sorted = <T>(list: fc.Arbitrary<T[]>) =>
  list.map(
    (set) =>
      `[${[...set]
        .map((one) => JSON.stringify(one))
        .sort()
        .join()}]`,
  );
const tries = fc.oneof(
  hours.map((set): [Column, string] => ['opening_hours', JSON.stringify(set)]),
  sorted(goodHours).map((text): [Column, string] => ['opening_hours', text]),
  closed.map((set): [Column, string] => ['closed_days', JSON.stringify(set)]),
  sorted(closed).map((text): [Column, string] => ['closed_days', text]),
  sorted(fc.array(fc.tuple(fc.constant('yearly'), day, fc.constant('')), { maxLength: 3 })).map((text): [Column, string] => [
    'closed_days',
    text,
  ]),
);

it('are taken as the door writes them, and refused in every other form', async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(tries, async ([column, value]) => {
      const { v } = await push(column, value);
      expect([v, value]).toEqual([throughDoor(column, value) === value ? 'applied' : 'rejected', value]);
      if (v === 'applied') taken++;
    }),
    { numRuns: 300 },
  );
  expect(taken).toBeGreaterThan(40);
});

it('name what is wrong by their own checks, and are taken away by null', async () => {
  const refused = (constraint: string) => expect.objectContaining({ v: 'rejected', code: '23514', constraint });
  expect(await push('opening_hours', '[]')).toEqual(refused('salon_settings_opening_hours_check'));
  expect(await push('closed_days', '[["yearly","02-30",""]]')).toEqual(refused('salon_settings_closed_days_check'));
  for (const column of ['opening_hours', 'closed_days'] as const)
    expect(await push(column, null)).toMatchObject({ v: 'applied' });
});

it('are ranges as long as the door takes', async () => {
  const range = (to: string) => JSON.stringify([['dates', '2026-01-01', to, '']]);
  expect(throughDoor('closed_days', range('2027-01-01'))).toBe(range('2027-01-01'));
  expect(await push('closed_days', range('2027-01-01'))).toMatchObject({ v: 'applied' });
  for (const to of ['2027-01-02', '2025-12-31']) {
    expect(throughDoor('closed_days', range(to)), to).toBeUndefined();
    expect(await push('closed_days', range(to)), to).toMatchObject({ v: 'rejected' });
  }
});

it('are as many as the door takes', async () => {
  const dates = Array.from({ length: 101 }, (_, n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10));
  const text = (count: number) => JSON.stringify(dates.slice(0, count).map((one) => ['dates', one, one, 'ю'.repeat(60)]));
  expect(throughDoor('closed_days', text(100))).toBe(text(100));
  expect(await push('closed_days', text(100))).toMatchObject({ v: 'applied' });
  expect(throughDoor('closed_days', text(101))).toBeUndefined();
  expect(await push('closed_days', text(101))).toMatchObject({ v: 'rejected' });
});
