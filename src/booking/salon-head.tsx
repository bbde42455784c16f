import { MapPin, Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/use-language.ts';
import type { PublicSalon } from '#schemas/online.ts';
import { Button } from '#ui/page/button.tsx';
import { phoneHref, phoneText } from './phone-text.ts';
import { chooseBookLanguage } from './texts.ts';

/** Returns a salon's name in a language, else in the other one. */
export const salonName = ({ name_bg, name_en }: Pick<PublicSalon, 'name_bg' | 'name_en'>, language: string): string =>
  (language === 'bg' ? name_bg || name_en : name_en || name_bg) ?? '';

/** The other language, in its own words. */
export function LanguageButton() {
  const { t } = useTranslation('book');
  const language = useLanguage();
  const other = language === 'bg' ? 'en' : 'bg';
  const choose = () =>
    chooseBookLanguage(other).catch((error: unknown) => console.warn('The texts of the other language did not come', error));
  return (
    <Button variant="ghost" breaks lang={other} onClick={() => void choose()}>
      {t('other_language')}
    </Button>
  );
}

/** The facts that a page knows of its salon. */
type Known = Pick<PublicSalon, 'name_bg' | 'name_en' | 'phone' | 'address'> & Partial<Pick<PublicSalon, 'about_bg' | 'about_en'>>;

/** The salon's name, and how else to reach it. */
export function SalonHead({ salon }: { salon: Known }) {
  const language = useLanguage();
  const about = language === 'bg' ? salon.about_bg || salon.about_en : salon.about_en || salon.about_bg;
  return (
    <header className="flex flex-col gap-1">
      <div className="flex flex-wrap items-start justify-end gap-2">
        <h1 className="min-w-[min(11rem,100%)] flex-1 py-1 text-xl wrap-anywhere">{salonName(salon, language)}</h1>
        <LanguageButton />
      </div>
      <p className="flex flex-wrap items-center gap-x-4 text-ink-2">
        {salon.address ? (
          <span className="flex min-w-0 items-center gap-1.5">
            <MapPin className="i i-sm" aria-hidden="true" />
            <span className="min-w-0 whitespace-pre-line wrap-anywhere">{salon.address}</span>
          </span>
        ) : null}
        {salon.phone ? (
          <a href={phoneHref(salon.phone)} className="flex min-h-(--hit-min) items-center gap-1.5 underline underline-offset-2">
            <Phone className="i i-sm" aria-hidden="true" />
            {phoneText(salon.phone)}
          </a>
        ) : null}
      </p>
      {about ? <p className="max-w-prose whitespace-pre-line text-ink-2 wrap-anywhere">{about}</p> : null}
    </header>
  );
}
