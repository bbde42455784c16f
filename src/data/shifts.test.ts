import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TimeOffReason } from '#schemas/employee_day_overrides.ts';
import type { OverrideInterval } from '#schemas/intervals.ts';
import { type Device, openDevice, seen } from './replica.test-support.ts';
import { replaceDayOverrides, replaceShiftSets, replaceWeeklyShifts, undoShiftPlan } from './shifts.commands.ts';
import { offReasons$, overrideSets$, weeklySets$ } from './shifts.queries.ts';

const WEDNESDAY = '2026-11-18';
const THURSDAY = '2026-11-19';
const DAY_OFF = { start: null, end: null, type: 'time_off' } as const;

let device: Device;
beforeEach(async () => {
  device = await openDevice();
});
afterEach(async () => {
  await device.replica.close();
});

const weekly = async () => Object.fromEntries(await seen(weeklySets$(device.replica)));
const overrides = async () => Object.fromEntries(await seen(overrideSets$(device.replica, WEDNESDAY, THURSDAY)));

describe('an action on shifts', () => {
  test('that is taken back leaves the set that stood before, with all its times', async () => {
    const rows = [
      { start: '09:00', end: '13:00' },
      { start: '14:00', end: '18:00' },
    ];
    await replaceWeeklyShifts(device.replica, 'r', 3, rows);
    const edit = await replaceWeeklyShifts(device.replica, 'r', 3, [{ start: '10:00', end: '12:00' }]);
    expect(await weekly()).toEqual({ 'r/3': [{ start: '10:00', end: '12:00' }] });
    expect(await undoShiftPlan(device.replica, edit)).toBe('undone');
    expect(await weekly()).toEqual({ 'r/3': rows });
  });

  test('that filled an empty day is taken back to an empty day', async () => {
    const edit = await replaceDayOverrides(device.replica, 'r', WEDNESDAY, [DAY_OFF]);
    expect(await undoShiftPlan(device.replica, edit)).toBe('undone');
    expect(await overrides()).toEqual({});
  });

  test('that emptied a day is taken back to what stood there', async () => {
    await replaceDayOverrides(device.replica, 'r', WEDNESDAY, [DAY_OFF]);
    const edit = await replaceDayOverrides(device.replica, 'r', WEDNESDAY, []);
    expect(await overrides()).toEqual({});
    expect(await undoShiftPlan(device.replica, edit)).toBe('undone');
    expect(await overrides()).toEqual({ [`r/${WEDNESDAY}`]: [DAY_OFF] });
  });

  test('may replace sets of weekdays and of dates together, in one call of the door', async () => {
    const edit = await replaceShiftSets(device.replica, [
      { resourceId: 'r', weekday: 3, rows: [{ start: '09:00', end: '17:00' }] },
      { resourceId: 'r', date: WEDNESDAY, rows: [DAY_OFF] },
      { resourceId: 's', date: THURSDAY, rows: [] },
    ]);
    expect(device.writes).toHaveLength(1);
    expect(edit.map(({ set }) => set.resourceId)).toEqual(['r', 'r']);
    expect(await undoShiftPlan(device.replica, edit)).toBe('undone');
    expect({ ...(await weekly()), ...(await overrides()) }).toEqual({});
  });

  test('writes nothing where the set stood so already', async () => {
    await replaceWeeklyShifts(device.replica, 'r', 3, [{ start: '09:00', end: '17:00' }]);
    const edit = await replaceWeeklyShifts(device.replica, 'r', 3, [{ start: '09:00', end: '17:00' }]);
    expect(edit).toEqual([]);
    expect(device.writes).toHaveLength(1);
  });

  test('is not taken back where somebody has replaced the set since', async () => {
    const edit = await replaceShiftSets(device.replica, [
      { resourceId: 'r', weekday: 3, rows: [{ start: '09:00', end: '17:00' }] },
      { resourceId: 'r', weekday: 4, rows: [{ start: '09:00', end: '17:00' }] },
    ]);
    await replaceWeeklyShifts(device.replica, 'r', 3, [{ start: '10:00', end: '12:00' }]);
    expect(await undoShiftPlan(device.replica, edit)).toBe('partly');
    expect(await weekly()).toEqual({ 'r/3': [{ start: '10:00', end: '12:00' }] });
    expect(await undoShiftPlan(device.replica, edit)).toBe('changed');
  });
});

describe('the reason of a time off', () => {
  const reasons = async () => Object.fromEntries(await seen(offReasons$(device.replica, WEDNESDAY, THURSDAY)));
  const write = (rows: readonly OverrideInterval[], reason?: TimeOffReason | null) =>
    replaceShiftSets(device.replica, [{ resourceId: 'r', date: WEDNESDAY, rows, ...(reason === undefined ? {} : { reason }) }]);
  const extra = { start: '18:00', end: '20:00', type: 'additional_shift' } as const;

  test('belongs to the date’s set: it stays where it is not named, and goes with the time off', async () => {
    await write([DAY_OFF], 'sick');
    expect(await reasons()).toEqual({ [`r/${WEDNESDAY}`]: 'sick' });
    await write([DAY_OFF, extra]);
    expect(await reasons()).toEqual({ [`r/${WEDNESDAY}`]: 'sick' });
    await write([extra]);
    expect(await reasons()).toEqual({});
  });

  test('is written alone where only it changed', async () => {
    await write([DAY_OFF], 'holiday');
    const edit = await write([DAY_OFF], 'sick');
    expect(await reasons()).toEqual({ [`r/${WEDNESDAY}`]: 'sick' });
    expect(await undoShiftPlan(device.replica, edit)).toBe('undone');
    expect(await reasons()).toEqual({ [`r/${WEDNESDAY}`]: 'holiday' });
  });

  test('comes back when the action is taken back, and is not left over for the next time off', async () => {
    await write([DAY_OFF], 'holiday');
    const edit = await write([]);
    expect(await reasons()).toEqual({});
    expect(await undoShiftPlan(device.replica, edit)).toBe('undone');
    expect(await reasons()).toEqual({ [`r/${WEDNESDAY}`]: 'holiday' });
    await write([]);
    await write([DAY_OFF]);
    expect(await reasons()).toEqual({});
  });
});

test('many sets are read in one go a table, not one by one', async () => {
  const { rows } = device.replica;
  let reads = 0;
  const { findByIds } = rows.employee_day_overrides;
  rows.employee_day_overrides.findByIds = (ids) => {
    reads += 1;
    return findByIds.call(rows.employee_day_overrides, ids);
  };
  rows.employee_day_overrides.findOne = () => expect.fail('one set is read alone');
  const days = Array.from({ length: 50 }, (_, n) => ({ resourceId: `r${n}`, date: WEDNESDAY, rows: [DAY_OFF] }));
  const edit = await replaceShiftSets(device.replica, days);
  expect(edit).toHaveLength(50);
  expect(await undoShiftPlan(device.replica, edit)).toBe('undone');
  expect(reads).toBe(2);
});
