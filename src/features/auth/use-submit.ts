import { useTranslation } from 'react-i18next';
import { toast } from '#ui/toast-store.ts';
import { authText } from './auth-texts.ts';

export interface FailureTexts {
  title: string;
  fallback: string;
}

/** Runs a sign-in or sign-up; a failure becomes a destructive notice and the form keeps what was typed. */
export function useSubmit({ title, fallback }: FailureTexts) {
  const { t } = useTranslation('auth');
  return async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      console.warn('The authentication call failed', error);
      toast({ variant: 'destructive', title, ...authText(t, error, fallback) });
    }
  };
}
