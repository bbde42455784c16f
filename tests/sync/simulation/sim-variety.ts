/** Faults that only some of the usual histories have: which ones is drawn apart, so that all others stay what they were. */
import { below, randomOf } from './random.ts';
import type { HistoryOptions } from './sim-state.ts';

const MIXED_UP = 0x3a17;
const MIXED_UP_IN = 4;
const MIXED_UP_WEIGHT = 4;

/** A history whose weights somebody has chosen is left as it is. */
export function varied(seed: number, options: HistoryOptions): HistoryOptions {
  if (options.weights !== undefined || below(randomOf(seed ^ MIXED_UP), MIXED_UP_IN) > 0) return options;
  return { ...options, weights: { fates: { 'answer of the same call': MIXED_UP_WEIGHT } } };
}
