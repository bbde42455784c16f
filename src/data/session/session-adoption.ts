/** How a person comes into the session, and how what it knows of them is brought up to date. Both are the server's word. */
import { peopleWith } from './device-people.ts';
import type { LaterServer } from './later-server.ts';
import type { Profile } from './profile.ts';
import { clearSalonPresence } from './salon-presence.ts';
import type { SessionEvent } from './session-events.ts';
import type { Refresher } from './session-refresh.ts';
import type { SessionStore } from './session-store.ts';
import type { SessionTab } from './session-tab.ts';
import type { Tokens } from './session-tokens.ts';

interface AdoptionParts {
  readonly kept: SessionStore;
  readonly server: Pick<LaterServer, 'profileNow'>;
  readonly refresher: Pick<Refresher, 'watch'>;
  readonly tab: SessionTab;
  /** Tells the other tabs. */
  readonly tell: (event: SessionEvent) => void;
}

export interface Adoption {
  /**
   * Signs a person in: keeps tokens and profile together or not at all, because a profile names the replica. Rejects with an
   * AuthProblem; then whoever was signed in still is.
   */
  adopt(tokens: Tokens, event: SessionEvent): Promise<void>;
  /**
   * Reads the signed-in person's profile again. Rejects with an AuthProblem.
   * @param held whose salon only its own refusal takes away; null where it has refused already
   */
  readAgain(held: Profile | null): Promise<void>;
}

export function sessionAdoption({ kept, server, refresher, tab, tell }: AdoptionParts): Adoption {
  return {
    async adopt(tokens, event) {
      refresher.watch(tokens);
      try {
        const before = await kept.read();
        const last = before.profile ?? before.locked?.profile ?? null;
        const profile = await server.profileNow(tokens.userId, tokens.email, last);
        if (last && last.id !== profile.id) clearSalonPresence();
        await kept.adopt(tokens, profile, await peopleWith(profile.id, await kept.get('people'), last?.id));
      } catch (error) {
        refresher.watch(await kept.readTokens());
        throw error;
      }
      await tab.load(event);
      tell(event);
    },
    async readAgain(held) {
      const { id, email } = tab.profile();
      const profile = await server.profileNow(id, email, held);
      const state = tab.store.getState();
      if (state.phase !== 'signed-in' || state.profile.id !== id) return;
      if (JSON.stringify(state.profile) === JSON.stringify(profile)) return;
      if (!(await kept.updateProfile(profile))) return;
      await tab.load('USER_UPDATED');
      tell('USER_UPDATED');
    },
  };
}
