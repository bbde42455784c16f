import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router-dom';
import { useStore } from 'zustand';
import { UpdateCard } from '#app/notices/update-card.tsx';
import { announceTyping } from '#data/browser/other-windows.ts';
import type { Session } from '#data/session/session.ts';
import type { ReplicaKeeper } from '#data/session/session-replica.ts';
import { SessionContext, useSession, useSessionState } from '#features/shared/use-replica.ts';
import { busy } from '#ui/timing/busy.ts';
import { lazyPart } from '#ui/timing/lazy-component.tsx';
import { useStartOver } from '#ui/timing/start-over.ts';
import { KeeperContext } from './replica-keeper.ts';
import { createRouter } from './router.tsx';
import { SalonFeed } from './use-salon.ts';

const ToastViewport = lazyPart(() => import('#ui/overlay/toast.tsx').then((m) => m.ToastViewport));
const FirstDialog = lazyPart(() => import('#ui/overlay/headless-ui/dialog-fixes.tsx').then((m) => m.FirstDialog));
const HeldPage = lazyPart(() => import('#features/auth/lock-overlay.tsx').then((m) => m.LockOverlay));
const RecoveryDialogs = lazyPart(() => import('#features/auth/recovery-dialogs.tsx').then((m) => m.RecoveryDialogs));

export function App({ session, keeper }: { session: Session; keeper: ReplicaKeeper }) {
  const [router] = useState(createRouter);
  return (
    <SessionContext value={session}>
      <KeeperContext value={keeper}>
        <SalonFeed />
        <RouterProvider router={router} />
        <Recovery />
        <UpdateCard />
        <ReadyForDialogs />
        <HeldOrOpen />
      </KeeperContext>
    </SessionContext>
  );
}

function ReadyForDialogs() {
  return useStartOver() ? <FirstDialog /> : null;
}

function Recovery() {
  const { recovery } = useSession();
  const { phase } = useStore(recovery.store);
  return phase === 'none' ? null : <RecoveryDialogs />;
}

/** The toasts, above the lock where the page is held; and other windows hear whether something is typed here. */
function HeldOrOpen() {
  const state = useSessionState();
  const over = useStartOver();
  const typed = useStore(busy, ({ form }) => form > 0);
  const profile = state.phase === 'signed-in' ? state.profile : null;
  const userId = profile?.id;
  useEffect(() => (typed && userId ? announceTyping(userId, document.title) : undefined), [typed, userId]);
  const toasts = over ? <ToastViewport /> : null;
  if (!profile || state.held === undefined) return toasts;
  return (
    <HeldPage email={profile.email} since={state.held}>
      {toasts}
    </HeldPage>
  );
}
