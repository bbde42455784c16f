import type { SupabaseClient } from '@supabase/supabase-js';
import { wholeAnswers } from '#sync/server/answers.ts';
import { consequenceOf, ServerError } from '#sync/server/server.ts';
import { supabaseServer } from '#sync/server/supabase-server.ts';

/** Whether the server lets this client's person into a salon; null when it cannot be asked. Only its own word says no. */
export async function mayEnter(client: SupabaseClient, salonId: number): Promise<boolean | null> {
  try {
    await wholeAnswers(supabaseServer(client)).pull(salonId, {}, 1, null, AbortSignal.timeout(30_000));
    return true;
  } catch (error) {
    if (error instanceof ServerError && consequenceOf(error) === 'access-withdrawn') return false;
    return null;
  }
}
