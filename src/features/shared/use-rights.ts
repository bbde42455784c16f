import { useContext, useMemo, useSyncExternalStore } from 'react';
import type { OpenReplica } from '#data/open-replica.ts';
import { type Rights, rightsOfRole } from '#data/person-rights.ts';
import { ReplicaContext, SessionContext } from './use-replica.ts';

/** Returns the person's rights in the open salon, in its screens and around them; it follows the pull that says otherwise. */
export function useRights(): Rights {
  const within = useContext(ReplicaContext);
  const around = useSessionReplica();
  return rightsOfRole(useRole(within ?? around));
}

function useSessionReplica() {
  const session = useContext(SessionContext);
  const subscribe = useMemo(() => session?.store.subscribe ?? (() => () => undefined), [session]);
  return useSyncExternalStore(subscribe, () => session?.store.getState().replica ?? null);
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
