/** The layout with a page or two in it, and an open replica that says what a test wants. */
import { act, cleanup } from '@testing-library/react';
import { BehaviorSubject, of } from 'rxjs';
import { afterEach, beforeEach, vi } from 'vitest';
import { Guard } from '#app/start/guard.tsx';
import { NotFoundFrame, NotFoundPage } from '#app/start/not-found-page.tsx';
import { PublicLayout } from '#app/start/public-layout.tsx';
import type { OpenReplica } from '#data/open-replica.ts';
import { setLanguage } from '#i18n/i18n.ts';
import type { Receipt } from '#sync/round/receipt.ts';
import type { SyncStatus } from '#sync/round/status.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { Page } from '#ui/page/page.tsx';
import { idle } from '#ui/timing/idle.ts';
import { AppLayout } from './app-layout.tsx';

export const SYNCED: SyncStatus = {
  phase: 'synced',
  pending: 0,
  oldestPendingAt: null,
  lastSyncedAt: null,
  issues: 0,
  rev: 12,
  calendarReady: true,
  since: null,
  offlineBefore: null,
};

export function fakeReplica(status: Partial<SyncStatus> = {}) {
  const status$ = new BehaviorSubject<SyncStatus>({ ...SYNCED, ...status });
  const receipt$ = new BehaviorSubject<Receipt | null>(null);
  const dismissReceipt = vi.fn(async () => receipt$.next(null));
  const pendingCount = async () => status$.value.pending;
  const replica = {
    userId: 'u1',
    salonId: 7,
    status$,
    receipt$,
    membership$: new BehaviorSubject(null),
    pulledOnce$: of(false),
    dismissReceipt,
    pendingCount,
  };
  return { replica: replica as unknown as OpenReplica, status$, receipt$ };
}

/** The shell's routes, with a page at each of these places, too. */
export const routesWith = (places: readonly string[]) => [
  {
    element: <Guard access="user" />,
    children: [
      {
        element: <AppLayout />,
        children: [
          { path: '/sync', element: <Page title="Sync">sync center</Page> },
          { path: '/admin/*', element: <Page title="Admin">admin</Page> },
          { path: '/work/*', element: <Page title="Work">work</Page> },
          ...places.map((path) => ({ path, element: <Page title={path}>{path}</Page> })),
        ],
      },
    ],
  },
  {
    element: <PublicLayout />,
    children: [
      { path: '/', element: <main>landing</main> },
      { path: '/login', element: <main>login</main> },
    ],
  },
  { element: <NotFoundFrame />, children: [{ path: '*', element: <NotFoundPage /> }] },
];
export const ROUTES = routesWith([]);

/** Each test begins at a desk, in Bulgarian, and leaves nothing behind. */
export function atADesk(): void {
  beforeEach(async () => {
    idle.quietMs = 0;
    await act(async () => setLanguage('bg'));
    // A desk: roomy, not a phone.
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query.includes('min-width'),
          addEventListener: vi.fn(),
          removeEventListener: vi.fn(),
        }) as unknown as MediaQueryList,
    );
  });
  afterEach(() => {
    cleanup();
    toasts.store.setState({ toasts: [] });
    localStorage.clear();
    // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no Cookie Store API
    document.cookie = 'sidebar_state=; max-age=0; path=/';
    vi.restoreAllMocks();
  });
}
