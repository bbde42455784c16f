import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { overrideIntervalsText, shiftIntervalsText } from '#schemas/intervals.ts';
import { Database, type Person, refusal } from '../support/database.ts';
import { oneOfEach } from '../support/rows.ts';

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

const one = (change: Parameters<Database['pushOne']>[2]) => db.pushOne(owner, salonId, change);
const revOf = async (table: string, id: string) =>
  ((await db.sql`select rev from ${db.sql(table)} where salon_id = ${salonId} and id = ${id}`)[0]?.rev as number | undefined) ??
  0;

describe('a weekday’s set of shifts', () => {
  const ID = 'resources-1/5/0';
  type Times = [start: string, end: string][];
  const replace = async (times: Times, base_rev?: number) => {
    const text = shiftIntervalsText(times.map(([start, end]) => ({ start, end })));
    const [first] = JSON.parse(text) as Times;
    const doc = {
      resource_id: 'resources-1',
      weekday: 5,
      start_time: first?.[0],
      end_time: first?.[1],
      intervals: text,
      deleted: false,
    };
    return one({
      table: 'employee_weekly_shifts',
      id: ID,
      base_rev: base_rev ?? (await revOf('employee_weekly_shifts', ID)),
      doc,
    });
  };
  const rows = async () => [
    ...(await db.sql`select id, start_time, end_time, intervals is not null as carries, deleted, rev from employee_weekly_shifts
      where salon_id = ${salonId} and weekday = 5 order by id`),
  ];
  const live = async () =>
    (await rows()).filter((row) => !row.deleted).map((row) => [row.id.slice(-1), row.start_time, row.end_time]);

  it('is derived from row 0 in the same revision, growing, shrinking and emptied', async () => {
    const three: Times = [
      ['09:00', '12:00'],
      ['13:00', '17:00'],
      ['18:00', '02:00'],
    ];
    const { rev } = await replace(three);
    expect(await live()).toEqual(three.map(([from, to], n) => [String(n), from, to]));
    expect(new Set((await rows()).map((row) => row.rev))).toEqual(new Set([rev]));
    expect((await rows()).map((row) => row.carries)).toEqual([true, false, false]);

    await replace([['10:00', '11:00']]);
    expect(await live()).toEqual([['0', '10:00', '11:00']]);
    await replace([...three, ['03:00', '04:00']]);
    expect(await live()).toEqual([
      ['0', '03:00', '04:00'],
      ['1', '09:00', '12:00'],
      ['2', '13:00', '17:00'],
      ['3', '18:00', '02:00'],
    ]);

    await one({
      table: 'employee_weekly_shifts',
      id: ID,
      base_rev: await revOf('employee_weekly_shifts', ID),
      doc: { deleted: true },
    });
    expect(await live()).toEqual([]);
    await replace([
      ['08:00', '09:00'],
      ['10:00', '11:00'],
    ]);
    expect(await live()).toEqual([
      ['0', '08:00', '09:00'],
      ['1', '10:00', '11:00'],
    ]);
  });

  it('leaves rows that did not change on their revision', async () => {
    await replace([
      ['09:00', '12:00'],
      ['13:00', '17:00'],
      ['18:00', '20:00'],
    ]);
    const before = await rows();
    await replace([
      ['09:00', '12:00'],
      ['13:00', '17:00'],
      ['18:00', '21:00'],
    ]);
    expect((await rows()).map((row) => row.rev - before[0]?.rev)).toEqual([1, 0, 1]);
  });

  it('reaches a device whole', async () => {
    await replace([
      ['09:00', '12:00'],
      ['13:00', '17:00'],
    ]);
    const { rows: pulled } = (await db.pull(owner, salonId)).tables.employee_weekly_shifts;
    expect(pulled.filter((row) => row.weekday === 5)).toMatchObject([
      { id: ID, intervals: '[["09:00","12:00"],["13:00","17:00"]]' },
      { id: 'resources-1/5/1', intervals: null, start_time: '13:00' },
    ]);
  });

  it('changes in nothing when it is refused: an entry that is no time, out of order, or not the first of its row', async () => {
    await replace([
      ['09:00', '12:00'],
      ['13:00', '17:00'],
    ]);
    const before = await rows();
    const rev = await revOf('employee_weekly_shifts', ID);
    const attempt = (intervals: string, start_time = '08:00', end_time = '09:00') =>
      one({ table: 'employee_weekly_shifts', id: ID, base_rev: rev, doc: { intervals, start_time, end_time } });
    for (const intervals of [
      '',
      '[]',
      '[["08:00","09:00"],["10:00","25:00"]]',
      '[["08:00","09:00"],["10:00"]]',
      '[["08:00", "09:00"]]',
      '[["08:00","09:00","time_off"]]',
      '[[1,2]]',
      '{}',
      '[["08:00","09:00"]]]]',
    ]) {
      expect(await attempt(intervals), intervals).toMatchObject({ v: 'rejected' });
    }
    expect(await attempt('[["10:00","11:00"],["08:00","09:00"]]', '10:00', '11:00')).toMatchObject({
      constraint: 'set_is_in_order',
    });
    expect(await attempt('[["08:00","10:00"]]')).toMatchObject({ constraint: 'row_0_is_the_first_entry' });
    expect(await attempt(null as never)).toMatchObject({ constraint: 'employee_weekly_shifts_row_0_carries_the_set' });
    expect(await rows()).toEqual(before);
  });

  it('is written through row 0 alone: a client’s own write to a row above it is refused', async () => {
    await replace([
      ['09:00', '12:00'],
      ['13:00', '17:00'],
    ]);
    const above = { resource_id: 'resources-1', weekday: 5, start_time: '09:00', end_time: '12:00' };
    const rev = await revOf('employee_weekly_shifts', 'resources-1/5/1');
    const refused = { v: 'rejected', code: '23514', constraint: 'only_row_0_is_written' };
    expect(
      await one({ table: 'employee_weekly_shifts', id: 'resources-1/5/1', base_rev: rev, doc: { start_time: '12:30' } }),
    ).toMatchObject(refused);
    expect(await one({ table: 'employee_weekly_shifts', id: 'resources-1/5/7', doc: above })).toMatchObject(refused);
    const direct = db.as(owner, (sql) => sql`update employee_weekly_shifts set deleted = true where id = 'resources-1/5/1'`);
    expect(await refusal(direct)).toMatchObject({ constraint: 'only_row_0_is_written' });
  });

  it('has an id that says whose and which weekday’s it is', async () => {
    const doc = {
      resource_id: 'resources-1',
      weekday: 4,
      start_time: '09:00',
      end_time: '12:00',
      intervals: '[["09:00","12:00"]]',
    };
    for (const id of ['resources-1/5/0', 'resources-2/4/0', 'resources-1/4', 'resources-1/4/00', 'x/0']) {
      expect(await one({ table: 'employee_weekly_shifts', id, doc }), id).toMatchObject({ v: 'rejected', code: '23514' });
    }
  });
});

describe('a date’s set of overrides', () => {
  const ID = 'resources-1/2026-12-24/0';
  const replace = async (set: Parameters<typeof overrideIntervalsText>[0]) => {
    const text = overrideIntervalsText(set);
    const [start_time, end_time, type] = (JSON.parse(text) as [string | null, string | null, string][])[0] ?? [];
    const doc = { resource_id: 'resources-1', date: '2026-12-24', type, start_time, end_time, intervals: text, deleted: false };
    return one({ table: 'employee_day_overrides', id: ID, base_rev: await revOf('employee_day_overrides', ID), doc });
  };
  const live = async () =>
    (
      await db.sql`select type, start_time, end_time from employee_day_overrides
      where salon_id = ${salonId} and date = '2026-12-24' and not deleted order by id`
    ).map((row) => Object.values(row));

  it('holds time off and additional shifts together, a whole day off too, and shrinks and grows with row 0', async () => {
    await replace([
      { start: '10:00', end: '12:00', type: 'time_off' },
      { start: null, end: null, type: 'time_off' },
      { start: '18:00', end: '20:00', type: 'additional_shift' },
    ]);
    expect(await live()).toEqual([
      ['time_off', '10:00', '12:00'],
      ['additional_shift', '18:00', '20:00'],
      ['time_off', null, null],
    ]);
    await replace([{ start: null, end: null, type: 'time_off' }]);
    expect(await live()).toEqual([['time_off', null, null]]);
    await replace([
      { start: '08:00', end: '09:00', type: 'additional_shift' },
      { start: '11:00', end: '12:00', type: 'additional_shift' },
    ]);
    expect(await live()).toEqual([
      ['additional_shift', '08:00', '09:00'],
      ['additional_shift', '11:00', '12:00'],
    ]);
    await one({
      table: 'employee_day_overrides',
      id: ID,
      base_rev: await revOf('employee_day_overrides', ID),
      doc: { deleted: true },
    });
    expect(await live()).toEqual([]);
  });

  it('is refused when an entry has one time only, an unknown type, or row 0 is another entry than the first', async () => {
    const doc = { resource_id: 'resources-1', date: '2026-12-25', type: 'time_off', start_time: '10:00', end_time: '12:00' };
    const attempt = (intervals: string, more = {}) =>
      one({ table: 'employee_day_overrides', id: 'resources-1/2026-12-25/0', doc: { ...doc, intervals, ...more } });
    expect(await attempt('[["10:00",null,"time_off"]]', { end_time: null })).toMatchObject({ v: 'rejected', code: '23514' });
    expect(await attempt('[["10:00","12:00","holiday"]]')).toMatchObject({ v: 'rejected', code: '23514' });
    expect(await attempt('[["10:00","12:00","additional_shift"]]')).toMatchObject({ constraint: 'row_0_is_the_first_entry' });
    expect(await attempt('[["10:00","12:00","time_off"]]')).toMatchObject({ v: 'applied' });
  });

  it('says why in row 0 alone, in one of three words', async () => {
    const set = { start_time: null, end_time: null, intervals: '[[null,null,"time_off"]]', type: 'time_off' };
    const attempt = (off_reason: string | null) =>
      one({
        table: 'employee_day_overrides',
        id: 'resources-1/2026-12-26/0',
        doc: { resource_id: 'resources-1', date: '2026-12-26', ...set, off_reason },
      });
    expect(await attempt('party')).toMatchObject({ constraint: 'employee_day_overrides_off_reason_check' });
    expect(await attempt('sick')).toMatchObject({ v: 'applied' });
    await expect(
      db.sql`insert into employee_day_overrides (salon_id, id, resource_id, date, type, off_reason)
      values (${salonId}, 'resources-1/2026-12-26/1', 'resources-1', '2026-12-26', 'time_off', 'sick')`,
    ).rejects.toMatchObject({ constraint_name: 'employee_day_overrides_row_0_carries_the_reason' });
  });
});
