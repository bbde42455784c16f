import { useState } from 'react';
import { useReplica, useSession } from '#features/use-replica.ts';
import { useLive } from '#ui/use-live.ts';
import { type OlderRevisions, olderRevisions$, readOlderRevisions } from './older-revisions.ts';

export interface OlderReading {
  /** ISO UTC: from when on this device keeps revisions; null before the first sync. */
  horizon: string | null;
  older: OlderRevisions | null;
  busy: boolean;
  /** Why the last reading failed. */
  failure: string | null;
  read: () => void;
}

/** What the server has of revisions that are too old for this device, and reading more of it. */
export function useOlderRevisions(): OlderReading {
  const replica = useReplica();
  const session = useSession();
  const horizon = useLive(() => replica.horizon$, [replica]) ?? null;
  const older = useLive(() => olderRevisions$(replica), [replica]) ?? null;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const read = async () => {
    if (horizon === null) return;
    setBusy(true);
    setFailure(null);
    try {
      await readOlderRevisions(replica, await session.client(), horizon);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return { horizon, older, busy, failure, read: () => void read() };
}
