import { beforeEach, describe, expect, it } from 'vitest';
import type { RoundResult } from '#sync/round/round.ts';
import { backoffMs, type Scheduler, startScheduler } from '#sync/round/scheduler.ts';
import type { SyncServer } from '#sync/server/server.ts';
import type { Signal } from '#sync/server/signals.ts';

/** A clock whose time passes only when the test says so. */
class Hand {
  private time = 0;
  private readonly timers = new Set<{ at: number; run: () => void }>();
  now = () => this.time;
  after = (ms: number, run: () => void) => {
    const timer = { at: this.time + ms, run };
    this.timers.add(timer);
    return () => {
      this.timers.delete(timer);
    };
  };
  async pass(ms: number): Promise<void> {
    const end = this.time + ms;
    await idle();
    for (;;) {
      const next = [...this.timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.timers.delete(next);
      this.time = next.at;
      next.run();
      await idle();
    }
    this.time = end;
    await idle();
  }
}

const idle = () => new Promise((resolve) => setImmediate(resolve));
const GOOD: RoundResult = { again: false, pushedRev: 0, head: 0, retryInMs: null };

let hand: Hand;
let starts: number[];
let next: (RoundResult | null)[];
let waiting: ((result: RoundResult | null) => void)[] | null;
let known: number;
let visible: boolean;
let say: (signal: Signal) => void;
let channel: Parameters<SyncServer['channel']>[1];
let rejoined: number;
let scheduler: Scheduler;
let newsMs: number;

beforeEach(() => {
  hand = new Hand();
  starts = [];
  next = [];
  waiting = null;
  known = 0;
  visible = true;
  rejoined = 0;
  newsMs = 0;
  scheduler = startScheduler({
    salonId: 7,
    clock: hand,
    random: () => 1,
    network: {
      online: () => true,
      visible: () => visible,
      listen(heard) {
        say = heard;
        return () => undefined;
      },
    },
    server: {
      channel: (_salonId: number, on: Parameters<SyncServer['channel']>[1]) => {
        channel = on;
        return {
          rejoin() {
            rejoined++;
          },
          close: () => undefined,
        };
      },
    } as unknown as SyncServer,
    known: () => known,
    newsMs: () => newsMs,
    round: () => {
      starts.push(hand.now());
      if (waiting === null)
        return Promise.resolve(next.length > 0 ? (next.shift() as RoundResult | null) : { ...GOOD, head: known });
      return new Promise((resolve) => waiting?.push(resolve));
    },
  });
});

describe('local writes', () => {
  it('start a round at once, and what follows within 200 ms goes together', async () => {
    await hand.pass(1000);
    scheduler.want('write');
    await idle();
    expect(starts).toEqual([1000]);
    await hand.pass(50);
    scheduler.want('write');
    scheduler.want('write');
    await hand.pass(20);
    scheduler.want('write');
    await hand.pass(300);
    expect(starts).toEqual([1000, 1200]);
  });

  it('of one command have one round, after its last, however it ends; a poke meanwhile is not held up', async () => {
    await hand.pass(1000);
    const command = scheduler.together(async () => {
      scheduler.want('write');
      await scheduler.together(async () => scheduler.want('write'));
      await hand.pass(300);
      expect(starts).toEqual([]);
      scheduler.want('poke');
      await hand.pass(700);
      scheduler.want('write');
      throw new Error('no room');
    });
    await expect(command).rejects.toThrow('no room');
    await hand.pass(300);
    expect(starts).toEqual([1300, 2000]);
    await scheduler.together(async () => undefined);
    await hand.pass(300);
    expect(starts).toHaveLength(2);
  });

  it('never run two rounds at a time; a write meanwhile has its round after', async () => {
    waiting = [];
    scheduler.want('write');
    await hand.pass(300);
    scheduler.want('write');
    scheduler.want('poke');
    await hand.pass(300);
    expect(starts).toHaveLength(1);
    waiting[0]?.(GOOD);
    await idle();
    expect(starts).toHaveLength(2);
  });
});

describe('after a failure', () => {
  it('waits longer and longer, up to a minute, and a local write does not cut it short', async () => {
    next = Array.from({ length: 8 }, () => null);
    scheduler.want('start');
    await idle();
    scheduler.want('write');
    await hand.pass(240_000);
    const pauses = starts.map((at, n) => at - (starts[n - 1] ?? 0)).slice(1, 9);
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  });

  it('waits too where nothing has come from the server yet: a new device without a line asks no oftener', async () => {
    known = -1;
    waiting = [];
    scheduler.want('start');
    for (const pause of [999, 1_999, 3_999]) {
      waiting.at(-1)?.(null);
      const asked = starts.length;
      await hand.pass(pause);
      expect(starts).toHaveLength(asked);
      await hand.pass(1);
      expect(starts).toHaveLength(asked + 1);
    }
  });

  it.each(['online', 'visible'] as const)('is cut short by %s', async (signal) => {
    next = [null, null, null, null, null];
    scheduler.want('start');
    await hand.pass(15_000);
    const before = starts.length;
    await hand.pass(10);
    say(signal);
    await idle();
    expect(starts).toHaveLength(before + 1);
  });

  it('keeps its pause between half and all of 1, 2, 4 … 60 seconds, and never below one', () => {
    for (let failures = 0; failures < 30; failures++)
      for (const random of [0, 0.5, 0.999]) {
        const whole = Math.min(60_000, 1000 * 2 ** failures);
        expect(backoffMs(failures, random)).toBeGreaterThanOrEqual(Math.max(1000, whole / 2));
        expect(backoffMs(failures, random)).toBeLessThanOrEqual(Math.max(1000, whole));
      }
  });
});

describe('without any news', () => {
  it('looks at once when the browser says that the line is gone, so that nobody reads “synced” in an outage', async () => {
    scheduler.want('start');
    await hand.pass(10_000);
    say('offline');
    await idle();
    expect(starts).toEqual([0, 10_000]);
  });

  it('looks every 45 s while the page is visible, and not while it is hidden', async () => {
    scheduler.want('start');
    await hand.pass(91_000);
    expect(starts).toEqual([0, 45_000, 90_000]);
    visible = false;
    say('hidden');
    await hand.pass(300_000);
    expect(starts).toHaveLength(3);
    visible = true;
    say('visible');
    await idle();
    expect(starts).toHaveLength(4);
  });

  it('goes on when a round says that there is more to do, but not in circles for ever', async () => {
    next = Array.from({ length: 500 }, () => ({ ...GOOD, again: true }));
    scheduler.want('start');
    await hand.pass(1000);
    expect(starts.length).toBeGreaterThan(2);
    expect(starts.length).toBeLessThan(50);
  });
});

describe('the channel', () => {
  it('asks for a round for a revision that is not here, and for none that is', async () => {
    known = 5;
    channel.poke(5);
    await idle();
    expect(starts).toHaveLength(0);
    channel.poke(6);
    await idle();
    expect(starts).toHaveLength(1);
  });

  it('asks for no other round for what the one under way brings, and for one for what came later', async () => {
    waiting = [];
    scheduler.want('write');
    channel.poke(8);
    channel.poke(9);
    known = 9;
    waiting.shift()?.({ ...GOOD, pushedRev: 9, head: 9 });
    await idle();
    expect(starts).toHaveLength(1);
    scheduler.want('now');
    channel.poke(10);
    scheduler.want('write');
    waiting.shift()?.({ ...GOOD, head: 9 });
    await idle();
    expect(starts).toHaveLength(3);
  });

  it('asks for a round at once for news that came during one that failed', async () => {
    waiting = [];
    scheduler.want('write');
    channel.poke(8);
    waiting.shift()?.(null);
    await idle();
    expect(starts).toEqual([0, 0]);
    waiting.shift()?.(null);
    await hand.pass(900);
    expect(starts).toHaveLength(2);
  });

  it('asks for a round when it is joined', async () => {
    channel.state('joined');
    await idle();
    expect(starts).toHaveLength(1);
  });

  it('asks for a round when it breaks: the line may be gone with it', async () => {
    channel.state('joined');
    await hand.pass(1000);
    channel.state('lost');
    channel.state('lost');
    await idle();
    expect(starts).toEqual([0, 1000]);
  });

  it('is joined anew when the poke of an own push is not heard within 5 s', async () => {
    channel.state('joined');
    await hand.pass(1000);
    next = [{ ...GOOD, pushedRev: 9, head: 9 }];
    scheduler.want('write');
    await hand.pass(4_900);
    expect(rejoined).toBe(0);
    await hand.pass(200);
    expect(rejoined).toBe(1);
  });

  it('is given longer where the line is slow: joining anew would only slow it more', async () => {
    newsMs = 60_000;
    channel.state('joined');
    await hand.pass(1000);
    next = [{ ...GOOD, pushedRev: 9, head: 9 }];
    scheduler.want('write');
    await hand.pass(40_000);
    expect(rejoined).toBe(0);
    channel.poke(9);
    await hand.pass(60_000);
    expect(rejoined).toBe(0);
  });

  it('is left alone when that poke is heard, before or after the answer', async () => {
    channel.state('joined');
    await hand.pass(1000);
    next = [{ ...GOOD, pushedRev: 9, head: 9 }];
    scheduler.want('write');
    await hand.pass(100);
    known = 9;
    channel.poke(9);
    await hand.pass(10_000);
    channel.poke(10);
    next = [{ ...GOOD, pushedRev: 10, head: 10 }];
    scheduler.want('write');
    await hand.pass(10_000);
    expect(rejoined).toBe(0);
  });

  it('is joined anew when a round finds news that no poke told of', async () => {
    channel.state('joined');
    await hand.pass(1000);
    next = [{ ...GOOD, head: 12 }];
    await hand.pass(60_000);
    expect(rejoined).toBe(1);
  });

  it('is not blamed for what happened before it was joined', async () => {
    next = [{ ...GOOD, head: 12 }];
    channel.state('joined');
    await hand.pass(20_000);
    expect(rejoined).toBe(0);
  });
});

it('ends: nothing runs after it was closed', async () => {
  scheduler.want('start');
  await idle();
  await scheduler.close();
  scheduler.want('now');
  channel.poke(99);
  await hand.pass(120_000);
  expect(starts).toHaveLength(1);
});
