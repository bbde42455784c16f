import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** `npm run test:engines`: a run of its own, because it asks for browsers that `npm test` does not need. */
export default defineConfig({
  root: path.join(import.meta.dirname, '../..'),
  test: {
    include: ['tests/engines/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['tests/support/global-setup.ts', 'tests/support/backend-setup.ts'],
    // These limits end what hangs, also on a busy machine.
    testTimeout: 240_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
