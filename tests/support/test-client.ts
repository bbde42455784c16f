/** A device without a screen: the real supabase-js, signed in at a backend or at a proxy before it. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { WebSocket } from 'ws';
import { DEMO_PASSWORD } from '#local/seeds/seed-write.ts';
import { reportingParts } from '#sync/server/answer-parts.ts';
import { PUBLISHABLE_KEY } from '../../supabase/local/settings.ts';

export function anonymousClient(url: string): SupabaseClient {
  return createClient(url, PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: reportingParts(fetch) },
    // Node 20 has no WebSocket of its own.
    realtime: { transport: WebSocket as never },
  });
}

export async function signedIn(url: string, email: string, password = DEMO_PASSWORD): Promise<SupabaseClient> {
  const client = anonymousClient(url);
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
}
