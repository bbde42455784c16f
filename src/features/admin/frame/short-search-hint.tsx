import { useTranslation } from 'react-i18next';

/** One or two letters are looked for at the beginnings of words only: no index finds them within words (`private.search_pattern`). */
export function ShortSearchHint({ typed }: { typed: string }) {
  const { t } = useTranslation('admin');
  if (!/^[\p{L}\p{N}]{1,2}$/u.test(typed.trim())) return null;
  return (
    <p className="hint mt-0! w-full" role="status">
      {t('short_search')}
    </p>
  );
}
