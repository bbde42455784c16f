import { parseArgs } from 'node:util';
import { searchMutants } from './mutants-run.ts';

/** For `npm run soak -- --mutants [NAME …] [--seed N] [--histories N] [--minutes N] [--workers N]`: searches, and writes mutants.json. */
export async function run(args: readonly string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    strict: false,
    options: {
      seed: { type: 'string' },
      histories: { type: 'string' },
      minutes: { type: 'string' },
      workers: { type: 'string' },
      mutants: { type: 'boolean' },
    },
  });
  const number = (value: unknown, otherwise: number) => (typeof value === 'string' ? Number(value) : otherwise);
  const firstSeed = number(values.seed, Math.floor(Date.now() / 1000) % 1_000_000);
  const workers = typeof values.workers === 'string' ? Number(values.workers) : undefined;
  const most = { histories: number(values.histories, 200), minutes: number(values.minutes, 5) };
  return searchMutants(positionals, { firstSeed, ...most, workers });
}
