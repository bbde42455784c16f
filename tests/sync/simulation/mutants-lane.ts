/** The lane `mutants` of npm test: `[--json FILE] [--workers N] [NAME …]`. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { replayMutants } from './mutants/mutants-run.ts';

const { values, positionals } = parseArgs({
  options: { json: { type: 'string' }, workers: { type: 'string' } },
  allowPositionals: true,
});
const told = await replayMutants(positionals, values.workers ? Number(values.workers) : undefined);
if (values.json) writeFileSync(values.json, JSON.stringify(told));
console.log(`${told.passed} mutants noticed, ${told.failed} wrong`);
process.exitCode = told.failed === 0 ? 0 : 1;
