// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setLanguage } from '#i18n/i18n.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { openPanels } from '#ui/overlay/open-panels.ts';
import { useLive } from '#ui/timing/use-live.ts';
import { useBackCloses } from './use-back-closes.ts';

const onClose = vi.fn();

function Calendar({ open, dirty }: { open: boolean; dirty: boolean }) {
  useBackCloses();
  return (
    <Dialog open={open} onClose={onClose} dirty={dirty} title="Нова резервация">
      <input aria-label="Бележки" />
    </Dialog>
  );
}

/** A calendar that was come to from the clients. */
function show(at: string, what: { open: boolean; dirty: boolean }) {
  const element = <Calendar {...what} />;
  const router = createMemoryRouter(
    [
      { path: '/calendar', element },
      { path: '/calendar/add', element },
      { path: '*', element: null },
    ],
    { initialEntries: ['/clients', at], initialIndex: 1 },
  );
  render(<RouterProvider router={router} />);
  const back = () => act(async () => router.navigate(-1));
  return { back, path: () => router.state.location.pathname };
}

beforeEach(() => setLanguage('bg'));
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.useRealTimers();
  window.history.replaceState(null, '');
});

it('closes what is open and stays in the calendar', async () => {
  const { back, path } = show('/calendar?day=2026-11-18', { open: true, dirty: false });
  await back();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(path()).toBe('/calendar');
});

it('presses Escape for a popover as well, and stays in the calendar', async () => {
  const { back, path } = show('/calendar', { open: false, dirty: false });
  const keys = vi.fn();
  window.addEventListener('keydown', keys, { once: true });
  openPanels.setState({ count: 1 });
  await back();
  openPanels.setState({ count: 0 });
  expect(keys).toHaveBeenCalledTimes(1);
  expect(path()).toBe('/calendar');
  await back();
  expect(path()).toBe('/clients');
});

it.each(['/calendar', '/calendar/add'])('asks at %s where something was typed', async (at) => {
  const { back, path } = show(at, { open: true, dirty: true });
  await back();
  expect(await screen.findByRole('alertdialog')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  expect(path()).toBe(at);
});

it('leads back where nothing is open, and out of what an address opened', async () => {
  const nothing = show('/calendar', { open: false, dirty: false });
  await nothing.back();
  expect(nothing.path()).toBe('/clients');
  cleanup();
  const untouched = show('/calendar/add', { open: true, dirty: false });
  await untouched.back();
  expect(untouched.path()).toBe('/clients');
});

it('closes what is open also where the calendar is the first page, where Back would leave the program', async () => {
  vi.useFakeTimers();
  window.history.replaceState({ idx: 0 }, '');
  const element = <Calendar open dirty={false} />;
  const router = createMemoryRouter([{ path: '/calendar', element }], { initialEntries: ['/calendar?day=2026-11-18'] });
  render(<RouterProvider router={router} />);
  await act(async () => vi.advanceTimersByTime(300));
  window.history.replaceState({ idx: 1 }, '');
  await act(async () => router.navigate(-1));
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(router.state.location).toMatchObject({ pathname: '/calendar', search: '?day=2026-11-18' });
});

function OpenedLater({ open }: { open: BehaviorSubject<boolean> }) {
  return <Calendar open={useLive(() => open, [open]) ?? false} dirty={false} />;
}

/** The program's first page, on which something was opened and closed again by its own button; `left`: what is shown then. */
async function closedOnFirstPage(left: string) {
  vi.useFakeTimers();
  window.history.replaceState({ idx: 0 }, '');
  const open = new BehaviorSubject(false);
  const router = createMemoryRouter(
    [
      { path: '/calendar', element: <OpenedLater open={open} /> },
      { path: '*', element: null },
    ],
    { initialEntries: ['/before', '/calendar?day=2026-11-18'], initialIndex: 1 },
  );
  render(<RouterProvider router={router} />);
  act(() => open.next(true));
  await act(async () => vi.advanceTimersByTime(300));
  expect(router.state.historyAction).toBe('PUSH');
  window.history.replaceState({ idx: 1 }, '');
  act(() => open.next(false));
  if (left !== '?day=2026-11-18') await act(async () => router.navigate(`/calendar${left}`, { replace: true }));
  window.history.replaceState({ idx: 0 }, '');
  await act(async () => router.navigate(-1));
  return `${router.state.location.pathname}${router.state.location.search}`;
}

it('leaves the first page by one press once what was open there is closed', async () => {
  expect(await closedOnFirstPage('?day=2026-11-18')).toBe('/before');
});

it('leads back first to the day that was shown when it opened, where another is shown now', async () => {
  expect(await closedOnFirstPage('?day=2026-11-19')).toBe('/calendar?day=2026-11-18');
});

it('takes no press back that leads to another page while the step for what opened is still to be laid', async () => {
  vi.useFakeTimers();
  window.history.replaceState({ idx: 0 }, '');
  const open = new BehaviorSubject(false);
  let loaded: (page: { element: null }) => void = () => undefined;
  const router = createMemoryRouter(
    [
      { path: '/calendar', element: <OpenedLater open={open} /> },
      { path: '/clients', lazy: () => new Promise((resolve) => (loaded = resolve)) },
    ],
    { initialEntries: ['/calendar'] },
  );
  render(<RouterProvider router={router} />);
  act(() => open.next(true));
  await act(async () => void router.navigate('/clients'));
  await act(async () => vi.advanceTimersByTime(300));
  await act(async () => loaded({ element: null }));
  expect(router.state.location.pathname).toBe('/clients');
});

it('lets the browser ask before a reload takes what was typed, and only then', () => {
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  show('/calendar', { open: true, dirty: false });
  expect(asks()).toBe(false);
  cleanup();
  show('/calendar', { open: true, dirty: true });
  expect(asks()).toBe(true);
  cleanup();
  expect(asks()).toBe(false);
});
