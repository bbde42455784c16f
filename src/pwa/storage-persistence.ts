import { createStore } from 'zustand/vanilla';

/** Whether the browser promised to keep this device's rows when it runs out of room; null while it has not said. */
export const storagePersistence = createStore<{ persisted: boolean | null }>(() => ({ persisted: null }));

/** Asks for that promise; browsers grant it sooner to a site that people sign in to. */
export async function keepStorage(): Promise<void> {
  if (!navigator.storage?.persist) return;
  try {
    storagePersistence.setState({ persisted: (await navigator.storage.persisted()) || (await navigator.storage.persist()) });
  } catch (error) {
    console.info('The browser does not say whether it keeps the storage', error);
  }
}
