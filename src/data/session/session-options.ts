import type { SessionStore } from './session-store.ts';

export interface ServerAddress {
  url: string;
  key: string;
  fetch: typeof fetch;
}

export interface SessionOptions {
  url: string;
  key: string;
  fetch?: typeof fetch;
  store?: SessionStore;
  locks?: LockManager | undefined;
  now?: () => number;
  /** Whether a form of this page holds something that is not saved. */
  isTyped?: () => boolean;
  /** Nothing of what asks the server is fetched before it (later-server.ts). */
  after?: Promise<void>;
}
