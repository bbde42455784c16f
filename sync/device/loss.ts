/**
 * The notes of a device about a replica outside its databases, so that their loss can be told. Pure. Promises: the counts in a note
 * fall only when work has been sent or decided, never because the databases are new; a replica that is now another one (its identity
 * tells) is a loss; two windows that see one loss tell it once; a loss that is told stays until a person has read it.
 */

/** The salon's name in both languages. */
export interface SalonName {
  readonly bg: string;
  readonly en: string;
}

/** The note that this device keeps outside of its databases, so that a loss of them is noticed. */
export interface DeviceMark {
  /** The replica's identity; null in notes of earlier versions, and where the storage did not take one. */
  readonly replica: string | null;
  /** As last counted. */
  readonly rows: number;
  /** Changes that had not reached the server. */
  readonly unsent: number;
  /** Changes that the server did not take and about which no person had decided yet. */
  readonly undecided: number;
  /** When the oldest unsent change was made, device clock, ISO UTC; null when nothing was unsent. */
  readonly since: string | null;
  /** When this was noted, device clock, ISO UTC. */
  readonly at: string;
  readonly salon: SalonName | null;
}

/** The data that this device has lost; kept until the person has read it. */
export interface Loss extends DeviceMark {
  /** Of the unsent and undecided ones: those that a window still had in its memory, and that have been written again. */
  readonly kept: number;
  /** The person has read it: ISO UTC, device clock. It is held on to, so that a window that wakes up late tells it no second time. */
  readonly readAt: string | null;
  /** Read by whoever stood at the sign-in. */
  readonly readAtDoor: boolean;
}

const holdsSomething = ({ rows, unsent, undecided }: DeviceMark): boolean => rows + unsent + undecided > 0;

/** The note of what stands now, and the loss that it shows beside the note before it. */
interface Marked {
  readonly mark: DeviceMark;
  /** The lost data as last noted; null: nothing was lost. */
  readonly loss: DeviceMark | null;
}

/**
 * @param previous what was last noted; null on a device that is new, and after our own removal
 * @param current the open replica
 */
export function marked(previous: DeviceMark | null, current: DeviceMark): Marked {
  const isAnother =
    previous !== null && previous.replica !== null && current.replica !== null && previous.replica !== current.replica;
  return { mark: current, loss: isAnother && holdsSomething(previous) ? previous : null };
}

/** @param databases whether the browser holds any of them, asked before they are opened; null where it does not say */
export const goneBeforeOpening = (previous: DeviceMark | null, databases: boolean | null): DeviceMark | null =>
  previous !== null && databases === false && holdsSomething(previous) ? previous : null;

/** Returns the note that counts more: another window's, or the one of this window. */
export function fuller(previous: DeviceMark | null, current: DeviceMark): DeviceMark {
  if (previous === null || previous.replica !== current.replica) return current;
  const since = [previous.since, current.since].filter((at) => at !== null).sort()[0] ?? null;
  const [unsent, undecided] = [Math.max(previous.unsent, current.unsent), Math.max(previous.undecided, current.undecided)];
  return {
    ...current,
    rows: Math.max(previous.rows, current.rows),
    unsent,
    undecided,
    since,
    salon: current.salon ?? previous.salon,
  };
}

/** Returns the loss to be told when `lost` has gone. @param reported the loss that is told already, or was */
export function reportedLoss(reported: Loss | null, lost: DeviceMark): Loss {
  const isSame = reported !== null && reported.replica !== null && reported.replica === lost.replica;
  if (isSame) return reported.readAt === null ? { ...reported, ...fuller(reported, lost) } : reported;
  const newLoss: Loss = { ...lost, kept: 0, readAt: null, readAtDoor: false };
  if (reported === null || reported.readAt !== null) return newLoss;
  // One more before the former was read: both are told.
  const since = [reported.since, lost.since].filter((at) => at !== null).sort()[0] ?? null;
  const [unsent, undecided] = [reported.unsent + lost.unsent, reported.undecided + lost.undecided];
  return { ...newLoss, unsent, undecided, since, kept: reported.kept, salon: lost.salon ?? reported.salon };
}
