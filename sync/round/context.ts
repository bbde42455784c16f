/** The tools of every part of a round. All of them are passed in, so that a failure replays from a seed. */
import type { TableName } from '#schemas/registry.ts';
import { BLANK_STATE, STATE_DOCUMENT, type SyncState } from '#sync/core/sync-state.ts';
import type { SyncServer } from '#sync/server/server.ts';
import type { DocStore } from '#sync/storage/stores.ts';
import type { RemoteContext } from '#sync/writes/apply-remote.ts';
import type { LinePace } from './pace.ts';

/** The copy from another local schema version that runs while this replica is in use (copy-settled.ts). */
export interface LocalCopy {
  running(): boolean;
  /** Resolves when it has ended, so that a pull may verify it. Rejects where the storage refused it or the replica closes. */
  ended(): Promise<void>;
}

/** No other version is being copied. */
export const NOTHING_COPIED: LocalCopy = { running: () => false, ended: () => Promise.resolve() };

/** The rows that this tab has seen the server bring in a rebuild; no other tab and no later one knows them. */
export interface Rebuilding {
  /** The rebuild that this tab works at; null while it works at none. */
  generation: number | null;
  brought: Map<TableName, Set<string>>;
  /** How far another tab was, when last seen, with the rebuild that it took over from this one. */
  gaveWayAt: string | null;
}

/** The tools of every part of a round. */
export interface RoundContext extends RemoteContext {
  readonly docs: DocStore;
  readonly server: SyncServer;
  readonly rebuilding: Rebuilding;
  /** The tables in which this tab knows of unsent rows: all of them were looked through when the round began. */
  readonly unsentTables: () => readonly TableName[];
  readonly copy: LocalCopy;
  readonly pace: LinePace;
  /** Rows of this device that the server has taken. */
  readonly onSent: (rows: readonly { readonly table: TableName; readonly id: string }[]) => Promise<void>;
}

/** One round's surroundings. */
export interface RoundCall {
  readonly signal: AbortSignal;
  /** Said at every step, so that other tabs know that this round is alive. */
  readonly alive: () => void;
}

/** Returns the sync state on disk, a blank one where there is none. @throws what the storage threw */
export const readState = async (context: Pick<RoundContext, 'docs'>): Promise<SyncState> => ({
  ...BLANK_STATE,
  ...(await context.docs.read<SyncState>(STATE_DOCUMENT)),
});

/** Says if no rebuild has begun since that generation: otherwise an answer that was asked for in it is dropped. */
export const stillSame = async (
  context: RoundContext,
  { generation }: { readonly generation: number | null },
): Promise<boolean> => (await readState(context)).generation === generation; // ★ dropsAnswersFromBeforeRebuild

/** Writes the state if no rebuild has come between; returns what stands. */
export async function saveState(
  context: RoundContext,
  generation: number,
  change: (current: SyncState) => SyncState,
): Promise<SyncState> {
  const saved = await context.docs.update<SyncState>(STATE_DOCUMENT, (current) => {
    const state = current ?? BLANK_STATE;
    return state.generation === generation ? change(state) : null; // ★ dropsAnswersFromBeforeRebuild
  });
  return saved ?? BLANK_STATE;
}
