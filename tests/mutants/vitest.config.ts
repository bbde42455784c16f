import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** Of `npm run mutants -- code`: the folder whose code is broken. */
const folder = process.env.GREBEN_MUTATED ?? '';
const root = path.join(import.meta.dirname, '../..');

/** The engine's tests that run in memory; what wants the real SQL, a backend or a disk is too slow to be asked a thousand times. */
const IN_MEMORY = [
  'tests/sync/engine/!(check|free-space|receipt|supabase-server).test.ts',
  'tests/sync/stories/{stories,rebuild,restored-backup}.test.ts',
];

/** The unit tests beside the code, in one project: Stryker's runner knows no other way to leave the rest out. */
export default defineConfig({
  root,
  test: {
    include: folder.startsWith('sync/') ? IN_MEMORY : [`${folder}/**/*.test.ts`],
    environment: 'node',
    isolate: false,
    setupFiles: ['tests/support/each-file.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
