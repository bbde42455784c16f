// @vitest-environment happy-dom
import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetNote } from '#data/device/small-notes.ts';
import { lostHere } from '#data/session/device-loss.ts';
import type { Replica } from '#data/session/session.ts';
import { enterBusy } from '#ui/busy.ts';
import { holdTyped } from '#ui/unsaved.ts';
import { reloadWhenLost } from './reload-when-lost.ts';

const reload = vi.fn();
let end: () => void = () => undefined;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-18T08:40:00.000Z') });
  forgetNote('session', 'greben.reloaded');
  window.name = '';
  reload.mockClear();
});
afterEach(() => {
  end();
  lostHere.setState({ lost: null });
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function replicaThat(reason?: string) {
  const status$ = new BehaviorSubject<{ reason?: string }>(reason === undefined ? {} : { reason });
  const replica = { userId: 'u1', salonId: 7, status$ } as unknown as Replica;
  return { replica, status$ };
}

test('a page whose database has died is loaded anew once it is clear that it is for good', () => {
  const { replica } = replicaThat('storage-lost');
  end = reloadWhenLost(replica, reload);
  vi.advanceTimersByTime(2_900);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(reload).toHaveBeenCalledOnce();
});

test('a database that opens again loads nothing anew, nor does a lost line', () => {
  const { replica, status$ } = replicaThat('storage-lost');
  end = reloadWhenLost(replica, reload);
  vi.advanceTimersByTime(1_000);
  status$.next({ reason: 'line' });
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
});

test('it never goes in circles: once in five minutes', () => {
  const first = replicaThat('storage-lost');
  end = reloadWhenLost(first.replica, reload);
  vi.advanceTimersByTime(3_100);
  end();
  const second = replicaThat('storage-lost');
  end = reloadWhenLost(second.replica, reload);
  vi.advanceTimersByTime(4 * 60_000);
  expect(reload).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2 * 60_000);
  expect(reload).toHaveBeenCalledTimes(2);
});

test('nor where the notes of the tab went with its database, as in WebKit, whose one process holds both', () => {
  const first = replicaThat('storage-lost');
  end = reloadWhenLost(first.replica, reload);
  vi.advanceTimersByTime(3_100);
  end();
  sessionStorage.clear();
  const second = replicaThat('storage-lost');
  end = reloadWhenLost(second.replica, reload);
  vi.advanceTimersByTime(4 * 60_000);
  expect(reload).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2 * 60_000);
  expect(reload).toHaveBeenCalledTimes(2);
});

test.each([
  ['a form holds something that is not saved', () => holdTyped()],
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
])('it waits while %s', (_what, begin) => {
  const { replica } = replicaThat('storage-lost');
  const finish = begin();
  end = reloadWhenLost(replica, reload);
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
  finish();
  vi.advanceTimersByTime(1_100);
  expect(reload).toHaveBeenCalledOnce();
});

test('where the browser keeps no notes of the tab it does not load itself anew: it could not know that it just did', () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation((() => null) as never);
  const { replica } = replicaThat('storage-lost');
  end = reloadWhenLost(replica, reload);
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
});

test('cleared databases wait until what the page knows is put aside', () => {
  const { replica } = replicaThat('storage-emptied');
  end = reloadWhenLost(replica, reload);
  vi.advanceTimersByTime(10_000);
  expect(reload).not.toHaveBeenCalled();
  localStorage.setItem(
    'greben.emptied.7.u1',
    JSON.stringify({ replica: 'one', rows: 1, unsent: 1, at: '2026-11-18T08:00:00.000Z' }),
  );
  lostHere.setState({ lost: { unsent: { rows: [], issues: [] } as never, isSafe: true } });
  vi.advanceTimersByTime(1_100);
  expect(reload).toHaveBeenCalledOnce();
});
