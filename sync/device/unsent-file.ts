/**
 * The unsent work of this device, as a file for another device of the same person, or for somebody of the salon who takes it over. Promises: a row travels with its base, so that on
 * the other device it is merged field by field with what is there; importing it twice, on the device that made it, or after
 * that device has sent it after all, doubles nothing, and asks nobody about their own work; a file of another salon is refused whole, and another person's is taken
 * only by who says so after seeing it; nothing of an erased client leaves or arrives.
 */
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import { type Fields, type Sent, type StateRow, snapshot } from '#sync/core/columns.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import { KEEP, leaving } from '#sync/core/row-state.ts';
import { STATE_DOCUMENT, type SyncState } from '#sync/core/sync-state.ts';
import { isoOf } from '#sync/machine/clock.ts';
import type { RoundContext } from '#sync/round/context.ts';
import { applySteps, stepContextOf } from '#sync/writes/apply-steps.ts';

/** An unsent row with all that its merge on another device needs. */
export interface UnsentRow {
  readonly table: TableName;
  readonly id: string;
  /** The server's revision on which it stands; 0: made here. */
  readonly rev: number;
  /** All columns and `deleted`, as they stand here. */
  readonly row: Fields;
  readonly base: Fields | null;
  readonly sent: Sent | null;
  readonly editedAt: string | null;
}

/** Unsent work as a file: rows and issues of one person's salon. */
export interface UnsentFile {
  readonly kind: 'greben-unsent';
  readonly form: 1;
  readonly userId: string;
  readonly salonId: number;
  /** Device clock, ISO UTC. */
  readonly madeAt: string;
  /** The server's history that the revisions belong to. */
  readonly epoch: string | null;
  readonly rows: readonly UnsentRow[];
  readonly issues: readonly SyncIssue[];
}

/** The result of an import. */
export interface ImportResult {
  /** Rows and issues that were new here. */
  readonly rows: number;
  readonly issues: number;
  /** Those that this device already knew. */
  readonly already: number;
}

/** Why a file is not imported at all. */
export type ImportRefusal = 'unreadable' | 'other-person' | 'other-salon' | 'newer-app';

/** Nothing of the file was taken. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  constructor(readonly reason: ImportRefusal) {
    super(reason);
  }
}

/** The person and the salon to whom the work in a file belongs. */
export interface FileOwner {
  readonly userId: string;
  readonly salonId: number;
}

/** Returns the row as a file holds it. */
export function unsentRow(table: TableName, row: StateRow): UnsentRow {
  const { id, rev, base, sent, edited_at: editedAt } = row;
  const [values, before] = [snapshot(table, row), base === null ? null : snapshot(table, base)];
  return { table, id, rev, row: values, base: before, sent, editedAt };
}

/** @param madeAt device clock, ISO UTC */
export const fileOf = (
  { userId, salonId }: FileOwner,
  madeAt: string,
  content: Pick<UnsentFile, 'epoch' | 'rows' | 'issues'>,
): UnsentFile => ({ kind: 'greben-unsent', form: 1, userId, salonId, madeAt, ...content });

/**
 * Returns all unsent work of this device as it is on disk, and remembers in each row that it has left: whatever becomes of the file,
 * what it brings to the server is this device's own. @throws what the storage threw
 */
export async function unsentFile(context: RoundContext, person: FileOwner): Promise<UnsentFile> {
  const state = await context.docs.read<SyncState>(STATE_DOCUMENT);
  const stepContext = stepContextOf(context, state?.horizon ?? null);
  const rows: UnsentRow[] = [];
  for (const table of TABLE_NAMES) {
    const exported = new Map((await context.store.pending(table)).map((row) => [row.id, row]));
    await applySteps(context, 'server', table, [...exported.keys()], (row, id) => {
      exported.delete(id);
      const outgoing = leaving(stepContext, table, row);
      if (row === null || outgoing === null) return KEEP;
      exported.set(id, row);
      return outgoing.step;
    });
    for (const row of exported.values()) rows.push(unsentRow(table, row));
  }
  const issues = await context.issues.list();
  return fileOf(person, isoOf(context.clock), { epoch: state?.epoch ?? null, rows, issues });
}
