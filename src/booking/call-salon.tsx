import { Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { phoneHref, phoneText } from './phone-text.ts';

/** The salon's number as a link that dials it; a sentence where the salon has named none. */
export function CallSalon({ phone }: { phone: string | null }) {
  const { t } = useTranslation('book');
  if (!phone) return <p className="text-ink-2">{t('ask_salon')}</p>;
  return (
    <a href={phoneHref(phone)} className="btn btn-secondary breaks">
      <Phone className="i i-sm" aria-hidden="true" />
      {t('call', { phone: phoneText(phone) })}
    </a>
  );
}
