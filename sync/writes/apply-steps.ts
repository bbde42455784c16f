/**
 * How rows are written, by a person (write-local.ts) and by the server's news (apply-remote.ts, verdicts.ts): read the stored
 * rows, compute the next ones by a pure step, write them by compare-and-set, repeat with jitter where somebody was faster.
 * Invariants: issues are on disk before the row they speak of; one call writes a table once, so that live queries emit
 * once; a step is computed anew for every try and must not remember earlier ones.
 */
import type { TableName } from '#schemas/registry.ts';
import type { StateRow } from '#sync/core/columns.ts';
import type { Step, StepContext } from '#sync/core/row-state.ts';
import { type Clock, isoOf } from '#sync/machine/clock.ts';
import type { RowStore, RowWrite } from '#sync/storage/stores.ts';
import type { IssueBook } from './issue-book.ts';
import { raisedIssues, type Tried } from './raised-issues.ts';

/** The tools of every write. `random`: uniform in [0, 1), for the jitter between tries. */
export interface WriteContext {
  readonly salonId: number;
  readonly store: RowStore;
  readonly issues: IssueBook;
  readonly clock: Clock;
  readonly random: () => number;
}

/** A row that was changed: as it stood, and as it stands on disk now. Null: there was none, or it was removed. */
export interface ChangedRow {
  readonly id: string;
  readonly before: StateRow | null;
  readonly after: StateRow | null;
}

/** Returns what a step may know besides its row. `horizon`: ISO UTC; null keeps rows of any age. */
export const stepContextOf = (context: Pick<WriteContext, 'salonId' | 'clock'>, horizon: string | null): StepContext => ({
  salonId: context.salonId,
  at: isoOf(context.clock),
  horizon,
});

/** Tries before giving up: with jitter this is more than a second of uninterrupted contention on one row. */
const TRIES = 50;
const JITTER_MS = 4;

/**
 * Writes the rows that `step` makes of the stored ones.
 * @param by whose change it is: the storage keeps it with the write
 * @returns the rows that changed
 * @throws what the store throws, and an error when a row stays contended
 */
export async function applySteps(
  { store, issues, clock, random }: WriteContext,
  by: 'person' | 'server',
  table: TableName,
  ids: readonly string[],
  step: (row: StateRow | null, id: string) => Step,
): Promise<readonly ChangedRow[]> {
  const changed: ChangedRow[] = [];
  const raise = raisedIssues({ store, issues });
  let open: readonly string[] = [...new Set(ids)];
  for (let attempt = 1; open.length > 0; attempt++) {
    if (attempt > TRIES) throw new Error(`${table}: contended for ${TRIES} tries`);
    const stored = await store.read(table, open);
    const writes: RowWrite[] = [];
    const tried = new Map<string, ChangedRow>();
    const all: Tried[] = [];
    for (const id of open) {
      const { row: before, version, hidden } = stored.get(id) ?? { row: null, version: undefined, hidden: false };
      const next = step(before, id);
      all.push({ id, row: before, raises: next.kind === 'keep' ? [] : next.issues });
      if (next.kind === 'keep') continue;
      const row = next.kind === 'put' ? next.row : null;
      writes.push({ id, version, row, hidden: next.kind === 'put' && (next.hidden ?? hidden) });
      tried.set(id, { id, before, after: row });
    }
    await raise(all); // ★ issueBeforeRow
    const beaten = writes.length > 0 ? await store.write(table, writes, `greben-${by}`) : []; // ★ issueBeforeRow
    for (const id of beaten) tried.delete(id);
    changed.push(...tried.values());
    open = beaten;
    if (open.length > 0) await pause(clock, random() * JITTER_MS * attempt);
  }
  return changed;
}

const pause = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(ms, resolve);
  });
