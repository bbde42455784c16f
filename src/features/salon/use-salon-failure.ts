import { useTranslation } from 'react-i18next';
import { AuthProblem, NOT_AUTHENTICATED } from '#data/auth-errors.ts';
import { toast } from '#ui/toast-store.ts';

/** A destructive toast with what the server or the device said, else with `fallback` (document 1 §8). */
export function useSalonFailure(): (error: unknown, fallback: string) => void {
  const { t } = useTranslation('salon');
  return (error, fallback) => {
    console.error('The salon failed', error);
    const message = error instanceof Error ? error.message : '';
    const said = message === NOT_AUTHENTICATED ? t('not_authenticated') : message;
    const text = error instanceof AuthProblem && error.code === 'network' ? t('needs_connection_long') : said;
    toast({ variant: 'destructive', title: t('error'), description: text || fallback });
  };
}
