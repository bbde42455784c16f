import { BroadcastChannel } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import type { Clock } from '#sync/machine/clock.ts';
import { type RoundLock, webLock } from '#sync/round/round-lock.ts';

/** Web Locks as browsers have them, for one name: exclusive, in order, to be stolen. */
class Locks {
  private holder: { stolen: (error: DOMException) => void; done: Promise<unknown> } | null = null;
  private readonly line: { begin: () => void }[] = [];

  request<T>(_name: string, options: LockOptions, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const begin = () => {
        const done = work();
        const me = { stolen: reject, done };
        this.holder = me;
        done.then(resolve, reject).finally(() => {
          if (this.holder === me) this.holder = null;
          if (this.holder === null) this.line.shift()?.begin();
        });
      };
      if (options.steal) {
        this.holder?.stolen(new DOMException('stolen', 'AbortError'));
        begin();
      } else if (this.holder === null) begin();
      else {
        const place = { begin };
        this.line.push(place);
        options.signal?.addEventListener('abort', () => {
          this.line.splice(this.line.indexOf(place), 1);
          reject(new DOMException('left the line', 'AbortError'));
        });
      }
    });
  }
}

class Hand implements Clock {
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
  pass(ms: number): void {
    this.time += ms;
    for (const timer of [...this.timers]) {
      if (timer.at > this.time || !this.timers.delete(timer)) continue;
      timer.run();
    }
  }
}

const idle = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
};
const outer = new AbortController().signal;
const open: RoundLock[] = [];
let names = 0;

function tabsOf(count: number): { lock: RoundLock; hand: Hand }[] {
  const locks = new Locks();
  const name = `round-lock-test-${++names}`;
  return Array.from({ length: count }, () => {
    const hand = new Hand();
    const channel = new BroadcastChannel(name) as unknown as globalThis.BroadcastChannel;
    const lock = webLock(name, { locks: locks as unknown as LockManager, channel, clock: hand, random: () => 0 });
    open.push(lock);
    return { lock, hand };
  });
}

function task() {
  let finish: () => void = () => undefined;
  const seen: { signal: AbortSignal | null; alive: () => void; began: number } = {
    signal: null,
    alive: () => undefined,
    began: 0,
  };
  const work = (signal: AbortSignal, alive: () => void) => {
    seen.signal = signal;
    seen.alive = alive;
    seen.began++;
    return new Promise<string>((resolve) => {
      finish = () => resolve('done');
    });
  };
  return { work, seen, finish: () => finish() };
}

afterEach(() => {
  for (const lock of open.splice(0)) lock.close();
});

it('keeps the rounds of two tabs apart', async () => {
  const [first, second] = tabsOf(2);
  const [one, two] = [task(), task()];
  const a = first?.lock.hold(one.work, outer);
  const b = second?.lock.hold(two.work, outer);
  await idle();
  expect([one.seen.began, two.seen.began]).toEqual([1, 0]);
  one.finish();
  expect(await a).toBe('done');
  await idle();
  expect(two.seen.began).toBe(1);
  two.finish();
  expect(await b).toBe('done');
});

it('passes over a holder that has been silent for 15 s, who learns it by its signal', async () => {
  const [frozen, waiting] = tabsOf(2);
  const [one, two] = [task(), task()];
  const taken = frozen?.lock.hold(one.work, outer).catch((error: unknown) => error);
  await idle();
  const b = waiting?.lock.hold(two.work, outer);
  await idle();
  waiting?.hand.pass(14_900);
  await idle();
  expect(two.seen.began).toBe(0);
  waiting?.hand.pass(200);
  await idle();
  expect(two.seen.began).toBe(1);
  expect(await taken).toMatchObject({ name: 'AbortError' });
  expect(one.seen.signal?.aborted).toBe(true);
  two.finish();
  expect(await b).toBe('done');
});

it('waits for a holder that shows that it is alive', async () => {
  const [holder, waiting] = tabsOf(2);
  const [one, two] = [task(), task()];
  const a = holder?.lock.hold(one.work, outer);
  await idle();
  const b = waiting?.lock.hold(two.work, outer);
  for (let turn = 0; turn < 4; turn++) {
    waiting?.hand.pass(10_000);
    one.seen.alive();
    await idle();
  }
  expect(two.seen.began).toBe(0);
  one.finish();
  expect(await a).toBe('done');
  await idle();
  two.finish();
  expect(await b).toBe('done');
});

it('leaves the line when the replica is closed', async () => {
  const [holder, waiting] = tabsOf(2);
  const one = task();
  const a = holder?.lock.hold(one.work, outer);
  await idle();
  const closing = new AbortController();
  const b = waiting?.lock.hold(task().work, closing.signal);
  closing.abort();
  await expect(b).rejects.toMatchObject({ name: 'AbortError' });
  one.finish();
  await a;
});
