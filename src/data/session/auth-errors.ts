import { PORTAL } from '#sync/server/answers.ts';

/** The authentication codes that have a text of their own (document 1 §8). */
export const HANDLED_AUTH_CODES = [
  'weak_password',
  'session_not_found',
  'identity_already_exists',
  'identity_not_found',
  'single_identity_not_deletable',
] as const;

/** Further refusals with a text in the person's language; the server's own words stand below. */
export const KNOWN_REFUSALS = [
  'missing_credentials',
  'invalid_credentials',
  'already_registered',
  'email_not_confirmed',
  'email_invalid',
  'password_too_long',
  'same_password',
  'too_many_requests',
  'signup_closed',
  'user_banned',
  'no_mails',
  'server_failed',
] as const;
/** A refusal that has a text of its own, or an answer that did not come. */
export type AuthCode = (typeof HANDLED_AUTH_CODES)[number] | (typeof KNOWN_REFUSALS)[number] | 'network' | 'portal';

/** The library's own words for a sign-in without e-mail or phone and password (document 1 §5). */
export const MISSING_CREDENTIALS = 'You must provide either an email or phone number and a password';
/** The words for an answer to a sign-up without a user. */
export const MISSING_USER_ID = 'User ID not found after signup';
/** The words for an act that needs a signed-in person. */
export const NOT_AUTHENTICATED = 'User not authenticated';

/**
 * Why an authentication call failed: `network` means that our server did not answer, so nothing is known of the credentials;
 * `portal` that the network answered with a page of its own instead.
 */
export class AuthProblem extends Error {
  readonly code: AuthCode | null;
  /** The faults of a weak password, in the server's words (`length`, `characters`, `pwned`). */
  readonly reasons: readonly string[];
  /** Seconds until another try may succeed; null if the server does not say. */
  readonly waitSeconds: number | null;

  constructor(message: string, code: AuthCode | null = null, reasons: readonly string[] = [], waitSeconds: number | null = null) {
    super(message);
    this.name = 'AuthProblem';
    this.code = code;
    this.reasons = reasons;
    this.waitSeconds = waitSeconds;
  }
}

/** Tells whether our server was not reached. Then everything that is known stays. */
export const isUnreached = (error: unknown): boolean =>
  error instanceof AuthProblem && (error.code === 'network' || error.code === 'portal');

const isHandled = (code: unknown): code is (typeof HANDLED_AUTH_CODES)[number] =>
  (HANDLED_AUTH_CODES as readonly unknown[]).includes(code);

/** Our codes by those of the service, which has several for the same thing. */
const BY_SERVICE_CODE: Record<string, AuthCode> = {
  invalid_credentials: 'invalid_credentials',
  user_already_exists: 'already_registered',
  email_exists: 'already_registered',
  email_not_confirmed: 'email_not_confirmed',
  email_address_invalid: 'email_invalid',
  over_request_rate_limit: 'too_many_requests',
  over_email_send_rate_limit: 'too_many_requests',
  signup_disabled: 'signup_closed',
  email_provider_disabled: 'signup_closed',
  user_banned: 'user_banned',
  same_password: 'same_password',
};

/**
 * Refusals that only their words tell apart: they come with a code that stands for many things or, from older services, with
 * none.
 */
const BY_WORDS: readonly [RegExp, AuthCode][] = [
  // bcrypt reads no more than 72 bytes of a password.
  [/\b72\b.*(character|byte)|(character|byte).*\b72\b/i, 'password_too_long'],
  [/must provide either an email or phone|missing email or phone/i, 'missing_credentials'],
  [/invalid login credentials/i, 'invalid_credentials'],
  [/already (been )?registered/i, 'already_registered'],
  [/unable to validate email address/i, 'email_invalid'],
];

function codeOf(code: unknown, message: string, status: unknown): AuthCode | null {
  const said = BY_WORDS.find(([words]) => words.test(message));
  if (said) return said[1];
  if (isHandled(code)) return code;
  if (typeof code === 'string' && BY_SERVICE_CODE[code]) return BY_SERVICE_CODE[code];
  if (status === 429) return 'too_many_requests';
  return typeof status === 'number' && status >= 500 ? 'server_failed' : null;
}

/** The mark that supabase-js puts on its own errors. The library itself is not needed to see it. */
const isOfLibrary = (error: Error): boolean => '__isAuthError' in error;

/**
 * Makes an AuthProblem from the error of an authentication or data call.
 * @param waitSeconds the seconds of the answer's Retry-After, which the library does not hand on
 */
export function authProblem(error: unknown, waitSeconds: number | null = null): AuthProblem {
  if (error instanceof AuthProblem) return error;
  const { name, message, code, status, reasons } = (error ?? {}) as Record<string, unknown>;
  const text = typeof message === 'string' && message !== '{}' ? message : '';
  if (text.includes(PORTAL)) return new AuthProblem(text, 'portal');
  if (name === 'AuthRetryableFetchError' && (status === 0 || status === undefined)) return new AuthProblem(text, 'network');
  // The library does not read the words of a server that broke down; its message is the answer object, written out.
  if (name === 'AuthRetryableFetchError') return new AuthProblem('', 'server_failed');
  // An answer that could not be read: the authentication service speaks JSON.
  if (name === 'AuthUnknownError') return new AuthProblem(text, 'network');
  if (error instanceof TypeError && !isOfLibrary(error)) return new AuthProblem(text, 'network');
  // The library swallows this one code and throws a class of its own for it.
  if (name === 'AuthSessionMissingError') return new AuthProblem(text, 'session_not_found');
  const known = codeOf(code, text, status);
  const lacking = Array.isArray(reasons) ? reasons.map(String) : [];
  return new AuthProblem(text, known, lacking, known === 'too_many_requests' ? (waitSeconds ?? waitIn(text)) : null);
}

/** Reads the seconds from the words of the hosted service: “you can only request this after 53 seconds”. */
function waitIn(message: string): number | null {
  const seconds = /after (\d+) seconds?/i.exec(message)?.[1];
  return seconds === undefined ? null : Number(seconds);
}
