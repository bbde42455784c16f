/** Adopting a former version's rows over stores in memory, step by step. */
import 'fake-indexeddb/auto';
import { vi } from 'vitest';
import { STATE_DOCUMENT, type SyncState } from '#sync/core/sync-state.ts';
import { type Adopting, takeOver } from '#sync/versions/adopt.ts';
import { beginCopy, copySettled } from '#sync/versions/copy-settled.ts';
import { issueBook } from '#sync/writes/issue-book.ts';
import { steadyClock } from '../devices.ts';
import { type Disk, type DiskStep, Gate, memoryDocStore, memoryRowStore } from '../memory-stores.ts';
import { salonId } from './former-version.ts';
import { USER, Windows } from './other-version.ts';

/** Adopting over stores in memory, whose gate dies at a step; what it does to the former form is counted as well. */
export class Steps {
  count = 0;
  readonly gate = new Gate();
  constructor(private readonly dieAt: number) {
    this.gate.killAt((step: DiskStep) => this.dies(step.kind));
    const { deleteDatabase } = indexedDB;
    vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation((name) => {
      if (this.dies('delete')) throw new Error('killed');
      return deleteDatabase.call(indexedDB, name);
    });
    const { transaction } = IDBDatabase.prototype;
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
      if (args[1] === 'readwrite' && steps.dies('forget')) throw new Error('killed');
      return transaction.apply(this, args);
    });
    const steps = this;
  }
  private dies(_kind: string): boolean {
    if (this.gate.killed) return true;
    return ++this.count === this.dieAt;
  }
}

export const adoptingTo = (disk: Disk, gate: Gate): Adopting => {
  const docs = memoryDocStore(disk, gate);
  return {
    userId: USER,
    salonId,
    store: memoryRowStore(disk, gate),
    docs,
    issues: issueBook(docs),
    clock: steadyClock(),
    random: () => 0.5,
    holds: new Windows(),
  };
};

export const stateOn = (disk: Disk) => disk.docs.get(STATE_DOCUMENT) as SyncState;

export async function adoptOn(disk: Disk, gate: Gate): Promise<void> {
  const to = adoptingTo(disk, gate);
  await beginCopy(to);
  await takeOver(to);
  await copySettled(to, new AbortController().signal);
  await takeOver(to);
}
