import { expect, test, vi } from 'vitest';
import { restoreClearedSession } from './session.ts';
import type { SessionStoreState } from './session-state.ts';
import type { Tokens } from './session-tokens.ts';

const TOKENS = { userId: 'u1', accessToken: 'a', refreshToken: 'r' } as Tokens;
const state = {
  ...{ phase: 'signed-in', profile: { id: 'u1' }, salonId: 7, hasSalon: true },
  ...{ viewingAsAdmin: false, replica: null, replicaError: null },
} as unknown as SessionStoreState;

const storeWith = (tokens: Tokens | null, people: 'one' | null) => {
  const adopt = vi.fn(async () => undefined);
  return { adopt, isCleared: async () => tokens === null && people === null };
};

test('a session that was cleared under its page is kept again', async () => {
  const store = storeWith(null, null);
  expect(await restoreClearedSession(store, TOKENS, state)).toBe(true);
  expect(store.adopt).toHaveBeenCalledWith(TOKENS, { id: 'u1' }, 'one');
});

test.each([
  ['stands there still', storeWith(TOKENS, 'one'), TOKENS, state],
  ['was ended: the note that somebody was signed in stays', storeWith(null, 'one'), TOKENS, state],
  ['is nobody’s', storeWith(null, null), null, state],
  ['is another person’s', storeWith(null, null), { ...TOKENS, userId: 'u2' }, state],
  ['is over in this page', storeWith(null, null), TOKENS, { phase: 'signed-out', replica: null, replicaError: null } as const],
])('a session is not revived that %s', async (_why, store, tokens, now) => {
  expect(await restoreClearedSession(store, tokens, now)).toBe(false);
  expect(store.adopt).not.toHaveBeenCalled();
});
