import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const PURE = ['src/domain/**/*.test.ts', 'schemas/**/*.test.ts'];
/** What puts something else in a module's place wants modules of its own: such a file has a process to itself. */
const REPLACES = /\bvi\.(mock|doMock|resetModules)\(/;
const ALONE = readdirSync(path.join(import.meta.dirname, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => `src/${file}`)
  .filter((file) => REPLACES.test(readFileSync(path.join(import.meta.dirname, file), 'utf8')));

/** The lanes that need no browser; the browser's stories are Playwright's (playwright.config.ts). */
export default defineConfig({
  plugins: [react()],
  test: {
    setupFiles: ['tests/support/patience.ts'],
    expect: { poll: { timeout: 10_000 } },
    projects: [
      // Loading what they test costs more than the tests: files share a process and what it has loaded.
      { extends: true, test: { name: 'unit-rules', include: PURE, environment: 'node', isolate: false, testTimeout: 20_000 } },
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [...PURE, ...ALONE],
          environment: 'node',
          isolate: false,
          testTimeout: 20_000,
        },
      },
      { extends: true, test: { name: 'unit-alone', include: ALONE, environment: 'node', testTimeout: 20_000 } },
      { extends: true, test: { name: 'rules', include: ['tests/rules/**/*.test.ts'], environment: 'node', testTimeout: 60_000 } },
      {
        extends: true,
        test: {
          name: 'sync',
          include: ['tests/sync/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/global-setup.ts', 'tests/support/backend-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['tests/database/**/*.test.ts', 'tests/support/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/global-setup.ts', 'tests/support/backend-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
