import { createStore } from 'zustand/vanilla';

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

/** Asks for that promise; browsers grant it sooner to a site that people sign in to. */
export function keepStorage(): Promise<void> {
  return learn(async () => (await navigator.storage.persisted()) || (await navigator.storage.persist()));
}

/** What it has promised so far. */
export function learnPersistence(): Promise<void> {
  return learn(() => navigator.storage.persisted());
}
