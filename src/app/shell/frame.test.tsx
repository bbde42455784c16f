// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Guard } from '#app/start/guard.tsx';
import { NotFoundPage } from '#app/start/not-found-page.tsx';
import { PublicLayout } from '#app/start/public-layout.tsx';
import { LandingPage } from '#features/auth/landing-page.tsx';
import { fakeSession, place, SIGNED_OUT, signedInAs } from '#features/shared/session.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { Page } from '#ui/page/page.tsx';
import { AppLayout } from './app-layout.tsx';

const ROUTES = [
  {
    element: <Guard access="user" />,
    children: [{ element: <AppLayout />, children: [{ path: '/work', element: <Page title="Work">work</Page> }] }],
  },
  {
    element: <PublicLayout />,
    children: [
      { path: '/', element: <LandingPage /> },
      { path: '/login', element: <p>login</p> },
    ],
  },
  { element: <PublicLayout bare />, children: [{ path: '*', element: <NotFoundPage /> }] },
];

const user = userEvent.setup();

/** The window is that wide; which queries hold follows from it, in rem of 16 px. */
function wide(px: number): void {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const [, side, rem] = /\((min|max)-width: ([\d.]+)rem\)/.exec(query) ?? [];
    const matches = side === 'min' ? px >= Number(rem) * 16 : side === 'max' ? px <= Number(rem) * 16 : false;
    return { matches, addEventListener: vi.fn(), removeEventListener: vi.fn() } as unknown as MediaQueryList;
  });
}

beforeEach(async () => {
  await setLanguage('bg');
  wide(1440);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

test('visitors of the landing page find the logo, the way in and the way to an account', async () => {
  const router = place(fakeSession(SIGNED_OUT), ROUTES, '/');
  const head = within(screen.getByRole('banner'));
  expect(head.getByRole('link', { name: 'Гребен, към началото' }).querySelector('svg, img')).toBeTruthy();
  const page = within(screen.getByRole('main'));
  expect(page.getByRole('link', { name: 'Регистрация' }).getAttribute('href')).toBe('/register');
  await user.click(page.getByRole('link', { name: 'Вход' }));
  expect(router.state.location.pathname).toBe('/login');
});

test('the page of an address that does not exist leads to the start', async () => {
  const router = place(fakeSession(SIGNED_OUT), ROUTES, '/nowhere/at/all');
  await user.click(screen.getByRole('button', { name: 'Към началото' }));
  expect(router.state.location.pathname).toBe('/');
});

test('the drawer of phones has the way out, which ends the session and leads to the landing page', async () => {
  wide(390);
  const session = fakeSession(signedInAs());
  const router = place(session, ROUTES, '/work');
  await user.click(screen.getByRole('button', { name: 'Меню' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Меню' }));
  await user.click(drawer.getByRole('button', { name: 'Изход' }));
  await waitFor(() => expect(session.signOut).toHaveBeenCalledOnce());
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});

test('below 768 px the menu is a bar at the foot, from 768 px on it stands at the side', () => {
  wide(767);
  place(fakeSession(signedInAs()), ROUTES, '/work');
  expect(screen.getByRole('button', { name: 'Меню' })).toBeTruthy();
  cleanup();
  wide(768);
  place(fakeSession(signedInAs()), ROUTES, '/work');
  expect(screen.queryByRole('button', { name: 'Меню' })).toBeNull();
});

test('the menu at the side is 16rem wide, collapsed 3rem', () => {
  const tokens = readFileSync('src/ui/style/tokens.css', 'utf8');
  expect([/--sidebar-w: (\S+);/.exec(tokens)?.[1], /--sidebar-w-collapsed: (\S+);/.exec(tokens)?.[1]]).toEqual(['16rem', '3rem']);
  expect(readFileSync('src/ui/style/components.css', 'utf8')).toContain('.sidebar { width:var(--sidebar-w);');
  place(fakeSession(signedInAs()), ROUTES, '/work');
  const frame = () => screen.getByRole('navigation', { name: 'Основно меню' }).closest('aside');
  expect(frame()?.classList.contains('sidebar')).toBe(true);
  cleanup();
  wide(1000); // no room: it is collapsed by itself
  place(fakeSession(signedInAs()), ROUTES, '/work');
  expect(frame()?.classList.contains('w-(--sidebar-w-collapsed)')).toBe(true);
});

test('the drawer of phones is 250 px wide', async () => {
  const tokens = readFileSync('src/ui/style/tokens.css', 'utf8');
  expect(/--drawer-w: (\S+);/.exec(tokens)?.[1]).toBe('250px');
  // It gives way only to text so large, or a window so narrow, that 250 px are no drawer any more.
  expect(readFileSync('src/ui/style/overlays.css', 'utf8')).toContain('width:min(max(var(--drawer-w), 12rem), 90vw);');
  wide(390);
  place(fakeSession(signedInAs()), ROUTES, '/work');
  await user.click(screen.getByRole('button', { name: 'Меню' }));
  const panel = (await screen.findByRole('dialog', { name: 'Меню' })).querySelector('.drawer-panel');
  expect(panel?.className).toBe('drawer-panel');
});
