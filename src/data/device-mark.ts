/**
 * What this device held at last knowledge, noted outside IndexedDB, so that a device which the browser has emptied can say
 * so. Promises: only a device that noted rows of this very person and salon, and finds no database of theirs, is called
 * emptied; a new device, another person or salon, a rebuild and our own removal are not.
 */
import { combineLatest } from 'rxjs';
import { createStore } from 'zustand/vanilla';
import type { Replica } from '#sync/replica.ts';
import { databasesHolding } from '#sync/replica-name.ts';

export interface DeviceMark {
  /** As last counted. */
  readonly rows: number;
  /** Changes that had not reached the server. */
  readonly unsent: number;
  /** Device clock, ISO UTC. */
  readonly at: string;
}

export interface Emptied extends DeviceMark {
  readonly userId: string;
  readonly salonId: number;
}

/** What was found gone, until the person has read it. */
export const emptiedDevice = createStore<{ emptied: Emptied | null }>(() => ({ emptied: null }));

const markKey = (userId: string, salonId: number) => `greben.device.${salonId}.${userId}`;
const emptiedKey = (userId: string, salonId: number) => `greben.emptied.${salonId}.${userId}`;

function read(key: string): DeviceMark | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    const { rows, unsent, at } = (kept ?? {}) as Partial<DeviceMark>;
    return typeof rows === 'number' && typeof unsent === 'number' && typeof at === 'string' ? { rows, unsent, at } : null;
  } catch {
    return null; // nothing usable was kept: the device counts as new
  }
}

function keep(key: string, mark: DeviceMark): void {
  try {
    localStorage.setItem(key, JSON.stringify(mark));
  } catch (error) {
    console.info('This browser does not keep what the device held', error);
  }
}

export const readMark = (userId: string, salonId: number): DeviceMark | null => read(markKey(userId, salonId));

/** Our own removal of a replica: nothing of it will be missed. */
export function forgetDevice(userId: string, salonId: number): void {
  localStorage.removeItem(markKey(userId, salonId));
  localStorage.removeItem(emptiedKey(userId, salonId));
}

/** The person has read it. */
export function dismissEmptied(): void {
  const { emptied } = emptiedDevice.getState();
  if (emptied) localStorage.removeItem(emptiedKey(emptied.userId, emptied.salonId));
  emptiedDevice.setState({ emptied: null });
}

/** Whether the browser holds a database of this replica, of any local form. Null where it does not say. */
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

/** Looks before the replica is opened, because opening makes its databases. */
export async function lookForEmptied(userId: string, salonId: number): Promise<void> {
  const mark = readMark(userId, salonId);
  if (mark && mark.rows + mark.unsent > 0 && (await holdsReplica(userId, salonId)) === false) {
    keep(emptiedKey(userId, salonId), mark);
    localStorage.removeItem(markKey(userId, salonId));
  }
  const found = read(emptiedKey(userId, salonId));
  emptiedDevice.setState({ emptied: found ? { ...found, userId, salonId } : null });
}

/** Notes what the open replica holds, from its first complete pull on. Returns what ends it. */
export function noteDevice(replica: Replica, now: () => number = Date.now): () => void {
  const { userId, salonId } = replica;
  let rows = readMark(userId, salonId)?.rows ?? 0;
  let counting = false;
  let ended = false;
  const note = (unsent: number) => {
    const known = readMark(userId, salonId);
    if (known?.rows === rows && known.unsent === unsent) return;
    keep(markKey(userId, salonId), { rows, unsent, at: new Date(now()).toISOString() });
  };
  /** Reads every row: only until the daily check has counted for the first time. */
  const count = async () => {
    counting = true;
    rows = (await replica.holdings()).rows;
    if (!ended) note(replica.status$.value.pending);
  };
  const watching = combineLatest([replica.pulledOnce$, replica.status$, replica.lastCheck$]).subscribe(
    ([pulledOnce, { pending, phase }, check]) => {
      if (!pulledOnce) return;
      rows = check?.rows ?? rows;
      note(pending);
      if (rows === 0 && phase === 'synced' && !counting)
        count().catch((error: unknown) => {
          // Who signs out in the middle of it closes what is counted.
          if (!ended) console.error('What this device holds was not counted', error);
        });
    },
  );
  return () => {
    ended = true;
    watching.unsubscribe();
  };
}
