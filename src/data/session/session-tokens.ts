/** The tokens of a session, and the meaning of the authentication service's answers about them. Pure. */

/** The tokens of one session. */
export interface Tokens {
  userId: string;
  email: string;
  accessToken: string;
  refreshToken: string;
  /** Milliseconds for which the access token is good, as the server said. */
  lifetime: number;
  /** Device clock, milliseconds, when they arrived. The server's own expiry would be read with a foreign clock. */
  receivedAt: number;
}

/**
 * The longest margin before a token's end, ms: requests of half a minute on a slow line must fit into it. With the short tokens
 * of tests a third of the lifetime is enough.
 */
const LARGEST_MARGIN = 90_000;

/** Returns the moment (device clock, milliseconds) from which the access token counts as expiring. */
export function refreshDueAt(tokens: Tokens): number {
  return tokens.receivedAt + tokens.lifetime - Math.min(LARGEST_MARGIN, tokens.lifetime / 3);
}

/** Tells whether the access token should be replaced. After the clock was set back its age is unknown, and it should. */
export function isExpiring(tokens: Tokens, now: number): boolean {
  return now >= refreshDueAt(tokens) || now < tokens.receivedAt;
}

/**
 * Tells whether the access token has expired.
 * @param now device clock, milliseconds
 */
export function isExpired(tokens: Tokens, now: number): boolean {
  return now >= tokens.receivedAt + tokens.lifetime;
}

/** The codes with which GoTrue says that this session will never be refreshed again. */
const FINAL_CODES = new Set([
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_not_found',
  'session_expired',
  'user_not_found',
  'user_banned',
]);

/** The verdict on the answer to a refresh. */
export type RefreshAnswer =
  | { kind: 'refreshed'; tokens: Tokens }
  | { kind: 'revoked'; code: string }
  | { kind: 'later'; message: string };

/**
 * Judges the answer to a refresh. Only the server's own word ends a session: a status alone (a proxy, a hotel's sign-in page, a
 * restart) never does. `body`: the parsed answer; undefined if it was no JSON.
 */
export function judgeRefresh(status: number, body: unknown, now: number): RefreshAnswer {
  const answer = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  if (status >= 200 && status < 300) {
    const tokens = tokensOf(answer, now);
    return tokens ? { kind: 'refreshed', tokens } : { kind: 'later', message: 'not the authentication service' };
  }
  const code = [answer.error_code, answer.code, answer.error].find((value) => typeof value === 'string');
  if (status >= 400 && status < 500 && code && (FINAL_CODES.has(code) || code === 'invalid_grant'))
    return { kind: 'revoked', code };
  return { kind: 'later', message: `status ${status}` };
}

/** Returns when the server gave the access token, by the server's clock (epoch milliseconds); null if the token does not say. */
export function issuedAt({ accessToken }: Pick<Tokens, 'accessToken'>): number | null {
  try {
    const payload = (accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { iat } = JSON.parse(atob(payload)) as { iat?: unknown };
    return typeof iat === 'number' && Number.isFinite(iat) ? iat * 1000 : null;
  } catch {
    return null; // the token does not say when
  }
}

/** Reads the tokens of an answer of `/token` or `/signup`; null if the answer holds no session. */
export function tokensOf(answer: Record<string, unknown>, now: number): Tokens | null {
  const user = (answer.user ?? null) as { id?: unknown; email?: unknown } | null;
  const { access_token, refresh_token, expires_in } = answer;
  if (typeof access_token !== 'string' || typeof refresh_token !== 'string' || typeof user?.id !== 'string') return null;
  return {
    userId: user.id,
    email: typeof user.email === 'string' ? user.email : '',
    accessToken: access_token,
    refreshToken: refresh_token,
    lifetime: (typeof expires_in === 'number' ? expires_in : 3600) * 1000,
    receivedAt: now,
  };
}
