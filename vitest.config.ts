import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/**
 * What opens databases beside those of a replica of its own, or looks at all there are, has a process to itself. So has what spies on a
 * whole module: it would find there what a file before it had put in the module's place.
 */
const ON_ITS_OWN = /fake-indexeddb|other-replicas\.ts|\{ spy: true \}/;
/** What puts something else in the place of modules or globals, or takes its hooks from a module, finds all modules new. */
const REPLACES = /\bvi\.(mock|doMock|resetModules|stubGlobal|stubEnv)\(|issues\.test-support\.tsx/;
const IN_A_PAGE = /@vitest-environment happy-dom/;

const tests = readdirSync(path.join(import.meta.dirname, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => ({ file: `src/${file}`, text: readFileSync(path.join(import.meta.dirname, 'src', file), 'utf8') }));
const filesOf = (found: typeof tests) => found.map(({ file }) => file);
const shared = tests.filter(({ text }) => !ON_ITS_OWN.test(text) && !REPLACES.test(text));
const ALONE = filesOf(tests.filter(({ text }) => ON_ITS_OWN.test(text)));
const RENEWED = filesOf(tests.filter(({ text }) => !ON_ITS_OWN.test(text) && REPLACES.test(text)));
const PAGES = filesOf(shared.filter(({ text }) => IN_A_PAGE.test(text)));
const PLAIN = [...filesOf(shared.filter(({ text }) => !IN_A_PAGE.test(text))), 'schemas/**/*.test.ts'];

/**
 * Young objects of a screen die within its test. With more room for them before they are collected, and no threads beside that
 * take the other process's core for it, the same tests take less of both cores.
 */
const GARBAGE = ['--max-semi-space-size=64', '--single-threaded-gc', '--no-opt'];

/**
 * Starting a process and its page, and loading what they test, costs more than the tests: one after the other (`groupOrder`), files of a
 * kind share a process and what it has loaded; those that replace modules share at least the packages and the page.
 */
const unit = (name: string, include: string[], groupOrder: number, { isolate = false, setupFiles = [] as string[] } = {}) => ({
  extends: true as const,
  test: {
    name,
    include,
    environment: 'node',
    setupFiles: [...setupFiles, 'tests/support/texts.ts'],
    isolate,
    execArgv: GARBAGE,
    // In their order: what each-file.ts prepares for React is there before texts.ts loads it.
    sequence: { groupOrder, setupFiles: 'list' as const },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

/** Rare faults and long ways are `npm run test:all`’s, as the stories marked `@all` are (tests/run.mjs). */
const LEFT_OUT = process.env.GREBEN_ALL ? [] : ['**/*.all.test.ts'];

const PROCESSES = 'tests/database/process/**/*.test.ts';

/** One file after the other: they share a cluster, and some of them ask who is served first. */
const database = (name: string, include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: {
    name,
    include,
    exclude: [...exclude, ...LEFT_OUT],
    environment: 'node',
    globalSetup: ['tests/support/global-setup.ts', 'tests/support/backend-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});

/** The lanes that need no browser; the browser's stories are Playwright's (playwright.config.ts). */
export default defineConfig({
  plugins: [react()],
  test: {
    setupFiles: ['tests/support/each-file.ts'],
    // These limits end what hangs, also on a busy machine; how fast something is, the bench measures.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      unit('unit-alone', ALONE, 1, { isolate: true }),
      unit('unit-renewed', RENEWED, 2, { setupFiles: ['tests/support/new-modules.ts'] }),
      unit('unit-pages', PAGES, 3),
      unit('unit', PLAIN, 4),
      {
        extends: true,
        test: { name: 'rules', include: ['tests/rules/**/*.test.ts'], environment: 'node', testTimeout: 120_000 },
      },
      {
        extends: true,
        test: {
          name: 'sync',
          include: ['tests/sync/**/*.test.ts'],
          exclude: LEFT_OUT,
          environment: 'node',
          globalSetup: ['tests/support/global-setup.ts', 'tests/support/backend-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      database('database', ['tests/database/**/*.test.ts', 'tests/support/**/*.test.ts'], [PROCESSES]),
      database('processes', [PROCESSES]),
    ],
  },
});
