import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** Of `npm run mutants -- code`: the folder whose code is broken. */
const folder = process.env.GREBEN_MUTATED ?? '';
const root = path.join(import.meta.dirname, '../..');

/** The engine's tests stand in a folder of their own; what wants the real SQL or a backend is too slow to be asked a thousand times. */
const WITH_A_SERVER = /\.\.\/support\/|sql-world/;
const inMemory = () =>
  readdirSync(path.join(root, 'tests/sync'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.all.test.ts') && !name.startsWith('simulation'))
    .map((name) => `tests/sync/${name}`)
    .filter((file) => !WITH_A_SERVER.test(readFileSync(path.join(root, file), 'utf8')));

/** The unit tests beside the code, in one project: Stryker's runner knows no other way to leave the rest out. */
export default defineConfig({
  root,
  test: {
    include: folder.startsWith('sync/') ? inMemory() : [`${folder}/**/*.test.ts`],
    environment: 'node',
    isolate: false,
    setupFiles: ['tests/support/each-file.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
