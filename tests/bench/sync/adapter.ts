/** What the bench asks of a sync engine; each file of `adapters/` is one, over the same backend, tables and rows. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';

export interface Account {
  readonly key: string;
  readonly email: string;
  readonly password: string;
  readonly salonId: number;
}

export interface SyncAdapter {
  /** Makes an empty database; nothing is fetched yet. */
  open(account: Account): Promise<void>;
  /** Resolves when everything that the server has is here. */
  first(): Promise<void>;
  /** Puts a note on events here: unsent at first while paused. */
  note(ids: readonly string[], text: string): Promise<void>;
  /** Nothing is sent and nothing fetched until `goOn`; as without a line. */
  pause(): Promise<void>;
  /** Resolves when nothing is unsent and what the server has is here. */
  goOn(): Promise<void>;
  /** How many of these events have this note here. */
  noted(ids: readonly string[], text: string): Promise<number>;
}

declare global {
  interface Window {
    syncBench?: SyncAdapter;
  }
}

/** @param through what asks instead of the browser's `fetch` */
export async function signedIn({ key, email, password }: Account, through = fetch): Promise<SupabaseClient> {
  const ask: typeof fetch = (...asked) => through(...asked);
  const client = createClient(location.origin, key, { auth: { persistSession: false }, global: { fetch: ask } });
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
}

/** Runs `told` at every poke of the salon; resolves when they are heard. */
export async function onPoke(client: SupabaseClient, salonId: number, told: () => void): Promise<void> {
  await client.realtime.setAuth();
  const channel = client.channel(`salon:${salonId}`, { config: { private: true } }).on('broadcast', { event: 'change' }, told);
  await new Promise<void>((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve();
      else if (error) reject(error);
    });
  });
}
