/**
 * The mark: a note outside IndexedDB of what this device holds, so that a device that the browser has cleared can say so. The rules
 * are those of sync/device/loss.ts. Promises: only a device that noted rows of this very person and salon, and finds no database of
 * theirs or another replica in its place, is called emptied; a new device, another person or salon, a rebuild, an update of the app
 * and our own removal are not; it is told until the person has read it, over reloads and sign-ins.
 */
import { catchError, combineLatest, map, type Observable, of } from 'rxjs';
import { createStore } from 'zustand/vanilla';
import { forgetNote, keepNote, noteKeys, readNote } from '#data/browser/small-notes.ts';
import { insideOf } from '#data/inside-replica.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { isDerived } from '#sync/core/issues.ts';
import {
  type DeviceMark,
  fuller,
  goneBeforeOpening,
  type Loss,
  marked,
  reportedLoss,
  type SalonName,
} from '#sync/device/loss.ts';
import { databasesHolding } from '#sync/storage/replica-name.ts';

export type { DeviceMark } from '#sync/device/loss.ts';

/** A loss with the person and salon of its replica. */
export interface Emptied extends Loss {
  readonly userId: string;
  readonly salonId: number;
}

/** The loss that this device tells, until the person has read it. */
export const emptiedDevice = createStore<{ emptied: Emptied | null }>(() => ({ emptied: null }));

/** The beginnings of the keys of these notes; the salon's number and the person follow. */
const MARK = 'greben.device.';
const EMPTIED = 'greben.emptied.';
const markKey = (userId: string, salonId: number) => `${MARK}${salonId}.${userId}`;
const emptiedKey = (userId: string, salonId: number) => `${EMPTIED}${salonId}.${userId}`;

const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Reads a mark or a loss. Earlier versions noted less; a note that cannot be used makes the device count as new. */
function read(key: string): Loss | null {
  try {
    const kept: unknown = JSON.parse(readNote('local', key) ?? 'null');
    const { rows, unsent, at, salon, ...more } = (kept ?? {}) as Partial<Loss>;
    if (typeof rows !== 'number' || typeof unsent !== 'number' || typeof at !== 'string') return null;
    return {
      ...{ rows, unsent, at, replica: textOrNull(more.replica), since: textOrNull(more.since) },
      ...{ undecided: numberOr(more.undecided, 0), kept: numberOr(more.kept, 0) },
      ...{ readAt: textOrNull(more.readAt), readAtDoor: more.readAtDoor === true },
      salon: typeof salon?.bg === 'string' && typeof salon.en === 'string' ? salon : null,
    };
  } catch {
    return null;
  }
}

const keep = (key: string, mark: DeviceMark | Loss): boolean => keepNote('local', key, JSON.stringify(mark));

const keepLoss = (userId: string, salonId: number, loss: Loss): boolean => keep(emptiedKey(userId, salonId), loss);

function markOnly(mark: Loss | null): DeviceMark | null {
  if (mark === null) return null;
  const { kept: _kept, readAt: _readAt, readAtDoor: _readAtDoor, ...noted } = mark;
  return noted;
}

/** Returns the mark of a replica; null if none is noted. */
export const readMark = (userId: string, salonId: number): DeviceMark | null => markOnly(read(markKey(userId, salonId)));

/** Returns the loss of this replica, even if it has been read; null if there was none. */
export const readLoss = (userId: string, salonId: number): Loss | null => read(emptiedKey(userId, salonId));

/** Forgets all notes about a replica that the app itself has removed: nothing of it will be missed. */
export function forgetDevice(userId: string, salonId: number): void {
  // Drafts and other notes of the person have keys of the same form (`personNote`).
  for (const key of noteKeys('local', 'greben.')) if (`${key}.`.includes(`.${salonId}.${userId}.`)) forgetNote('local', key);
  import('./unsaved-work.ts').then((leavings) => leavings.removeUnsavedWork({ userId, salonId })).catch(console.warn);
}

/** Shows the loss as long as it has not been read. */
function show(userId: string, salonId: number): void {
  const found = readLoss(userId, salonId);
  emptiedDevice.setState({ emptied: found && found.readAt === null ? { ...found, userId, salonId } : null });
}

/** Notes a loss, which the person is shown from now on. The mark of the lost replica becomes part of it. */
export function noteLoss(userId: string, salonId: number, lost: DeviceMark): void {
  const mark = readMark(userId, salonId);
  keepLoss(userId, salonId, reportedLoss(readLoss(userId, salonId), fuller(mark, lost)));
  if (mark !== null && (mark.replica === null || mark.replica === lost.replica)) forgetNote('local', markKey(userId, salonId));
}

/** Notes how many of the lost changes are written again. */
export function notePutBack(userId: string, salonId: number, count: number): void {
  const loss = readLoss(userId, salonId);
  if (loss) keepLoss(userId, salonId, { ...loss, kept: loss.kept + count });
  show(userId, salonId);
}

/** Takes the notice away: the person has read it. */
export function dismissEmptied(): void {
  const { emptied } = emptiedDevice.getState();
  const held = emptied && readLoss(emptied.userId, emptied.salonId);
  const readAt = new Date().toISOString();
  if (emptied && held) keepLoss(emptied.userId, emptied.salonId, { ...held, readAt });
  emptiedDevice.setState({ emptied: null });
}

/** Tells whether the browser holds a database of this replica, of any local schema version. Null if the browser does not tell. */
async function holdsReplica(userId: string, salonId: number): Promise<boolean | null> {
  if (!indexedDB.databases) return null;
  try {
    const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
    return databasesHolding(names, userId, salonId, 'events').length > 0;
  } catch (error) {
    console.info('The browser does not say which databases there are', error);
    return null;
  }
}

/** Looks for a loss before the replica is opened, because opening makes its databases. */
export async function lookForEmptied(userId: string, salonId: number): Promise<void> {
  const mark = readMark(userId, salonId);
  const gone = mark && goneBeforeOpening(mark, await holdsReplica(userId, salonId));
  if (gone) noteLoss(userId, salonId, gone);
  show(userId, salonId);
}

const salonName$ = (replica: OpenReplica): Observable<SalonName | null> =>
  insideOf(replica)
    .rows.salons.findOne(String(replica.salonId))
    .$.pipe(
      map((salon) => (salon ? { bg: String(salon.name_bg ?? ''), en: String(salon.name_en ?? '') } : null)),
      catchError((error: unknown) => {
        console.warn('The salon’s name was not read', error);
        return of(null); // unsent work is noted all the same
      }),
    );

/**
 * Returns the mark of this replica: what would be gone if its databases went now.
 * @param rows as last counted
 * @param at ISO UTC, device clock
 */
export function markNow(replica: OpenReplica, rows: number, salon: SalonName | null, at: string): DeviceMark {
  const { pending: unsent, oldestPendingAt: since } = replica.status$.value;
  const undecided = insideOf(replica)
    .unsentInMemory()
    .issues.filter(({ kind }) => !isDerived(kind)).length;
  return { replica: replica.identity, rows, unsent, undecided, since, at, salon };
}

const withoutTime = ({ at: _at, ...mark }: DeviceMark): string => JSON.stringify(mark);

/**
 * Keeps the mark of the open replica: its rows from its first complete pull on, its unsent work at once. Returns a function that
 * ends it.
 */
export function noteDevice(replica: OpenReplica, now: () => number = Date.now): () => void {
  const { userId, salonId } = replica;
  const seen = () => markNow(replica, rows, salon, new Date(now()).toISOString());
  let rows = 0;
  let salon: SalonName | null = null;
  let counting = false;
  let ended = false;
  const before = readMark(userId, salonId);
  const { loss } = marked(before, seen());
  if (loss) {
    noteLoss(userId, salonId, loss);
    show(userId, salonId);
  } else if (before) ({ rows, salon } = before);
  const note = () => {
    const known = readMark(userId, salonId);
    const mark = seen();
    // The mark belongs to a newer replica: this window has yet to notice that its own is gone.
    if (known && marked(known, mark).loss) return;
    if (known && withoutTime(known) === withoutTime(mark)) return;
    keep(markKey(userId, salonId), mark);
  };
  /** Reads every row. This is done only until the daily check has counted for the first time. */
  const count = async () => {
    counting = true;
    ({ rows } = await replica.holdings());
    if (!ended) note();
  };
  const watching = combineLatest([replica.pulledOnce$, replica.status$, replica.lastCheck$, salonName$(replica)]).subscribe({
    next([pulledOnce, { pending, phase, reason }, check, name]) {
      // After a loss the mark stays, so that its numbers do not shrink.
      if (reason === 'storage-emptied' || !(pulledOnce || pending > 0)) return;
      rows = check?.rows ?? rows;
      salon = name ?? salon;
      note();
      if (rows === 0 && phase === 'synced' && !counting)
        count().catch((error: unknown) => {
          // A sign-out in the middle closes the tables that are counted.
          if (!ended) console.error('What this device holds was not counted', error);
        });
    },
    error: (error: unknown) => console.error('What this device holds is noted no more; the mark stays as it is', error),
  });
  return () => {
    ended = true;
    watching.unsubscribe();
  };
}

/**
 * Returns the losses of all people on this device, for the sign-in page; losses that somebody has read there or since are left
 * out.
 */
export async function lossesAtSignIn(): Promise<readonly Emptied[]> {
  const replicaIn = (key: string, start: string) => {
    const [, salon, userId] = /^(\d+)\.(.+)$/.exec(key.slice(start.length)) ?? [];
    return salon && userId ? [{ userId, salonId: Number(salon) }] : [];
  };
  for (const { userId, salonId } of noteKeys('local', MARK).flatMap((key) => replicaIn(key, MARK))) {
    const gone = goneBeforeOpening(readMark(userId, salonId), await holdsReplica(userId, salonId));
    if (gone) noteLoss(userId, salonId, gone);
  }
  const all = noteKeys('local', EMPTIED).flatMap((key) => replicaIn(key, EMPTIED));
  return all.flatMap(({ userId, salonId }) => {
    const loss = readLoss(userId, salonId);
    const isOpen = loss && loss.readAt === null && !loss.readAtDoor && loss.unsent + loss.undecided > 0;
    return isOpen ? [{ ...loss, userId, salonId }] : [];
  });
}

/** Notes that these losses were read on the sign-in page. Their person is told once more after signing in. */
export function dismissAtSignIn(losses: readonly Emptied[]): void {
  for (const { userId, salonId } of losses) {
    const loss = readLoss(userId, salonId);
    if (loss) keepLoss(userId, salonId, { ...loss, readAtDoor: true });
  }
}
