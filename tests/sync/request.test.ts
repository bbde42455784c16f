import { expect, it } from 'vitest';
import { request } from '#sync/engine.ts';
import type { LinePace } from '#sync/pace.ts';
import { consequenceOf, ServerError } from '#sync/server.ts';

/** A server that never answers, and a clock whose timers the test fires itself. */
const never = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));
function hand() {
  const timers: (() => void)[] = [];
  const after = (_ms: number, run: () => void) => {
    timers.push(run);
    return () => timers.splice(timers.indexOf(run), 1);
  };
  const pace: LinePace = {
    size: () => 1,
    patience: () => 30_000,
    went: async () => undefined,
    failed: async () => undefined,
  };
  return { surroundings: { clock: { now: () => 0, after }, pace }, timers };
}

it('a request without an answer in time is given up as a broken line, not as a fault of ours', async () => {
  const { surroundings, timers } = hand();
  const asked = request(surroundings, { signal: new AbortController().signal, alive: () => undefined }, never);
  timers[0]?.();
  const error = await asked.catch((failure: unknown) => failure);
  expect(error).toMatchObject({ status: 0 });
  expect(error instanceof ServerError && consequenceOf(error)).toBe('retry');
  expect(timers).toEqual([]);
});

it('a request ends with its round', async () => {
  const { surroundings, timers } = hand();
  const round = new AbortController();
  const asked = request(surroundings, { signal: round.signal, alive: () => undefined }, never);
  round.abort(new DOMException('closed', 'AbortError'));
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  expect(timers).toEqual([]);
});
