// @vitest-environment happy-dom
import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetNote } from '#data/browser/small-notes.ts';
import { deviceLoss } from '#data/local-data/device-loss.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { markUnsaved } from '#ui/form/unsaved.ts';
import { enterBusy } from '#ui/timing/busy.ts';
import { reloadWhenLost } from './reload-when-lost.ts';

const reload = vi.fn();
let end: () => void = () => undefined;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-18T08:40:00.000Z') });
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  forgetNote('session', 'greben.reloaded');
  window.name = '';
  reload.mockClear();
});
afterEach(() => {
  end();
  deviceLoss.setState({ lost: null });
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** @param found what another look at the disk finds of a database that is called dead */
function replicaThat(reason?: string, found: string | undefined = reason) {
  const status$ = new BehaviorSubject<{ reason?: string }>(reason === undefined ? {} : { reason });
  const pendingCount = vi.fn(async () => {
    if (status$.value.reason !== found) status$.next(found === undefined ? {} : { reason: found });
    throw new Error('it does not open');
  });
  const replica = { userId: 'u1', salonId: 7, status$, pendingCount } as unknown as OpenReplica;
  return { replica, status$, pendingCount };
}

test('a page whose database has died is loaded anew once it is clear that it is for good', async () => {
  const { replica } = replicaThat('storage-lost');
  end = reloadWhenLost(replica, reload);
  await vi.advanceTimersByTimeAsync(2_900);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(reload).toHaveBeenCalledOnce();
});

test('a database that opens again loads nothing anew, nor does a lost line', async () => {
  const { replica, status$ } = replicaThat('storage-lost');
  end = reloadWhenLost(replica, reload);
  await vi.advanceTimersByTimeAsync(1_000);
  status$.next({ reason: 'line' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).not.toHaveBeenCalled();
});

test('it never goes in circles: once in five minutes', async () => {
  const first = replicaThat('storage-lost');
  end = reloadWhenLost(first.replica, reload);
  await vi.advanceTimersByTimeAsync(3_100);
  end();
  const second = replicaThat('storage-lost');
  end = reloadWhenLost(second.replica, reload);
  await vi.advanceTimersByTimeAsync(4 * 60_000);
  expect(reload).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(reload).toHaveBeenCalledTimes(2);
});

test('nor where the notes of the tab went with its database, as in WebKit, whose one process holds both', async () => {
  const first = replicaThat('storage-lost');
  end = reloadWhenLost(first.replica, reload);
  await vi.advanceTimersByTimeAsync(3_100);
  end();
  sessionStorage.clear();
  const second = replicaThat('storage-lost');
  end = reloadWhenLost(second.replica, reload);
  await vi.advanceTimersByTimeAsync(4 * 60_000);
  expect(reload).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(reload).toHaveBeenCalledTimes(2);
});

test.each([
  ['a form holds something that is not saved', () => markUnsaved()],
  ['a dialog is open', () => enterBusy('dialog')],
  [
    'a field is being written in',
    () => {
      const field = document.createElement('input');
      document.body.append(field);
      field.value = 'Анна';
      field.focus();
      return () => field.remove();
    },
  ],
])('it waits while %s', async (_what, begin) => {
  const { replica } = replicaThat('storage-lost');
  const finish = begin();
  end = reloadWhenLost(replica, reload);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).not.toHaveBeenCalled();
  finish();
  await vi.advanceTimersByTimeAsync(1_100);
  expect(reload).toHaveBeenCalledOnce();
});

test('where the browser keeps no notes of the tab it does not load itself anew: it could not know that it just did', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation((() => null) as never);
  const { replica } = replicaThat('storage-lost');
  end = reloadWhenLost(replica, reload);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).not.toHaveBeenCalled();
});

test('cleared databases wait until what the page knows is put aside', async () => {
  const { replica } = replicaThat('storage-emptied');
  end = reloadWhenLost(replica, reload);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reload).not.toHaveBeenCalled();
  localStorage.setItem(
    'greben.emptied.7.u1',
    JSON.stringify({ replica: 'one', rows: 1, unsent: 1, at: '2026-11-18T08:00:00.000Z' }),
  );
  deviceLoss.setState({ lost: { unsent: { rows: [], issues: [] } as never, isSafe: true } });
  await vi.advanceTimersByTimeAsync(1_100);
  expect(reload).toHaveBeenCalledOnce();
});

test('what looks dead may be cleared: it is looked at once more, and nothing goes before it is put aside', async () => {
  const { replica, pendingCount } = replicaThat('storage-lost', 'storage-emptied');
  end = reloadWhenLost(replica, reload);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(pendingCount).toHaveBeenCalledOnce();
  expect(reload).not.toHaveBeenCalled();
});

test('a database that says nothing at all is dead', async () => {
  const { replica, pendingCount } = replicaThat('storage-lost');
  pendingCount.mockImplementation(() => new Promise(() => undefined));
  end = reloadWhenLost(replica, reload);
  await vi.advanceTimersByTimeAsync(5_900);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(reload).toHaveBeenCalledOnce();
});
