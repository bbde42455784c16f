import { BroadcastChannel } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { webVersionHolds } from '#sync/versions/version-holds.ts';
import { announceVersion, listenForOtherVersions } from '#sync/versions/version-signal.ts';
import { steadyClock } from '../devices.ts';

/** Web Locks as browsers have them, as far as forms need them: shared, or exclusive where nobody is. */
class Locks {
  private readonly shared = new Map<string, number>();
  private readonly exclusive = new Set<string>();
  private readonly waiting: string[] = [];

  async query(): Promise<LockManagerSnapshot> {
    return { held: [], pending: this.waiting.map((name) => ({ name, mode: 'shared' })) };
  }

  async request(name: string, options: LockOptions, work: (lock: Lock | null) => Promise<unknown>): Promise<unknown> {
    const lock = { name, mode: options.mode ?? 'exclusive' } as Lock;
    if (options.mode === 'shared') {
      this.waiting.push(name);
      while (this.exclusive.has(name) && !options.signal?.aborted) await idle();
      this.waiting.splice(this.waiting.indexOf(name), 1);
      options.signal?.throwIfAborted();
      this.shared.set(name, (this.shared.get(name) ?? 0) + 1);
      return work(lock).finally(() => this.shared.set(name, (this.shared.get(name) ?? 0) - 1));
    }
    if (this.exclusive.has(name) || (this.shared.get(name) ?? 0) > 0) return work(null);
    this.exclusive.add(name);
    return work(lock).finally(() => this.exclusive.delete(name));
  }
}

const idle = () => new Promise((resolve) => setImmediate(resolve));
const windowOf = (locks: Locks) => {
  const page = new EventTarget();
  const turn = (type: 'pagehide' | 'pageshow') => page.dispatchEvent(Object.assign(new Event(type), { persisted: true }));
  return { holds: webVersionHolds(locks as unknown as LockManager, steadyClock(), page), turn };
};

it('a form is free only when the last window that has it open has let go', async () => {
  const locks = new Locks();
  const [first, second, third] = [windowOf(locks), windowOf(locks), windowOf(locks)];
  let moved = 0;
  const move = () =>
    third.holds.whileFree('form', async () => {
      moved++;
    });
  const leaveFirst = await first.holds.hold('form');
  const leaveSecond = await second.holds.hold('form');
  expect(await move()).toBe(false);
  leaveFirst();
  await idle();
  expect(await move()).toBe(false);
  leaveSecond();
  await idle();
  expect(await move()).toBe(true);
  expect(moved).toBe(1);
});

it('a window on its way into the back-forward cache lets go, and holds again when it comes back', async () => {
  const locks = new Locks();
  const [kept, other] = [windowOf(locks), windowOf(locks)];
  await kept.holds.hold('form');
  kept.turn('pagehide');
  await idle();
  expect(await other.holds.whileFree('form', async () => undefined)).toBe(true);
  kept.turn('pageshow');
  await idle();
  expect(await other.holds.whileFree('form', async () => undefined)).toBe(false);
});

it('a form that opens while it is being moved waits for that', async () => {
  const locks = new Locks();
  const [mover, opener] = [windowOf(locks), windowOf(locks)];
  let end: () => void = () => undefined;
  const moving = mover.holds.whileFree(
    'form',
    () =>
      new Promise((resolve) => {
        end = () => resolve();
      }),
  );
  let open = false;
  const opening = opener.holds.hold('form').then(() => {
    open = true;
  });
  await idle();
  expect(open).toBe(false);
  end();
  await moving;
  await opening;
  expect(open).toBe(true);
});

it('a mover that was frozen learns that another window waits, or may have come and gone meanwhile', async () => {
  const locks = new Locks();
  const clock = steadyClock();
  const mover = webVersionHolds(locks as unknown as LockManager, clock, new EventTarget());
  const opener = windowOf(locks);
  const told: boolean[] = [];
  await mover.whileFree('form', async (stillFree) => {
    told.push(await stillFree(clock.now()));
    const since = clock.now();
    clock.set(since + 11_000);
    told.push(await stillFree(since));
    void opener.holds.hold('form');
    await idle();
    told.push(await stillFree(clock.now()));
  });
  expect(told).toEqual([true, false, false]);
});

it('a form that was let go is free at once', async () => {
  const locks = new Locks();
  const [one, other] = [windowOf(locks), windowOf(locks)];
  const leave = await one.holds.hold('form');
  await leave();
  expect(await other.holds.whileFree('form', async () => undefined)).toBe(true);
});

it('a window hears of another version that opens after it, and of its own version nothing', async () => {
  const heard: string[] = [];
  const stop = listenForOtherVersions(() => heard.push('other'));
  announceVersion();
  const channel = new BroadcastChannel('greben-form');
  channel.postMessage({ form: 'another' });
  await expect.poll(() => heard).toEqual(['other']);
  channel.close();
  stop();
});
