import { useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import type { SessionState } from '#data/session/session.ts';
import { useSessionState } from '#features/shared/use-replica.ts';
import { Splash } from './splash.tsx';

export type Access = 'anyone' | 'user' | 'salon' | 'admin';
export type AccessDecision = 'wait' | 'show' | { to: '/' | '/login' | '/salon'; remember: boolean };

/** Says who may see what, and where everybody else goes (document 1 §2, "Access redirects"). `wait` while the session loads. */
export function decideAccess(access: Access, state: SessionState): AccessDecision {
  if (access === 'anyone') return 'show';
  if (state.phase === 'loading') return 'wait';
  if (state.phase === 'signed-out') {
    // Whoever pressed "sign out" goes to the landing page; whoever was never in, or was shut out, signs in and returns.
    return state.reason === 'left' ? { to: '/', remember: false } : { to: '/login', remember: true };
  }
  if (access === 'admin') return state.profile.role === 'admin' ? 'show' : { to: '/', remember: false };
  if (access === 'salon') return state.hasSalon ? 'show' : { to: '/salon', remember: false };
  return 'show';
}

const LISTS = ['employees', 'services', 'products', 'clients'] as const;

/** Returns the target of the 404 page's back button: the matching list for an edit path, else the start. */
export function backTarget(pathname: string): `/${(typeof LISTS)[number]}` | '/' {
  const list = LISTS.find((name) => pathname === `/${name}/edit` || pathname.startsWith(`/${name}/edit/`));
  return list ? `/${list}` : '/';
}

/** Shows the routes below it to those who may see them, and sends the others where the access rules say. */
export function Guard({ access }: { access: Access }) {
  const state = useSessionState();
  const { pathname, search, hash } = useLocation();
  // Only who is on the page while they sign out has just left it; whoever comes back to it later signs in.
  const [cameSignedOut] = useState(state.phase === 'signed-out');
  const decision = decideAccess(access, cameSignedOut && state.phase === 'signed-out' ? { phase: 'signed-out' } : state);
  if (decision === 'wait') return <Splash />;
  if (decision === 'show') return <Outlet />;
  return <Navigate to={decision.to} replace state={decision.remember ? { from: pathname + search + hash } : null} />;
}
