import { useContext, useMemo, useSyncExternalStore } from 'react';
import type { OpenReplica } from '#data/open-replica.ts';
import { type Rights, rightsOfRole } from '#data/rights.ts';
import { ReplicaContext, useSessionState } from './use-replica.ts';

/** What the person may write in the open salon; it follows the pull that says otherwise. */
export function useRights(): Rights {
  const within = useContext(ReplicaContext);
  const { replica: open } = useSessionState();
  return rightsOfRole(useRole(within ?? open));
}

function useRole(replica: OpenReplica | null) {
  const subscribe = useMemo(
    () => (changed: () => void) => {
      const following = replica?.membership$.subscribe(changed);
      return () => following?.unsubscribe();
    },
    [replica],
  );
  return useSyncExternalStore(subscribe, () => replica?.membership$.value?.role ?? null);
}
