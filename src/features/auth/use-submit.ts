import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { authProblem, HANDLED_AUTH_CODES, KNOWN_REFUSALS, MISSING_USER_ID } from '#data/session/auth-errors.ts';
import { toast } from '#ui/overlay/toast-store.ts';

export interface FailureTexts {
  title: string;
  fallback: string;
}

/** Why a call was refused, as its form shows it. */
export interface ShownRefusal extends AuthText {
  title: string;
}

/** Runs a sign-in or sign-up; a failure becomes a destructive toast and is returned to the form, which keeps what was typed. */
export function useSubmit({ title, fallback }: FailureTexts) {
  const { t } = useTranslation('auth');
  return async (work: () => Promise<void>): Promise<ShownRefusal | null> => {
    try {
      await work();
      return null;
    } catch (error) {
      console.warn('The authentication call failed', error);
      const failure: ShownRefusal = { title, ...authText(t, error, fallback) };
      toast({ variant: 'destructive', ...failure });
      return failure;
    }
  };
}

const KNOWN_REASONS = ['length', 'characters', 'pwned'];
const KNOWN_CODES: readonly string[] = [...HANDLED_AUTH_CODES, ...KNOWN_REFUSALS];

interface AuthText {
  /** In the person's language wherever we know what happened. */
  description: string;
  /** The server's own words, where they are not what `description` says already. */
  detail?: string;
}

/**
 * Returns the text under the title of a failed sign-in or sign-up (document 1 §8): our words for a known failure with the server's
 * message below, else that message alone, else `fallback`.
 */
function authText(t: TFunction<'auth'>, error: unknown, fallback: string): AuthText {
  const { code, message, reasons, waitSeconds } = authProblem(error);
  // Our server did not answer: there is no word of it.
  if (code === 'network' || code === 'portal') return { description: t(`errors.${code}`) };
  if (message === MISSING_USER_ID) return withDetail(t('errors.missing_user_id'), message);
  if (code === 'weak_password' && reasons.length > 0) {
    const words = reasons.map((reason) => (KNOWN_REASONS.includes(reason) ? t(`weak.${reason}`) : reason));
    return withDetail(`${t('errors.weak_password')} ${words.join(' ')}`, message);
  }
  if (code === 'too_many_requests' && waitSeconds !== null) {
    return withDetail(`${t('errors.too_many')} ${waitText(t, waitSeconds)}`, message);
  }
  if (code && KNOWN_CODES.includes(code)) return withDetail(t(`errors.${code}`), message);
  return { description: message || fallback };
}

function withDetail(description: string, message: string): AuthText {
  return message === '' || message === description ? { description } : { description, detail: message };
}

function waitText(t: TFunction<'auth'>, seconds: number): string {
  return seconds < 60
    ? t('errors.wait_seconds', { count: Math.max(1, seconds) })
    : t('errors.wait_minutes', { count: Math.ceil(seconds / 60) });
}
