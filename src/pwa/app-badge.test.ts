import { BehaviorSubject } from 'rxjs';
import { expect, test, vi } from 'vitest';
import type { SyncStatus } from '#sync/round/status.ts';
import { keepAppBadge } from './app-badge.ts';

const withIssues = (issues: number) => ({ issues }) as SyncStatus;

test('the icon shows how many decisions wait, is told each number once, and nothing after the salon is left', () => {
  const status$ = new BehaviorSubject(withIssues(0));
  const shown: number[] = [];
  const badged = {
    setAppBadge: async (count?: number) => void shown.push(count ?? -1),
    clearAppBadge: async () => void shown.push(0),
  };
  const end = keepAppBadge({ status$ }, badged);
  status$.next(withIssues(2));
  status$.next(withIssues(2));
  status$.next(withIssues(1));
  end();
  status$.next(withIssues(5));
  expect(shown).toEqual([0, 2, 1, 0]);
});

test('a browser without badges, and a person who does not allow them, change nothing', async () => {
  const status$ = new BehaviorSubject(withIssues(3));
  keepAppBadge({ status$ }, {})();
  const told = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const refusing = { setAppBadge: () => Promise.reject(new DOMException('no', 'NotAllowedError')) };
  keepAppBadge({ status$ }, refusing)();
  await vi.waitFor(() => expect(told).toHaveBeenCalled());
});
