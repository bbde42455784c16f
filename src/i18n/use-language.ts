import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Language } from '#schemas/constants.ts';
import { salonFormats } from './formats.ts';
import { DEFAULT_LANGUAGE, isLanguage } from './languages.ts';

/** The language shown now; the component draws again when it changes, or the way in which the salon writes dates. */
export function useLanguage(): Language {
  useStore(salonFormats);
  const { i18n } = useTranslation();
  return isLanguage(i18n.language) ? i18n.language : DEFAULT_LANGUAGE;
}
