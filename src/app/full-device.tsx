import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { OpenReplica } from '#data/open-replica.ts';
import { StorageFullDialog } from '#features/sync-center/device/storage-full-dialog.tsx';
import { useSessionState } from '#features/use-replica.ts';
import { forgetFull, fullDevice, roomAgain } from '#features/use-saving.ts';

/** The dialog of a device without room; it leaves by itself once something could be written again. */
export function FullDevice() {
  const { replica } = useSessionState();
  return replica ? <Watched key={`${replica.userId} ${replica.salonId}`} replica={replica} /> : null;
}

function Watched({ replica }: { replica: OpenReplica }) {
  const { full } = useStore(fullDevice);
  useEffect(() => forgetFull, []);
  useEffect(() => {
    if (!full) return;
    const since = replica.status$.value.lastSyncedAt;
    // The end of a round is written to the disk: where that succeeds, there is room.
    const watching = replica.status$.subscribe(({ lastSyncedAt, reason }) => {
      if (lastSyncedAt !== since && reason !== 'storage-full') roomAgain();
    });
    return () => watching.unsubscribe();
  }, [replica, full]);
  return <StorageFullDialog replica={replica} />;
}
