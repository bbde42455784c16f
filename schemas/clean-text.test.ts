import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText } from './clean-text.ts';

describe('what nobody sees goes', () => {
  it.each([
    ['the embedding of a contacts app', '\u202a+359 88 123 4567\u202c', '+359 88 123 4567'],
    ['the isolates of a chat', '\u20680888 123 456\u2069', '0888 123 456'],
    ['the marks of direction', 'Иван\u200e \u200fПетров\u061c', 'Иван Петров'],
    ['a soft hyphen', 'Алек\u00adсандра', 'Александра'],
    ['a space of no width, and a word joiner', 'Ма\u200bрия\u2060', 'Мария'],
    ['the mark of a file', '\ufeffИме', 'Име'],
    ['a joiner and a non-joiner between letters', 'Ма\u200dр\u200cия', 'Мария'],
    ['a joiner that joins nothing', '😀\u200d 😀\u200dа \u200d😀', '😀 😀а 😀'],
    ['tags that belong to no flag', 'Мария\u{e0061}\u{e0062}\u{e007f} \u{1f3f4}\u{e0061}', 'Мария \u{1f3f4}'],
    ['nothing but them', '\u200b\u2063', ''],
  ])('%s', (_, text, cleaned) => expect(cleanText(text)).toBe(cleaned));
});

describe('what is seen stays', () => {
  it.each([
    ['a family', '👨‍👩‍👧‍👦'],
    ['a skin and a trade', '👩🏽‍🔬 🧑🏻‍🤝‍🧑🏿 👨‍🦰'],
    ['a heart on fire, a flag of colours', '❤️‍🔥 🏳️‍🌈 🏴‍☠️ 👁️‍🗨️'],
    ['who runs to the right', '🏃🏽‍♀️‍➡️'],
    ['the flags of parts of a country', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁵󠁳󠁣󠁡󠁿'],
    ['flags, keys and signs', '🇧🇬 1️⃣ #️⃣ ☎️ ☎︎ ©'],
    ['marks of letters', 'й е\u0301 नि'],
    ['spaces and lines', 'а\u00a0б\u202f1\n\tв'],
  ])('%s', (_, text) => expect(cleanText(text)).toBe(text));
});

it('wherever they stand: the same text is left, and nothing more to clean', () => {
  const invisible = fc.constantFrom(
    '\u00ad',
    '\u061c',
    '\u200b',
    '\u200c',
    '\u200d',
    '\u200e',
    '\u202a',
    '\u2066',
    '\ufeff',
    '\u{e0061}',
  );
  const letter = fc.constantFrom('М', 'я', '7', ' ', '+', 'e\u0301', '🇧🇬', '1️⃣');
  fc.assert(
    fc.property(fc.array(fc.tuple(letter, invisible)), (pieces) => {
      const seen = pieces.map(([one]) => one).join('');
      const cleaned = cleanText(pieces.flat().join(''));
      expect(cleaned).toBe(seen);
      expect(cleanText(cleaned)).toBe(cleaned);
    }),
  );
  const any = fc.oneof(letter, invisible, fc.constantFrom('😀', '👩', '\ufe0f', '🏽', '\u{1f3f4}', '\u{e007f}'));
  fc.assert(
    fc.property(fc.array(any), (pieces) => {
      const cleaned = cleanText(pieces.join(''));
      expect(cleanText(cleaned)).toBe(cleaned);
    }),
  );
});
