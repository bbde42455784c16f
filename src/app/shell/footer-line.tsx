import { useTranslation } from 'react-i18next';
import { APP_VERSION } from '#data/browser/app-version.ts';

/** The year and the version; `narrow` stands in two short lines and is read out in full. */
export function FooterLine({ narrow = false }: { narrow?: boolean }) {
  const { t } = useTranslation('shell');
  const year = new Date().getFullYear();
  const whole = t('footer', { year, version: APP_VERSION });
  if (!narrow) return <span>{whole}</span>;
  return (
    <>
      <span className="sr-only">{whole}</span>
      <span aria-hidden="true" title={whole}>
        <span className="block">{t('footer_year', { year })}</span>
        <span className="block">{t('footer_version', { version: APP_VERSION })}</span>
      </span>
    </>
  );
}
