/** The languages' own names and other words that are the same in each of them, and the rule that chooses between them (specification document 1 §1, §9). */
import { LANGUAGES, type Language } from '#schemas/constants.ts';

export const LANGUAGE_NAMES: Record<Language, string> = { bg: 'Български', en: 'English' };
/**
 * The title of blocked time that nobody has named (RES-23), as `blocked_title` of calendar.json has it: a row bears that of the
 * language in which it was made, and the other language's texts are not there to compare it with.
 */
const BLOCKED_TITLES: Record<Language, string> = { bg: 'Блокирано време', en: 'Blocked time' };
export const UNNAMED_BLOCKS: readonly string[] = Object.values(BLOCKED_TITLES);
export const DEFAULT_LANGUAGE: Language = 'en';

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.includes(value as Language);
}

/**
 * The language to show: the last choice made in this browser; else the salon's; else the browser's own if it is one of ours; else English.
 * The browser's languages come as BCP 47 tags in its order of preference; only the first counts, because a later one is not "its own".
 */
export function resolveLanguage(known: {
  chosen?: string | null | undefined;
  salon?: string | null | undefined;
  browser?: string | undefined;
}): Language {
  const browser = known.browser?.slice(0, 2).toLowerCase();
  return [known.chosen, known.salon, browser].find(isLanguage) ?? DEFAULT_LANGUAGE;
}
