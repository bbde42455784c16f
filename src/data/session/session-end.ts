import type { SessionStore } from './session-store.ts';
import type { Tokens } from './session-tokens.ts';

/**
 * The server ended a session. Whose it was is remembered: their rows stay here, locked, until they sign in again.
 * @param now device clock, milliseconds
 * @returns false, and nothing changed, if another session stands here by now
 */
export async function endRevoked(store: SessionStore, ended: Tokens, now: number): Promise<boolean> {
  const { tokens, profile } = await store.read();
  if (tokens?.refreshToken !== ended.refreshToken || !profile) return false;
  await store.write({ tokens: null, profile: null, locked: { profile, at: new Date(now).toISOString() } });
  return true;
}
