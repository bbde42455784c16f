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
    execFileSync(process.execPath, [biome, 'lint', '--colors=off', '--max-diagnostics=none', '.'], {
      cwd: house,
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return '';
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return stdout + stderr;
  }
}

type Import = readonly [folder: string, imported: string];

/** Each in a file of its own. */
const planted = (kind: string, imports: readonly Import[]) =>
  imports.map(([folder, imported], n) => [folder, imported, `${folder}/${kind}${n}.ts`] as const);

const FORBIDDEN = planted('forbidden', [
  ['schemas', '#sync/replica.ts'],
  ['schemas', '../sync/replica.ts'],
  ['sync', '#data/session/session.ts'],
  ['sync', '../src/data/session.ts'],
  ['sync', '#domain/time.ts'],
  ['sync', 'react'],
  ['src/domain', '#data/session/session.ts'],
  ['src/domain', '../data/session.ts'],
  ['src/domain', 'rxdb'],
  ['src/data', '#ui/button.tsx'],
  ['src/data', '../ui/button.tsx'],
  ['src/i18n', '#domain/time.ts'],
  ['src/ui', '#data/session/session.ts'],
  ['src/ui', '../data/session.ts'],
  ['src/features/calendar', '#features/clients/clients-page.tsx'],
  ['src/features/calendar', '../clients/clients-page.tsx'],
  ['src/features/calendar', '#sync/replica.ts'],
  ['src/features/calendar', '#app/router.tsx'],
  ['src/features/calendar', '@supabase/supabase-js'],
  ['src/app', 'rxdb/plugins/core'],
  ['src/pwa', '#features/calendar/calendar-page.tsx'],
  ['src/features/calendar', 'dayjs'],
  ['supabase/local', '#domain/time.ts'],
  ['supabase/local', '../../src/domain/time.ts'],
]);
const ALLOWED = planted('allowed', [
  ['sync', '#schemas/registry.ts'],
  ['src/domain', '#schemas/constants.ts'],
  ['src/data', '#sync/replica.ts'],
  ['src/data', 'rxdb'],
  ['src/ui', '#i18n/i18n.ts'],
  ['src/features/calendar', '#domain/time.ts'],
  ['src/features/calendar', '#features/use-replica.ts'],
  ['src/app', '#features/calendar/calendar-page.tsx'],
  ['src/pwa', '#sync/replica.ts'],
  ['supabase/local', '#schemas/registry.ts'],
]);

/** Found once for all of them: to start Biome for each took longer than all that it looks at. */
let found: string | undefined;
function foundIn(file: string): readonly string[] {
  if (found === undefined) {
    for (const [, imported, path] of [...FORBIDDEN, ...ALLOWED])
      put(path, `import { thing } from '${imported}';\nexport const other = thing;\n`);
    found = complaints();
  }
  return found.split('\n').filter((line) => line.startsWith(`${file}:`));
}

it.each(FORBIDDEN)('%s may not import %s', (_, __, file) => {
  expect(foundIn(file)).toEqual([expect.stringContaining('noRestrictedImports')]);
});

it.each(ALLOWED)('%s may import %s', (_, __, file) => {
  expect(foundIn(file)).toEqual([]);
});

it('a circle of imports is refused, through aliases as well', () => {
  put('sync/one.ts', "import { two } from '#sync/two.ts';\nexport const one = () => two;\n");
  put('sync/two.ts', "import { one } from './one.ts';\nexport const two = () => one;\n");
  expect(complaints()).toContain('noImportCycles');
});
