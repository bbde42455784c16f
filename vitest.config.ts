import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/**
 * What puts something else in the place of modules or globals, looks at all databases there are, or takes its hooks from a
 * module, which is loaded once, has a process to itself.
 */
const REPLACES = /\bvi\.(mock|doMock|resetModules|stubGlobal|stubEnv)\(|fake-indexeddb|issues\.test-support\.tsx|others-held\.ts/;
const IN_A_PAGE = /@vitest-environment happy-dom/;

const tests = readdirSync(path.join(import.meta.dirname, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => ({ file: `src/${file}`, text: readFileSync(path.join(import.meta.dirname, 'src', file), 'utf8') }));
const filesOf = (found: typeof tests) => found.map(({ file }) => file);
const shared = tests.filter(({ text }) => !REPLACES.test(text));
const ALONE = filesOf(tests.filter(({ text }) => REPLACES.test(text)));
const PAGES = filesOf(shared.filter(({ text }) => IN_A_PAGE.test(text)));
const PLAIN = [...filesOf(shared.filter(({ text }) => !IN_A_PAGE.test(text))), 'schemas/**/*.test.ts'];

/**
 * Young objects of a screen die within its test. With more room for them before they are collected, and no threads beside that
 * take the other process's core for it, the same tests take less of both cores.
 */
const GARBAGE = ['--max-semi-space-size=64', '--single-threaded-gc'];

/** Loading what they test costs more than the tests: one after the other (`groupOrder`), files of a kind share a process and what it has loaded. */
const unit = (name: string, include: string[], groupOrder: number, isolate: boolean) => ({
  extends: true as const,
  test: {
    name,
    include,
    environment: 'node',
    setupFiles: ['tests/support/texts.ts'],
    isolate,
    execArgv: GARBAGE,
    // In their order: what each-file.ts prepares for React is there before texts.ts loads it.
    sequence: { groupOrder, setupFiles: 'list' as const },
    testTimeout: 60_000,
    hookTimeout: 60_000,
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
      unit('unit-alone', ALONE, 1, true),
      unit('unit-pages', PAGES, 2, false),
      unit('unit', PLAIN, 3, false),
      {
        extends: true,
        test: { name: 'rules', include: ['tests/rules/**/*.test.ts'], environment: 'node', testTimeout: 120_000 },
      },
      {
        extends: true,
        test: {
          name: 'sync',
          include: ['tests/sync/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/global-setup.ts', 'tests/support/backend-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['tests/database/**/*.test.ts', 'tests/support/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/global-setup.ts', 'tests/support/backend-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
