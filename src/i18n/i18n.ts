import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '#schemas/constants.ts';
import { isLanguage, resolveLanguage } from './languages.ts';
import { START_NAMESPACES } from './start-namespaces.ts';

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

/** Texts are fetched when they are first needed; the service worker keeps all of them, so a change of the language needs no line. */
const FILES = import.meta.glob<object>(['./*/*.json', '!./*/start.json', '!./*/book.json'], { import: 'default' });
type Part = 'first' | 'later';

const there = new Set<string>();
const isThere = (language: Language, part: Part) => there.has(`${language} ${part}`);

async function fetchTexts(language: Language, part: Part): Promise<void> {
  if (isThere(language, part)) return;
  const wanted = Object.entries(FILES).flatMap(([file, load]) => {
    const [, of, namespace = ''] = file.match(/^\.\/(\w+)\/([\w-]+)\.json$/) ?? [];
    const isOfStart = START_NAMESPACES.includes(namespace);
    return of === language && isOfStart === (part === 'first') ? [{ namespace, load }] : [];
  });
  const add = async ({ namespace, load }: (typeof wanted)[number]) => i18n.addResourceBundle(language, namespace, await load());
  await Promise.all(wanted.map(add));
  there.add(`${language} ${part}`);
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

function wanted(): Language {
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
  resources: {},
  lng: wanted(),
  fallbackLng: false,
  defaultNS: 'common',
  interpolation: { escapeValue: false }, // React escapes
  saveMissing: true,
  missingKeyHandler: missing,
  initAsync: false,
});

/** The last that was asked for: a file that comes late changes nothing any more. */
let asked = wanted();

function change(language: Language): void {
  if (typeof document !== 'undefined') document.documentElement.lang = language;
  if (i18n.language !== language) void i18n.changeLanguage(language);
}

/** At once where its texts are there. Rejects where they do not come; then the former language stays. */
function show(language: Language): Promise<void> {
  asked = language;
  if (isThere(language, 'first') && isThere(language, 'later')) return Promise.resolve(change(language));
  const both = [fetchTexts(language, 'first'), fetchTexts(language, 'later')];
  return Promise.all(both).then(() => (asked === language ? change(language) : undefined));
}

/** Fetches the texts that are needed before anything is drawn. Rejects if they do not come. */
export async function firstTexts(): Promise<void> {
  await fetchTexts(asked, 'first');
  change(asked);
}

/** Fetches the texts of everything that the start does not show. Rejects if they do not come. */
export async function laterTexts(): Promise<void> {
  await fetchTexts(currentLanguage(), 'later');
}

/**
 * The person chose a language (switch, or a saved salon form): it is shown now and holds in this browser from here on.
 * Rejects where its texts do not come: then it shows from the next start on.
 */
export function setLanguage(language: Language): Promise<void> {
  keep(CHOSEN, language);
  return show(language);
}

function showWanted(): void {
  if (wanted() === asked && asked === currentLanguage()) return;
  show(wanted()).catch((error: unknown) => console.warn('The language that holds now did not come', error));
}

/** Feeds the open salon's language; null when no salon is open. It shows only where this browser has made no choice of its own. */
export function setSalonLanguage(language: string | null): void {
  keep(OF_SALON, isLanguage(language) ? language : null);
  showWanted();
}

/** A choice in another tab holds in this one, too. Call once at start. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === CHOSEN) showWanted();
  });
}

export function currentLanguage(): Language {
  return isLanguage(i18n.language) ? i18n.language : resolveLanguage({});
}
