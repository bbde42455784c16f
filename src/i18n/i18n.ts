import i18next, { type Resource } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { isLanguage, type LanguageCode, resolveLanguage } from './languages.ts';

/** The same keys as in src/app/boot, which puts the language on <html> before the first paint. */
const CHOSEN = 'greben.language';
const OF_SALON = 'greben.salon-language';

/** A text was asked for that no file has. Thrown in tests; elsewhere the key is shown and the console says so. */
export class MissingTextError extends Error {
  override readonly name = 'MissingTextError';
  constructor(
    readonly key: string,
    readonly namespace: string,
    readonly languages: readonly string[],
  ) {
    super(`No text for "${namespace}:${key}" in ${languages.join(', ')}`);
  }
}

const files = import.meta.glob<Record<string, unknown>>(['./bg/*.json', './en/*.json'], { eager: true, import: 'default' });

const resources: Resource = {};
for (const [path, texts] of Object.entries(files)) {
  const [, language, namespace] = /\.\/(\w+)\/([\w-]+)\.json$/.exec(path) ?? [];
  if (language && namespace) resources[language] = { ...resources[language], [namespace]: texts as Resource[string][string] };
}

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // no storage here (tests in Node, a closed browser setting): the other rules decide
  }
}

function keep(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    console.info('The language cannot be kept in this browser.');
  }
}

function wanted(): LanguageCode {
  const browser = typeof navigator === 'undefined' ? undefined : navigator.language;
  return resolveLanguage({ chosen: kept(CHOSEN), salon: kept(OF_SALON), browser });
}

function missing(languages: readonly string[], namespace: string, key: string): void {
  const error = new MissingTextError(key, namespace, languages);
  if (import.meta.env.MODE === 'test') throw error;
  console.error(error.message);
}

export const i18n = i18next.createInstance();

void i18n.use(initReactI18next).init({
  resources,
  lng: wanted(),
  fallbackLng: false,
  ns: Object.keys(resources.en ?? {}),
  defaultNS: 'common',
  interpolation: { escapeValue: false }, // React escapes
  saveMissing: true,
  missingKeyHandler: missing,
  initAsync: false,
});

function show(language: LanguageCode): void {
  if (typeof document !== 'undefined') document.documentElement.lang = language;
  if (i18n.language !== language) void i18n.changeLanguage(language);
}

show(wanted());

/** The person chose a language (switch, or a saved salon form): it is shown now and holds in this browser from here on. */
export function setLanguage(language: LanguageCode): void {
  keep(CHOSEN, language);
  show(language);
}

/** Feeds the open salon's language; null when no salon is open. It shows only where this browser has made no choice of its own. */
export function setSalonLanguage(language: string | null): void {
  keep(OF_SALON, isLanguage(language) ? language : null);
  show(wanted());
}

export function currentLanguage(): LanguageCode {
  return isLanguage(i18n.language) ? i18n.language : resolveLanguage({});
}
