import { isAuthError } from '@supabase/supabase-js';
import { PORTAL } from '#sync/answers.ts';

/** The authentication codes that have a text of their own (document 1 §8). */
export const HANDLED_AUTH_CODES = [
  'weak_password',
  'session_not_found',
  'identity_already_exists',
  'identity_not_found',
  'single_identity_not_deletable',
] as const;
export type HandledAuthCode = (typeof HANDLED_AUTH_CODES)[number];

/** Sent to the server without e-mail or phone and password; the library's own words (document 1 §5). */
export const MISSING_CREDENTIALS = 'You must provide either an email or phone number and a password';
export const MISSING_USER_ID = 'User ID not found after signup';
export const NOT_AUTHENTICATED = 'User not authenticated';

/**
 * Why an authentication call failed: `network` means that our server did not answer, so nothing is known of the credentials;
 * `portal` that the network answered with a page of its own instead.
 */
export class AuthProblem extends Error {
  readonly code: HandledAuthCode | 'network' | 'portal' | null;
  /** Of a weak password: what it lacks, in the server's words (`length`, `characters`, `pwned`). */
  readonly reasons: readonly string[];

  constructor(message: string, code: AuthProblem['code'] = null, reasons: readonly string[] = []) {
    super(message);
    this.name = 'AuthProblem';
    this.code = code;
    this.reasons = reasons;
  }
}

/** Nothing was heard of our server: what is known stays. */
export const isUnreached = (error: unknown): boolean =>
  error instanceof AuthProblem && (error.code === 'network' || error.code === 'portal');

const isHandled = (code: unknown): code is HandledAuthCode => (HANDLED_AUTH_CODES as readonly unknown[]).includes(code);

/** Reads whatever an authentication or data call threw or returned as its error. */
export function authProblem(error: unknown): AuthProblem {
  if (error instanceof AuthProblem) return error;
  const { name, message, code, status, reasons } = (error ?? {}) as Record<string, unknown>;
  const text = typeof message === 'string' ? message : '';
  if (text.includes(PORTAL)) return new AuthProblem(text, 'portal');
  if (name === 'AuthRetryableFetchError' && (status === 0 || status === undefined)) return new AuthProblem(text, 'network');
  // An answer that could not be read: the authentication service speaks JSON.
  if (name === 'AuthUnknownError') return new AuthProblem(text, 'network');
  if (error instanceof TypeError && !isAuthError(error)) return new AuthProblem(text, 'network');
  // The library swallows this one code and throws a class of its own for it.
  if (name === 'AuthSessionMissingError') return new AuthProblem(text, 'session_not_found');
  return new AuthProblem(
    text === '{}' ? '' : text,
    isHandled(code) ? code : null,
    Array.isArray(reasons) ? reasons.map(String) : [],
  );
}
