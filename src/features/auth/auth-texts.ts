import type { TFunction } from 'i18next';
import { authProblem, HANDLED_AUTH_CODES, MISSING_CREDENTIALS, MISSING_USER_ID } from '#data/auth-errors.ts';

const BY_MESSAGE: Record<string, string> = {
  [MISSING_CREDENTIALS]: 'errors.missing_credentials',
  [MISSING_USER_ID]: 'errors.missing_user_id',
};
const KNOWN_REASONS = ['length', 'characters', 'pwned'];

/**
 * What a person reads under the title of a failed sign-in or sign-up: our words for the codes of document 1 §8, the
 * reasons of a weak password, else the server's own message, else `fallback`.
 */
export function authText(t: TFunction<'auth'>, error: unknown, fallback: string): string {
  const { code, message, reasons } = authProblem(error);
  if (code === 'network' || code === 'portal') return t(`errors.${code}`);
  if (code === 'weak_password' && reasons.length > 0) {
    const words = reasons.map((reason) => (KNOWN_REASONS.includes(reason) ? t(`weak.${reason}`) : reason));
    return `${t('errors.weak_password')} ${words.join(' ')}`;
  }
  if (code && HANDLED_AUTH_CODES.includes(code)) return t(`errors.${code}`);
  const key = BY_MESSAGE[message];
  return key ? t(key) : message || fallback;
}
