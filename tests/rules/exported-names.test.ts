import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { productCode, textOf } from './tree.ts';

/**
 * An exported name means one thing in the whole product: whoever searches for it finds it. A type and a value of one name in one
 * file are one thing, and what is exported again is no second one.
 */

/** A module's own thing without a name, and how a program begins. */
const OF_MANY = new Set(['default', 'main']);

/** The texts of a language have the names of their files. */
const OF_LANGUAGE = /^src\/i18n\/(?:bg|en)\//;

/** Returns the names that a file declares and exports. */
function exportedBy(file: string, text: string): string[] {
  const { module } = parseSync(file, text);
  const imported = new Set(module.staticImports.flatMap(({ entries }) => entries.map(({ localName }) => localName.value)));
  const entries = module.staticExports.flatMap((statement) => statement.entries);
  const own = entries.filter(({ moduleRequest, localName }) => !moduleRequest && !imported.has(localName.name ?? ''));
  return [...new Set(own.map(({ exportName }) => exportName.name ?? 'default'))].filter((name) => !OF_MANY.has(name));
}

function severalThings(files: ReadonlyMap<string, string>): string[] {
  const homes = new Map<string, string[]>();
  for (const [file, text] of files)
    for (const name of exportedBy(file, text)) homes.set(name, [...(homes.get(name) ?? []), file]);
  return [...homes].filter(([, home]) => home.length > 1).map(([name, home]) => `${name}: ${home.join(', ')}`);
}

it('an exported name means one thing', () => {
  const files = productCode().filter((file) => !OF_LANGUAGE.test(file));
  expect(files.length).toBeGreaterThan(700);
  const found = severalThings(new Map(files.map((file) => [file, textOf(file)])));
  expect(found).toEqual([]);
});

it('is noticed when it means two, as a type too', () => {
  const files = new Map([
    ['a.ts', 'export interface Row {}\nexport const Row = {};\nexport function rowOf() {}\nconst x = 1;\nexport { x as place };'],
    [
      'b.ts',
      "import { rowOf } from './a.ts';\nexport { rowOf };\nexport * from './a.ts';\nexport type Row = string;\nexport class place {}",
    ],
  ]);
  expect(severalThings(files)).toEqual(['Row: a.ts, b.ts', 'place: a.ts, b.ts']);
});
