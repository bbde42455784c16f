/** Faults that only some of the usual histories have: which ones is drawn apart, so that all others stay what they were. */
import { below, randomOf } from '../random.ts';
import type { HistoryOptions } from './sim-state.ts';

interface Variety {
  /** Of its own draw. */
  readonly salt: number;
  /** One history of so many has it. */
  readonly oneIn: number;
  readonly weights: NonNullable<HistoryOptions['weights']>;
}

const VARIETIES: readonly Variety[] = [
  { salt: 0x3a17, oneIn: 4, weights: { fates: { 'answer of the same call': 4 } } },
  { salt: 0x510e, oneIn: 8, weights: { actions: { 'slow line': 1.5 } } },
];

/** A history whose weights somebody has chosen is left as it is. */
export function varied(seed: number, options: HistoryOptions): HistoryOptions {
  if (options.weights !== undefined) return options;
  const drawn = VARIETIES.filter(({ salt, oneIn }) => below(randomOf(seed ^ salt), oneIn) === 0).map(({ weights }) => weights);
  if (drawn.length === 0) return options;
  const actions = Object.assign({}, ...drawn.map((weights) => weights.actions));
  const fates = Object.assign({}, ...drawn.map((weights) => weights.fates));
  return { ...options, weights: { actions, fates } };
}
