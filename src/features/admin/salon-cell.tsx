import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/use-language.ts';
import { salonNames } from './admin-format.ts';
import type { SalonName } from './admin-reads.ts';

/** A salon's name, the one in the other language below it. */
export function SalonCell({ salon, id }: { salon: SalonName | undefined; id: number | null }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  if (!salon) return <span className="text-ink-3">{id === null ? t('unknown_salon') : t('deleted_salon', { id })}</span>;
  const { name, other } = salonNames(salon, language);
  return (
    <span className="block leading-tight">
      <b className="block font-semibold">{name}</b>
      {other ? (
        <span className="text-xs text-ink-3" lang={language === 'bg' ? 'en' : 'bg'}>
          {other}
        </span>
      ) : null}
    </span>
  );
}
