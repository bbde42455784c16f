import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { FOLDERS, foldersTable, LAYERED, layersTable } from './layers.ts';
import { ROOT, textOf } from './tree.ts';

/** `GREBEN_LAYERS=write` writes what is made from the table, before it is looked at. */
const WRITE = process.env.GREBEN_LAYERS === 'write';
const at = (file: string) => path.join(ROOT, file);

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
const guideOf = (folder: string) => GUIDES.get(folder) ?? 'README.md';

if (WRITE) {
  writeTable('README.md', 'the folders', foldersTable());
  for (const layered of LAYERED) writeTable(guideOf(layered.path), `the layers of ${layered.path}`, layersTable(layered));
}

it('the READMEs show the table of folders and those of their layers', () => {
  expect(tableIn('README.md', 'the folders')).toBe(foldersTable());
  for (const layered of LAYERED)
    expect(tableIn(guideOf(layered.path), `the layers of ${layered.path}`)).toBe(layersTable(layered));
});

it('each folder and layer of the table is there, and each folder of a layered one stands in it', () => {
  expect(FOLDERS.filter((folder) => !existsSync(at(folder.path)))).toEqual([]);
  for (const { path: layered, layers } of LAYERED) {
    const there = readdirSync(at(layered), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const named = layers.map(({ folder }) => folder).filter((folder) => folder !== '.');
    expect([layered, ...there.map(({ name }) => name).sort()]).toEqual([layered, ...named.sort()]);
  }
});
