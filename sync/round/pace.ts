/**
 * How much goes into one request, and how long it may stay silent: what the line bears. Promises: a limit counts silence and
 * not length: whatever of an answer is here begins it anew (answer-parts.ts), and what goes up, of which nobody tells how far it is,
 * has as long as its bytes take at the speed that the line can be counted on for; sizes are halved by what came to nothing
 * for its size and by what took too long to be risked again, doubled by what went quickly, down to one row; that speed is
 * halved by silence and rises with what went well; what it carries in a few seconds leaves and comes in one request, until
 * something was too large; so every line on which anything moves gets there, and a dead one is noticed soon; what was learned
 * survives a reload, but for what only a fast line bears.
 */
import type { DocStore } from '#sync/storage/stores.ts';

/** `read`: a stretch of events that is read on its own, without a cursor. */
export type RequestKind = 'push' | 'pull' | 'read';

interface Pace {
  /** Bytes of JSON in a push, as they stand before any compression. */
  readonly push: number;
  /** Rows in a page of a pull. */
  readonly pull: number;
  /** Hours of events in one answer. */
  readonly read: number;
  /** Bytes a second that go up, at least. */
  readonly speed: number;
}

/** Some 150 short rows, in 6 s at 10 KB/s: the chip has something to tell. A page is 60 KB compressed, a first week is one answer. */
const FIRST: Pace = { push: 65_536, pull: 1000, read: 192, speed: 8192 };
/** One row is the least: no two fit into such a push. At 64 bytes a second the head of a request alone takes half a minute. */
const SMALLEST: Pace = { push: 128, pull: 1, read: 1, speed: 64 };
/** A push without an answer is not too large once it is shorter than its own head; its answer, a whole row for each, may be. */
const SMALLEST_UNHEARD: Pick<Pace, RequestKind> = { ...SMALLEST, push: 1024 };
const LARGEST: Pace = { push: 1_048_576, pull: 4000, read: 192, speed: 65_536 };
/** Bytes on the line of what a size counts: a row of an answer, compressed. */
const WEIGHS = { push: 1, pull: 100 } as const;
/** A person would notice: how long a line that swallows everything passes for one that works. */
const SILENCE_MS = 30_000;
/** A request may take this many times the time that it should take. */
const MARGIN = 2;
/** Address, token and the like of a request. */
const HEAD_BYTES = 2048;
/** A line that breaks off sooner did not break for what was sent over it … */
const LONG_MS = 10_000;
/** … unless it does so twice in a row: one that breaks every few seconds needs what fits between. */
const TWICE_MS = 2_000;
/** The size of a request that took no longer may be doubled. */
const QUICK_MS = 6_000;
/** The size of a request that took longer is halved: too much is lost if the line breaks or the server ends it after its minute. */
const SLOW_MS = 30_000;
/** Sizes that are not halved for slowness: a request this small was slow for other reasons. */
const SMALL: Pick<Pace, RequestKind> = { push: 4096, pull: 20, read: 6 };
const PACE_DOCUMENT = 'line-pace';

/** How a request went. `ms`: until its answer was whole. */
export interface Went {
  readonly ms: number;
  /** Of the request's body. */
  readonly bytes: number;
  /** The size was made use of. */
  readonly full: boolean;
}

/** How a request failed. `ms`: until then. */
export interface Failed {
  readonly ms: number;
  /** A part of the answer was here when it broke off. */
  readonly heard: boolean;
  /** It was given up because nothing came. */
  readonly silent: boolean;
  /** Found too much, whatever it took. */
  readonly tooMuch: boolean;
}

/** How much is asked of the line at a time, and how long it is waited for. */
export interface LinePace {
  /** @returns bytes of a push, rows of a page, hours of events */
  size(way: RequestKind): number;
  /** Nothing smaller can be asked for. */
  isLeast(way: RequestKind): boolean;
  /** @param bytes of the request's body @returns milliseconds until something of the answer must be here */
  patience(bytes: number): number;
  /** Milliseconds until the next part of an answer must be here. */
  readonly silence: number;
  /** Milliseconds that news of what was sent may take, where that is long: it waits behind all else on a slow line. */
  news(): number;
  went(way: RequestKind | undefined, how: Went): Promise<void>;
  /** Without a way: of what cannot be smaller. @returns whether the size is smaller now */
  failed(way: RequestKind | undefined, how: Failed): Promise<boolean>;
}

const clamped = (pace: Pace): Pace => {
  const bound = (name: keyof Pace) => Math.round(Math.min(LARGEST[name], Math.max(SMALLEST[name], pace[name])));
  return { push: bound('push'), pull: bound('pull'), read: bound('read'), speed: bound('speed') };
};

/** Returns the part of the pace that is saved: a line that was quick once may be another tomorrow. */
const paceToSave = (pace: Pace): Pace => ({
  ...pace,
  pull: Math.min(pace.pull, FIRST.pull),
  speed: Math.min(pace.speed, FIRST.speed),
});

/** Returns what may be tried on a line of which no size is known that fails: as much as it has been seen to carry quickly. */
function carried(pace: Pace, way: RequestKind): number {
  if (way === 'read' || pace[way] < FIRST[way]) return pace[way];
  const quickly = (pace.speed * QUICK_MS) / 1000 / WEIGHS[way];
  return Math.max(pace[way], Math.min(LARGEST[way], Math.floor(quickly)));
}

/** Returns the pace that this device learned last. @throws what the storage threw */
export async function linePace(docs: DocStore): Promise<LinePace> {
  let pace = clamped({ ...FIRST, ...(await docs.read<Pace>(PACE_DOCUMENT)) });
  let onDisk = JSON.stringify(pace);
  /** How long the last request took, ms. */
  let lastMs = 0;
  const brokeOff = new Set<RequestKind | undefined>();
  /** Something was too large for this line: from then on sizes are only halved and doubled. */
  let isWary = false;
  const change = async (changed: Partial<Pace>) => {
    pace = clamped({ ...pace, ...changed });
    const next = paceToSave(pace);
    if (JSON.stringify(next) === onDisk) return;
    onDisk = JSON.stringify(next);
    await docs.update<Pace>(PACE_DOCUMENT, () => next).catch(() => undefined); // learned anew after a reload
  };
  return {
    size: (way) => (isWary ? pace[way] : carried(pace, way)),
    isLeast: (way) => pace[way] <= SMALLEST[way],
    patience: (bytes) => Math.max(SILENCE_MS, MARGIN * ((bytes + HEAD_BYTES) / pace.speed) * 1000),
    silence: SILENCE_MS,
    news: () => (lastMs > QUICK_MS ? 2 * lastMs : 0),
    async went(way, { ms, bytes, full }) {
      brokeOff.delete(way);
      // A clock that was set back says nothing of the line.
      if (ms < 0) return;
      lastMs = ms;
      const measured = ((bytes + HEAD_BYTES) * 1000) / Math.max(1, ms);
      const speed = Math.max(pace.speed, measured / MARGIN);
      if (way && ms > SLOW_MS && pace[way] > SMALL[way]) await change({ speed, [way]: pace[way] / 2 });
      else if (way && full && ms <= QUICK_MS) await change({ speed, [way]: pace[way] * 2 });
      else await change({ speed });
    },
    async failed(way, { ms, heard, silent, tooMuch }) {
      const brokeOffBefore = ms >= TWICE_MS && brokeOff.has(way);
      if (ms >= TWICE_MS) brokeOff.add(way);
      if (!heard && !silent && !tooMuch && !brokeOffBefore && ms < LONG_MS) return false;
      isWary = true;
      const speed = silent && !heard ? pace.speed / 2 : pace.speed;
      const least = silent && !heard ? SMALLEST_UNHEARD : SMALLEST;
      const smaller = way !== undefined && pace[way] > least[way];
      await change({ speed, ...(smaller ? { [way]: pace[way] / 2 } : {}) });
      return smaller;
    },
  };
}
