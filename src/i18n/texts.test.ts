import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '#schemas/constants.ts';

const here = dirname(fileURLToPath(import.meta.url));
const source = dirname(here);
const CYRILLIC = /\p{Script=Cyrillic}/u;
/** What i18next puts after a key for plurals; Bulgarian and English both need exactly these two. */
const PLURALS = ['_one', '_other'];

/** The words that stay Bulgarian in English texts: they name the language or the product itself. */
const STAYS_BULGARIAN = new Set(['Български']);

function namespacesOf(language: Language): string[] {
  return readdirSync(join(here, language))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
}

/** Nested keys become `a.b`, as the code asks for them. */
function flatten(texts: object, before = ''): [string, unknown][] {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? flatten(value, `${before}${key}.`) : [[`${before}${key}`, value]],
  );
}

function textsOf(language: Language, namespace: string): Map<string, unknown> {
  return new Map(flatten(JSON.parse(readFileSync(join(here, language, `${namespace}.json`), 'utf8')) as object));
}

const placeholders = (text: unknown) => [...String(text).matchAll(/{{\s*-?\s*([\w.]+)/g)].map((match) => match[1]).sort();
const tags = (text: unknown) => [...String(text).matchAll(/<\/?(\w+)>/g)].map((match) => match[0]).sort();

function sourceFiles(): string[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith('i18n'),
  );
}

interface Use {
  file: string;
  namespace: string;
  key: string;
}

/**
 * Every key that the code names in full: `t('key')` or `t('ns:key')` with the namespaces of that file's useTranslation calls, and
 * any 'ns:key' literal whose namespace exists (validation messages, maps of errors). `t(variable)` cannot be seen here;
 * the i18n instance throws on a missing key in every component test instead.
 */
function usesIn(file: string, known: readonly string[]): { use: Use; candidates: readonly string[] }[] {
  const code = readFileSync(join(source, file), 'utf8');
  const own = [...code.matchAll(/useTranslation\(\s*\[?((?:'[\w-]+',?\s*)+)\]?/g)].flatMap((match) =>
    [...(match[1] ?? '').matchAll(/'([\w-]+)'/g)].map((name) => name[1] ?? ''),
  );
  const bound = [...code.matchAll(/getFixedT\([^)]*'([\w-]+)'\s*\)/g)].map((match) => match[1] ?? '');
  // A file that is handed its `t` does not say which namespace it is of.
  const namespaces = own.length + bound.length > 0 ? [...own, ...bound] : known;
  const calls = [...code.matchAll(/(?<![\w$])(?:\w+\.)?t[A-Z]?\w*\(\s*'([^'\n]+)'/g)]
    .filter((match) => /^(?:i18n\.)?t(?:$|\(|[A-Z])/.test(match[0]))
    .map((match) => match[1] ?? '');
  const literals = [...code.matchAll(/'([\w-]+):([\w.]+)'/g)]
    .filter((match) => known.includes(match[1] ?? ''))
    .map((match) => `${match[1]}:${match[2]}`);
  return [...calls, ...literals].map((found) => {
    const [first = '', second] = found.split(':');
    return second !== undefined && known.includes(first)
      ? { use: { file, namespace: first, key: second }, candidates: [first] }
      : {
          use: { file, namespace: own.length + bound.length > 0 ? namespaces.join('|') : '?', key: found },
          candidates: namespaces,
        };
  });
}

describe('the texts', () => {
  const namespaces = namespacesOf('en');

  it('come in the same files in both languages', () => {
    expect(namespacesOf('bg')).toEqual(namespacesOf('en'));
    expect(namespaces).toContain('common');
  });

  describe.each(namespaces)('%s', (namespace) => {
    const bg = textsOf('bg', namespace);
    const en = textsOf('en', namespace);

    it('has the same keys in both languages', () => {
      expect([...en.keys()].sort()).toEqual([...bg.keys()].sort());
    });

    it('has no empty text and nothing but texts', () => {
      const bad = LANGUAGES.flatMap((language) =>
        [...(language === 'bg' ? bg : en)]
          .filter(([, text]) => typeof text !== 'string' || text.trim() === '')
          .map(([key]) => `${language} ${key}`),
      );
      expect(bad).toEqual([]);
    });

    it('has no Cyrillic in English', () => {
      const bad = [...en].filter(([, text]) => CYRILLIC.test(String(text)) && !STAYS_BULGARIAN.has(String(text)));
      expect(bad).toEqual([]);
    });

    it('writes email in English without a hyphen', () => {
      expect([...en].filter(([, text]) => /e-mail/i.test(String(text)))).toEqual([]);
    });

    it('fills in the same places in both languages', () => {
      const bad = [...en].filter(([key, text]) => {
        const other = bg.get(key);
        return placeholders(text).join() !== placeholders(other).join() || tags(text).join() !== tags(other).join();
      });
      expect(bad).toEqual([]);
    });

    it('has both forms of every plural', () => {
      const bad = [...en.keys()].filter((key) => {
        const ending = PLURALS.find((plural) => key.endsWith(plural));
        return ending !== undefined && !PLURALS.every((plural) => en.has(key.slice(0, -ending.length) + plural));
      });
      expect(bad).toEqual([]);
    });
  });

  it('have one English word for the stock revision', () => {
    const others = namespaces.flatMap((namespace) =>
      [...textsOf('en', namespace)].filter(([, text]) =>
        /stock.?(?:counts?|tak|revision)|inventory|appointments and counts/i.test(String(text)),
      ),
    );
    expect(others).toEqual([]);
    for (const [namespace, key] of [
      ['products', 'revision'],
      ['issues', 'nameless_product_revisions'],
      ['sync', 'tables_product_revisions'],
      ['restored', 'group_product_revisions'],
    ] as const)
      expect(String(textsOf('en', namespace).get(key))).toMatch(/^revisions?$/i);
  });

  it('exist for every key the code asks for', () => {
    const all = new Map(namespaces.map((namespace) => [namespace, textsOf('en', namespace)]));
    const has = (namespace: string, key: string) => {
      const texts = all.get(namespace);
      if (texts === undefined) return false;
      const isTree = [...texts.keys()].some((known) => known.startsWith(`${key}.`)); // asked for with returnObjects
      return isTree || texts.has(key) || PLURALS.every((plural) => texts.has(key + plural));
    };
    const uses = sourceFiles().flatMap((file) => usesIn(file, namespaces));
    const lost = uses
      .filter(({ use, candidates }) => !candidates.some((namespace) => has(namespace, use.key)))
      .map(({ use }) => `${use.file}: ${use.namespace}:${use.key}`);
    expect(lost).toEqual([]);
    expect(uses.length).toBeGreaterThan(30);
  });

  it('exist for the fixed beginning of every key the code puts together', () => {
    const beginnings = sourceFiles().flatMap((file) =>
      [...readFileSync(join(source, file), 'utf8').matchAll(/(?<![\w$])(?:i18n\.)?t\(\s*`([^`$]+)\$\{/g)].map((match) => ({
        file,
        text: match[1] ?? '',
      })),
    );
    const keys = namespaces.flatMap((namespace) =>
      [...textsOf('en', namespace).keys()].flatMap((key) => [key, `${namespace}:${key}`]),
    );
    expect(beginnings.filter(({ text }) => !keys.some((key) => key.startsWith(text)))).toEqual([]);
    expect(beginnings.length).toBeGreaterThan(0);
  });
});
