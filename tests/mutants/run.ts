/**
 * `npm run mutants -- WORD`: breaks the program and looks which tests notice it. Each takes up to an hour or more, and belongs to no lane
 * but `sync`.
 *
 *   checklist [LINE …] [--workers 2]   lines of the checklist, by the tests that they name
 *   code [FOLDER …] [--workers 2]      the code of a folder, by the unit tests beside it (Stryker)
 *   sync [NAME …]                      rules of the sync, by stored histories: the lane `mutants`
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runChecklistMutants } from './checklist-mutants.ts';
import { runCodeMutants } from './code-mutants.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values, positionals } = parseArgs({ options: { workers: { type: 'string' } }, allowPositionals: true });
const [word, ...named] = positionals;

const WORDS: Record<string, () => Promise<number> | number> = {
  checklist: () => runChecklistMutants(named, Number(values.workers ?? 2)),
  code: () => runCodeMutants(root, named, Number(values.workers ?? 2)),
  sync: () => {
    const lane = path.join(root, 'tests/sync/simulation/mutants-lane.ts');
    return spawnSync(path.join(root, 'node_modules/.bin/tsx'), [lane, ...named], { cwd: root, stdio: 'inherit' }).status ?? 1;
  },
};

const run = WORDS[word ?? ''];
if (!run) {
  console.error(`npm run mutants -- ${Object.keys(WORDS).join(' | ')}`);
  process.exitCode = 1;
} else {
  process.exitCode = (await run()) === 0 ? 0 : 1;
}
