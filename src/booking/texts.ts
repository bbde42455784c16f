/** The page's own texts, apart from the app's: one file a language, fetched when it is shown. */
import i18next from 'i18next';
import { resolveLanguage } from '#i18n/languages.ts';
import type { Language } from '#schemas/constants.ts';

/** A visitor's choice of the language; the app's own, of whoever works on this device, is another one. */
const CHOSEN = 'greben.book-language';

export const bookTexts = i18next.createInstance();
void bookTexts.init({
  resources: {},
  lng: 'en',
  fallbackLng: false,
  defaultNS: 'book',
  interpolation: { escapeValue: false }, // React escapes
  saveMissing: true,
  missingKeyHandler: (languages, namespace, key) => console.error(`No text for "${namespace}:${key}" in ${languages.join(', ')}`),
  initAsync: false,
});

const FILES = { bg: () => import('./texts-bg.ts'), en: () => import('./texts-en.ts') } satisfies Record<Language, unknown>;

function kept(): string | null {
  try {
    return localStorage.getItem(CHOSEN);
  } catch {
    return null; // a frame in a browser that gives foreign frames no storage
  }
}

/** The language to begin with: a visitor's choice, else the browser's if it is one of ours. */
export const firstLanguage = (): Language => resolveLanguage({ chosen: kept(), browser: navigator.language });

/** Shows the page in a language. Rejects where its texts do not come; then the former language stays. */
export async function showLanguage(language: Language): Promise<void> {
  const { book, common } = (await FILES[language]()).default;
  bookTexts.addResourceBundle(language, 'book', book);
  bookTexts.addResourceBundle(language, 'common', common);
  if (typeof document !== 'undefined') document.documentElement.lang = language;
  await bookTexts.changeLanguage(language);
}

/** The visitor's own choice: it is shown, and kept in this browser where that is possible. */
export async function chooseBookLanguage(language: Language): Promise<void> {
  await showLanguage(language);
  try {
    localStorage.setItem(CHOSEN, language);
  } catch {
    console.info('The language cannot be kept in this browser.');
  }
}
