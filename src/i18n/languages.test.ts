import { describe, expect, it } from 'vitest';
import { writeDate } from './formats.ts';
import { DEFAULT_LANGUAGE, LANGUAGE_FORMATS, LANGUAGE_NAMES, resolveLanguage } from './languages.ts';

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

describe('a date in Bulgarian', () => {
  it.each([
    { form: 'shortDate', text: '05/11/2026' },
    { form: 'mediumDate', text: '05 ное 2026' },
    { form: 'longDate', text: '05 ноември 2026' },
    { form: 'fullDate', text: 'четвъртък, 05 ноември 2026' },
  ] as const)('is written $text as $form', ({ form, text }) => {
    expect(writeDate('2026-11-05', LANGUAGE_FORMATS.bg[form], 'bg')).toBe(text);
  });

  it.each([
    { pattern: 'MM/dd/yyyy', text: '11/05/2026' },
    { pattern: 'yyyy-MM-dd', text: '2026-11-05' },
    { pattern: 'EEE, d MMMM', text: 'чт, 5 ноември' },
  ])('follows the pattern $pattern', ({ pattern, text }) => {
    expect(writeDate('2026-11-05', pattern, 'bg')).toBe(text);
  });
});

describe('a date in English', () => {
  it('has English names', () => {
    expect(writeDate('2026-11-05', LANGUAGE_FORMATS.en.fullDate, 'en')).toBe('Thursday, 05 November 2026');
  });
});
