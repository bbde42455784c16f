/** What the app's door takes the database takes, as it is; what the door refuses the database refuses. By chance and at the edges. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addEvent } from '#data/events/events.commands.ts';
import { addProduct } from '#data/products.commands.ts';
import { addService } from '#data/services.commands.ts';
import { replaceDayOverrides, replaceWeeklyShifts } from '#data/shifts.commands.ts';
import { type OverrideInterval, overrideIntervalsText, shiftIntervalsText } from '#schemas/intervals.ts';
import type { TableName } from '#schemas/registry.ts';
import type { Replica } from '#sync/replica.ts';
import { Database, type Person } from '../support/database.ts';
import { throughTheDoor } from '../support/doors.ts';

let db: Database;
let owner: Person;
let salonId: number;
beforeAll(async () => {
  db = await Database.open();
  ({ owner, salonId } = await db.salon());
  await db.push(owner, salonId, [{ table: 'resources', id: 'ana', doc: { name: 'Ани' } }]);
});
afterAll(() => db.close());

type Doc = Record<string, unknown>;
interface Try {
  readonly table: TableName;
  readonly id: string;
  /** What a person does. */
  readonly command: (replica: Replica) => Promise<unknown>;
  /** The same past the app: as another program would send it. */
  readonly raw: Doc;
}
let made = 0;

/** Pushes all in one call, each past the door if the door refuses it, and compares. */
async function bothAgree(tries: readonly Try[]): Promise<void> {
  const docs = await Promise.all(tries.map(({ command }) => throughTheDoor(command)));
  const changes = tries.map(({ table, id, raw }, n) => ({ table, id, doc: docs[n] ?? raw }));
  const verdicts = await db.push(owner, salonId, changes);
  expect(verdicts.map(({ v }, n) => [v, JSON.stringify(tries[n]?.raw)])).toEqual(
    tries.map(({ raw }, n) => [docs[n] ? 'applied' : 'rejected', JSON.stringify(raw)]),
  );
  for (const [n, { table, id }] of tries.entries()) {
    if (!docs[n]) continue;
    const [stored] =
      await db.sql`select to_jsonb(w) as row from ${db.sql(`wire.${table}`)} w where salon_id = ${salonId} and id = ${id}`;
    expect(stored?.row).toMatchObject(docs[n]);
  }
}

/** JSON has no NaN and no infinity: they come as text. */
const inJson = (value: number) => (Number.isFinite(value) ? value : String(value));
const several = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 20, maxLength: 40 });

const amount = fc.oneof(
  fc.constantFrom(0, -0, 0.01, -0.01, 0.004, -0.004, 0.005, 1.005, 9_999_999_999.99, 9_999_999_999.994, 9_999_999_999.996, 1e10),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.MIN_VALUE, Number.MAX_VALUE),
  fc.integer({ min: -1000, max: 999_999_999_999 }).map((cents) => cents / 100),
  fc.double({ min: -10, max: 2e10, noNaN: true }),
  fc.double(),
);

const CURRENCY_OF = { price: 'currency', sale_price: 'currency', supply_price: 'supply_currency' } as const;

it('about amounts of money', async () => {
  await fc.assert(
    fc.asyncProperty(several(fc.tuple(amount, fc.constantFrom('price', 'sale_price', 'supply_price'))), async (amounts) => {
      await bothAgree(
        amounts.map(([value, column]) =>
          column === 'price'
            ? {
                table: 'services',
                id: `s${made++}`,
                command: (replica) => addService(replica, { name: 'Боя', price: value, currency: 'BGN' }),
                raw: { name: 'Боя', price: inJson(value) },
              }
            : {
                table: 'products',
                id: `p${made++}`,
                command: (replica) => addProduct(replica, { name: 'Боя', [column]: value, [CURRENCY_OF[column]]: 'BGN' }),
                raw: { name: 'Боя', [column]: inJson(value), [CURRENCY_OF[column]]: 'BGN' },
              },
        ),
      );
    }),
    { numRuns: 12 },
  );
});

it('about durations of services', async () => {
  const minutes = fc.oneof(
    fc.constantFrom(null, 0, 4, 5, 7, 1435, 1440, 1441, 1445, 2_147_483_645, 2_147_483_650, 7.5, Number.NaN),
    fc.integer({ min: -2, max: 300 }).map((steps) => steps * 5),
    fc.integer({ min: -10, max: 1500 }),
    fc.double(),
  );
  await fc.assert(
    fc.asyncProperty(several(minutes), async (durations) => {
      await bothAgree(
        durations.map((duration) => ({
          table: 'services',
          id: `s${made++}`,
          command: (replica) => addService(replica, { name: 'Боя', duration }),
          raw: { name: 'Боя', duration: duration === null ? null : inJson(duration) },
        })),
      );
    }),
    { numRuns: 12 },
  );
});

it('about when a booking is and how long it lasts', async () => {
  const start = fc.oneof(
    fc.constantFrom(
      '1899-12-31T23:59:00.000Z',
      '1900-01-01T00:00:00.000Z',
      '9999-12-30T00:00:00.000Z',
      '9999-12-31T00:00:00.000Z',
    ),
    fc.constantFrom('2026-10-24T21:00:00.000Z', '2026-03-28T22:00:00.000Z'), // midnight before the clocks change in Sofia
    fc.date({ min: new Date('1890-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }).map((date) => date.toISOString()),
  );
  const DAY = 86_400_000;
  const length = fc.oneof(
    fc.constantFrom(0, -1, 1, DAY - 1, DAY, DAY + 1, DAY + 29_000, DAY + 3_600_000, 10 * 365 * DAY),
    fc.integer({ min: -60, max: 1500 }).map((minutes) => minutes * 60_000),
  );
  await fc.assert(
    fc.asyncProperty(several(fc.tuple(start, length)), async (times) => {
      await bothAgree(
        times.map(([from, ms]) => {
          const end = new Date(Date.parse(from) + ms);
          // A year of five digits is no instant of the wire; the app would not get that far.
          const end_time = end.getUTCFullYear() > 9999 ? from : end.toISOString();
          const event = { resource_id: 'ana', start_time: from, end_time };
          return {
            table: 'events',
            id: `e${made++}`,
            command: (replica) => addEvent(replica, { ...event, type: 'blocking' }),
            raw: { ...event, type: 'blocking' },
          };
        }),
      );
    }),
    { numRuns: 12 },
  );
});

const CLOCKS = ['00:00', '08:15', '09:00', '10:30', '13:00', '17:45', '20:00', '23:59'];
const clock = fc.constantFrom(...CLOCKS);
const shift = fc.oneof(
  { weight: 40, arbitrary: fc.record({ start: clock, end: clock }).filter(({ start, end }) => start !== end) },
  { weight: 1, arbitrary: clock.map((at) => ({ start: at, end: at })) },
);
const type = fc.constantFrom('time_off', 'additional_shift');
const override = fc.oneof(
  { weight: 40, arbitrary: fc.tuple(shift, type).map(([times, of]) => ({ ...times, type: of })) },
  { weight: 4, arbitrary: fc.constant({ start: null, end: null, type: 'time_off' as const }) },
  { weight: 1, arbitrary: fc.constant({ start: null, end: null, type: 'additional_shift' as const }) },
);
const LENGTHS = { minLength: 1, maxLength: 30, size: 'max' } as const;
const first = (text: string) => (JSON.parse(text) as (string | null)[][])[0] ?? [];

it('about sets of weekly shifts', async () => {
  await fc.assert(
    fc.asyncProperty(several(fc.array(shift, LENGTHS)), async (sets) => {
      const ids = sets.map(() => `r${made++}`);
      await db.push(
        owner,
        salonId,
        ids.map((id) => ({ table: 'resources', id, doc: { name: 'Ани' } })),
      );
      await bothAgree(
        sets.map((rows, n) => {
          const resource_id = ids[n] ?? '';
          const intervals = shiftIntervalsText(rows);
          const [start_time, end_time] = first(intervals);
          return {
            table: 'employee_weekly_shifts',
            id: `${resource_id}/1/0`,
            command: (replica) => replaceWeeklyShifts(replica, resource_id, 1, rows),
            raw: { resource_id, weekday: 1, start_time, end_time, intervals, deleted: false },
          };
        }),
      );
    }),
    { numRuns: 8 },
  );
});

it('about sets of overrides of a date', async () => {
  await fc.assert(
    fc.asyncProperty(several(fc.array(override, LENGTHS)), async (sets) => {
      await bothAgree(
        sets.map((rows: OverrideInterval[]) => {
          const date = new Date(Date.UTC(2027, 0, made++)).toISOString().slice(0, 10);
          const intervals = overrideIntervalsText(rows);
          const [start_time, end_time, of] = first(intervals);
          return {
            table: 'employee_day_overrides',
            id: `ana/${date}/0`,
            command: (replica) => replaceDayOverrides(replica, 'ana', date, rows),
            raw: { resource_id: 'ana', date, type: of, start_time, end_time, intervals, deleted: false },
          };
        }),
      );
    }),
    { numRuns: 8 },
  );
});
