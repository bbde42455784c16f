import { useTranslation } from 'react-i18next';
import type { UnsavedWork } from '#data/local-data/unsaved-work.ts';
import { useLanguage } from '#i18n/use-language.ts';

/** Says what a removal takes that was never saved; null where that is nothing. */
export function useUnsavedWords(unsaved: UnsavedWork | null): string | null {
  const { t } = useTranslation('auth');
  const language = useLanguage();
  const parts = (['forms', 'counted', 'rows'] as const).flatMap((kind) => {
    const count = unsaved?.[kind] ?? 0;
    return count > 0 ? [t(`unsaved_${kind}`, { count })] : [];
  });
  return parts.length > 0 ? t('unsaved_goes', { what: new Intl.ListFormat(language).format(parts) }) : null;
}
