// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setLanguage } from '#i18n/i18n.ts';
import { markUnsaved } from '#ui/form/unsaved.ts';
import { CrashPage } from './crash-page.tsx';
import { noticeLeaving, reloadOnce } from './reload-once.ts';

const GONE = new TypeError('Failed to fetch dynamically imported module: https://salon.example/assets/clients-1.js');
const reload = vi.fn();

beforeEach(async () => {
  await setLanguage('bg');
  sessionStorage.clear();
  reload.mockClear();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A screen whose code does not come. Resolves when the page has looked at why: an effect comes after what it draws. */
async function goThere(error: Error) {
  vi.mocked(console.error).mockClear();
  const lazy = () => Promise.reject(error);
  const router = createMemoryRouter([{ path: '/clients', lazy, errorElement: <CrashPage />, hydrateFallbackElement: <p /> }], {
    initialEntries: ['/clients'],
  });
  render(<RouterProvider router={router} />);
  await screen.findByRole('alert');
  await vi.waitFor(() => expect(console.error).toHaveBeenCalledWith('A screen failed', error));
}

it('a part that does not come has the page loaded anew, once; then it is said, with a button', async () => {
  const loads = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  await goThere(GONE);
  expect(loads).toHaveBeenCalledOnce();
  cleanup();
  await goThere(GONE);
  expect(loads).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: 'Опитайте отново' })).toBeTruthy();
});

it('it happens again after five minutes, and for no other failure', () => {
  reloadOnce(GONE, 1_000_000, reload);
  reloadOnce(GONE, 1_000_000 + 299_999, reload);
  expect(reload).toHaveBeenCalledTimes(1);
  reloadOnce(GONE, 1_000_000 + 300_000, reload);
  expect(reload).toHaveBeenCalledTimes(2);
  reloadOnce(new TypeError('x is not a function'), 9_000_000, reload);
  expect(reload).toHaveBeenCalledTimes(2);
});

it('nobody who leaves the page is called back by it: the browser itself may have ended what was fetched', () => {
  // Long ago for the other tests: what noticed it is the whole page's.
  vi.useFakeTimers({ toFake: ['Date'], now: 500_000 });
  const stop = noticeLeaving();
  window.dispatchEvent(new Event('beforeunload'));
  reloadOnce(GONE, Date.now(), reload);
  expect(reload).not.toHaveBeenCalled();
  reloadOnce(GONE, Date.now() + 10_000, reload);
  expect(reload).toHaveBeenCalledOnce();
  stop();
});

it('nothing that is typed is lost to it, and no page that may not come back', () => {
  const release = markUnsaved();
  reloadOnce(GONE, 1_000_000, reload);
  release();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  reloadOnce(GONE, 1_000_000, reload);
  expect(reload).not.toHaveBeenCalled();
});
