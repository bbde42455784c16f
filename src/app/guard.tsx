import { useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSessionState } from '#features/use-replica.ts';
import { type Access, decide } from './guards.ts';
import { Splash } from './splash.tsx';

/** Shows the routes below it to those who may see them, and sends the others where the access rules say. */
export function Guard({ access }: { access: Access }) {
  const state = useSessionState();
  const { pathname, search, hash } = useLocation();
  // Only who is on the page while they sign out has just left it; whoever comes back to it later signs in.
  const [cameSignedOut] = useState(state.phase === 'signed-out');
  const decision = decide(access, cameSignedOut && state.phase === 'signed-out' ? { phase: 'signed-out' } : state);
  if (decision === 'wait') return <Splash />;
  if (decision === 'show') return <Outlet />;
  return <Navigate to={decision.to} replace state={decision.remember ? { from: pathname + search + hash } : null} />;
}
