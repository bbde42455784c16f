import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder, isTest, PRODUCT } from './tree.ts';

/** A folder of more files than these is a bag: nobody reads the list of it any more. */
const MOST = 35;

const SOURCE = /\.(?:tsx?|mjs|css|sql)$/;
/** Tests beside what they test are not counted; in tests/ they are what the folder holds. */
const counts = (file: string) => SOURCE.test(file) && (file.startsWith('tests/') || !isTest(file));

function largerFolders(files: readonly string[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const file of files.filter(counts)) found[path.posix.dirname(file)] = (found[path.posix.dirname(file)] ?? 0) + 1;
  return Object.fromEntries(Object.entries(found).filter(([, number]) => number > MOST));
}

/** The two languages have the same files; a sheet of styles may have the name of what it is for. */
const OF_LANGUAGE = /^src\/i18n\/(?:bg|en)\//;

/** Returns the names, without their endings, that two product files have. */
function twins(files: readonly string[]): string[] {
  const names = files
    .filter((file) => SOURCE.test(file) && !isTest(file) && !OF_LANGUAGE.test(file))
    .filter((file) => !file.endsWith('.css') || !files.includes(file.replace(/css$/, 'tsx')))
    .map((file) => path.posix.basename(file).replace(SOURCE, ''));
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))].sort();
}

const TREE = ['src', 'sync', 'schemas', 'supabase', 'tests', 'build'].flatMap(filesUnder);

describe('the tree', () => {
  it(`holds no folder of more than ${MOST} files side by side`, () => {
    expect(TREE.length).toBeGreaterThan(1500);
    expect(largerFolders(TREE)).toEqual({});
  });

  it('holds no two product files of one name', () => {
    const product = TREE.filter((file) => PRODUCT.some((folder) => file.startsWith(`${folder}/`)));
    expect(twins(product)).toEqual([]);
  });
});

describe('it is noticed', () => {
  const many = (folder: string, ending: string) => Array.from({ length: MOST + 1 }, (_, n) => `${folder}/file-${n}${ending}`);

  it('when a folder is too large, by tests in tests/ alone', () => {
    expect(largerFolders(many('src/ui', '.tsx'))).toEqual({ 'src/ui': MOST + 1 });
    expect(largerFolders(many('src/ui', '.tsx').slice(1))).toEqual({});
    expect(largerFolders(many('src/ui', '.test.tsx'))).toEqual({});
    expect(largerFolders(many('src/i18n/bg', '.json'))).toEqual({});
    expect(largerFolders(many('tests/sync', '.test.ts'))).toEqual({ 'tests/sync': MOST + 1 });
  });

  it('when a name stands twice, whatever its ending; tests and languages may', () => {
    expect(twins(['src/domain/one.ts', 'src/features/calendar/day/one.tsx', 'src/ui/two.tsx'])).toEqual(['one']);
    expect(twins(['src/domain/a.test.ts', 'src/data/a.test.ts', 'src/i18n/bg/b.ts', 'src/i18n/en/b.ts'])).toEqual([]);
  });
});

it('names in vitest.config.ts the files that there are: under a former name their tests would share a process', () => {
  const config = readFileSync(path.join(import.meta.dirname, '../../vitest.config.ts'), 'utf8');
  const named = [...config.matchAll(/[\w-]+(?:\\\.[\w-]+)*\\\.tsx?(?=[|/])/g)].map(([name]) => name.replaceAll('\\', ''));
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((name) => !TREE.some((file) => path.posix.basename(file) === name))).toEqual([]);
});
