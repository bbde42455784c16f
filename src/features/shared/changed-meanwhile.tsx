import { type FormikValues, useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shownDate } from '#i18n/read-date.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Elsewhere } from '#ui/form/elsewhere.ts';
import { Notice } from '#ui/page/notice.tsx';

/** Stands in a formik form and says that its record is not any more as it was when the form was opened. */
export function ChangedMeanwhile({ fields, className }: { fields: FormikValues; className: string }) {
  const { t } = useTranslation('lists');
  const { isSubmitting } = useFormikContext();
  if (isSubmitting || Object.keys(fields).length === 0) return null;
  return (
    <Notice tone="info" className={className}>
      <span role="status">{t('changed_meanwhile')}</span>
    </Notice>
  );
}

/** Stands around a form's fields: below each of those that were changed elsewhere it says what is there. */
export function WithElsewhere({ fields, children }: { fields: FormikValues; children: ReactNode }) {
  const { t } = useTranslation('lists');
  const language = useLanguage();
  const wordsOf = (value: unknown) => {
    const shown = shownDate(String(value ?? ''), language);
    return shown === '' ? t('elsewhere_empty') : t('elsewhere', { value: shown });
  };
  const told = Object.entries(fields).map(([name, value]) => [name, { value, words: wordsOf(value) }]);
  return <Elsewhere value={Object.fromEntries(told)}>{children}</Elsewhere>;
}

/**
 * Of a name that is edited in its place: what stands below its field where another device has given it another one meanwhile.
 * @param now undefined: it is gone
 */
export function useNameElsewhere(opened: string, now: string | undefined, typed: string): string | undefined {
  const { t } = useTranslation('lists');
  return now === undefined || now === opened || now === typed.trim() ? undefined : t('elsewhere', { value: now });
}
