import { useTranslation } from 'react-i18next';
import { salonNames } from '#admin/reads/admin-format.ts';
import type { SalonNames } from '#admin/reads/admin-rows.ts';
import { useLanguage } from '#i18n/use-language.ts';

/** A salon's name, the one in the other language below it; its number where it has none. */
export function SalonCell({ salon, id }: { salon: Partial<SalonNames>; id: number | null }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { name_bg = null, name_en = null } = salon;
  if (!name_bg && !name_en)
    return <span className="text-ink-3">{id === null ? t('unknown_salon') : t('deleted_salon', { id })}</span>;
  const { name, other } = salonNames({ name_bg, name_en, id }, language);
  return (
    <span className="block min-w-32 leading-tight [overflow-wrap:anywhere]">
      <b className="block font-semibold">{name}</b>
      {other ? (
        <span className="text-xs text-ink-3" lang={language === 'bg' ? 'en' : 'bg'}>
          {other}
        </span>
      ) : null}
    </span>
  );
}
