import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '#features/shared/choose-language.ts';
import { LANGUAGE_NAMES } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { LANGUAGES } from '#schemas/constants.ts';
import { Segmented } from '#ui/form/segmented.tsx';
import { Button } from '#ui/page/button.tsx';
import { useIsPhone } from '#ui/style/use-media.ts';

/** The choice holds in this browser. Each language is named in itself; on phones the others are offered by their codes. */
export function LanguageSwitch({ full = false }: { full?: boolean }) {
  const { t } = useTranslation('profile');
  const language = useLanguage();
  const short = useIsPhone() && !full;
  if (short) {
    return LANGUAGES.filter((code) => code !== language).map((code) => (
      <Button
        key={code}
        variant="ghost"
        className="max-md:px-2.5!"
        lang={code}
        label={`${code.toUpperCase()}, ${LANGUAGE_NAMES[code]}`}
        title={LANGUAGE_NAMES[code]}
        onClick={() => void chooseLanguage(code)}
      >
        {code.toUpperCase()}
      </Button>
    ));
  }
  return (
    <Segmented
      label={t('language')}
      value={language}
      options={LANGUAGES.map((code) => ({ value: code, label: LANGUAGE_NAMES[code], lang: code }))}
      onChange={(code) => void chooseLanguage(code)}
    />
  );
}
