import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router-dom';
import { useStore } from 'zustand';
import { tellTyped } from '#data/device/typed-windows.ts';
import type { Session } from '#data/session/session.ts';
import type { ReplicaKeeper } from '#data/session/session-replica.ts';
import { HeldPage } from '#features/auth/held-page.tsx';
import { RecoveryDialogs } from '#features/auth/recovery-dialogs.tsx';
import { SessionContext, useSessionState } from '#features/use-replica.ts';
import { busy } from '#ui/busy.ts';
import { ToastViewport } from '#ui/toast.tsx';
import { KeeperContext } from './replica-keeper.ts';
import { createRouter } from './router.tsx';
import { SalonFeed } from './salon-feed.tsx';
import { UpdateCard } from './update-card.tsx';

export function App({ session, keeper }: { session: Session; keeper: ReplicaKeeper }) {
  const [router] = useState(createRouter);
  return (
    <SessionContext value={session}>
      <KeeperContext value={keeper}>
        <SalonFeed />
        <RouterProvider router={router} />
        <RecoveryDialogs />
        <UpdateCard />
        <HeldOrOpen />
      </KeeperContext>
    </SessionContext>
  );
}

/** The toasts, above the lock where the page is held; and other windows hear whether something is typed here. */
function HeldOrOpen() {
  const state = useSessionState();
  const typed = useStore(busy, ({ form }) => form > 0);
  const profile = state.phase === 'signed-in' ? state.profile : null;
  const userId = profile?.id;
  useEffect(() => (typed && userId ? tellTyped(userId, document.title) : undefined), [typed, userId]);
  if (!profile || state.held === undefined) return <ToastViewport />;
  return (
    <HeldPage email={profile.email} since={state.held}>
      <ToastViewport />
    </HeldPage>
  );
}
