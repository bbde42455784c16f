import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/**
 * A function that tests alone call looks like part of the product to whoever reads it: they use it, change it, and nobody sees
 * it. What the product names nowhere goes, with its tests.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const EXPORT = /^export (?:async )?(?:function\*?|const|class) (\w+\$?)/gm;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*$/gm;
const OF_TESTS = /\.test\.|\.test-support\./;

/** What only tests name, and why it stays. */
const STAYS: Readonly<Record<string, string>> = {
  'src/data/session/auth-errors.ts: MISSING_CREDENTIALS': 'a text of the server, which tests compare',
  'src/features/sync-center/issues/issue-reason.ts: REASON_KEYS': 'the keys that the database’s constraints must have words for',
  'supabase/local/api/auth-routes.ts: AUTH_ROUTES': 'the routes that are served, held against those of the library',
};

function unnamed(texts: ReadonlyMap<string, string>): readonly string[] {
  const bare = new Map([...texts].map(([file, text]) => [file, text.replace(COMMENT, '')]));
  const named = new Map<string, number>();
  for (const text of bare.values()) for (const word of text.match(/[\w$]+/g) ?? []) named.set(word, (named.get(word) ?? 0) + 1);
  return [...bare].flatMap(([file, text]) =>
    [...text.matchAll(EXPORT)].flatMap(([, name = '']) => ((named.get(name) ?? 0) > 1 ? [] : [`${file}: ${name}`])),
  );
}

function productTexts(): Map<string, string> {
  const files = ['src', 'sync', 'schemas', 'supabase/local', 'build'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  );
  const product = ['vite.config.ts', ...files].filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !OF_TESTS.test(file));
  return new Map(product.map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')]));
}

it('the product exports nothing that it names nowhere, and the exceptions are such', () => {
  const texts = productTexts();
  expect(texts.size).toBeGreaterThan(500);
  expect([...unnamed(texts)].sort()).toEqual(Object.keys(STAYS).sort());
});

it('is noticed, a mention in a comment is no use', () => {
  const texts = new Map([
    ['a.ts', '/** As `dead`. */\nexport function used() {}\nexport const live$ = 1;\nexport async function dead() {}'],
    ['b.ts', "import { used, live$ } from './a.ts';"],
  ]);
  expect(unnamed(texts)).toEqual(['a.ts: dead']);
});
