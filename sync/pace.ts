/**
 * How much goes into one request, and how long it may take: what the line bears. Promises: sizes are halved by a request that
 * took too long and doubled by one that went quickly; where even the smallest takes too long, it is given longer, so that
 * every line on which anything moves gets there in the end; what was learned of the line survives a reload.
 */
import type { DocStore } from './stores.ts';

export type Way = 'push' | 'pull';

interface Pace {
  /** Bytes of JSON in a push, as they stand before any compression. */
  readonly push: number;
  /** Rows in a page of a pull. */
  readonly pull: number;
  /** Milliseconds until a request is given up. */
  readonly patience: number;
}

/** 500 short rows, in 26 s at 10 KB/s. A page is 60 KB compressed, and a step of the progress bar. */
const FIRST: Pace = { push: 262_144, pull: 1000, patience: 30_000 };
const SMALLEST: Pace = { push: 1024, pull: 20, patience: 30_000 };
const LARGEST: Pace = { push: 1_048_576, pull: 1000, patience: 120_000 };
/** A line that breaks off sooner did not break for what was sent over it. */
const LONG_MS = 10_000;
/** Of the patience: a size that took no more than this may be doubled. */
const QUICK = 1 / 5;
const PACE_DOCUMENT = 'line-pace';

export interface LinePace {
  /** @returns bytes of a push, rows of a page */
  size(way: Way): number;
  /** @returns milliseconds */
  patience(): number;
  /** An answer came after so many milliseconds. `full`: the size was made use of. */
  went(way: Way, ms: number, full: boolean): Promise<void>;
  /**
   * No answer came in so many milliseconds, or it was found too much (`at once`, whatever it took). Without a way: of what
   * cannot be smaller.
   */
  failed(way: Way | undefined, ms: number, atOnce?: boolean): Promise<void>;
}

const within = (pace: Pace): Pace => {
  const bound = (name: keyof Pace) => Math.round(Math.min(LARGEST[name], Math.max(SMALLEST[name], pace[name])));
  return { push: bound('push'), pull: bound('pull'), patience: bound('patience') };
};

export async function linePace(docs: DocStore): Promise<LinePace> {
  let pace = within({ ...FIRST, ...(await docs.read<Pace>(PACE_DOCUMENT)) });
  const change = async (changed: Partial<Pace>) => {
    const next = within({ ...pace, ...changed });
    if (JSON.stringify(next) === JSON.stringify(pace)) return;
    pace = next;
    await docs.update<Pace>(PACE_DOCUMENT, () => next).catch(() => undefined); // learned anew after a reload
  };
  return {
    size: (way) => pace[way],
    patience: () => pace.patience,
    async went(way, ms, full) {
      // A clock that was set back says nothing of the line.
      if (ms < 0 || ms > pace.patience * QUICK) return;
      await change({ patience: SMALLEST.patience, ...(full ? { [way]: pace[way] * 2 } : {}) });
    },
    async failed(way, ms, atOnce = false) {
      if (!atOnce && ms < LONG_MS) return;
      if (way && pace[way] > SMALLEST[way]) await change({ [way]: pace[way] / 2 });
      else if (!atOnce) await change({ patience: pace.patience * 2 });
    },
  };
}
