/**
 * The room that the browser gives this device, and whether it promised to keep what is in it. Nothing here waits for a
 * server, and nothing is known where the browser does not say.
 */
import { createStore } from 'zustand/vanilla';

/** In bytes, as the browser counts them: the app itself and the salon's rows. */
export interface Room {
  readonly used: number;
  readonly quota: number;
}

/** Null where the browser does not say. */
export async function readRoom(): Promise<Room | null> {
  if (!navigator.storage?.estimate) return null;
  try {
    const { usage, quota } = await navigator.storage.estimate();
    return usage === undefined || !quota ? null : { used: usage, quota };
  } catch (error) {
    console.info('The browser does not say how much room there is', error);
    return null;
  }
}

/** Whether the browser promised to keep this device's rows when it runs out of room; null while it has not said. */
export const storagePersistence = createStore<{ persisted: boolean | null }>(() => ({ persisted: null }));

async function learn(ask: () => Promise<boolean>): Promise<void> {
  if (!navigator.storage?.persisted) return;
  try {
    storagePersistence.setState({ persisted: await ask() });
  } catch (error) {
    console.info('The browser does not say whether it keeps the storage', error);
  }
}

/** Asks for that promise; browsers grant it sooner to a site that people sign in to, use often or have installed. */
export function keepStorage(): Promise<void> {
  return learn(async () => (await navigator.storage.persisted()) || (await navigator.storage.persist()));
}

/** What it has promised so far. */
export function learnPersistence(): Promise<void> {
  return learn(() => navigator.storage.persisted());
}
