import { useTranslation } from 'react-i18next';

/**
 * Of a name that is edited in its place: what stands below its field where another device has given it another one meanwhile.
 * @param now undefined: it is gone
 */
export function useNameElsewhere(opened: string, now: string | undefined, typed: string): string | undefined {
  const { t } = useTranslation('lists');
  return now === undefined || now === opened || now === typed.trim() ? undefined : t('elsewhere', { value: now });
}
