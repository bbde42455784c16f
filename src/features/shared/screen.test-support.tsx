/** Draws a screen with a real replica behind it, at an address: for the tests of screens. */
import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, type InitialEntry, RouterProvider } from 'react-router-dom';
import { createStore } from 'zustand/vanilla';
import type { Device } from '#data/replica.test-support.ts';
import type { Session, SessionStoreState } from '#data/session/session.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { ReplicaContext, SessionContext } from './use-replica.ts';

/** In ms: a form of twenty fields in a played browser, beside other tests on two cores. */

/** The answers of the server's client are the test's. */
export function sessionWith(client: unknown): Session {
  const store = createStore<SessionStoreState>(() => ({ phase: 'loading', replica: null, replicaError: null }));
  return { store, client: async () => client } as unknown as Session;
}

export interface Shown {
  /** Where the person is now. */
  path(): string;
  /** What the address says behind the question mark. */
  search(): URLSearchParams;
  /** As a link of the frame around the screen, such as the menu's, leads there. */
  go(path: string): Promise<void>;
  /** As the browser's Back. */
  back(): Promise<void>;
  /** As its Forward. */
  forward(): Promise<void>;
}

/** @param routes what stands at which path; every other path shows nothing */
export function show(device: Device | null, path: InitialEntry, routes: Record<string, ReactNode>, client: unknown = {}): Shown {
  const router = createMemoryRouter(
    [...Object.entries(routes).map(([at, element]) => ({ path: at, element })), { path: '*', element: null }],
    { initialEntries: [path] },
  );
  render(
    <SessionContext value={sessionWith(client)}>
      <ReplicaContext value={device?.replica ?? null}>
        <RouterProvider router={router} />
      </ReplicaContext>
    </SessionContext>,
  );
  return {
    path: () => router.state.location.pathname,
    search: () => new URLSearchParams(router.state.location.search),
    go: (to) => router.navigate(to),
    back: () => router.navigate(-1),
    forward: () => router.navigate(1),
  };
}

/** Fills a field as a paste would: typing key by key takes seconds where the browser is only played. */
export async function fill(label: string | RegExp, text: string): Promise<void> {
  const field = await screen.findByLabelText(label);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
}

/** What the open toasts say, newest first. */
export function toastTexts(): string[] {
  return toasts.store
    .getState()
    .toasts.filter((toast) => toast.open)
    .map((toast) => String(toast.description ?? toast.title));
}

/** So that one test does not read another's. */
export function clearToasts(): void {
  toasts.dismiss();
}
