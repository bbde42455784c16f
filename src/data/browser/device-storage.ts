/**
 * The room that the browser gives this device, and whether it promised to keep the data in it. Nothing here waits for a server.
 * Values that the browser does not tell are null.
 */
import { createStore } from 'zustand/vanilla';

/** In bytes, as the browser counts them: the app itself and the salon's rows. */
export interface StorageUse {
  readonly used: number;
  readonly quota: number;
}

/** Reads the room; null if the browser does not tell it. */
export async function readStorageUse(): Promise<StorageUse | null> {
  if (!navigator.storage?.estimate) return null;
  try {
    const { usage, quota } = await navigator.storage.estimate();
    return usage === undefined || !quota ? null : { used: usage, quota };
  } catch (error) {
    console.info('The browser does not say how much room there is', error);
    return null;
  }
}

/** The promise of the browser to keep what is stored here. */
export interface Persistence {
  /** True if the browser promised to keep this device's rows when it runs out of room; null while it has not said. */
  readonly persisted: boolean | null;
  /** Firefox has a person decide: `open` while its own question has no answer. Others decide by themselves. */
  readonly question: 'none' | 'open' | 'denied';
  /** True in a private window of Firefox, whose data go when it is closed. Other browsers do not tell. */
  readonly passing: boolean;
  /** True if the person has put the question off; the sync center still offers it. */
  readonly postponed: boolean;
}

const UNKNOWN: Persistence = { persisted: null, question: 'none', passing: false, postponed: false };
/** The promise as this page knows it. */
export const storagePersistence = createStore<Persistence>(() => UNKNOWN);

const POSTPONED = 'greben.keeping-postponed';

async function questionNow(): Promise<Persistence['question']> {
  try {
    const { state } = await navigator.permissions.query({ name: 'persistent-storage' });
    if (state === 'denied') return 'denied';
    // Chromium says `prompt` as well but asks nobody: it decides by how much the site is used.
    return state === 'prompt' && !('userAgentData' in navigator) ? 'open' : 'none';
  } catch {
    return 'none'; // Safari has no such permission and decides by itself
  }
}

/** In its private windows Firefox keeps databases until they are closed, and refuses files at once. */
async function isPassing(): Promise<boolean> {
  if (!navigator.storage.getDirectory) return false;
  try {
    await navigator.storage.getDirectory();
    return false;
  } catch (error) {
    return error instanceof DOMException && error.name === 'SecurityError';
  }
}

function isPostponed(): boolean {
  try {
    return localStorage.getItem(POSTPONED) !== null;
  } catch {
    return false; // the browser keeps nothing here
  }
}

/**
 * Takes note of the browser's answer.
 * @param ask returns true if the browser promises now
 */
async function learn(ask: () => Promise<boolean>): Promise<void> {
  if (!navigator.storage?.persisted) return;
  try {
    const persisted = await ask();
    const passing = !persisted && (await isPassing());
    const question = persisted || passing ? 'none' : await questionNow();
    storagePersistence.setState({ persisted, question, passing, postponed: isPostponed() });
  } catch (error) {
    console.info('The browser does not say whether it keeps the storage', error);
  }
}

/** Learns what the browser has promised so far. */
export function learnPersistence(): Promise<void> {
  return learn(() => navigator.storage.persisted());
}

/** Asks for that promise on a person's press: the browser may then show a question of its own. */
export function requestPersistence(): Promise<void> {
  return learn(() => navigator.storage.persist());
}

/**
 * Asks for the promise if that disturbs nobody. Browsers grant it sooner to a site that people sign in to, use often or have
 * installed. If the browser would ask the person, the request waits until they know why (notices/storage-question.tsx).
 */
export async function requestPersistenceQuietly(): Promise<void> {
  await learnPersistence();
  const { persisted, question, passing } = storagePersistence.getState();
  if (persisted === false && question === 'none' && !passing) await requestPersistence();
}

/** Puts the question off: on this device only the sync center still offers it. */
export function postponePersistence(): void {
  storagePersistence.setState({ postponed: true });
  try {
    localStorage.setItem(POSTPONED, '1');
  } catch {
    console.info('That the question was put off cannot be kept in this browser.');
  }
}
