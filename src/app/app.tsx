import { useState } from 'react';
import { RouterProvider } from 'react-router-dom';
import type { Session } from '#data/session.ts';
import type { ReplicaKeeper } from '#data/session-replica.ts';
import { RecoveryDialogs } from '#features/auth/recovery-dialogs.tsx';
import { SessionContext } from '#features/use-replica.ts';
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
        <ToastViewport />
      </KeeperContext>
    </SessionContext>
  );
}
