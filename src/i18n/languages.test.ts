import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#schemas/constants.ts';
import { i18n } from './i18n.ts';
import { DEFAULT_LANGUAGE, LANGUAGE_NAMES, resolveLanguage, UNNAMED_BLOCKS } from './languages.ts';

describe('the language shown', () => {
  it.each([
    { known: { chosen: 'en', salon: 'bg', browser: 'bg-BG' }, shown: 'en', because: 'the last choice in this browser holds' },
    { known: { chosen: null, salon: 'bg', browser: 'en-GB' }, shown: 'bg', because: 'else the salon decides' },
    {
      known: { chosen: null, salon: null, browser: 'bg-BG' },
      shown: 'bg',
      because: 'else the browser, if it speaks one of ours',
    },
    { known: { chosen: 'de', salon: 'ru', browser: 'fr-FR' }, shown: 'en', because: 'else English' },
    { known: {}, shown: 'en', because: 'English when nothing is known' },
  ])('is $shown: $because', ({ known, shown }) => {
    expect(resolveLanguage(known)).toBe(shown);
  });

  it('has the names and the default of the specification', () => {
    expect(LANGUAGE_NAMES).toEqual({ bg: 'Български', en: 'English' });
    expect(DEFAULT_LANGUAGE).toBe('en');
  });
});

it('knows the title of unnamed blocked time in each language as the calendar writes it', () => {
  expect(UNNAMED_BLOCKS).toEqual(LANGUAGES.map((lng) => i18n.t('calendar:blocked_title', { lng })));
});
