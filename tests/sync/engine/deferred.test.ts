import { describe, expect, it } from 'vitest';
import { deferred } from '#sync/machine/deferred.ts';
import { deferredServer } from '#sync/server/deferred-server.ts';
import type { Channel, PullAnswer, SyncServer } from '#sync/server/server.ts';

interface Library {
  twice(number: number): Promise<number>;
  wait(signal: AbortSignal): Promise<string>;
}
const LIBRARY: Library = { twice: async (number) => 2 * number, wait: async () => 'done' };

/** Code that comes when it is let through, or does not come. */
function line() {
  const asked: { come(): void; fail(): void }[] = [];
  const load = () =>
    new Promise<Library>((resolve, reject) => {
      asked.push({ come: () => resolve(LIBRARY), fail: () => reject(new Error('no line')) });
    });
  const { calls, here } = deferred(load, ['twice', 'wait'], (message) => new RangeError(message));
  return { asked, calls, here };
}

describe('code that is fetched by its first call', () => {
  it('is fetched once for all calls that wait for it', async () => {
    const { asked, calls } = line();
    const results = Promise.all([calls.twice(2), calls.twice(3)]);
    asked[0]?.come();
    expect(await results).toEqual([4, 6]);
    expect(await calls.twice(4)).toBe(8);
    expect(asked).toHaveLength(1);
  });

  it('fails the calls that waited for it where it does not come, and the next call fetches it anew', async () => {
    const { asked, calls } = line();
    const failed = Promise.allSettled([calls.twice(2), calls.twice(3)]);
    asked[0]?.fail();
    expect((await failed).map((one) => one.status === 'rejected' && one.reason)).toEqual([
      new RangeError('no line'),
      new RangeError('no line'),
    ]);
    const again = calls.twice(5);
    asked[1]?.come();
    expect(await again).toBe(10);
  });

  it('keeps nobody waiting whose signal is aborted', async () => {
    const { asked, calls } = line();
    const patience = new AbortController();
    const waiting = calls.wait(patience.signal);
    patience.abort();
    await expect(waiting).rejects.toEqual(new RangeError('no answer in time'));
    asked[0]?.come();
    expect(await calls.wait(new AbortController().signal)).toBe('done');
  });

  it('tells when it is here, also after a fetch that failed', async () => {
    const { asked, calls, here } = line();
    const failed = calls.twice(1);
    asked[0]?.fail();
    await expect(failed).rejects.toThrow('no line');
    const again = calls.twice(1);
    asked[1]?.come();
    await again;
    expect(await here).toBe(LIBRARY);
  });
});

describe('a server whose code is fetched by the first call', () => {
  const { signal } = new AbortController();
  const pull = (server: SyncServer) => server.pull(7, {}, 1, null, signal);

  /** A server, whether its code comes, and the channels that it has open. */
  function world() {
    const state = { reachable: true, channels: 0 };
    const channel = (): Channel => {
      state.channels += 1;
      return { rejoin: () => undefined, close: () => (state.channels -= 1) };
    };
    const whole = { pull: async () => ({ head: 1 }) as PullAnswer, channel } as Partial<SyncServer> as SyncServer;
    const server = deferredServer(async () => {
      if (!state.reachable) throw new TypeError('Failed to fetch dynamically imported module');
      return whole;
    });
    return { state, server };
  }

  it('fails as a line does while its code does not come', async () => {
    const { state, server } = world();
    state.reachable = false;
    await expect(pull(server)).rejects.toMatchObject({ name: 'ServerError', status: 0, code: null });
  });

  it('opens the channel with the first call that gets through, however many failed before', async () => {
    const { state, server } = world();
    state.reachable = false;
    server.channel(7, { poke: () => undefined, state: () => undefined });
    await expect(pull(server)).rejects.toThrow();
    expect(state.channels).toBe(0);
    state.reachable = true;
    await pull(server);
    expect(state.channels).toBe(1);
  });

  it('opens no channel that was closed before the code came', async () => {
    const { state, server } = world();
    server.channel(7, { poke: () => undefined, state: () => undefined }).close();
    await pull(server);
    expect(state.channels).toBe(0);
  });
});
