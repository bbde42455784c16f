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
  it.each([...seeds(2030, 20), 30398, 40190])('history %i, with purges', async (seed) => {
    expect((await runHistory(seed, { purges: true })).violations).toEqual([]);
  });
  it.each([...seeds(9000, 10), 300767])('history %i, with purges and restored backups', async (seed) => {
    expect((await runHistory(seed, { purges: true, restores: true })).violations).toEqual([]);
  });
});

describe('after a client was erased no name or note of theirs stands anywhere', () => {
  it.each(seeds(1, 20))('history %i', async (seed) => {
    expect((await runHistory(seed, { erasures: true })).violations).toEqual([]);
  });
});

/** The checks see what they are for: without one of these rules a history soon goes wrong. The rarer ones have stories (rules.test.ts). */
const FREQUENT: readonly (keyof Rules)[] = [
  'remembersSent',
  'revertSettlesUnsentOnly',
  'sentRowsAreDeletedThere',
  'canonicalValues',
  'goneBecomesIssue',
  'issueBeforeRow',
  'failedCallJudgesNoRow',
  'rowsBeforeCursors',
];
it.each(FREQUENT)('without %s one of 120 histories goes wrong', async (rule) => {
  for (let seed = 1; seed <= 120; seed++) {
    const { violations } = await runHistory(seed, {
      rules: { ...ALL_RULES, [rule]: false },
      purges: rule === 'goneBecomesIssue',
    });
    if (violations.length > 0) return;
  }
  expect.unreachable('no history noticed');
});
