import { AuthProblem } from './auth-errors.ts';
import { ask, exclusively, NoFreshTokenError, type RefreshOptions } from './session-refresh.ts';
import type { AuthServer } from './session-server.ts';
import type { SessionStore } from './session-store.ts';
import { isExpiring, type Tokens } from './session-tokens.ts';

const LOCK = 'greben-session-revocations';

type Options = Pick<RefreshOptions, 'authUrl' | 'key' | 'fetch' | 'now' | 'locks'> & { store: SessionStore; server: AuthServer };

/**
 * Tells the server of the sign-outs that it has not heard of: one tab, one after the other. Without a line they wait for
 * the next occasion (start, the line's return, the tab becoming visible).
 */
export function revokeLeft(options: Options): Promise<void> {
  return exclusively(options.locks, LOCK, async () => {
    for (const tokens of await options.store.readRevocations()) {
      try {
        const accessToken = await revocable(options, tokens);
        if (accessToken) await options.server.revoke(accessToken);
        await options.store.removeRevocation(tokens);
      } catch (error) {
        if (error instanceof AuthProblem || error instanceof NoFreshTokenError) return;
        throw error;
      }
    }
  });
}

/** Only a token that is still good can revoke its session; null where there is nothing left to revoke. */
async function revocable(options: Options, tokens: Tokens): Promise<string | null> {
  if (!isExpiring(tokens, options.now())) return tokens.accessToken;
  const answer = await ask(options, tokens);
  if (answer.kind === 'later') throw new NoFreshTokenError(answer.message);
  return answer.kind === 'refreshed' ? answer.tokens.accessToken : null;
}
