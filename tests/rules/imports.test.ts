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
  ['src/app', '#data/inside-replica.ts'],
  ['src/pwa', '#data/inside-replica.ts'],
  ['src/features/clients', '#data/inside-replica.ts'],
  ['src/features/calendar/event', '#data/inside-replica.ts'],
  ['src/pwa', '#features/calendar/calendar-page.tsx'],
  ['src/features/calendar', 'dayjs'],
  ['src/features/clients', '#calendar/reads/use-day.ts'],
  ['src/app', '#sync-center/status/use-now.ts'],
  ['src/features/calendar/reads', '#calendar/day/day-grid.tsx'],
  ['src/features/calendar/reads', '#calendar/calendar-page.tsx'],
  ['src/features/calendar/reads', '#calendar/reads/use-day.ts'],
  ['src/features/calendar/reads', '#features/clients/clients-page.tsx'],
  ['src/features/calendar/reads', '#sync-center/status/use-now.ts'],
  ['src/features/calendar/reads', 'rxdb'],
  ['src/features/calendar/print', '#calendar/find-slot/find-slot-form.tsx'],
  ['src/features/calendar/day', '#calendar/week/week-grid.tsx'],
  ['src/features/sync-center/status', '#sync-center/issues/issue-card.tsx'],
  ['sync/core', '#sync/storage/stores.ts'],
  ['sync/core', '#sync/replica.ts'],
  ['sync/core', 'react'],
  ['sync/versions', '#sync/replication.ts'],
  ['src/data', '#data/session/session.ts'],
  ['src/data/events', '#data/issues/overlaps.ts'],
  ['src/data/issues', '#ui/button.tsx'],
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
  ['src/features/calendar', '#calendar/reads/use-day.ts'],
  ['src/features/calendar/week', '#calendar/day/day-grid.tsx'],
  ['src/features/calendar/reads', '#features/use-replica.ts'],
  ['src/features/sync-center/issues', '#sync-center/status/use-now.ts'],
  ['sync', '#sync/round/round.ts'],
  ['sync/round', '#sync/core/merge.ts'],
  ['src/data/session', '#data/new-id.ts'],
  ['src/data/events', '#data/inside-replica.ts'],
  ['src/features/clients', '#data/open-replica.ts'],
  ['src/data/events', '#sync/replica.ts'],
  ['tests/sync', '#sync/round/round.ts'],
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
  put('sync/one.ts', "import { two } from '#sync/core/two.ts';\nexport const one = () => two;\n");
  put('sync/core/two.ts', "import { one } from '#sync/one.ts';\nexport const two = () => one;\n");
  expect(complaints()).toContain('noImportCycles');
});

it('a circle of types is refused', () => {
  put('sync/one.ts', "import type { Two } from './two.ts';\nexport type One = { two: Two };\n");
  put('sync/two.ts', "import type { One } from './one.ts';\nexport type Two = { one: One };\n");
  expect(complaints()).toContain('noImportCycles');
});

it('a test of a room may use what stands above it', () => {
  put('sync/core/below.test.ts', "import { thing } from '#sync/round/round.ts';\nexport const other = thing;\n");
  put(
    'src/features/calendar/reads/a.test.ts',
    "import { thing } from '#calendar/calendar-page.tsx';\nexport const other = thing;\n",
  );
  expect(complaints()).toBe('');
});
