import { createContext, useContext } from 'react';
import type { ReplicaKeeper } from '#data/session/session-replica.ts';

export const KeeperContext = createContext<ReplicaKeeper | null>(null);

/** Opens the replica once more after a failure. */
export function useRetryReplica(): () => void {
  const keeper = useContext(KeeperContext);
  return () => keeper?.retry();
}
