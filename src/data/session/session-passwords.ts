/** New passwords: one's own, and one for who holds an administrator's one-time link. */
import { AuthProblem } from './auth-errors.ts';
import { authRequest } from './own-answers.ts';
import type { ServerAddress } from './session-options.ts';
import type { AuthServer } from './session-server.ts';
import type { Tokens } from './session-tokens.ts';

export interface Passwords {
  /**
   * The signed-in person's own; their sessions elsewhere end with it. Whoever does not know the current one is refused as at a
   * sign-in (`invalid_credentials`): a tablet that somebody left unlocked is not enough. Rejects with an AuthProblem.
   */
  change(current: string, next: string): Promise<void>;
  /**
   * Sets the password of the account that the link was made for, whoever is signed in here, and ends that account's sessions.
   * Returns its e-mail; null: the link does not hold, or no longer. Rejects with an AuthProblem.
   */
  redeem(token: string, next: string): Promise<string | null>;
}

interface PasswordsOptions {
  address: ServerAddress;
  server: AuthServer;
  /** Those of whoever is signed in, fresh. */
  tokens(): Promise<Tokens | null>;
  /** Device clock, milliseconds. */
  now: () => number;
}

export function sessionPasswords({ address, server, tokens, now }: PasswordsOptions): Passwords {
  const request = authRequest(address);
  return {
    async change(current, next) {
      const own = await tokens();
      if (!own) throw new AuthProblem('', 'session_not_found');
      const proof = await server.signIn(own.email, current, now());
      try {
        // The server ends the other sessions with it, that of the proof among them.
        await request('/auth/v1/user', 'PUT', own.accessToken, { password: next });
      } catch (error) {
        await server.revoke(proof.accessToken).catch((cause) => console.warn('The session of the proof lives on', cause));
        throw error;
      }
    },
    async redeem(token, next) {
      const body = { p_token: token, p_password: next };
      const { email } = await request('/rest/v1/rpc/redeem_password_link', 'POST', address.key, body);
      if (email !== null && typeof email !== 'string') throw new AuthProblem('the answer names nobody', 'network');
      return email;
    },
  };
}

/** The token in an address's fragment (`#password=…`); null where there is none. */
export const linkIn = (hash: string): string | null => new URLSearchParams(hash.replace(/^#/, '')).get('password') || null;
