import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

/**
 * The rule of who may import whom (README, “The house”) is held by Biome. A rule that nobody has seen fail may well hold
 * nothing: so each kind of forbidden import is planted in a small house with the real configuration.
 */
const repo = fileURLToPath(new URL('../..', import.meta.url));
const biome = join(repo, 'node_modules/@biomejs/biome/bin/biome');
let house: string;

beforeEach(() => {
  house = mkdtempSync(join(tmpdir(), 'greben-house-'));
  for (const file of ['biome.json', 'package.json', '.gitignore']) cpSync(join(repo, file), join(house, file));
});
afterEach(() => rmSync(house, { recursive: true, force: true }));

function put(path: string, text: string) {
  mkdirSync(dirname(join(house, path)), { recursive: true });
  writeFileSync(join(house, path), text);
}

/** What Biome's linter says of the house; empty when it is content. */
function complaints(): string {
  try {
    execFileSync(process.execPath, [biome, 'lint', '--colors=off', '.'], { cwd: house, encoding: 'utf8', stdio: 'pipe' });
    return '';
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return stdout + stderr;
  }
}

const FORBIDDEN: readonly (readonly [importer: string, imported: string])[] = [
  ['schemas/a.ts', '#sync/replica.ts'],
  ['schemas/a.ts', '../sync/replica.ts'],
  ['sync/a.ts', '#data/session.ts'],
  ['sync/a.ts', '../src/data/session.ts'],
  ['sync/a.ts', '#domain/time.ts'],
  ['sync/a.ts', 'react'],
  ['src/domain/a.ts', '#data/session.ts'],
  ['src/domain/a.ts', '../data/session.ts'],
  ['src/domain/a.ts', 'rxdb'],
  ['src/data/a.ts', '#ui/button.tsx'],
  ['src/data/a.ts', '../ui/button.tsx'],
  ['src/i18n/a.ts', '#domain/time.ts'],
  ['src/ui/a.ts', '#data/session.ts'],
  ['src/ui/a.ts', '../data/session.ts'],
  ['src/features/calendar/a.ts', '#features/clients/clients-page.tsx'],
  ['src/features/calendar/a.ts', '../clients/clients-page.tsx'],
  ['src/features/calendar/a.ts', '#sync/replica.ts'],
  ['src/features/calendar/a.ts', '#app/router.tsx'],
  ['src/features/calendar/a.ts', '@supabase/supabase-js'],
  ['src/app/a.ts', 'rxdb/plugins/core'],
  ['src/pwa/a.ts', '#features/calendar/calendar-page.tsx'],
  ['src/features/calendar/a.ts', 'dayjs'],
  ['supabase/local/a.ts', '#domain/time.ts'],
  ['supabase/local/a.ts', '../../src/domain/time.ts'],
];

it.each(FORBIDDEN)('%s may not import %s', (importer, imported) => {
  put(importer, `import { thing } from '${imported}';\nexport const other = thing;\n`);
  const said = complaints();
  expect(said).toContain('noRestrictedImports');
  expect(said).toContain(importer);
});

it.each([
  ['sync/a.ts', '#schemas/registry.ts'],
  ['src/domain/a.ts', '#schemas/constants.ts'],
  ['src/data/a.ts', '#sync/replica.ts'],
  ['src/data/a.ts', 'rxdb'],
  ['src/ui/a.ts', '#i18n/i18n.ts'],
  ['src/features/calendar/a.ts', '#domain/time.ts'],
  ['src/features/calendar/a.ts', '#features/use-replica.ts'],
  ['src/app/a.ts', '#features/calendar/calendar-page.tsx'],
  ['src/pwa/a.ts', '#sync/replica.ts'],
  ['supabase/local/a.ts', '#schemas/registry.ts'],
])('%s may import %s', (importer, imported) => {
  put(importer, `import { thing } from '${imported}';\nexport const other = thing;\n`);
  expect(complaints()).toBe('');
});

it('a circle of imports is refused, through aliases as well', () => {
  put('sync/one.ts', "import { two } from '#sync/two.ts';\nexport const one = () => two;\n");
  put('sync/two.ts', "import { one } from './one.ts';\nexport const two = () => one;\n");
  expect(complaints()).toContain('noImportCycles');
});
