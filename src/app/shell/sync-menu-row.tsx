import { CloudAlert, CloudCheck, CloudOff, CloudUpload, HardDrive, type LucideIcon, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import type { OpenReplica } from '#data/open-replica.ts';
import { useSessionState } from '#features/shared/use-replica.ts';
import { storageFull } from '#features/shared/use-saving.ts';
import { useLive } from '#ui/timing/use-live.ts';
import { concernOf, type SyncConcern, syncLabel } from './sync-label.ts';

const ROW_MARKS: Record<SyncConcern, [LucideIcon, string]> = {
  lost: [RefreshCw, 'text-danger'],
  full: [HardDrive, 'text-danger'],
  blocked: [CloudAlert, 'text-danger'],
  attention: [CloudAlert, 'text-danger'],
  offline: [CloudOff, 'text-warning'],
  first: [CloudCheck, 'text-ink-2'],
  syncing: [CloudUpload, 'text-ink-2'],
  synced: [CloudCheck, 'text-success'],
};

/** The words of the sync chip (sync-status.tsx) as a row of the phone's drawer. */
export function SyncMenuRow({ onPick }: { onPick: () => void }) {
  const { replica } = useSessionState();
  return replica ? <LiveRow status$={replica.status$} onPick={onPick} /> : null;
}

function LiveRow({ status$, onPick }: { status$: OpenReplica['status$']; onPick: () => void }) {
  const { t } = useTranslation('shell');
  const status = useLive(() => status$, [status$]) ?? status$.value;
  const noRoom = useStore(storageFull, (device) => device.full);
  const [Icon, tone] = ROW_MARKS[concernOf(status, noRoom)];
  return (
    <div className="nav mb-1">
      <Link to="/sync" onClick={onPick}>
        <Icon className={`i ${tone}`} aria-hidden="true" />
        <span className="truncate">{syncLabel(t, status, noRoom)}</span>
      </Link>
    </div>
  );
}
