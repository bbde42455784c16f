import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { useSessionState } from '#features/use-replica.ts';
import { SyncChip } from '#ui/sync-chip.tsx';
import { useLive } from '#ui/use-live.ts';
import { useIsPhone } from '#ui/use-media.ts';
import { syncLabel } from './sync-label.ts';

type Status$ = NonNullable<ReturnType<typeof useSessionState>['replica']>['status$'];

/** The sync chip of the open replica; it leads to the sync center. Nothing while no replica is open. */
export function SyncStatusChip() {
  const { replica } = useSessionState();
  return replica ? <LiveChip status$={replica.status$} /> : null;
}

function LiveChip({ status$ }: { status$: Status$ }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const phone = useIsPhone();
  const status = useLive(() => status$, [status$]) ?? status$.value;
  const { phase, pending, issues, rev } = status;
  const compact = phone || (pathname.startsWith('/calendar') && phase === 'synced' && issues === 0);
  return (
    <SyncChip
      phase={phase}
      pending={pending}
      issues={issues}
      rev={rev}
      label={syncLabel(t, status)}
      compact={compact}
      onClick={() => navigate('/sync')}
    />
  );
}
