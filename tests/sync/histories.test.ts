import { describe, expect, it } from 'vitest';
import { ALL_RULES, type Rules } from '#sync/rules.ts';
import { runHistory } from './history.ts';

/** Random histories of devices with every fault of the line and of tabs; each seed replays exactly. */
const seeds = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n);

describe('after healing every acknowledged write is there or among the issues, and all devices equal the server', () => {
  it.each(seeds(1, 30))('history %i', async (seed) => {
    const { violations, writes } = await runHistory(seed);
    expect(violations).toEqual([]);
    expect(writes).toBeGreaterThan(20);
  });
  it.each(seeds(2030, 20))('history %i, with purges', async (seed) => {
    expect((await runHistory(seed, { purges: true })).violations).toEqual([]);
  });
  it.each(seeds(9000, 10))('history %i, with purges and restored backups', async (seed) => {
    expect((await runHistory(seed, { purges: true, restores: true })).violations).toEqual([]);
  });
});

/** Histories that were found to fail without a rule: they show that the checks see what they are for. */
const FOUND: readonly (readonly [keyof Rules, number])[] = [
  ['remembersSent', 6],
  ['revertSettlesUnsentOnly', 18],
  ['sentRowsAreDeletedThere', 6],
  ['canonicalValues', 1],
  ['goneBecomesIssue', 1],
  ['withdrawnTouchesNothing', 50],
  ['issueBeforeRow', 2],
  ['failedCallJudgesNoRow', 34],
  ['rowsBeforeCursors', 11],
];
it.each(FOUND)('without %s history %i goes wrong', async (rule, seed) => {
  const { violations } = await runHistory(seed, { rules: { ...ALL_RULES, [rule]: false }, purges: true });
  expect(violations).not.toEqual([]);
});
