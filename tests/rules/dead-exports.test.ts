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

/** What nothing in the product names yet, and why it stays. A name that is used again is taken off when somebody passes by. */
const STAYS: Readonly<Record<string, readonly string[]>> = {
  'for the build and tests of it': ['BUILD_TARGETS', 'REASON_KEYS'],
  'the texts of the server, which tests compare': ['MISSING_CREDENTIALS'],
  'waits for the screens of groups and categories': [
    'addEmployeeGroup',
    'updateEmployeeGroup',
    'deleteEmployeeGroup',
    'renameServiceGroup',
    'deleteServiceGroup',
    'setServiceOnline',
  ],
  'waits for the dialog and the calendar of visits': [
    ...[
      'addVisit',
      'addLegs',
      'takeBackLegs',
      'orderLegs',
      'pressVisitStatus',
      'setVisitStatus',
      'deleteVisit',
      'undoDeleteVisit',
    ],
    ...['partOf', 'spanOfVisit', 'isOfferedBy', 'nextFreeVisits$'],
  ],
  'one row of a list, beside the reads that screens have': ['client$', 'employee$', 'product$', 'service$'],
  'the specification’s own, held by the reference': ['isBookableAt', 'isWithinShift', 'avatarIndex'],
  'the marks of a row, which tests of overlaps read': ['issuesByRow$', 'troubleOf'],
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
  const files = ['src', 'sync', 'schemas'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  );
  const product = files.filter((file) => /\.tsx?$/.test(file) && !OF_TESTS.test(file));
  return new Map(product.map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')]));
}

it('the product exports nothing that it names nowhere', () => {
  const texts = productTexts();
  expect(texts.size).toBeGreaterThan(500);
  const stays = new Set(Object.values(STAYS).flat());
  expect(unnamed(texts).filter((found) => !stays.has(found.split(': ')[1] ?? ''))).toEqual([]);
});

it('is noticed, a mention in a comment is no use', () => {
  const texts = new Map([
    ['a.ts', '/** As `dead`. */\nexport function used() {}\nexport const live$ = 1;\nexport async function dead() {}'],
    ['b.ts', "import { used, live$ } from './a.ts';"],
  ]);
  expect(unnamed(texts)).toEqual(['a.ts: dead']);
});
