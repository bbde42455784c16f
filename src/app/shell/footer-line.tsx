import { useTranslation } from 'react-i18next';

const VERSION = '1.0';

/** The year and the version; `narrow` stands in two short lines and is read out in full. */
export function FooterLine({ narrow = false }: { narrow?: boolean }) {
  const { t } = useTranslation('shell');
  const year = new Date().getFullYear();
  const whole = t('footer', { year, version: VERSION });
  if (!narrow) return <span>{whole}</span>;
  return (
    <>
      <span className="sr-only">{whole}</span>
      <span aria-hidden="true" title={whole}>
        <span className="block">{t('footer_year', { year })}</span>
        <span className="block">{t('footer_version', { version: VERSION })}</span>
      </span>
    </>
  );
}
