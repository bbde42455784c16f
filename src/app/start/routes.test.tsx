// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import type { RouteObject } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeSession, place, SIGNED_OUT, signedInAs } from '#features/shared/session.test-support.tsx';
import { ROUTES } from './router.tsx';

/** The route map of document 1 §2, and the first steps and the sync center of our own. */
const SALON = [
  '/calendar',
  '/calendar/add',
  '/employees',
  '/employees/add',
  '/employees/edit/1',
  '/services',
  '/services/add',
  '/services/edit/1',
  '/services/categories',
  '/products',
  '/products/add',
  '/products/edit/1',
  '/products/groups',
  '/products/revision',
  '/clients',
  '/clients/add',
  '/clients/edit/1',
  '/clients/1',
  '/shifts',
  '/salon/move-in',
  '/salon/people',
  '/salon/online',
  '/first-steps',
  '/first-steps/services',
  '/sync',
];
const USER = ['/salon', '/profile'];
const ADMIN = [
  '/admin',
  '/admin/approvals',
  '/admin/system-status',
  '/admin/user-errors',
  '/admin/salon-notes',
  '/admin/salons',
  '/admin/accounts',
];

/** The guards and redirects of the real map; the screens themselves are not the matter here. */
function bare(routes: RouteObject[]): RouteObject[] {
  return routes.map((route) => {
    const guarding = route.element && 'props' in (route.element as object) ? (route.element as React.ReactElement) : null;
    const kept = guarding && ['Guard', 'Navigate'].includes((guarding.type as { name?: string }).name ?? '');
    const { lazy, errorElement, ...rest } = route;
    const children = route.children ? { children: bare(route.children) } : {};
    return { ...rest, element: kept ? route.element : route.children ? undefined : <p>screen</p>, ...children } as RouteObject;
  });
}
const MAP = bare(ROUTES);

const where = (state: Parameters<typeof fakeSession>[0], path: string) => {
  const router = place(fakeSession(state), MAP, path);
  const { pathname, state: origin } = router.state.location;
  return { pathname, origin: (origin as { from?: string } | null)?.from ?? null };
};

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('visitors', () => {
  test.each([...SALON, ...USER, ...ADMIN])('%s leads to sign-in and is remembered', (path) => {
    expect(where(SIGNED_OUT, `${path}?a=1`)).toEqual({ pathname: '/login', origin: `${path}?a=1` });
  });
  test.each(['/', '/login', '/register', '/nowhere'])('%s is open', (path) => {
    expect(where(SIGNED_OUT, path).pathname).toBe(path);
  });
});

describe('people without a salon', () => {
  const state = signedInAs({ salonId: null }, false);
  test.each(SALON)('%s leads to the salon', (path) => expect(where(state, path).pathname).toBe('/salon'));
  test.each(USER)('%s is open', (path) => expect(where(state, path).pathname).toBe(path));
});

describe('employees with a salon', () => {
  test.each([...SALON, ...USER])('%s is open', (path) => expect(where(signedInAs(), path).pathname).toBe(path));
  test.each(ADMIN)('%s leads to the start', (path) => expect(where(signedInAs(), path).pathname).toBe('/'));
  test.each(['/shifts/employee', '/shifts/add-regular', '/shifts/add-one-time'])('%s leads to the shifts', (path) => {
    expect(where(signedInAs(), path).pathname).toBe('/shifts');
  });
  test.each(['clients', 'services', 'products'])('/%s/import leads to moving in, with its kind', (kind) => {
    const router = place(fakeSession(signedInAs()), MAP, `/${kind}/import`);
    expect(router.state.location).toMatchObject({ pathname: '/salon/move-in', search: `?kind=${kind}` });
  });
});

test('what is missing of the administrator’s area is guarded as the area is', () => {
  const path = '/admin/nowhere';
  expect(where(SIGNED_OUT, path)).toEqual({ pathname: '/login', origin: path });
  expect(where(signedInAs(), path).pathname).toBe('/');
  expect(where(signedInAs({ role: 'admin' }), path).pathname).toBe(path);
});

test.each(ADMIN)('administrators may open %s', (path) => {
  expect(where(signedInAs({ role: 'admin', salonId: null }, false), path).pathname).toBe(path);
});

test.each(SALON)('administrators without a salon of their own may open %s of the one they look at', (path) => {
  const own = signedInAs({ role: 'admin', salonId: null });
  expect(where({ ...own, salonId: 7, viewingAsAdmin: true } as typeof own, path).pathname).toBe(path);
});

test('who signs out is at the start, and is asked to sign in when they come back to a page', async () => {
  const session = fakeSession(signedInAs());
  const router = place(session, MAP, '/employees');
  await act(() => session.signOut());
  expect(router.state.location.pathname).toBe('/');
  await act(() => router.navigate('/clients'));
  expect(router.state.location).toMatchObject({ pathname: '/login', state: { from: '/clients' } });
});

test.each([...SALON, ...USER, ...ADMIN])('while the session loads nobody leaves %s', (path) => {
  expect(where({ phase: 'loading' }, path).pathname).toBe(path);
});
