/**
 * Looks after the other local schema versions of an open replica. Promises: what is unsent in them is counted as unsent; what a
 * window leaves behind is taken over within seconds of its going; a fault of theirs never keeps this replica from opening.
 */
import { BehaviorSubject, combineLatest, map, skip } from 'rxjs';
import type { LocalCopy } from '#sync/round/context.ts';
import type { SyncStatus } from '#sync/round/status.ts';
import { storageFaultOf } from '#sync/storage/storage-errors.ts';
import type { Adopting } from './adopt.ts';
import { leftBehind, type UnsentSummary, versionsBeside } from './other-versions.ts';

/** A person would notice: how long bookings of a closed window may be missing here. */
const LOOK_EVERY_MS = 3_000;

/** Fetched only where there is another version: a start without one needs none of it. */
const adopting = () => import('./adopt.ts');
const copyingCode = () => import('./copy-settled.ts');

const NOTHING: UnsentSummary = { count: 0, oldestAt: null };

/** Watches over the other local schema versions of this person's salon, while this one is open. */
export interface VersionWatch {
  /** The work that is still unsent in other versions. */
  readonly unsent$: BehaviorSubject<UnsentSummary>;
  /** True when something came into this version. */
  look(): Promise<boolean>;
  /** The settled rows, copied from `start` on. */
  readonly copy: LocalCopy;
  /** Copies what is to be copied, and looks again and again while there is another version; `onMoved`: something came. */
  start(onMoved: () => void): void;
  close(): Promise<void>;
}

/** Moves what is unsent before the replica opens. */
export async function watchVersions(to: Adopting, onFault: (error: unknown) => void): Promise<VersionWatch> {
  const unsent$ = new BehaviorSubject<UnsentSummary>(NOTHING);
  let versions = true;
  let closed = false;
  let stopTimer: () => void = () => undefined;
  let running: Promise<boolean> = Promise.resolve(false);
  const tell = (error: unknown) => {
    if (storageFaultOf(error) === null) onFault(error);
  };
  const isBeside = async () => (await versionsBeside(to.userId, to.salonId)).length > 0;
  const moveHere = async () => (await isBeside()) && (await adopting()).takeOver(to);
  const beginToCopy = async () => (await isBeside()) && (await copyingCode()).beginCopy(to);
  const lookNow = async (): Promise<boolean> => {
    if (closed || !versions) return false;
    const moved = await moveHere().catch((error: unknown) => {
      tell(error);
      return false;
    });
    // What could not be moved (no room) is unsent all the same.
    try {
      const remaining = await leftBehind(to.userId, to.salonId);
      versions = remaining.versions;
      if (remaining.count !== unsent$.value.count || remaining.oldestAt !== unsent$.value.oldestAt) unsent$.next(remaining);
    } catch (error) {
      tell(error);
    }
    return moved;
  };
  const look = () => {
    running = running.then(lookNow);
    return running;
  };
  const closing = new AbortController();
  let copyAhead = await beginToCopy().catch((error: unknown) => {
    tell(error);
    return false;
  });
  let copying: Promise<void> | null = null;
  /** After a refusal by the storage the next caller tries again. Any other fault is ours: the pull brings the missing rows. */
  const copyOnce = async (): Promise<void> => {
    try {
      const { copySettled } = await copyingCode();
      await copySettled(to, closing.signal);
    } catch (error) {
      closing.signal.throwIfAborted();
      if (storageFaultOf(error) !== null) throw error;
      onFault(error);
    }
    copyAhead = false;
  };
  const copied = (): Promise<void> => {
    copying ??= copyOnce().finally(() => {
      copying = null;
    });
    return copying;
  };
  await look();
  return {
    unsent$,
    look,
    copy: { running: () => copyAhead, ended: copied },
    start(onMoved) {
      const again = () => {
        if (closed || !versions) return;
        stopTimer = to.clock.after(LOOK_EVERY_MS, lookAgain);
      };
      const lookAgain = () => {
        void look().then((moved) => {
          if (moved) onMoved();
          again();
        });
      };
      if (copyAhead) copied().then(lookAgain, again);
      else again();
    },
    async close() {
      closed = true;
      closing.abort(new DOMException('the replica is closed', 'AbortError'));
      stopTimer();
      await copying?.catch(() => undefined); // whoever waits for it hears of it
      await running;
      unsent$.complete();
    },
  };
}

/** Never "synced" while something is unsent in another window's version. */
function withUnsent(status: SyncStatus, { count, oldestAt }: UnsentSummary): SyncStatus {
  if (count === 0) return status;
  const times = [status.oldestPendingAt, oldestAt].filter((at) => at !== null).sort();
  return {
    ...status,
    phase: status.phase === 'synced' ? 'syncing' : status.phase,
    pending: status.pending + count,
    oldestPendingAt: times[0] ?? null,
  };
}

/** The replica's status, counting what other versions hold; complete when the replica's is. */
export function statusWithOtherVersions(
  own$: BehaviorSubject<SyncStatus>,
  unsent$: BehaviorSubject<UnsentSummary>,
): BehaviorSubject<SyncStatus> {
  const status$ = new BehaviorSubject(withUnsent(own$.value, unsent$.value));
  combineLatest([own$, unsent$])
    .pipe(
      map(([status, unsent]) => withUnsent(status, unsent)),
      skip(1),
    )
    .subscribe(status$);
  return status$;
}
