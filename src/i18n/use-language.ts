import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { salonFormats } from './formats.ts';
import { DEFAULT_LANGUAGE, isLanguage, type LanguageCode } from './languages.ts';

/** The language shown now; the component draws again when it changes, or the way in which the salon writes dates. */
export function useLanguage(): LanguageCode {
  useStore(salonFormats);
  const { i18n } = useTranslation();
  return isLanguage(i18n.language) ? i18n.language : DEFAULT_LANGUAGE;
}
