import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { FOLDERS, floorsTable, HOUSES, houseTable, MOST_FILES, overrides } from './layers.ts';

/** `GREBEN_FLOORS=write` writes what is made from the table, before it is looked at. */
const WRITE = process.env.GREBEN_FLOORS === 'write';
const repo = fileURLToPath(new URL('../..', import.meta.url));
const at = (file: string) => path.join(repo, file);
const textOf = (file: string) => readFileSync(at(file), 'utf8');

/** Between these two lines of a document stands a table that is made. */
const marks = (name: string) => [`<!-- ${name}: made from tests/rules/layers.ts -->\n`, `\n<!-- ${name} ends -->`] as const;

function tableIn(file: string, name: string): string | undefined {
  const [from, to] = marks(name);
  return textOf(file).split(from)[1]?.split(to)[0];
}

function writeTable(file: string, name: string, table: string): void {
  const [from, to] = marks(name);
  const [before, rest] = textOf(file).split(from);
  const after = rest?.split(to)[1];
  if (after === undefined) throw new Error(`${file} has no place for the table of ${name}`);
  writeFileSync(at(file), `${before}${from}${table}${to}${after}`);
}

function writeConfiguration(): void {
  writeFileSync(at('biome.json'), JSON.stringify({ ...JSON.parse(textOf('biome.json')), overrides: overrides() }, null, 2));
  execFileSync(process.execPath, [at('node_modules/@biomejs/biome/bin/biome'), 'format', '--write', 'biome.json'], { cwd: repo });
}

const GUIDES = new Map([
  ['sync', 'sync/README.md'],
  ['src/data', 'src/README.md'],
  ['src/features/admin', 'src/README.md'],
  ['src/features/calendar', 'src/README.md'],
  ['src/features/clients', 'src/README.md'],
  ['src/features/products', 'src/README.md'],
  ['src/features/shifts', 'src/README.md'],
  ['src/features/sync-center', 'src/README.md'],
]);
const guideOf = (house: string) => GUIDES.get(house) ?? 'README.md';

if (WRITE) {
  writeConfiguration();
  writeTable('README.md', 'the house', houseTable());
  for (const house of HOUSES) writeTable(guideOf(house.path), `the floors of ${house.path}`, floorsTable(house));
}

it('the linter holds what the table of the house says', () => {
  expect(JSON.parse(textOf('biome.json')).overrides).toEqual(overrides());
});

it('the READMEs show the table of the house and of its floors', () => {
  expect(tableIn('README.md', 'the house')).toBe(houseTable());
  for (const house of HOUSES) expect(tableIn(guideOf(house.path), `the floors of ${house.path}`)).toBe(floorsTable(house));
});

it('each folder and room of the table is there, and each room that is there stands in it', () => {
  expect(FOLDERS.filter((folder) => !existsSync(at(folder.path)))).toEqual([]);
  for (const { path: house, floors } of HOUSES) {
    const rooms = readdirSync(at(house), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const named = floors.map(({ room }) => room).filter((room) => room !== '.');
    expect([house, ...rooms.map(({ name }) => name).sort()]).toEqual([house, ...named.sort()]);
  }
});

/** What is neither a test nor a support of tests. */
const isProduct = (file: string) => /\.(?:tsx?|css)$/.test(file) && !/\.test(?:-support)?\.tsx?$/.test(file);

/** The folder and all folders in it, each with how many product files lie in it side by side. */
function counts(folder: string): (readonly [string, number])[] {
  const entries = readdirSync(at(folder), { withFileTypes: true });
  const own = entries.filter((entry) => entry.isFile() && isProduct(entry.name)).length;
  return [[folder, own], ...entries.filter((entry) => entry.isDirectory()).flatMap(({ name }) => counts(`${folder}/${name}`))];
}

it(`no folder of screens, data or sync holds more than ${MOST_FILES} product files side by side`, () => {
  const all = ['src/features', 'src/data', 'sync'].flatMap(counts);
  expect(all.filter(([, files]) => files > MOST_FILES)).toEqual([]);
  expect(all.length).toBeGreaterThan(30);
});
