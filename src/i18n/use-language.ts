import { useTranslation } from 'react-i18next';
import { DEFAULT_LANGUAGE, isLanguage, type LanguageCode } from './languages.ts';

/** The language shown now; the component draws again when it changes. */
export function useLanguage(): LanguageCode {
  const { i18n } = useTranslation();
  return isLanguage(i18n.language) ? i18n.language : DEFAULT_LANGUAGE;
}
