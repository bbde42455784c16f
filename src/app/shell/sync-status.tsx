import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { askReload } from '#app/start/reload-when-lost.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { useSessionState } from '#features/shared/use-replica.ts';
import { askForRoom, storageFull } from '#features/shared/use-saving.ts';
import { useLongWait } from '#ui/page/skeleton.tsx';
import { SHOW_SYNC_AFTER, SyncChip } from '#ui/page/sync-chip.tsx';
import { useIsPhone } from '#ui/style/use-media.ts';
import { useLive } from '#ui/timing/use-live.ts';
import { concernOf, shortLabel, spokenLabel, syncLabel } from './sync-label.ts';

/** The sync chip of the open replica; it leads to the sync center, a full device's to what can be freed, a lost storage's to a reload. Nothing while no replica is open. */
export function SyncStatusChip() {
  const { replica } = useSessionState();
  return replica ? <LiveChip replica={replica} /> : null;
}

function LiveChip({ replica }: { replica: OpenReplica }) {
  const { status$ } = replica;
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const calendar = pathname.startsWith('/calendar');
  const phone = useIsPhone();
  const status = useLive(() => status$, [status$]) ?? status$.value;
  const { phase, pending, issues, rev } = status;
  const noRoom = useStore(storageFull, (device) => device.full);
  const concern = concernOf(status, noRoom);
  const full = concern === 'full';
  const long = useLongWait(concern === 'syncing', SHOW_SYNC_AFTER);
  const quiet = concern === 'synced' || (concern === 'syncing' && !long);
  const spoken = spokenLabel(t, status, noRoom);
  const [said, setSaid] = useState(spoken ?? '');
  if (spoken !== null && spoken !== said) setSaid(spoken);
  return (
    <SyncChip
      phase={phase}
      pending={pending}
      issues={issues}
      rev={rev}
      label={syncLabel(t, status, noRoom)}
      spoken={said}
      tone={TONES[concern]}
      compact={phone || (calendar && quiet)}
      short={calendar ? shortLabel(status, noRoom) : undefined}
      onClick={() => (concern === 'lost' ? askReload(replica) : full ? askForRoom() : navigate('/sync'))}
    />
  );
}

const TONES = {
  lost: 'attn',
  full: 'full',
  blocked: 'attn',
  attention: 'attn',
  offline: 'off',
  first: null,
  syncing: null,
  synced: 'ok',
} as const;
