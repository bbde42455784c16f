/**
 * Keeps the access token fresh, and revokes sessions that were left. One refresh at a time across all tabs (a Web Lock), ahead of
 * the token's end by a margin, in the background and whenever a request needs it. A failure to reach the server never ends a
 * session; only the server's own word does.
 */
import { isPortal, PORTAL } from '#sync/server/answers.ts';
import { AuthProblem } from './auth-errors.ts';
import type { SessionStore } from './session-store.ts';
import { isExpired, isExpiring, judgeRefresh, refreshDueAt, type Tokens } from './session-tokens.ts';

/** The answer did not come, or is not the authentication service's. The request fails as it would without a line. */
export class NoFreshTokenError extends TypeError {
  constructor(message: string) {
    super(message);
    this.name = 'NoFreshTokenError';
  }
}

/** Retries double from here (document 1 §4) up to the longest pause; a line that returns ends the pause at once. */
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 30_000;
/** A silent server must not hold the lock against the other tabs for longer. */
const PATIENCE = 15_000;
const REFRESH_LOCK = 'greben-session-refresh';
/** A longer delay overflows the browser's timers. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The server, the session's store, the clock and the listeners of a refresh. */
export interface RefreshOptions {
  authUrl: string;
  key: string;
  fetch: typeof fetch;
  store: SessionStore;
  locks: LockManager | undefined;
  now(): number;
  onRefreshed(tokens: Tokens): void;
  onRevoked(tokens: Tokens, code: string): Promise<void>;
}

/** The fresh tokens of one page. */
export interface Refresher {
  /** Keeps this session fresh from now on; null stops. */
  watch(tokens: Tokens | null): void;
  /** Returns the tokens of this page, fresh or not. */
  held(): Tokens | null;
  /** Returns the tokens and their owner for a request; null if nobody is signed in. Rejects with NoFreshTokenError. */
  tokens(): Promise<Tokens | null>;
  /** Replaces a token that the server refused, unless another tab has done so. Rejects with NoFreshTokenError. */
  renew(refused: string): Promise<Tokens | null>;
  /** Checks whether a refresh is due, without waiting for the timer: the tab became visible or the line came back. */
  wake(): void;
}

/** Makes the refresher of this page. */
export function tokenRefresher(options: RefreshOptions): Refresher {
  const { now } = options;
  let current: Tokens | null = null;
  let inFlight: Promise<Tokens | null> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const schedule = (delay: number) => {
    clearTimeout(timer);
    if (current) timer = setTimeout(() => void attempt(), Math.min(Math.max(delay, 0), LONGEST_TIMER));
  };

  const watch = (tokens: Tokens | null) => {
    current = tokens;
    failures = 0;
    clearTimeout(timer);
    if (tokens) schedule(refreshDueAt(tokens) - now());
  };

  /** Refreshes in the background. A failure only causes another try, later each time. */
  const attempt = async () => {
    if (!current || !isExpiring(current, now())) {
      if (current) schedule(refreshDueAt(current) - now());
      return;
    }
    try {
      await refresh(current.accessToken);
    } catch (error) {
      if (!(error instanceof NoFreshTokenError)) console.error('Refreshing the session failed', error);
      schedule(Math.min(FIRST_PAUSE * 2 ** failures++, LONGEST_PAUSE));
    }
  };

  const refresh = (stale: string) => {
    inFlight ??= exclusively(options.locks, REFRESH_LOCK, async () => {
      const tokens = await refreshLocked(options, stale);
      watch(tokens); // before any other tab's turn
      return tokens;
    })
      .then((tokens) => {
        if (tokens) options.onRefreshed(tokens);
        return tokens;
      })
      .finally(() => {
        inFlight = null;
      });
    return inFlight;
  };

  return {
    watch,
    held: () => current,
    async tokens() {
      if (!current || !isExpiring(current, now())) return current;
      const old = current;
      try {
        return await refresh(old.accessToken);
      } catch (error) {
        if (error instanceof NoFreshTokenError && !isExpired(old, now())) return old;
        throw error;
      }
    },
    async renew(refused) {
      return current && current.accessToken !== refused ? current : refresh(refused);
    },
    wake() {
      failures = 0;
      if (current && !inFlight && isExpiring(current, now())) void attempt();
    },
  };
}

/**
 * Refreshes under the lock. Another tab may have refreshed, or ended the session, while this one waited. A browser that cleared
 * the session's store has ended no session: this page goes on with its tokens and keeps them again (`keepAgain`).
 */
async function refreshLocked(options: RefreshOptions, stale: string): Promise<Tokens | null> {
  const { store, now } = options;
  const old = await store.readTokens();
  if (!old) {
    if (await store.isCleared()) throw new NoFreshTokenError('what was kept of the session has been cleared');
    return null;
  }
  if (old.accessToken !== stale && !isExpiring(old, now())) return old;
  const answer = await ask(options, old);
  if (answer.kind === 'later') throw new NoFreshTokenError(answer.message);
  if (answer.kind === 'revoked') {
    await options.onRevoked(old, answer.code);
    return null;
  }
  return (await store.replaceTokens(old, answer.tokens)) === 'ended' ? null : answer.tokens;
}

/** Returns the parsed text; undefined if it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Asks for new tokens once. The request is sent as the same person, even if their e-mail has changed meanwhile. */
async function ask(options: Pick<RefreshOptions, 'authUrl' | 'key' | 'fetch' | 'now'>, old: Tokens) {
  let response: Response;
  try {
    response = await options.fetch(`${options.authUrl}/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { apikey: options.key, 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: old.refreshToken }),
      signal: AbortSignal.timeout(PATIENCE),
    });
  } catch (error) {
    throw new NoFreshTokenError(error instanceof Error ? error.message : String(error));
  }
  const text = await response.text().catch(() => '');
  if (isPortal(response.status, text)) throw new NoFreshTokenError(PORTAL);
  return judgeRefresh(response.status, parsed(text), options.now());
}

/**
 * Runs `work` under a lock. Without Web Locks (tests, old webviews) one page still refreshes once, because its callers share one
 * promise.
 */
function exclusively<T>(locks: LockManager | undefined, name: string, work: () => Promise<T>): Promise<T> {
  return locks ? (locks.request(name, work) as Promise<T>) : work();
}

const REVOCATION_LOCK = 'greben-session-revocations';

interface RevocationOptions extends Pick<RefreshOptions, 'authUrl' | 'key' | 'fetch' | 'now' | 'locks' | 'store'> {
  readonly server: { revoke(accessToken: string): Promise<void> };
}

/**
 * Tells the server of the sign-outs that it has not heard of, one after the other, in one tab at a time. Without a line they wait
 * for the next occasion (start, the line's return, the tab becoming visible).
 */
export function revokeLeft(options: RevocationOptions): Promise<void> {
  return exclusively(options.locks, REVOCATION_LOCK, async () => {
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

/** Returns an access token that can revoke its session: it must be valid. Null if nothing is left to revoke. */
async function revocable(options: RevocationOptions, tokens: Tokens): Promise<string | null> {
  if (!isExpiring(tokens, options.now())) return tokens.accessToken;
  const answer = await ask(options, tokens);
  if (answer.kind === 'later') throw new NoFreshTokenError(answer.message);
  return answer.kind === 'refreshed' ? answer.tokens.accessToken : null;
}
