/**
 * When rounds run. Promises: never two at a time in a tab; the first local write starts one at once, what follows within
 * 200 ms goes together, and so do the writes of a command that says so; news that the round under way brings along asks for no
 * round more; a failed round is followed by another after a growing, jittered pause, cut short by every other reason than a
 * local write; a channel that does not speak of what it must have heard is joined anew.
 */
import type { Clock } from '#sync/machine/clock.ts';
import type { Channel, SyncServer } from '#sync/server/server.ts';
import type { NetworkSignals } from '#sync/server/signals.ts';
import type { RoundResult } from './round.ts';

/** Why a round is wanted. */
export type RoundReason = 'start' | 'write' | 'poke' | 'joined' | 'line' | 'visible' | 'timer' | 'now' | 'again';

/** A write that follows another this soon is sent with it. */
const TOGETHER_MS = 200;
/** A person would notice: how old the screen may be when pokes are lost. */
const TIMER_MS = 45_000;
/** A poke of our own push that takes longer than this will not come, unless the line is slow: joining anew would only slow it more. */
const POKE_MS = 5_000;
const BACKOFF_FIRST_MS = 1_000;
const BACKOFF_LONGEST_MS = 60_000;
/** Rounds that follow one another without a pause; more means that something goes in circles. */
const AT_ONCE = 20;

/** Between half and all of 1, 2, 4 … 60 s, but never less than a second. */
export function backoffMs(failures: number, random: number): number {
  const whole = Math.min(BACKOFF_LONGEST_MS, BACKOFF_FIRST_MS * 2 ** failures);
  return Math.max(BACKOFF_FIRST_MS, whole * (0.5 + random / 2));
}

/** The tools of the scheduler. `random`: uniform in [0, 1), for the jitter of retries. */
export interface SchedulerParts {
  readonly salonId: number;
  readonly server: SyncServer;
  readonly clock: Clock;
  readonly random: () => number;
  readonly network: NetworkSignals;
  /** Runs one round; null when it failed (and said why elsewhere). */
  readonly round: () => Promise<RoundResult | null>;
  /** The revision up to which this device has everything. */
  readonly known: () => number;
  /** Milliseconds that news of what was sent may take on this line, if that is long. */
  readonly newsMs?: () => number;
}

/** Decides when rounds run. `want`: one is wanted, soon; several wishes make one round. */
export interface Scheduler {
  want(reason: RoundReason): void;
  /**
   * For a command of several writes: none of them asks for a round before the last. Rounds for any other reason begin as always
   * and take what is there. @throws what the command throws
   */
  together<T>(command: () => Promise<T>): Promise<T>;
  /** Runs a round that begins after this call, and resolves when it has ended. */
  now(): Promise<void>;
  close(): Promise<void>;
}

/** Starts listening to line, page and server, and asks for the first round. */
export function startScheduler(parts: SchedulerParts): Scheduler {
  const { clock, network, random } = parts;
  let running: Promise<void> | null = null;
  let closed = false;
  let wanted: RoundReason | null = null;
  let failures = 0;
  let atOnce = 0;
  /** When a row that holds up may be tried again. */
  let retryInMs: number | null = null;
  /** Commands under way whose writes go together, and whether one of them has written. */
  let commands = 0;
  let wrote = false;
  let lastStart = Number.NEGATIVE_INFINITY;
  let stopTimer: () => void = () => undefined;
  let stopTogether: (() => void) | null = null;

  let joined = false;
  /** The newest revision that the channel has told of since it was joined, 0 if none; `pokedRevInRound`: since the round under way began. */
  let pokedRev = 0;
  let pokedRevInRound = 0;
  let expectedRev = 0;
  let freshlyJoined = false;
  let stopPokeWatch: () => void = () => undefined;

  const setTimer = () => {
    stopTimer();
    if (closed) return;
    if (failures > 0) stopTimer = clock.after(backoffMs(failures - 1, random()), () => want('timer'));
    else if (retryInMs !== null) stopTimer = clock.after(Math.min(TIMER_MS, Math.max(1_000, retryInMs)), () => want('timer'));
    else if (network.visible()) stopTimer = clock.after(TIMER_MS, () => want('timer'));
  };

  const start = () => {
    stopTimer();
    stopTogether?.();
    stopTogether = null;
    wanted = null;
    pokedRevInRound = 0;
    lastStart = clock.now();
    running = run().finally(() => {
      running = null;
      if (closed) return;
      // Mostly of this round's own pushes: what its pull has brought along needs no round more.
      // A new device knows less than none (-1): without the first half it would ask again at once for as long as there is no line.
      if (pokedRevInRound > 0 && pokedRevInRound > parts.known()) wish('poke');
      const next = wanted;
      wanted = null;
      if (next === null || (failures > 0 && (next === 'write' || next === 'again'))) setTimer();
      else if (next === 'again' && ++atOnce > AT_ONCE) setTimer();
      else want(next);
    });
  };

  const run = async () => {
    const joinedBefore = joined;
    const knownBefore = parts.known();
    const result = await parts.round();
    if (result === null) {
      failures++;
      return;
    }
    failures = 0;
    retryInMs = result.retryInMs;
    if (result.again) wanted ??= 'again';
    else atOnce = 0;
    if (joinedBefore && joined) listenFor(result, knownBefore);
    freshlyJoined &&= !joinedBefore;
  };

  /** Returns the revision that the channel must have told by now, or tells in a moment. */
  const listenFor = ({ pushedRev, head }: RoundResult, knownBefore: number) => {
    const news = !freshlyJoined && head > knownBefore ? head : 0;
    expectedRev = Math.max(expectedRev, pushedRev > knownBefore ? pushedRev : 0, news);
    if (expectedRev <= pokedRev) return;
    stopPokeWatch();
    stopPokeWatch = clock.after(Math.max(POKE_MS, parts.newsMs?.() ?? 0), () => {
      if (closed || !joined || pokedRev >= expectedRev) return;
      joined = false;
      expectedRev = 0;
      channel?.rejoin();
    });
  };

  /** For after the round under way. */
  const wish = (reason: RoundReason) => {
    wanted = wanted === null || wanted === 'write' || wanted === 'again' ? reason : wanted;
  };

  const want = (reason: RoundReason) => {
    if (closed) return;
    if (commands && reason === 'write') {
      wrote = true;
      return;
    }
    if (running) return wish(reason);
    if (reason === 'write') {
      if (failures > 0 || stopTogether) return;
      const wait = lastStart + TOGETHER_MS - clock.now();
      if (wait > 0 && wait <= TOGETHER_MS) {
        stopTogether = clock.after(wait, start);
        return;
      }
    }
    start();
  };

  let channel: Channel | null = null;
  const stopListening = network.listen((signal) => {
    // A browser that says it is offline is only believed once a round has failed: the server may live on this machine.
    if (signal === 'online' || signal === 'offline') want('line');
    if (signal === 'visible') want('visible');
    if (signal === 'hidden' && failures === 0 && retryInMs === null) stopTimer();
  });
  channel = parts.server.channel(parts.salonId, {
    poke(rev) {
      pokedRev = Math.max(pokedRev, rev);
      if (running) pokedRevInRound = Math.max(pokedRevInRound, rev);
      else if (rev > parts.known()) want('poke');
    },
    state(state) {
      const before = joined;
      joined = state === 'joined';
      if (before && !joined) want('line');
      if (!joined) return;
      pokedRev = 0;
      expectedRev = 0;
      freshlyJoined = true;
      want('joined');
    },
  });

  return {
    want,
    async together(command) {
      commands += 1;
      try {
        return await command();
      } finally {
        commands -= 1;
        if (!commands && wrote) {
          wrote = false;
          want('write');
        }
      }
    },
    async now() {
      while (running) await running;
      if (closed) return;
      start();
      await running;
    },
    async close() {
      closed = true;
      stopTimer();
      stopTogether?.();
      stopPokeWatch();
      stopListening();
      channel?.close();
      await running;
    },
  };
}
