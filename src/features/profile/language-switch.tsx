import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '#features/shared/choose-language.ts';
import { LANGUAGE_NAMES } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { LANGUAGES } from '#schemas/constants.ts';
import { Segmented } from '#ui/form/segmented.tsx';
import { useIsPhone } from '#ui/style/use-media.ts';

/** The choice holds in this browser. Each language is named in itself; on phones by its code. */
export function LanguageSwitch({ full = false }: { full?: boolean }) {
  const { t } = useTranslation('profile');
  const language = useLanguage();
  const short = useIsPhone() && !full;
  return (
    <Segmented
      label={t('language')}
      value={language}
      options={LANGUAGES.map((code) => ({
        value: code,
        label: short ? code.toUpperCase() : LANGUAGE_NAMES[code],
        lang: code,
        title: short ? LANGUAGE_NAMES[code] : undefined,
      }))}
      onChange={(code) => void chooseLanguage(code)}
    />
  );
}
