import { useTranslation } from 'react-i18next';
import { failureOf } from '#data/failures.ts';
import { AuthProblem, NOT_AUTHENTICATED } from '#data/session/auth-errors.ts';
import { Refusal } from '#domain/records/refusal.ts';
import { failureText } from '#features/shared/use-saving.ts';
import { toast } from '#ui/overlay/toast-store.ts';

/** A destructive toast with what the server or the device said, else with `fallback` (document 1 §8). */
export function useSalonFailure(): (error: unknown, fallback: string) => void {
  const { t } = useTranslation('salon');
  const said = (error: unknown): string => {
    const message = error instanceof Error ? error.message : '';
    if (message === NOT_AUTHENTICATED) return t('not_authenticated');
    if (error instanceof AuthProblem && error.code === 'portal') return t('needs_network_sign_in');
    if (error instanceof AuthProblem) return error.code === 'network' ? t('needs_connection_long') : message;
    if (error instanceof Refusal && error.key === 'salon_required') return t('salon_required');
    if (error instanceof Refusal) return ''; // its message is a key, no sentence
    const { key } = failureOf(error);
    if (key === 'role_owner' || key === 'role_manager') return failureText(error);
    return key === 'storage_full' || key === 'storage_closed' ? t(key) : message;
  };
  return (error, fallback) => {
    console.error('The salon failed', error);
    toast({ variant: 'destructive', title: t('error'), description: said(error) || fallback });
  };
}
