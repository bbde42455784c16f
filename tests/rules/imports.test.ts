import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { filesOfTable, importsIn, targetOf, wrongImport, wrongImports } from './imports.ts';
import { INSIDE_REPLICA } from './layers.ts';
import { ROOT } from './tree.ts';

it('every import of the tree is one that the table allows, and leads to a file', () => {
  const files = filesOfTable();
  expect(files.size).toBeGreaterThan(1000);
  expect(files.has(INSIDE_REPLICA)).toBe(true);
  expect(wrongImports(files, (target) => files.has(target) || existsSync(path.join(ROOT, target)))).toEqual([]);
});

/** A rule that nobody has seen fail may hold nothing: each kind of wrong import, and the reason that is given. */
describe('refused', () => {
  it.each([
    ['schemas', '#sync/x.ts', 'schemas may not import sync'],
    ['schemas', '../sync/x.ts', 'schemas may not import sync'],
    ['sync', '#data/session/x.ts', 'sync may not import src/data'],
    ['sync', '../src/data/x.ts', 'sync may not import src/data'],
    ['sync', '#domain/x.ts', 'sync may not import src/domain'],
    ['src/domain', '#data/session/x.ts', 'src/domain may not import src/data'],
    ['src/domain', '../data/x.ts', 'src/domain may not import src/data'],
    ['src/data', '#ui/x.tsx', 'src/data may not import src/ui'],
    ['src/data', '../ui/x.tsx', 'src/data may not import src/ui'],
    ['src/i18n', '#domain/x.ts', 'src/i18n may not import src/domain'],
    ['src/ui', '#data/session/x.ts', 'src/ui may not import src/data'],
    ['src/ui', '../data/x.ts', 'src/ui may not import src/data'],
    ['src/ui', '#calendar/reads/x.ts', 'src/ui may not import src/features'],
    ['src/ui', '../../tests/support/x.ts', 'tests/support/x.ts lies in no folder that src/ui may import'],
    ['src/features/calendar', '#sync/x.ts', 'src/features may not import sync'],
    ['src/features/calendar', '#app/x.tsx', 'src/features may not import src/app'],
    ['src/features/calendar', '#pwa/x.ts', 'src/features may not import src/pwa'],
    ['src/pwa', '#features/calendar/x.tsx', 'src/pwa may not import src/features'],
    ['src/pwa', '#domain/x.ts', 'src/pwa may not import src/domain'],
    ['supabase/local', '#domain/x.ts', 'supabase/local may not import src/domain'],
    ['supabase/local', '../../src/domain/x.ts', 'supabase/local may not import src/domain'],
    ['supabase/local', '../../x.ts', 'x.ts lies in no folder that supabase/local may import'],
  ])('%s importing %s', (folder, name, reason) => {
    expect(wrongImport(`${folder}/planted.ts`, name)).toEqual([reason]);
    expect(wrongImport(`${folder}/planted.test.ts`, name)).toEqual([reason]); // tests are held to it too
  });

  it.each(['src/app', 'src/pwa', 'src/features', 'src/features/clients', 'src/features/calendar/event'])(
    '%s importing what is inside a replica',
    (folder) => {
      const reason = `${folder.split('/').slice(0, 2).join('/')} has no way to the rows of a replica`;
      expect(wrongImport(`${folder}/planted.ts`, '#data/inside-replica.ts')).toEqual([reason]);
      expect(wrongImport(`${folder}/planted.test.ts`, '#data/inside-replica.ts')).toEqual([reason]);
    },
  );

  it.each([
    ['src/features/calendar', '#features/clients/x.tsx'],
    ['src/features/calendar', '../clients/x.tsx'],
    ['src/features/calendar/reads', '#features/clients/x.tsx'],
    ['src/features/calendar/reads', '#sync-center/status/x.ts'],
    ['src/features/clients', '#calendar/reads/x.ts'],
    ['src/features/services', '#features/employees/x.tsx'],
    ['src/features', '#features/clients/x.tsx'],
    ['src/features', './clients/x.tsx'],
    ['src/features/shared', '#clients/x.tsx'],
  ])('%s importing %s, another area', (folder, name) => {
    expect(wrongImport(`${folder}/planted.ts`, name)).toEqual(['an area never imports another']);
    expect(wrongImport(`${folder}/planted.test.ts`, name)).toEqual(['an area never imports another']);
  });

  it.each([
    ['src/features/calendar/reads', '#calendar/day/x.tsx', 'day stands above reads in src/features/calendar'],
    ['src/features/calendar/reads', '#calendar/x.tsx', '. stands above reads in src/features/calendar'],
    ['src/features/calendar/day', '#calendar/week/x.tsx', 'week stands above day in src/features/calendar'],
    [
      'src/features/calendar/print',
      '#calendar/find-slot/x.tsx',
      'find-slot and print of src/features/calendar stand side by side',
    ],
    ['src/features/shifts/plan', '#shifts/dialog/x.tsx', 'dialog and plan of src/features/shifts stand side by side'],
    ['src/features/sync-center/status', '#sync-center/issues/x.tsx', 'issues stands above status in src/features/sync-center'],
    ['sync/core', '#sync/storage/x.ts', 'storage stands above core in sync'],
    ['sync/core', '#sync/x.ts', '. stands above core in sync'],
    ['sync/versions', '#sync/x.ts', '. stands above versions in sync'],
    ['src/data', '#data/session/x.ts', 'session stands above . in src/data'],
    ['src/data', './session/x.ts', 'session stands above . in src/data'],
    ['src/data/events', '#data/issues/x.ts', 'issues stands above events in src/data'],
    ['src/data/events', '#data/nowhere/x.ts', 'src/data has no layer nowhere'],
  ])('%s importing %s, a higher layer', (folder, name, reason) => {
    expect(wrongImport(`${folder}/planted.ts`, name)).toEqual([reason]);
    for (const kind of ['test.tsx', 'test-support.ts']) expect(wrongImport(`${folder}/planted.${kind}`, name)).toEqual([]);
  });

  it.each([
    ['src/features/calendar/reads', '#calendar/reads/x.ts', './x.ts'],
    ['src/features/calendar/day', '#features/calendar/reads/x.ts', '#calendar/reads/x.ts'],
    ['src/features/calendar/day', '../reads/x.ts', '#calendar/reads/x.ts'],
    ['src/app', '#sync-center/status/x.ts', '#features/sync-center/status/x.ts'],
    ['src/features', '#features/x.ts', './x.ts'],
    ['src/ui/form', '../x.tsx', '#ui/x.tsx'],
    ['src/app', './../ui/x.tsx', '#ui/x.tsx'],
    ['src/app', '../ui/x.css?inline', '#ui/x.css'],
  ])('%s importing %s, which is written in another way', (folder, name, written) => {
    expect(wrongImport(`${folder}/planted.ts`, name)).toEqual([`is written as ${written}`]);
  });

  it.each([
    ['a value', "import { thing } from '#data/x.ts';"],
    ['a type', "import type { Thing } from '#data/x.ts';"],
    ['a type among values', "import { type Thing } from '#data/x.ts';"],
    ['a module for its effect', "import '#data/x.ts';"],
    ['what is exported again', "export { thing } from '#data/x.ts';"],
    ['a type that is exported again', "export type { Thing } from '#data/x.ts';"],
    ['all that is exported again', "export * from '#data/x.ts';"],
    ['a module at its time', "const load = () => import('#data/x.ts');"],
    ['one in a template', 'const load = () => import(`#data/x.ts`);'],
    ['a type in its place', "type Thing = import('#data/x.ts').Thing;"],
    ['the type of a module', "let load: () => Promise<typeof import('#data/x.ts')>;"],
    ['a module as of old', "const thing = require('#data/x.ts');"],
    ['a module that a test replaces', "vi.mock('#data/x.ts', () => ({}));"],
    ['the same, loaded', "vi.doMock(import('#data/x.ts'));"],
    ['a module that a test asks for', "const real = await vi.importActual<Thing>('#data/x.ts');"],
  ])('%s', (_, text) => {
    expect(wrongImports(new Map([['src/ui/planted.tsx', text]]), () => true)).toEqual([
      'src/ui/planted.tsx: #data/x.ts: src/ui may not import src/data',
    ]);
  });

  it('a module of which nobody can say which it is', () => {
    expect(() => importsIn('src/ui/a.ts', "const load = (name: string) => import('#data/' + name);")).toThrow(
      'not named in one text',
    );
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of a program, as somebody may write it
    expect(() => importsIn('src/ui/a.ts', 'const load = (name: string) => import(`#data/${name}.ts`);')).toThrow('in one text');
  });

  it('an import that leads nowhere', () => {
    const files = new Map([['src/ui/a.ts', "vi.mock('./x.ts');"]]);
    expect(wrongImports(files, () => false)).toEqual(['src/ui/a.ts: ./x.ts: leads to no file']);
  });
});

describe('allowed', () => {
  it.each([
    ['sync', '#schemas/x.ts'],
    ['sync', '#sync/round/x.ts'],
    ['sync/round', '#sync/core/x.ts'],
    ['src/domain', '#schemas/x.ts'],
    ['src/data', '#sync/x.ts'],
    ['src/data/session', '#data/x.ts'],
    ['src/data/events', '#data/inside-replica.ts'],
    ['src/data/events', '#sync/x.ts'],
    ['src/ui', '#i18n/x.ts'],
    ['src/features/calendar', '#domain/x.ts'],
    ['src/features/calendar', '#features/x.ts'],
    ['src/features/calendar', '#features/shared/x.ts'],
    ['src/features/calendar', '#calendar/reads/x.ts'],
    ['src/features/calendar/week', '#calendar/day/x.tsx'],
    ['src/features/calendar/reads', '#features/x.ts'],
    ['src/features/calendar/reads', './x.ts'],
    ['src/features/sync-center/issues', '#sync-center/status/x.ts'],
    ['src/features/clients', '#data/x.ts'],
    ['src/app', '#features/calendar/x.tsx'],
    ['src/pwa', '#sync/x.ts'],
    ['src/i18n', './bg/x.json'],
    ['supabase/local', '#schemas/x.ts'],
    ['supabase/local/seeds', '#local/x.ts'],
    ['tests/sync', '#sync/round/x.ts'],
    ['tests/sync', '../../src/data/inside-replica.ts'],
    ['src/ui', 'react'],
  ])('%s importing %s', (folder, name) => {
    expect(wrongImport(`${folder}/planted.ts`, name)).toEqual([]);
  });
});

it('an alias leads where package.json says', () => {
  expect(targetOf('src/app/a.ts', '#calendar/day/x.tsx')).toBe('src/features/calendar/day/x.tsx');
  expect(targetOf('src/app/a.ts', '#ui/x.css?inline')).toBe('src/ui/x.css');
  expect(targetOf('src/app/a.ts', 'react-dom/client')).toBeNull();
});

/** Packages and circles are held by the linter, with the real configuration. */
describe('the linter refuses', () => {
  const PACKAGES = {
    react: ['react', 'react/jsx-runtime', 'react-dom/client', 'react-router-dom', 'react-i18next'],
    rxdb: ['rxdb', 'rxdb/plugins/core', 'dexie'],
    supabase: ['@supabase/supabase-js', '@supabase/postgrest-js'],
    dayjs: ['dayjs', 'dayjs/plugin/utc.js'],
  };
  const CLOSED: Readonly<Record<string, readonly (keyof typeof PACKAGES)[]>> = {
    schemas: ['react', 'rxdb', 'supabase', 'dayjs'],
    sync: ['react', 'dayjs'],
    'supabase/local': ['react', 'rxdb'],
    'src/domain': ['react', 'rxdb', 'supabase'],
    'src/data': ['react'],
    'src/i18n': ['rxdb', 'supabase'],
    'src/ui': ['rxdb', 'supabase', 'dayjs'],
    'src/features/calendar/reads': ['rxdb', 'supabase', 'dayjs'],
    'src/app': ['rxdb', 'supabase', 'dayjs'],
    'src/pwa': ['react', 'rxdb', 'supabase', 'dayjs'],
  };
  const planted = Object.entries(CLOSED).flatMap(([folder, closed]) =>
    Object.entries(PACKAGES).flatMap(([kind, names]) =>
      names.map((name, n) => ({
        name,
        folder,
        file: `${folder}/${kind}${n}.ts`,
        isClosed: (closed as readonly string[]).includes(kind),
      })),
    ),
  );
  let complaints: readonly string[] = [];
  const saidOf = (file: string) =>
    complaints.filter((line) => line.startsWith(`${file}:`)).map((line) => line.split(' ')[1]?.split('/').at(-1));

  /** Once for all of them: to start Biome takes longer than all that it looks at. */
  beforeAll(() => {
    const tree = mkdtempSync(path.join(tmpdir(), 'greben-imports-'));
    const put = (file: string, text: string) => {
      mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
      writeFileSync(path.join(tree, file), text);
    };
    for (const file of ['biome.json', 'package.json', '.gitignore']) cpSync(path.join(ROOT, file), path.join(tree, file));
    for (const { file, name } of planted) put(file, `import { thing } from '${name}';\nexport const other = thing;\n`);
    put('sync/core/one.ts', "import { two } from '#sync/round/two.ts';\nexport const one = () => two;\n");
    put('sync/round/two.ts', "import { one } from '#sync/core/one.ts';\nexport const two = () => one;\n");
    put('sync/first.ts', "import type { Second } from './second.ts';\nexport type First = { second: Second };\n");
    put('sync/second.ts', "import type { First } from './first.ts';\nexport type Second = { first: First };\n");
    put('tests/first.ts', "import type { Second } from './second.ts';\nexport type First = { second: Second };\n");
    put('tests/second.ts', "import type { First } from './first.ts';\nexport type Second = { first: First };\n");
    try {
      const biome = path.join(ROOT, 'node_modules/@biomejs/biome/bin/biome');
      execFileSync(process.execPath, [biome, 'lint', '--colors=off', '--max-diagnostics=none', '.'], {
        cwd: tree,
        stdio: 'pipe',
      });
    } catch (error) {
      const { stdout, stderr } = error as { stdout: Buffer; stderr: Buffer };
      complaints = `${stdout}${stderr}`.split('\n');
    } finally {
      rmSync(tree, { recursive: true, force: true });
    }
  });

  it.each(Object.keys(CLOSED))('what packages %s may not use, and no others', (folder) => {
    for (const { name, file, isClosed } of planted.filter((one) => one.folder === folder))
      expect([name, saidOf(file)]).toEqual([name, isClosed ? ['noRestrictedImports'] : []]);
  });

  it('a circle of imports, through aliases as well, and one of types; tests may know each other’s types', () => {
    for (const file of ['sync/core/one.ts', 'sync/round/two.ts', 'sync/first.ts', 'sync/second.ts'])
      expect([file, saidOf(file)]).toEqual([file, ['noImportCycles']]);
    expect(saidOf('tests/first.ts')).toEqual([]);
  });
});
