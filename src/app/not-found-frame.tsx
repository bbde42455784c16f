import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useSessionState } from '#features/use-replica.ts';
import { AppLayout } from './app-layout.tsx';
import { PublicLayout } from './public-layout.tsx';
import { Splash } from './splash.tsx';

/** Around the 404 page: whoever is signed in keeps their menu, visitors see the bare frame. */
export function NotFoundFrame() {
  const state = useSessionState();
  const [cameSignedOut] = useState(state.phase === 'signed-out');
  if (state.phase === 'loading') return <Splash />;
  if (state.phase === 'signed-in') return <AppLayout />;
  // As from every other page, whoever signs out here goes to the start.
  return state.reason === 'left' && !cameSignedOut ? <Navigate to="/" replace /> : <PublicLayout bare />;
}
