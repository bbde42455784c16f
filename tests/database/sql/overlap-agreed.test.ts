/** What the database holds of over which others a booking may lie: its form, its bounds, and who may write it. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Agreement, agreementsText, MOST_AGREEMENTS } from '#schemas/agreements.ts';
import { canonicalValue, InvalidValueError } from '#schemas/canonical.ts';
import { events } from '#schemas/events.ts';
import { Database, type Person } from '../support/database.ts';

let db: Database;
let owner: Person;
let salonId: number;
const BOOKED = {
  resource_id: 'ana',
  type: 'blocking',
  start_time: '2026-11-18T08:00:00.000Z',
  end_time: '2026-11-18T09:00:00.000Z',
};
beforeAll(async () => {
  db = await Database.open();
  ({ owner, salonId } = await db.salon());
  await db.push(owner, salonId, [
    { table: 'resources', id: 'ana', doc: { name: 'Ани' } },
    { table: 'events', id: 'e', doc: BOOKED },
  ]);
});
afterAll(() => db.close());

const over = (other: string, more: Partial<Agreement> = {}): Agreement => ({
  ...{ other, resource: 'ana', start: BOOKED.start_time, end: BOOKED.end_time },
  ...{ otherStart: '2026-11-18T08:30:00.000Z', otherEnd: '2026-11-18T09:30:00.000Z' },
  ...more,
});
const storedNow = async () =>
  (await db.sql`select rev, overlap_agreed from wire.events where salon_id = ${salonId} and id = 'e'`)[0] as {
    rev: number;
    overlap_agreed: string | null;
  };
async function push(overlap_agreed: unknown) {
  const { rev } = await storedNow();
  return db.pushOne(owner, salonId, { table: 'events', id: 'e', base_rev: rev, doc: { overlap_agreed } });
}
const many = (count: number) => agreementsText(Array.from({ length: count }, (_, n) => over(`e${n}`)));

describe('what a booking may lie over', () => {
  it('is kept as it was sent, travels, and can be taken back', async () => {
    expect((await push(many(2))).v).toBe('applied');
    expect((await storedNow()).overlap_agreed).toBe(many(2));
    const { tables } = await db.pull(owner, salonId);
    expect(tables.events?.rows.map((row) => row.overlap_agreed)).toEqual([many(2)]);
    expect((await push(null)).v).toBe('applied');
    expect((await storedNow()).overlap_agreed).toBeNull();
  });

  it.each([
    ['empty', '[]'],
    ['a text that is none', 'yes'],
    ['out of order', `[${JSON.stringify(Object.values(over('b')))},${JSON.stringify(Object.values(over('a')))}]`],
    ['said twice', `[${JSON.stringify(Object.values(over('a')))},${JSON.stringify(Object.values(over('a')))}]`],
    ['with blanks', many(1)?.replaceAll(',', ', ')],
    ['of an id that no row has', many(1)?.replace('e0', 'e 0')],
    ['of a name that every object knows', many(1)?.replace('e0', 'constructor')],
    ['of a day that is none', many(1)?.replaceAll('2026-11-18', '2026-11-31')],
    ['of an hour that is none', many(1)?.replaceAll('T08', 'T25')],
    ['of midnight in another form', many(1)?.replaceAll('T08:00', 'T24:00')],
    ['of more than a person has seen', many(MOST_AGREEMENTS + 1)],
    ['of any length', many(400)],
  ])('is nothing that is %s', async (_, value) => {
    expect(await push(value)).toMatchObject({ v: 'rejected', code: '23514', constraint: 'events_overlap_agreed_check' });
  });

  it(`is ${MOST_AGREEMENTS} others at most, with the longest ids`, async () => {
    const id = (n: number) => `${n}`.padStart(120, 'x');
    const all = agreementsText(Array.from({ length: MOST_AGREEMENTS }, (_, n) => over(id(n), { resource: 'r'.repeat(100) })));
    expect(canonicalValue(events.columns.overlap_agreed, all, 'overlap_agreed')).toBe(all);
    expect((await push(all)).v).toBe('applied');
  });

  it('is by chance what the app’s door takes as it is, and nothing else', async () => {
    const instant = fc.oneof(
      fc.constantFrom(
        '1899-12-31T23:59:59.999Z',
        '1900-01-01T00:00:00.000Z',
        '9999-12-31T00:00:00.000Z',
        '9999-12-31T00:00:00.001Z',
      ),
      fc.constantFrom(
        '2026-02-29T08:00:00.000Z',
        '2028-02-29T08:00:00.000Z',
        '2026-11-18T23:59:60.000Z',
        '2026-11-18T08:00Z',
        '',
      ),
      fc
        .date({ min: new Date('1890-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
        .map((date) => date.toISOString()),
    );
    const id = fc.oneof(fc.constantFrom('a', 'b', 'a/b', '~', '', '__proto__', 'Ж', 'x'.repeat(121)), fc.uuid());
    const entry = fc.tuple(id, fc.constantFrom('ana', 'ana/2', 'an a'), instant, instant, instant, instant);
    const text = fc
      .array(fc.oneof({ weight: 6, arbitrary: fc.constant(Object.values(over('c'))) }, { weight: 1, arbitrary: entry }), {
        maxLength: 3,
      })
      .map((list) => JSON.stringify(list));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 10, maxLength: 20 }), async (texts) => {
        for (const value of texts) {
          const { v } = await push(value);
          expect([value, v]).toEqual([value, throughDoor(value) === value ? 'applied' : 'rejected']);
        }
      }),
      { numRuns: 8 },
    );
  });

  it('is written by nobody of another salon', async () => {
    await push(many(1));
    const stranger = (await db.salon()).owner;
    await expect(db.push(stranger, salonId, [{ table: 'events', id: 'e', doc: { overlap_agreed: null } }])).rejects.toMatchObject(
      {
        code: '42501',
      },
    );
    await db.as(stranger, async (sql) => {
      await sql`update events set overlap_agreed = null where salon_id = ${salonId}`;
      expect(await sql`select from events where salon_id = ${salonId}`).toHaveLength(0);
    });
    expect((await storedNow()).overlap_agreed).toBe(many(1));
  });
});

function throughDoor(value: string): unknown {
  try {
    return canonicalValue(events.columns.overlap_agreed, value, 'overlap_agreed');
  } catch (error) {
    if (error instanceof InvalidValueError) return undefined;
    throw error;
  }
}
