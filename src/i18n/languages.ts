/** The two languages of the product and the rule that chooses between them (specification document 1 §1, §9). */
export const LANGUAGE_CODES = ['bg', 'en'] as const;
export type LanguageCode = (typeof LANGUAGE_CODES)[number];

export const LANGUAGE_NAMES: Record<LanguageCode, string> = { bg: 'Български', en: 'English' };
export const DEFAULT_LANGUAGE: LanguageCode = 'en';

export function isLanguage(value: unknown): value is LanguageCode {
  return LANGUAGE_CODES.includes(value as LanguageCode);
}

/**
 * The language to show: the last choice made in this browser; else the salon's; else the browser's own if it is one of ours; else English.
 * The browser's languages come as BCP 47 tags in its order of preference; only the first counts, because a later one is not "its own".
 */
export function resolveLanguage(known: {
  chosen?: string | null | undefined;
  salon?: string | null | undefined;
  browser?: string | undefined;
}): LanguageCode {
  const browser = known.browser?.slice(0, 2).toLowerCase();
  return [known.chosen, known.salon, browser].find(isLanguage) ?? DEFAULT_LANGUAGE;
}
