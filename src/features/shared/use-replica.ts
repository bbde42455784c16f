import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { OpenReplica } from '#data/open-replica.ts';
import type { Session, SessionStoreState } from '#data/session/session.ts';

/** `src/app` provides both; screens inside the salon's routes can rely on an open replica. */
export const SessionContext = createContext<Session | null>(null);
export const ReplicaContext = createContext<OpenReplica | null>(null);

export function useReplica(): OpenReplica {
  const replica = useContext(ReplicaContext);
  if (!replica) throw new Error('No replica is open here');
  return replica;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('No session here');
  return session;
}

export function useSessionState(): SessionStoreState {
  return useStore(useSession().store);
}
