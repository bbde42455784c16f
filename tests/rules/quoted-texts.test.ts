/** Texts that the specification gives in one language are used word for word in it; that the other has them too is texts.test.ts's. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** No texts of the interface: a row's name, and the language's own, which src/i18n/languages.ts has. */
const ELSEWHERE = ['Default Employee', 'Български'];

function textsOf(language: 'bg' | 'en'): string[] {
  const folder = `${root}/src/i18n/${language}`;
  const leaves = (value: unknown): string[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [String(value)];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => leaves(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'))));
}

/** What a line of the checklist quotes, without what is said of tests; single words in Latin letters are names of columns and values. */
function quoted(): { line: string; text: string; language: 'bg' | 'en' }[] {
  const list = readFileSync(`${root}/tests/spec/checklist.md`, 'utf8');
  return [...list.matchAll(/^- \[.\] (\S+) (.*)$/gm)].flatMap(([, line = '', said = '']) =>
    [...(said.split(' — ')[0] ?? '').matchAll(/(?<!\w)'([^']{4,})'(?!\w)/g)].flatMap(([, text = '']) => {
      if (/\p{Script=Cyrillic}/u.test(text)) return { line, text, language: 'bg' as const };
      return /^[A-Z].*\s/.test(text) ? { line, text, language: 'en' as const } : [];
    }),
  );
}

/** A text with places to fill says any quoted one that has something there. */
const says = (own: string, text: string): boolean =>
  own === text ||
  (own.includes('{{') &&
    new RegExp(
      `^${own
        .split(/{{[^}]*}}/)
        .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        .join('.+')}$`,
    ).test(text));

it('texts that the specification quotes are used word for word in their language', () => {
  const texts = { bg: textsOf('bg'), en: textsOf('en') };
  const found = quoted().filter(({ text }) => !ELSEWHERE.includes(text));
  expect(found.length).toBeGreaterThan(60);
  const missing = found.filter(({ text, language }) => !texts[language].some((own) => says(own, text)));
  expect(missing).toEqual([]);
});
