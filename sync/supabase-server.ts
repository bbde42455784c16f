/** The `SyncServer` over supabase-js: RPC for rows, one private channel for pokes. */
import type { SupabaseClient } from '@supabase/supabase-js';
import type { SyncServer } from './server.ts';

export function supabaseServer(_client: SupabaseClient): SyncServer {
  throw new Error('not yet');
}
