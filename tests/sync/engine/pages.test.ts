/** The page that is asked for while the one before it is written: what becomes of it where the world moves on. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BLANK_STATE, type SyncState } from '#sync/core/sync-state.ts';
import type { RoundCall, RoundContext } from '#sync/round/context.ts';
import { pagesOf } from '#sync/round/pages.ts';
import { type PullAnswer, ServerError } from '#sync/server/server.ts';
import { booking, type Device, World } from '../devices.ts';

const unheard: unknown[] = [];
const hear = (reason: unknown) => unheard.push(reason);
beforeEach(() => void process.on('unhandledRejection', hear));
afterEach(() => {
  process.off('unhandledRejection', hear);
  expect(unheard.splice(0)).toEqual([]);
});
const turns = () => new Promise((resolve) => setImmediate(resolve));

describe('a page that is asked for ahead', () => {
  interface Question {
    readonly cursors: object;
    readonly horizon: string | null;
    readonly signal: AbortSignal;
    answer(head: number): void;
    fail(error: Error): void;
  }
  const asked: Question[] = [];
  const round = new AbortController();
  const server = {
    pull: (_salon: number, cursors: object, _limit: number, horizon: string | null, signal: AbortSignal) =>
      new Promise<PullAnswer>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
        const answer = (head: number) => resolve({ head, epoch: 'one', purged_rev: 0, tables: {} });
        asked.push({ cursors, horizon, signal, answer, fail: reject });
      }),
  };
  const pace = {
    ...{ size: () => 1000, isLeast: () => false, patience: () => 1, silence: 1, news: () => 0 },
    ...{ went: async () => undefined, failed: async () => false },
  };
  const clock = { now: () => 0, after: () => () => undefined };
  const engine = { salonId: 1, server, pace, clock } as unknown as RoundContext;
  const call: RoundCall = { signal: round.signal, alive: () => undefined };
  const at = (rev: number, more: Partial<SyncState> = {}): SyncState => ({
    ...BLANK_STATE,
    ...{ pulledOnce: true, cursors: { events: [rev, 'e'] } },
    ...more,
  });
  beforeEach(() => void asked.splice(0));

  it('is the answer to the same question, which is not asked again', async () => {
    const pages = pagesOf(engine, call);
    pages.askAhead(at(3));
    asked[0]?.answer(7);
    await turns();
    expect(await pages.page(at(3))).toMatchObject({ head: 7 });
    expect(asked).toHaveLength(1);
    void pages.page(at(3)).catch(() => undefined);
    expect(asked).toHaveLength(2); // it is given once
  });

  it.each([
    ['in another rebuild', at(3, { generation: 1 })],
    ['from another place', at(2)],
    ['with another horizon', at(3, { horizon: '2025-11-01T00:00:00.000Z' })],
    ['with another revision behind which nothing is kept', at(3, { horizonRev: 2 })],
  ])('is broken off and asked for anew %s', async (_where, state) => {
    const pages = pagesOf(engine, call);
    pages.askAhead(at(3));
    const page = pages.page(state);
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    asked[1]?.answer(8);
    expect(await page).toMatchObject({ head: 8 });
    await turns();
  });

  it('fails for who asks for it, and for nobody before', async () => {
    const pages = pagesOf(engine, call);
    const failure = new ServerError(503, null, null, 'busy');
    pages.askAhead(at(3));
    asked[0]?.fail(failure);
    await turns();
    await expect(pages.page(at(3))).rejects.toBe(failure);
    expect(asked).toHaveLength(1);
  });

  it('is broken off where nobody asks for it any more', async () => {
    const pages = pagesOf(engine, call);
    pages.askAhead(at(3));
    pages.end();
    expect(asked[0]?.signal.aborted).toBe(true);
    await turns();
  });
});

describe('a round', () => {
  let world: World;
  let tablet: Device;
  const ids = Array.from({ length: 9 }, (_, n) => `e${n}`);
  const here = () => tablet.rows('events').map(({ id }) => id);
  const aLine = () => {
    const signals: AbortSignal[] = [];
    const { pull } = tablet.tab.line;
    tablet.tab.line.pull = (...asked) => {
      const signal = asked.find((one) => one instanceof AbortSignal);
      if (signal) signals.push(signal);
      return pull(...asked);
    };
    return signals;
  };

  beforeEach(async () => {
    world = new World();
    tablet = await world.device('tablet');
    const desk = await world.device('desk');
    await world.settled();
    for (const id of ids) await desk.write('events', id, booking());
    await desk.sync();
    world.server.page = 3;
  });

  it('asks for the next page before this one is written, and for no more than one', async () => {
    const signals = aLine();
    const writing = tablet.tab.gate.holdAt(({ kind }) => kind === 'rows');
    const round = tablet.sync();
    await writing.reached;
    await turns();
    expect([signals.length, here()]).toEqual([2, []]);
    writing.release();
    await round;
    expect(here()).toEqual(ids);
    expect(tablet.status.phase).toBe('synced');
  });

  it('keeps the page that came where the one asked for ahead fails, and goes on from there', async () => {
    const signals = aLine();
    const writing = tablet.tab.gate.holdAt(({ kind }) => kind === 'rows');
    tablet.tab.before('pull', async () => undefined);
    tablet.tab.before('pull', async () => tablet.offline());
    const round = tablet.sync();
    await writing.reached;
    await turns();
    expect(tablet.status.phase).toBe('syncing'); // nobody has asked for the second page yet
    writing.release();
    await round;
    expect([tablet.status.phase, here()]).toEqual(['offline', ids.slice(0, 3)]);
    tablet.online();
    signals.splice(0);
    await tablet.sync();
    expect([tablet.status.phase, here()]).toEqual(['synced', ids]);
    expect(signals).toHaveLength(3);
  });

  it('breaks the early request off when its own page cannot be written', async () => {
    const signals = aLine();
    const held = [tablet.tab.hold('pull'), tablet.tab.hold('pull')];
    held[0]?.release();
    tablet.tab.gate.failNextWrite(new Error('no room'));
    await tablet.sync();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
    held[1]?.release();
    expect(here()).toEqual([]);
  });

  it('that ends because the replica closes leaves no request behind', async () => {
    const signals = aLine();
    const writing = tablet.tab.gate.holdAt(({ kind }) => kind === 'rows');
    const round = tablet.sync();
    await writing.reached;
    const closed = tablet.tab.replication.close();
    writing.release();
    await Promise.all([round, closed]);
    expect(signals).toHaveLength(2);
    expect(signals[1]?.aborted).toBe(true);
    await turns();
  });
});
