/**
 * Data loss under an open page: the browser clears its databases. Promises: the page puts its unsent work aside outside IndexedDB
 * before it is loaded anew, and the next opening writes it again, each change once; the session is put back, so that the person
 * stays signed in. If the person has cleared everything, the notes too, nothing is put aside unasked: the page keeps the work in
 * memory, and it can be saved as a file.
 */
import { createStore } from 'zustand/vanilla';
import { forgetNote, keepNote, readNote } from '#data/browser/small-notes.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import type { Session } from '#data/session/session.ts';
import type { UnsentFile } from '#sync/device/unsent-file.ts';
import type { Replica } from '#sync/replica.ts';
import { isStorageGone } from '#sync/round/status.ts';
import { markNow, noteLoss, notePutBack, readLoss, readMark } from './device-mark.ts';

/** The loss of a replica under its page. */
export interface DeviceLoss {
  /** Unsent work that the page still knows. */
  readonly unsent: UnsentFile;
  /** True if a reload loses nothing: the work is put aside, or there is none. */
  readonly isSafe: boolean;
}

/** The loss of the replica that is open in this page; null as long as it has its databases. */
export const deviceLoss = createStore<{ lost: DeviceLoss | null }>(() => ({ lost: null }));

/** The pauses between the tries to keep the session again, in milliseconds. */
const PAUSES_MS = [200, 1_000, 3_000];

const asideKey = (userId: string, salonId: number) => `greben.aside.${salonId}.${userId}`;

/** Returns the key of a note that lasts until somebody clears the notes too. */
const standingKey = (userId: string, salonId: number) => `greben.standing.${salonId}.${userId}`;

/** Forgets the notes about a replica that the app itself has removed. */
export function forgetAside(userId: string, salonId: number): void {
  for (const keyOf of [asideKey, standingKey]) forgetNote('local', keyOf(userId, salonId));
}

/**
 * Keeps the session again. The browser may still be clearing storage and abort this write: then the person has to sign in again,
 * and nothing else is lost.
 */
async function keepAgain(session: Pick<Session, 'keepAgain'>): Promise<void> {
  for (const pause of [...PAUSES_MS, null]) {
    try {
      return await session.keepAgain();
    } catch (error) {
      if (pause === null) return console.error('The session could not be kept again', error);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/**
 * Watches an open replica. Returns a function that ends it.
 * @param now device clock, epoch milliseconds
 */
export function watchLoss(session: Pick<Session, 'keepAgain'>, replica: Replica, now: () => number = Date.now): () => void {
  const { userId, salonId } = replica;
  // This note is written once. The mark is written repeatedly, even in the moment between two clearings.
  keepNote('local', standingKey(userId, salonId), 'here');
  let known = false;
  const lose = async () => {
    const mark = readMark(userId, salonId);
    const onlyDatabases = readNote('local', standingKey(userId, salonId)) !== null;
    const unsent = replica.unsentInMemory();
    const isSomething = unsent.rows.length + unsent.issues.length > 0;
    const isAside = isSomething && onlyDatabases && keepNote('local', asideKey(userId, salonId), JSON.stringify(unsent));
    noteLoss(userId, salonId, markNow(replica, mark?.rows ?? 0, mark?.salon ?? null, new Date(now()).toISOString()));
    if (onlyDatabases) await keepAgain(session);
    deviceLoss.setState({ lost: { unsent, isSafe: isAside || !isSomething } });
  };
  const watching = replica.status$.subscribe(({ reason }) => {
    if (known || reason !== 'storage-emptied') return;
    known = true;
    lose().catch((error: unknown) => console.error('What was cleared under this page could not be put aside', error));
  });
  return () => {
    watching.unsubscribe();
    if (known) deviceLoss.setState({ lost: null });
  };
}

/** A database that has not opened after this never will, ms. */
const ANSWER_MS = 3_000;

/**
 * Reads once more after a database was reported dead, so that its status is true now. A browser that is clearing aborts each
 * opening meanwhile, which looks like a dead database; only a later opening finds it empty. It resolves in any case, within
 * seconds.
 */
export async function lookAgain(replica: OpenReplica): Promise<void> {
  if (replica.status$.value.reason !== 'storage-lost') return;
  let silent: ReturnType<typeof setTimeout> | undefined;
  const read = replica.pendingCount().catch((error: unknown) => console.info('The database does not open', error));
  await Promise.race([
    read,
    new Promise((resolve) => {
      silent = setTimeout(resolve, ANSWER_MS);
    }),
  ]);
  clearTimeout(silent);
}

/**
 * Returns true if the page has to be loaded anew and a reload loses nothing that this page knows. Notes of work that was put aside
 * may have been cleared too: then the loss is told once more, and a reload is not safe.
 */
export function mayReload(replica: OpenReplica): boolean {
  const { reason } = replica.status$.value;
  if (!isStorageGone(reason)) return false;
  if (reason === 'storage-lost') return true;
  const { lost } = deviceLoss.getState();
  const { userId, salonId } = replica;
  if (lost && readLoss(userId, salonId) === null) {
    noteLoss(userId, salonId, markNow(replica, 0, null, new Date().toISOString()));
    const isSafe = lost.unsent.rows.length + lost.unsent.issues.length === 0;
    if (isSafe !== lost.isSafe) deviceLoss.setState({ lost: { ...lost, isSafe } });
    return isSafe;
  }
  return lost?.isSafe ?? false;
}

/**
 * Writes the work that was put aside again, once its replica is open.
 * @throws what `write` throws (StorageFullError, StorageClosedError); the work then stays aside for the next opening
 */
export async function restoreLostWork(replica: Replica): Promise<void> {
  const { userId, salonId } = replica;
  const aside = readNote('local', asideKey(userId, salonId));
  if (aside === null) return;
  const { rows, issues } = await replica.writeAgain(JSON.parse(aside) as UnsentFile);
  if (rows + issues > 0) notePutBack(userId, salonId, rows + issues);
  forgetNote('local', asideKey(userId, salonId));
}
