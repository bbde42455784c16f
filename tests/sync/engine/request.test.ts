import { expect, it } from 'vitest';
import type { Failed, LinePace, RequestKind } from '#sync/round/pace.ts';
import { CutShortError, request } from '#sync/round/request.ts';
import { notifyPart, onPart, reportingParts } from '#sync/server/answer-parts.ts';
import { ForeignAnswerError } from '#sync/server/answers.ts';
import { consequenceOf, ServerError } from '#sync/server/server.ts';

/** A server that never answers, and a clock whose timers the test fires itself. */
const never = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));
function hand() {
  const timers: (() => void)[] = [];
  const after = (_ms: number, run: () => void) => {
    timers.push(run);
    return () => timers.splice(timers.indexOf(run), 1);
  };
  const failures: (Failed & { way: RequestKind | undefined })[] = [];
  const pace: LinePace = {
    size: () => 1,
    isLeast: () => true,
    patience: () => 30_000,
    silence: 30_000,
    news: () => 0,
    went: async () => undefined,
    async failed(way, how) {
      failures.push({ way, ...how });
      return true;
    },
  };
  return { surroundings: { clock: { now: () => 0, after }, pace }, timers, failures };
}
const round = () => ({ signal: new AbortController().signal, alive: () => undefined });

it('an answer that keeps coming is never given up, whatever its length', async () => {
  const { surroundings, timers, failures } = hand();
  let signal: AbortSignal | undefined;
  let arrive: (answer: string) => void = () => undefined;
  const asked = request(surroundings, round(), (given) => {
    signal = given;
    return new Promise<string>((resolve) => {
      arrive = resolve;
    });
  });
  const [first] = timers;
  for (let part = 0; part < 100; part++) {
    const before = timers[0];
    notifyPart(signal);
    expect(timers).toHaveLength(1); // the one that ran is over, another begins anew
    expect(timers[0]).not.toBe(before);
  }
  expect(timers).not.toContain(first);
  arrive('all of it');
  expect(await asked).toBe('all of it');
  expect([timers, failures]).toEqual([[], []]);
});

it('one that falls silent after a part is given up, its size at fault, and a smaller one may come at once', async () => {
  const { surroundings, timers, failures } = hand();
  const asked = request(
    surroundings,
    round(),
    (signal) => {
      notifyPart(signal);
      return never(signal);
    },
    { way: 'pull' },
  );
  const failed = expect(asked).rejects.toBeInstanceOf(CutShortError);
  timers[0]?.();
  await failed;
  expect(failures).toMatchObject([{ way: 'pull', heard: true, silent: true }]);
});

it.each([200, 403, 413])('a network’s page with status %s was not cut short, and stays what it is', async (status) => {
  const { surroundings, failures } = hand();
  const page = new ForeignAnswerError(status, 'Sign in here', true);
  const asked = request(
    surroundings,
    round(),
    (signal) => {
      notifyPart(signal);
      return Promise.reject(page);
    },
    { way: 'pull' },
  );
  await expect(asked).rejects.toBe(page);
  // Of a 413 alone the size may be at fault.
  expect(failures).toHaveLength(status === 413 ? 1 : 0);
});

it('every part of a body is told as it comes, and the body stays what it was', async () => {
  const { signal } = new AbortController();
  let told = 0;
  onPart(signal, () => told++);
  const parts = ['{"a":', '"б"', '}'].map((part) => new TextEncoder().encode(part));
  const send: typeof fetch = async () =>
    new Response(
      new ReadableStream({
        pull: (to) => {
          const part = parts.shift();
          if (part) to.enqueue(part);
          else to.close();
        },
      }),
      { status: 201, headers: { 'x-kept': 'yes' } },
    );
  const response = await reportingParts(send)('http://salon.test', { signal });
  expect([response.status, response.headers.get('x-kept'), await response.json()]).toEqual([201, 'yes', { a: 'б' }]);
  expect(told).toBe(4);
});

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
