/**
 * Taking away what this device holds of a person in a salon. Promises: a person's work that is unsent or undecided is never
 * taken away unless that was asked for by name; nothing is taken from under a window that has it open; a removal that breaks
 * off, or that another window holds up, is finished by the next call.
 */
import { systemClock } from '#sync/machine/clock.ts';
import { deleteVersion, type LocalVersion, storedVersions } from './other-versions.ts';
import { undecidedIn, unsyncedWorkIn } from './stored-replicas.ts';
import { browserVersionHolds, type StillFree, type VersionHolds } from './version-holds.ts';

/** Work of that person still stands only here. Nothing was removed. */
export class StillUnsentError extends Error {
  override readonly name = 'StillUnsentError';
  constructor(
    readonly unsent: number,
    readonly issues: number,
  ) {
    super(`${unsent} writes unsent, ${issues} undecided`);
  }
}

/** A window has it open, or waits for it. */
export class ReplicaInUseError extends Error {
  override readonly name = 'ReplicaInUseError';
}

/** Under which conditions a replica may be removed. */
export interface Removal {
  /** That person has exported it or given it up. */
  readonly evenUnsent?: boolean;
  /** Not while there is anything to decide either, even what is nobody's work (an overlap). */
  readonly onlyEmpty?: boolean;
  /** Only tests name others. */
  readonly holds?: VersionHolds;
}

/**
 * Removes every local schema version of a replica. Open windows are not asked to leave: that is the caller's part.
 * @throws StillUnsentError, ReplicaInUseError
 */
export async function removeReplica(
  userId: string,
  salonId: number,
  { evenUnsent = false, onlyEmpty = false, holds = browserVersionHolds(systemClock) }: Removal = {},
): Promise<void> {
  await withAll(holds, await storedVersions(userId, salonId), [], async (locked) => {
    const since = systemClock.now();
    if (!evenUnsent) {
      const { unsent, issues: work } = await unsyncedWorkIn(userId, salonId);
      const issues = onlyEmpty ? await undecidedIn(userId, salonId) : work;
      if (unsent + issues > 0) throw new StillUnsentError(unsent, issues);
    }
    for (const { version, stillFree } of locked)
      if (!(await deleteVersion(version.databases, () => stillFree(since)))) throw new ReplicaInUseError(version.name);
  });
}

interface LockedVersion {
  readonly version: LocalVersion;
  readonly stillFree: StillFree;
}

/** Runs `work` while no window has any of the versions open. @throws ReplicaInUseError */
async function withAll(
  holds: VersionHolds,
  [version, ...more]: readonly LocalVersion[],
  locked: readonly LockedVersion[],
  work: (locked: readonly LockedVersion[]) => Promise<void>,
): Promise<void> {
  if (version === undefined) return work(locked);
  const wasFree = await holds.whileFree(version.name, (stillFree) =>
    withAll(holds, more, [...locked, { version, stillFree }], work),
  );
  if (!wasFree) throw new ReplicaInUseError(version.name);
}
