import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { USUAL_WEEK } from '#domain/shifts/usual-week.ts';
import { type Device, openDevice, seen } from './replica.test-support.ts';
import { type PlannedSet, replaceShiftSets, replaceWeeklyShifts, undoShiftPlan } from './shifts.commands.ts';
import { overrideSets$, weeklySets$ } from './shifts.queries.ts';

let device: Device;
beforeEach(async () => {
  device = await openDevice();
});
afterEach(() => device.replica.close());

const usual: PlannedSet[] = USUAL_WEEK.map((rows, weekday) => ({ resourceId: 'maria', weekday, rows }));
const weekly = async () => Object.fromEntries(await seen(weeklySets$(device.replica)));
const late = [{ start: '11:00', end: '20:00' }];

describe('many sets at once', () => {
  it('are one call of the door, and an empty day that has no set is not written', async () => {
    await replaceShiftSets(device.replica, usual);
    expect(device.writes.map((write) => write.map(({ id }) => id))).toEqual([[1, 2, 3, 4, 5].map((day) => `maria/${day}/0`)]);
    expect(Object.keys(await weekly())).toHaveLength(5);
  });

  it('do not write again what stands there', async () => {
    await replaceShiftSets(device.replica, usual);
    expect(await replaceShiftSets(device.replica, usual)).toEqual([]);
    expect(device.writes).toHaveLength(1);
  });

  it('are taken back together, to what stood there before', async () => {
    await replaceWeeklyShifts(device.replica, 'maria', 1, late);
    const edit = await replaceShiftSets(device.replica, [
      ...usual,
      { resourceId: 'maria', date: '2026-11-16', rows: [{ start: null, end: null, type: 'time_off' }] },
    ]);
    expect((await seen(overrideSets$(device.replica, '2026-11-16', '2026-11-16'))).size).toBe(1);
    expect(await undoShiftPlan(device.replica, edit)).toBe('undone');
    expect(await weekly()).toEqual({ 'maria/1': late });
    expect((await seen(overrideSets$(device.replica, '2026-11-16', '2026-11-16'))).size).toBe(0);
  });

  it('leave what was replaced since, and say so', async () => {
    const edit = await replaceShiftSets(device.replica, usual);
    await replaceWeeklyShifts(device.replica, 'maria', 3, late);
    expect(await undoShiftPlan(device.replica, edit)).toBe('partly');
    expect(await weekly()).toEqual({ 'maria/3': late });
    const one = await replaceShiftSets(device.replica, [{ resourceId: 'maria', weekday: 3, rows: [] }]);
    await replaceWeeklyShifts(device.replica, 'maria', 3, late);
    expect(await undoShiftPlan(device.replica, one)).toBe('changed');
  });

  it('are all refused with one that cannot be', async () => {
    const wrong: PlannedSet = { resourceId: 'maria', weekday: 1, rows: [{ start: '09:00', end: '09:00' }] };
    await expect(replaceShiftSets(device.replica, [...usual, wrong])).rejects.toMatchObject({ key: 'shift_times_equal' });
    await expect(replaceShiftSets(device.replica, [{ ...wrong, resourceId: '' }])).rejects.toMatchObject({
      key: 'all_fields_required',
    });
    await expect(replaceShiftSets(device.replica, [{ resourceId: 'maria', date: 'утре', rows: [] }])).rejects.toMatchObject({
      key: 'all_fields_required',
    });
    expect(device.writes).toEqual([]);
  });
});
