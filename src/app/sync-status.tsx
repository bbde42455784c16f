import { CloudAlert, CloudCheck, CloudOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
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

/** The same words as a row of the phone's drawer. */
export function SyncMenuRow({ onPick }: { onPick: () => void }) {
  const { replica } = useSessionState();
  return replica ? <LiveRow status$={replica.status$} onPick={onPick} /> : null;
}

function LiveRow({ status$, onPick }: { status$: Status$; onPick: () => void }) {
  const { t } = useTranslation('shell');
  const status = useLive(() => status$, [status$]) ?? status$.value;
  const [Icon, tone] =
    status.issues > 0 || status.phase === 'blocked'
      ? [CloudAlert, 'text-danger']
      : status.phase === 'offline'
        ? [CloudOff, 'text-warning']
        : [CloudCheck, 'text-success'];
  return (
    <div className="nav mb-1">
      <Link to="/sync" onClick={onPick}>
        <Icon className={`i ${tone}`} aria-hidden="true" />
        <span className="truncate">{syncLabel(t, status)}</span>
      </Link>
    </div>
  );
}
