// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showNotStarted } from './not-started.ts';
import { watchStart } from './start-watch.ts';

vi.mock('./not-started.ts', () => ({ showNotStarted: vi.fn(() => () => undefined) }));

let fileCame: () => void;
let readyState: DocumentReadyState;
const said = () => vi.mocked(showNotStarted).mock.calls.map(([reason]) => reason);

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  document.body.innerHTML = '<div id="root"></div>';
  readyState = 'interactive';
  vi.spyOn(document, 'readyState', 'get').mockImplementation(() => readyState);
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(heard: () => void) {
        fileCame = heard;
      }
      observe = vi.fn();
      disconnect = vi.fn();
    },
  );
  vi.stubGlobal('indexedDB', { databases: async () => [] });
  vi.stubGlobal('CSS', { supports: () => true });
});
afterEach(() => {
  document.getElementById('root')?.append(document.createElement('main'));
  vi.advanceTimersByTime(600_000); // the app is there: nobody watches any more
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('says nothing while files keep coming, however long that takes', () => {
  watchStart();
  for (let file = 0; file < 10; file++) {
    vi.advanceTimersByTime(50_000);
    fileCame();
  }
  expect(said()).toEqual([]);
});

it('a minute of silence is told as a slow line, and only what failed as a failure', () => {
  watchStart();
  vi.advanceTimersByTime(60_000);
  expect(said()).toEqual(['loading_slow']);
  readyState = 'complete';
  window.dispatchEvent(new Event('load'));
  vi.advanceTimersByTime(3_000);
  expect(said()).toEqual(['loading_slow', 'loading_failed']);
});

it('an app that has started is left alone', () => {
  watchStart();
  document.getElementById('root')?.append(document.createElement('main'));
  vi.advanceTimersByTime(600_000);
  expect(said()).toEqual([]);
});
