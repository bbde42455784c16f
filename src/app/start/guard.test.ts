import { describe, expect, test } from 'vitest';
import type { SessionState } from '#data/session/session.ts';
import { type Access, type AccessDecision, backTarget, decideAccess } from './guard.tsx';

const profile = { id: 'u1', email: 'e@greben.test', role: 'employee', salonId: 7, createdAt: null } as const;
const person = { phase: 'signed-in', profile, salonId: 7, hasSalon: true, viewingAsAdmin: false } as const;

const STATES = {
  loading: { phase: 'loading' },
  'signed out': { phase: 'signed-out' },
  'just left': { phase: 'signed-out', reason: 'left' },
  'shut out by the server': { phase: 'signed-out', reason: 'revoked', locked: { profile, at: '2026-11-18T08:00:00Z' } },
  'employee without a salon': { ...person, profile: { ...profile, salonId: null }, salonId: null, hasSalon: false },
  'employee with a salon': person,
  'administrator without a salon': { ...person, profile: { ...profile, role: 'admin' }, salonId: null, hasSalon: false },
  'administrator with a salon': { ...person, profile: { ...profile, role: 'admin' } },
} as const satisfies Record<string, SessionState>;

const login = { to: '/login', remember: true } as const;
const start = { to: '/', remember: false } as const;
const salon = { to: '/salon', remember: false } as const;

const TABLE: Record<keyof typeof STATES, Record<Access, AccessDecision>> = {
  loading: { anyone: 'show', user: 'wait', salon: 'wait', admin: 'wait' },
  'signed out': { anyone: 'show', user: login, salon: login, admin: login },
  'just left': { anyone: 'show', user: start, salon: start, admin: start },
  'shut out by the server': { anyone: 'show', user: login, salon: login, admin: login },
  'employee without a salon': { anyone: 'show', user: 'show', salon, admin: start },
  'employee with a salon': { anyone: 'show', user: 'show', salon: 'show', admin: start },
  'administrator without a salon': { anyone: 'show', user: 'show', salon, admin: 'show' },
  'administrator with a salon': { anyone: 'show', user: 'show', salon: 'show', admin: 'show' },
};

const rows = Object.entries(TABLE).flatMap(([who, decisions]) =>
  Object.entries(decisions).map(([access, expected]) => [who, access, expected] as const),
);

test.each(rows)('%s on a page for %s', (who, access, expected) => {
  expect(decideAccess(access as Access, STATES[who as keyof typeof STATES])).toEqual(expected);
});

describe('the way back from a page that is missing', () => {
  test.each([
    ['/employees/edit/', '/employees'],
    ['/employees/edit/1/2', '/employees'],
    ['/services/edit/1/2', '/services'],
    ['/products/edit', '/products'],
    ['/clients/edit/1/x', '/clients'],
    ['/clients/editor', '/'],
    ['/shifts/edit/1', '/'],
    ['/nowhere', '/'],
  ])('%s leads to %s', (pathname, target) => expect(backTarget(pathname)).toBe(target));
});
