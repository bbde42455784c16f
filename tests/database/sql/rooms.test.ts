/** Rooms and chairs in the database: the list that the app writes is taken as it is, and nothing else. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { canonicalValue, InvalidValueError } from '#schemas/canonical.ts';
import { MOST_ROOMS, roomsText } from '#schemas/rooms.ts';
import { salon_settings } from '#schemas/salon_settings.ts';
import { Database, type Person } from '../support/database.ts';

let db: Database;
let owner: Person;
let salonId: number;
beforeAll(async () => {
  db = await Database.open();
  ({ owner, salonId } = await db.salon());
});
afterAll(() => db.close());

function throughDoor(value: string): unknown {
  try {
    return canonicalValue(salon_settings.columns.rooms, value, 'rooms');
  } catch (error) {
    if (error instanceof InvalidValueError) return undefined;
    throw error;
  }
}

const push = async (rooms: unknown) => {
  const [row] = await db.sql`select rev from public.salon_settings where salon_id = ${salonId}`;
  return db.pushOne(owner, salonId, {
    table: 'salon_settings',
    id: String(salonId),
    base_rev: row?.rev as number,
    doc: { rooms },
  });
};

it('a list of rooms is what the app’s door takes as it is, and nothing else', async () => {
  const id = fc.oneof(fc.constantFrom('laser', 'a/b', 'a b', '', '__proto__', 'Ж', 'x'.repeat(120), 'x'.repeat(121)), fc.uuid());
  const name = fc.oneof(
    fc.constantFrom(
      'Мивка',
      'Лазерен "А"',
      'a\\b',
      '',
      ' x',
      'x ',
      'line\nbreak',
      'a\u007fb',
      'a\u0085b',
      '\u0000',
      '\ud83d',
      '😀',
      'x'.repeat(80),
      'я'.repeat(81),
    ),
    fc.constantFrom('Мивка', 'Стол'),
  );
  const count = fc.constantFrom<unknown>(1, 2, 99, 0, 100, -1, 1.5, '1', null);
  const list = fc.array(fc.tuple(id, name, count), { maxLength: 3 }).map((rooms) => JSON.stringify(rooms));
  const valid = fc
    .uniqueArray(fc.tuple(fc.uuid(), fc.constantFrom('Мивка', 'Стол "1"', '😀\\'), fc.integer({ min: 1, max: 99 })), {
      maxLength: 4,
      selector: ([own]) => own,
    })
    .map((rooms) => roomsText(rooms.map(([own, named, many]) => ({ id: own, name: named, count: many }))) ?? '[]');
  const spelt = valid.map((text) => text.replaceAll(',', ', '));
  const broken = fc.constantFrom(
    '',
    '[',
    '[]',
    '{}',
    'null',
    '"x"',
    '[["a","\\u0041",1]]',
    '[["a","x",1.0]]',
    '[["a","x",1e0]]',
    '[["a"]]',
  );
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(list, valid, spelt, broken), { minLength: 20, maxLength: 40 }), async (tries) => {
      const rows = await db.sql<
        { is: boolean }[]
      >`select private.is_rooms(x) as is from unnest(${tries}::text[]) with ordinality as t (x, n) order by n`;
      const expected = tries.map((value) => value !== '' && throughDoor(value) === value);
      expect(rows.map(({ is }, n) => [is, tries[n]])).toEqual(expected.map((is, n) => [is, tries[n]]));
      taken += expected.filter(Boolean).length;
    }),
    { numRuns: 12 },
  );
  expect(taken).toBeGreaterThan(20);
});

it('a salon’s rooms go up whole, are read as they are, and at most fifty of them', async () => {
  const rooms = (many: number) =>
    roomsText(Array.from({ length: many }, (_, n) => ({ id: `r${String(n).padStart(3, '0')}`, name: 'Стол', count: 1 })));
  expect(await push(rooms(MOST_ROOMS))).toMatchObject({ v: 'applied' });
  expect(await push(rooms(MOST_ROOMS + 1))).toMatchObject({ v: 'rejected', constraint: 'salon_settings_rooms_check' });
  expect(await push('[["laser","Laser room",1]]')).toMatchObject({ v: 'applied' });
  const [row] = await db.sql`select rooms from wire.salon_settings where salon_id = ${salonId}`;
  expect(row?.rooms).toBe('[["laser","Laser room",1]]');
  expect(await push(null)).toMatchObject({ v: 'applied' });
});

it('a service may name a room that is not there: it needs none then, and nothing is refused', async () => {
  const doc = { name: 'Лазер', room_id: 'gone' };
  expect(await db.pushOne(owner, salonId, { table: 'services', id: 'laser', doc })).toMatchObject({ v: 'applied' });
  const wrong = { name: 'Лазер', room_id: 'two words' };
  expect(await db.pushOne(owner, salonId, { table: 'services', id: 'other', doc: wrong })).toMatchObject({
    ...{ v: 'rejected', constraint: 'services_room_id_check' },
  });
});
