/**
 * A slow line: what a device asks and what it is answered take their time by their bytes, one after the other, and parts of an
 * answer are there before its end. It may break off after so many bytes of an answer, again and again. It is never quite
 * dead, so everything must get through it, however long that takes.
 */
import type { SyncStatus } from '#sync/round/status.ts';
import type { LetterAnswer } from '../protocol.ts';
import type { Posted, SimDevice } from './sim-device.ts';
import type { SimState } from './sim-state.ts';

export interface SlowLine {
  readonly bytesPerSecond: number;
  /** Bytes of an answer after which the line breaks off. */
  readonly breaksAfter: number;
}

const NEVER = Number.POSITIVE_INFINITY;
/** 200 bit/s, a bad 2G, a cellar; a line that breaks off lets a row with its frame through, and no page of many. */
export const SLOW_LINES: readonly SlowLine[] = [
  { bytesPerSecond: 25, breaksAfter: NEVER },
  { bytesPerSecond: 100, breaksAfter: NEVER },
  { bytesPerSecond: 1_000, breaksAfter: NEVER },
  { bytesPerSecond: 1_000, breaksAfter: 2_500 },
  { bytesPerSecond: 5_000, breaksAfter: 2_500 },
];
/** Of a request's and an answer's own head. */
const HEAD_BYTES = 300;
/** How often a part of an answer is there, ms: no silence. */
const PART_MS = 10_000;

/** A request and its answer with one row in it, at most. */
const ROW_BYTES = 3_000;
/** A device learns from what a line swallows how much it bears: that takes a while at any speed. */
const LEARNING_MS = 7_200_000;

/**
 * A number counts as one digit, also where it is a text: the salon's own and the sums of a check have more of them in one run
 * of a seed than in another.
 */
const oneDigit = (_: string, value: unknown): unknown =>
  typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value)) ? 0 : value;

const bytesOf = (value: unknown): number => HEAD_BYTES + Buffer.byteLength(JSON.stringify(value, oneDigit) ?? '');

interface Travelling {
  readonly posted: Posted;
  readonly line: SlowLine;
  /** When the next thing happens to it. */
  at: number;
  answer: LetterAnswer | null;
  /** When all of the answer is there, or as much as comes of it. */
  end: number;
}

export interface Way {
  serve(posted: Posted): Promise<LetterAnswer>;
  arrive(posted: Posted, answer: LetterAnswer): Promise<void>;
  readonly lost: LetterAnswer;
}

export class SimSlow {
  private readonly travelling: Travelling[] = [];

  constructor(
    private readonly state: SimState,
    private readonly way: Way,
  ) {
    state.slowly = (to) => this.until(to);
  }

  get letters(): readonly Posted[] {
    return this.travelling.map(({ posted }) => posted);
  }

  post(posted: Posted, line: SlowLine): void {
    this.forgetTheDead();
    const goingUp = this.travelling.filter(({ posted: { device }, answer }) => device === posted.device && answer === null);
    const from = Math.max(posted.device.idle?.now ?? this.state.now, ...goingUp.map(({ at }) => at));
    const at = from + (bytesOf(posted.args) / line.bytesPerSecond) * 1000;
    this.travelling.push({ posted, line, at, answer: null, end: NEVER });
  }

  /** What nobody waits for any more leaves the line: the rest of it never goes up, and takes nothing from what comes next. */
  private forgetTheDead(): void {
    for (let n = this.travelling.length - 1; n >= 0; n--) {
      const { posted } = this.travelling[n] as Travelling;
      if (!posted.device.letters.has(posted.letter)) this.travelling.splice(n, 1);
    }
  }

  /** Everything that happens to letters until then, in its order, each device's time going on with its own. */
  private async until(to: number): Promise<void> {
    for (;;) {
      this.forgetTheDead();
      const next = this.travelling.reduce<Travelling | null>(
        (first, one) => (first === null || one.at < first.at ? one : first),
        null,
      );
      if (next === null || next.at > to) return;
      const { device } = next.posted;
      if (device.opened) await device.do({ do: 'advance', to: Math.max(next.at, device.idle?.now ?? 0) });
      if (device.letters.has(next.posted.letter)) await this.goOn(next);
    }
  }

  private async goOn(one: Travelling): Promise<void> {
    const { posted, line } = one;
    const { device } = posted;
    const arrive = (answer: LetterAnswer) => {
      this.travelling.splice(this.travelling.indexOf(one), 1);
      return this.way.arrive(posted, answer);
    };
    if (!device.online) return arrive(this.way.lost);
    if (one.answer === null) {
      one.answer = device.session === 'revoked' ? this.way.lost : await this.way.serve(posted);
      const bytes = bytesOf(one.answer.ok ? one.answer.value : one.answer);
      if (bytes > line.breaksAfter) one.answer = this.way.lost;
      one.end = one.at + (Math.min(bytes, line.breaksAfter) / line.bytesPerSecond) * 1000;
    } else if (one.at >= one.end) return arrive(one.answer);
    await device.do({ do: 'part', letter: posted.letter });
    one.at = Math.min(one.end, one.at + PART_MS);
  }
}

/**
 * Everything is sent, and everything here. On a slow line the next round may have begun by then, in one tab after the other.
 * Whoever stands beyond the server's head has not heard of a restored backup: a poke of a lower revision is no news there, and
 * the next timer tells.
 */
export function hasArrived({ pending, idle, slow }: SimDevice, head: number): boolean {
  const statuses = Object.values(idle?.status ?? {});
  const rests = ({ phase, rev }: SyncStatus) => (phase === 'synced' || (slow !== null && phase === 'syncing')) && rev === head;
  return pending === 0 && statuses.length > 0 && statuses.every(rests);
}

/**
 * How long it may take until everything is sent, and everything here. Who has learned small sizes on a line that broke off has
 * each row travel alone on the next one, too; a rebuild brings all of them, and what is unsent leaves twice where it is merged
 * and comes back. @param rows on the server
 */
export function slowlyMs(devices: readonly SimDevice[], rows: number): number {
  const unsent = devices.reduce((sum, { pending }) => sum + pending, 0);
  const travelling = devices.map(({ slow, pending }) =>
    slow === null ? 0 : (((rows + unsent + 2 * pending) * ROW_BYTES) / slow.bytesPerSecond) * 1000,
  );
  return LEARNING_MS + Math.max(...travelling);
}

/** What a line of any speed above zero owes, and has not given. */
export const neverArrived = (devices: readonly SimDevice[], head: number, minutes: number): string[] =>
  devices
    .filter((device) => device.slow !== null && !hasArrived(device, head))
    .map(
      ({ device, slow, pending, idle }) =>
        `SLOW ${device} at ${slow?.bytesPerSecond} B/s, breaking off after ${slow?.breaksAfter}: ${pending} unsent, at ${idle?.status.a?.rev} of ${head} after ${minutes} minutes`,
    );
