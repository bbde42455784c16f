import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import type { OpenReplica } from '#data/open-replica.ts';
import { ReplicaContext, useSessionState } from '#features/shared/use-replica.ts';
import { laterTexts } from '#i18n/i18n.ts';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { Page } from '#ui/page/page.tsx';
import { lazyPart } from '#ui/timing/lazy-component.tsx';
import { startOver } from '#ui/timing/start-over.ts';
import { useLive } from '#ui/timing/use-live.ts';
import { openingText } from './opening-text.ts';
import { useRetryReplica } from './replica-keeper.ts';
import { Splash } from './splash.tsx';

const NoSalon = lazyPart(() => import('./no-salon.tsx').then((m) => m.NoSalon));
const FirstSyncPage = lazyPart(() => import('./first-sync-page.tsx').then((m) => m.FirstSyncPage));

/** Once the start is over: it needs no code of the products, nor of prices. */
async function finishBrokenOff(replica: OpenReplica): Promise<void> {
  await startOver();
  try {
    const [broken] = await Promise.all([import('./resume-interrupted-jobs.ts'), laterTexts()]);
    await broken.resumeInterruptedJobs(replica);
  } catch (error) {
    console.warn('The next start looks for what broke off', error);
  }
}

/** Lets the salon's screens through once the replica is open and holds what the calendar needs. */
export function ReplicaGate() {
  const { t } = useTranslation('shell');
  const state = useSessionState();
  const retry = useRetryReplica();

  if (state.replica) return <WithReplica key={`${state.replica.userId} ${state.replica.salonId}`} replica={state.replica} />;
  if (state.replicaError) {
    return (
      <Page title={t('storage_failed.heading')}>
        <ErrorBox title={t('storage_failed.title')} detail={openingText(state.replicaError, t)} onRetry={retry} />
      </Page>
    );
  }
  // The stored flag alone opens the screens, but names no salon.
  if (state.phase === 'signed-in' && state.salonId === null) return <NoSalon />;
  return <Splash />;
}

function WithReplica({ replica }: { replica: OpenReplica }) {
  const status = useLive(() => replica.status$, [replica]) ?? replica.status$.value;
  // A revision or an import that a crash broke off is completed on whatever screen the person comes back to.
  useEffect(() => {
    if (status.calendarReady) void finishBrokenOff(replica);
  }, [replica, status.calendarReady]);
  // At once, whatever this device holds: the rows are not this person's to see any more.
  if (status.phase === 'blocked' && status.reason === 'access-withdrawn') return <AccessWithdrawn />;
  if (!status.calendarReady) {
    if (status.phase === 'starting') return <Splash />;
    return <FirstSyncPage replica={replica} status={status} />;
  }
  return (
    <ReplicaContext value={replica}>
      <Outlet />
    </ReplicaContext>
  );
}

function AccessWithdrawn() {
  const { t } = useTranslation('leaving');
  return (
    <Page title={t('withdrawn_heading')}>
      <ErrorBox title={t('withdrawn_now')} detail={t('withdrawn_now_text')} />
    </Page>
  );
}
