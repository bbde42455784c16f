import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OpenReplica } from '#data/open-replica.ts';
import { answerFor, openReplicas, sendFromWindow } from './open-windows.ts';

const endings: (() => void)[] = [];

/** A window that has a replica open; a round leaves `left` unsent. */
function windowWith(userId: string, salonId: number, left = 0, page = new EventTarget()) {
  const status$ = new BehaviorSubject({ pending: 1 });
  const syncNow = vi.fn(async () => status$.next({ pending: left }));
  endings.push(answerFor({ userId, salonId, status$, syncNow } as unknown as OpenReplica, page));
  return { syncNow };
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }));
afterEach(() => {
  for (const end of endings.splice(0)) end();
  vi.useRealTimers();
});

/** Waits until the messages were heard. */
const heard = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
const inTime = async <T>(asked: Promise<T>, ms = 2_000): Promise<T> => {
  await heard();
  await vi.advanceTimersByTimeAsync(ms);
  return asked;
};

test('every living window tells which replica it has open', async () => {
  windowWith('elena', 1);
  windowWith('elena', 2);
  const open = await inTime(openReplicas());
  expect(open).toHaveLength(2);
  expect(open).toEqual(
    expect.arrayContaining([
      { userId: 'elena', salonId: 1 },
      { userId: 'elena', salonId: 2 },
    ]),
  );
});

test('a window that has closed its replica is silent, and silence is an answer', async () => {
  windowWith('elena', 1);
  for (const end of endings.splice(0)) end();
  expect(await inTime(openReplicas())).toEqual([]);
  expect(await inTime(sendFromWindow({ userId: 'elena', salonId: 1 }))).toBeNull();
});

test('the window that has the replica open sends, and tells what is left', async () => {
  const hers = windowWith('elena', 1, 3);
  expect(await sendFromWindow({ userId: 'elena', salonId: 1 })).toBe(3);
  expect(hers.syncNow).toHaveBeenCalledOnce();
});

test('a frozen window is silent, and answers again once it is awake', async () => {
  const page = new EventTarget();
  const hers = windowWith('elena', 1, 3, page);
  page.dispatchEvent(new Event('freeze'));
  expect(await inTime(sendFromWindow({ userId: 'elena', salonId: 1 }))).toBeNull();
  expect(hers.syncNow).not.toHaveBeenCalled();
  page.dispatchEvent(new Event('resume'));
  expect(await sendFromWindow({ userId: 'elena', salonId: 1 })).toBe(3);
});

test('a window of another salon or another person does not answer for it', async () => {
  windowWith('elena', 2);
  windowWith('ivan', 1);
  expect(await inTime(sendFromWindow({ userId: 'elena', salonId: 1 }))).toBeNull();
});

test('a window that falls silent in the middle of its round was closed or frozen, and is waited for no longer', async () => {
  const { syncNow } = windowWith('elena', 1);
  syncNow.mockReturnValue(new Promise(() => undefined));
  const asked = sendFromWindow({ userId: 'elena', salonId: 1 });
  await heard();
  for (const end of endings.splice(0)) end();
  expect(await inTime(asked, 10_000)).toBeNull();
});

test('a window whose round goes on is waited for, however long a slow line makes it', async () => {
  const { syncNow } = windowWith('elena', 1);
  let finish: () => void = () => undefined;
  syncNow.mockReturnValue(
    new Promise((resolve) => {
      finish = resolve;
    }),
  );
  const asked = sendFromWindow({ userId: 'elena', salonId: 1 });
  let answer: number | null | undefined;
  void asked.then((pending) => {
    answer = pending;
  });
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 1_000) {
      await heard();
      await vi.advanceTimersByTimeAsync(1_000);
    }
  };
  await pass(150_000);
  expect(answer).toBeUndefined();
  finish();
  await pass(1_000);
  expect(answer).toBe(1);
});
