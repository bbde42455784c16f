import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OpenReplica } from '#data/open-replica.ts';
import { watchAccess } from './session-replica.ts';

const WITHDRAWN = { phase: 'blocked', reason: 'access-withdrawn' };
let status$: BehaviorSubject<object>;
const salonWithdrawn = vi.fn(async (_salonId: number): Promise<void> => undefined);
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  salonWithdrawn.mockReset().mockResolvedValue(undefined);
  status$ = new BehaviorSubject<object>({ phase: 'synced' });
  end = watchAccess({ salonWithdrawn }, { salonId: 7, status$ } as unknown as OpenReplica);
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

test('a refusal is asked about at once, and again while it stands', async () => {
  await vi.advanceTimersByTimeAsync(60_000);
  expect(salonWithdrawn).not.toHaveBeenCalled();
  status$.next(WITHDRAWN);
  await vi.advanceTimersByTimeAsync(0);
  expect(salonWithdrawn.mock.calls).toEqual([[7]]);
  status$.next({ ...WITHDRAWN, pending: 2 });
  await vi.advanceTimersByTimeAsync(15_000);
  expect(salonWithdrawn).toHaveBeenCalledTimes(2);
  status$.next({ phase: 'synced' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(salonWithdrawn).toHaveBeenCalledTimes(2);
});

test('a server that cannot be asked is asked later', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  salonWithdrawn.mockRejectedValueOnce(new Error('no line'));
  status$.next(WITHDRAWN);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(salonWithdrawn).toHaveBeenCalledTimes(2);
});

test.each(['signed-out', 'storage-full'])('what is blocked for another reason (%s) is not asked about', async (reason) => {
  status$.next({ phase: 'blocked', reason });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(salonWithdrawn).not.toHaveBeenCalled();
});
