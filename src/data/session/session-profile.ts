/**
 * The signed-in person as the server has them. Promises: the profile that this device keeps is replaced by a whole one alone;
 * an answer without the asked row is no news; that a kept salon is theirs no longer is believed only when the salon itself
 * refuses them (the pull's `membership`), so that nobody with a full calendar is sent away to make a second salon.
 */
import type { SupabaseClient } from '@supabase/supabase-js';
import { AuthProblem } from './auth-errors.ts';
import { dataProblem } from './own-answers.ts';
import type { Profile } from './profile.ts';
import { mayEnter } from './salon-membership.ts';

interface UserRow {
  readonly id: string;
  readonly email: string | null;
  readonly role: string | null;
  readonly salon_id: number | null;
  readonly created_at: string | null;
}

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';

function isWhole(row: unknown, userId: string): row is UserRow {
  if (typeof row !== 'object' || row === null) return false;
  const { id, email, role, salon_id, created_at } = row as Record<string, unknown>;
  return id === userId && [email, role, created_at].every(isTextOrNull) && (salon_id === null || Number.isSafeInteger(salon_id));
}

/**
 * The own row of `users` (document 1 §7); no role means employee.
 * @throws AuthProblem also where the answer has not the whole row
 */
export async function readProfile(client: SupabaseClient, userId: string, email: string): Promise<Profile> {
  const { data, error, status } = await client
    .from('users')
    .select('id,email,role,salon_id,created_at')
    .eq('id', userId)
    .maybeSingle<unknown>()
    // The library's own retries would hold a sign-in for seconds without a line.
    .retry(false);
  if (error) throw dataProblem(error, status);
  const row: unknown = data;
  if (!isWhole(row, userId)) throw new AuthProblem('the answer has no whole profile', 'network');
  return {
    id: userId,
    email: row.email ?? email,
    role: row.role === 'admin' ? 'admin' : 'employee',
    salonId: row.salon_id,
    createdAt: row.created_at,
  };
}

/**
 * The same, beside what this device keeps of that person.
 * @param kept null where there is nothing, or where the salon has refused them already
 * @throws AuthProblem
 */
export async function profileNow(client: SupabaseClient, userId: string, email: string, kept: Profile | null): Promise<Profile> {
  const read = await readProfile(client, userId, email);
  if (kept?.id !== userId || kept.salonId === null || read.salonId !== null) return read;
  return (await mayEnter(client, kept.salonId)) === false ? read : { ...read, salonId: kept.salonId };
}
