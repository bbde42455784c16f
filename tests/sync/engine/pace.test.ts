/** How the sizes of requests follow what a line carries. */
import { describe, expect, it } from 'vitest';
import { type Failed, linePace } from '#sync/round/pace.ts';
import { Disk, Gate, memoryDocStore } from '../memory-stores.ts';

const KB = 1024;

describe('the pace', () => {
  const timedOut: Failed = { ms: 30_000, heard: false, silent: true, tooMuch: false };
  const brokeOff = (ms: number): Failed => ({ ms, heard: false, silent: false, tooMuch: false });

  it('sizes follow the line: halved by what takes too long, doubled by what goes quickly, kept over a reload', async () => {
    const docs = memoryDocStore(new Disk(), new Gate());
    const pace = await linePace(docs);
    const first = pace.size('push');
    await pace.failed('push', timedOut);
    await pace.failed('push', brokeOff(200)); // at once: not for its size
    expect(pace.size('push')).toBe(first / 2);
    expect(pace.size('pull')).toBe(1000);
    expect((await linePace(docs)).size('push')).toBe(first / 2);
    await pace.went('push', { ms: 20_000, bytes: first, full: true });
    await pace.went('push', { ms: 1_000, bytes: first, full: false }); // was small anyway
    await pace.went('push', { ms: -5_000, bytes: first, full: true }); // the clock was set back
    expect(pace.size('push')).toBe(first / 2);
    await pace.went('push', { ms: 1_000, bytes: first, full: true });
    expect(pace.size('push')).toBe(first);
  });

  it('what took so long that little would be lost of a smaller one is asked for in smaller ones', async () => {
    const pace = await linePace(memoryDocStore(new Disk(), new Gate()));
    await pace.went('pull', { ms: 70_000, bytes: 0, full: true });
    expect(pace.size('pull')).toBe(500);
  });

  it('a line that breaks off every few seconds is given what fits between', async () => {
    const pace = await linePace(memoryDocStore(new Disk(), new Gate()));
    await pace.failed('pull', { ...brokeOff(3_000), heard: true }); // a part was here
    expect(pace.size('pull')).toBe(500);
    const first = pace.size('push');
    await pace.failed('push', brokeOff(5_000));
    expect(pace.size('push')).toBe(first);
    await pace.failed('push', brokeOff(5_000));
    expect(pace.size('push')).toBe(first / 2);
  });

  it('what a line was seen to carry quickly leaves and comes in one request, until something was too large for it', async () => {
    const disk = new Disk();
    const pace = await linePace(memoryDocStore(disk, new Gate()));
    expect([pace.size('push'), pace.size('pull')]).toEqual([64 * KB, 1000]);
    await pace.went(undefined, { ms: 5, bytes: 0, full: false });
    expect([pace.size('push'), pace.size('pull')]).toEqual([384 * KB, 3932]);
    const reloaded = await linePace(memoryDocStore(disk, new Gate()));
    expect([reloaded.size('push'), reloaded.size('pull')]).toEqual([64 * KB, 1000]); // it may be another line by now
    await pace.failed('push', timedOut);
    expect([pace.size('push'), pace.size('pull')]).toEqual([32 * KB, 1000]); // as if nothing had been tried
    await pace.went(undefined, { ms: 5, bytes: 0, full: false });
    expect([pace.size('push'), pace.size('pull')]).toEqual([32 * KB, 1000]);
  });

  it('a line that had to be given less is not asked for more at once because a small request went well', async () => {
    const pace = await linePace(memoryDocStore(new Disk(), new Gate()));
    await pace.went('pull', { ms: 70_000, bytes: 0, full: true });
    await pace.went(undefined, { ms: 5, bytes: 0, full: false });
    expect(pace.size('pull')).toBe(500);
  });

  it('pages of a quick line grow to 4,000 rows, and begin with 1,000 after a reload', async () => {
    const disk = new Disk();
    const pace = await linePace(memoryDocStore(disk, new Gate()));
    for (let n = 0; n < 5; n++) await pace.went('pull', { ms: 5_000, bytes: 0, full: true });
    expect(pace.size('pull')).toBe(4000);
    expect((await linePace(memoryDocStore(disk, new Gate()))).size('pull')).toBe(1000);
  });

  it('a push whose answers break off goes down to one row: each short one may bring a whole row back', async () => {
    const pace = await linePace(memoryDocStore(new Disk(), new Gate()));
    const shortest = JSON.stringify([1, { name: 'Ани', color: '#3b82f6', show_online: true, deleted: false }]).length;
    for (let n = 0; n < 20; n++) await pace.failed('push', { ...brokeOff(500), heard: true });
    expect(pace.size('push')).toBeLessThan(2 * shortest);
  });

  it('what goes up has as long as its bytes take, at any speed; a small request on a dead line has not', async () => {
    const pace = await linePace(memoryDocStore(new Disk(), new Gate()));
    expect(pace.patience(0)).toBe(30_000);
    const wholeRow = 26 * KB; // the longest texts of a client
    for (const speed of [KB, 256, 64]) {
      for (let n = 0; n < 20 && pace.patience(wholeRow) < (wholeRow / speed) * 1000; n++) await pace.failed('push', timedOut);
      expect(pace.patience(wholeRow)).toBeGreaterThanOrEqual((wholeRow / speed) * 1000);
    }
    for (let n = 0; n < 20; n++) for (const way of ['pull', 'push'] as const) await pace.failed(way, timedOut);
    expect([pace.size('pull'), pace.size('push')]).toEqual([1, KB]);
    expect(pace.patience(pace.size('push'))).toBeLessThan(120_000);
    await pace.went('push', { ms: 1_000, bytes: KB, full: true });
    expect([pace.size('push'), pace.patience(KB)]).toEqual([2 * KB, 30_000]);
  });
});
