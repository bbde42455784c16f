/** The way from the replica that a screen holds to its rows and its `write`; for `src/data` alone. */
import type { Replica } from '#sync/replica.ts';
import { INSIDE, type OpenReplica } from './open-replica.ts';

const insides = new WeakMap<OpenReplica, Replica>();

/** Returns this replica without its rows and its `write`: what screens get. */
export function forScreens(replica: Replica): OpenReplica {
  const closed = new Set<string>(INSIDE);
  const shown = Object.fromEntries(Object.entries(replica).filter(([name]) => !closed.has(name)));
  const open = shown as unknown as OpenReplica;
  insides.set(open, replica);
  return open;
}

/** Returns the whole replica behind that of a screen; a whole replica (the keeper's, a test's) is returned as it is. */
export function insideOf(replica: OpenReplica): Replica {
  return insides.get(replica) ?? (replica as Replica);
}
