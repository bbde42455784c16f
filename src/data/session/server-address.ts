/** The server as this device reaches it. */
export interface ServerAddress {
  url: string;
  /** The publishable key; no secret. */
  key: string;
  fetch: typeof fetch;
}

/** The local backend's publishable key; no secret. A hosted Supabase is named at build time. */
const LOCAL_KEY = 'sb_publishable_localdevlocaldevlocalde';

/** The address of this program's server: the same for pages and for the service worker. */
export const SERVER_URL: string = import.meta.env.VITE_SUPABASE_URL || location.origin;
/** The publishable key of that server. */
export const SERVER_KEY: string = import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY || LOCAL_KEY;
