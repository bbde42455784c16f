import { describe, expect, it } from 'vitest';
import { type DeviceMark, fuller, goneBeforeOpening, marked, reportedLoss } from '#sync/device/loss.ts';

/** The note of what a device holds, and when it may fall. */
const AT = '2026-11-18T10:00:00.000Z';
const mark = (more: Partial<DeviceMark> = {}): DeviceMark => ({
  ...{ replica: 'one', rows: 100, unsent: 2, undecided: 0, since: '2026-11-18T08:00:00.000Z', at: AT, salon: null },
  ...more,
});
const EMPTY = { rows: 0, unsent: 0, undecided: 0, since: null };

describe('what was noted', () => {
  it('falls with the same replica, whose unsent changes were sent or decided', () => {
    expect(marked(mark(), mark({ unsent: 0, since: null }))).toEqual({ mark: mark({ unsent: 0, since: null }), loss: null });
  });
  it('is a loss where another replica stands in its place, however empty', () => {
    expect(marked(mark(), mark({ replica: 'two', ...EMPTY })).loss).toEqual(mark());
  });
  it.each([
    ['on a new device', null, mark({ replica: 'two' })],
    ['after an earlier version, which noted no identity', mark({ replica: null }), mark({ replica: 'two' })],
    ['where the storage took no identity yet', mark(), mark({ replica: null })],
    ['where nothing was held', mark(EMPTY), mark({ replica: 'two' })],
  ])('is no loss %s', (_when, known, seen) => {
    expect(marked(known, seen).loss).toBeNull();
  });
  it('is gone before opening only where the browser says that no database is there', () => {
    expect(goneBeforeOpening(mark(), false)).toEqual(mark());
    expect(goneBeforeOpening(mark(), true)).toBeNull();
    expect(goneBeforeOpening(mark(), null)).toBeNull();
    expect(goneBeforeOpening(null, false)).toBeNull();
    expect(goneBeforeOpening(mark(EMPTY), false)).toBeNull();
  });
  it('of two windows counts that which knows more of the same replica', () => {
    expect(fuller(mark({ unsent: 3 }), mark({ since: '2026-11-18T07:00:00.000Z' }))).toMatchObject({
      unsent: 3,
      since: '2026-11-18T07:00:00.000Z',
    });
    expect(fuller(mark({ replica: 'two', unsent: 3 }), mark())).toMatchObject({ unsent: 2 });
  });
});

describe('what is told', () => {
  it('is told once, however many windows see it', () => {
    const first = reportedLoss(null, mark());
    expect(first).toMatchObject({ unsent: 2, kept: 0, readAt: null });
    expect(reportedLoss({ ...first, kept: 2 }, mark({ unsent: 1 }))).toMatchObject({ unsent: 2, kept: 2, readAt: null });
  });
  it('is not told again once it was read, by a window that wakes up late', () => {
    const read = { ...reportedLoss(null, mark()), readAt: AT };
    expect(reportedLoss(read, mark())).toEqual(read);
  });
  it('is told anew of another replica, and with what was not read yet', () => {
    const first = { ...reportedLoss(null, mark()), kept: 1 };
    const second = mark({ replica: 'two', unsent: 1, since: '2026-11-19T08:00:00.000Z' });
    expect(reportedLoss(first, second)).toMatchObject({ unsent: 3, kept: 1, since: '2026-11-18T08:00:00.000Z' });
    expect(reportedLoss({ ...first, readAt: AT }, second)).toMatchObject({ unsent: 1, kept: 0, readAt: null });
  });
});
