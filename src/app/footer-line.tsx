import { useTranslation } from 'react-i18next';

const VERSION = '1.0';

export function FooterLine() {
  const { t } = useTranslation('shell');
  return <span>{t('footer', { year: new Date().getFullYear(), version: VERSION })}</span>;
}
