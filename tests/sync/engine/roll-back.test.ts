import { expect, it } from 'vitest';
import { written } from '#sync/core/row-state.ts';
import { applySteps } from '#sync/writes/apply-steps.ts';
import { issueBook } from '#sync/writes/issue-book.ts';
import { takeBack } from '#sync/writes/write-local.ts';
import { booking, steadyClock } from '../devices.ts';
import { Disk, Gate, memoryDocStore, memoryRowStore } from '../memory-stores.ts';

/** A desk at which bookings are written, each by one call of `applySteps`. */
function desk() {
  const disk = new Disk();
  const gate = new Gate();
  const issues = issueBook(memoryDocStore(disk, gate));
  const context = { salonId: 1, store: memoryRowStore(disk, gate), issues, clock: steadyClock(), random: () => 0.5 };
  const setting = { salonId: 1, at: '2026-11-18T08:00:00.000Z', horizon: null };
  const write = (change: Record<string, unknown>) =>
    applySteps(context, 'person', 'events', ['e1'], (row, id) => written(setting, 'events', id, row, change));
  return { context, write, row: () => disk.tables.events.get('e1')?.row };
}

it('what a command that failed half-way had written goes back to what it was', async () => {
  const { context, write, row } = desk();
  await write(booking({ notes: 'преди' }));
  const changed = await write({ notes: 'от командата' });
  await takeBack(context, [{ table: 'events', changed }]);
  expect(row()?.notes).toBe('преди');
});

it('what was written over it since stays as it is', async () => {
  const { context, write, row } = desk();
  await write(booking({ notes: 'преди' }));
  const changed = await write({ notes: 'от командата' });
  await write({ notes: 'от другия прозорец' });
  await takeBack(context, [{ table: 'events', changed }]);
  expect(row()?.notes).toBe('от другия прозорец');
});
