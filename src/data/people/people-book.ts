/**
 * The people of the salon as this device last heard of them: one document of the replica, so that the names in the stock history and
 * on `/salon/people` are there without a line. Only reads from the server write it; it gives nobody a right.
 */
import { map, type Observable } from 'rxjs';
import { afterEachRound } from '#data/after-each-round.ts';
import { insideOf } from '#data/inside-replica.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import type { Session } from '#data/session/session.ts';
import { type Invitation, readInvitations, readPeople, type SalonPeople } from './people-server.ts';

const DOCUMENT = 'salon-people';

/** The people, and the time at which the server said so (ISO UTC, device clock). */
export interface KeptPeople extends SalonPeople {
  readonly invitations: readonly Invitation[];
  readonly at: string;
}

/** Emits what is kept, now and after each change; null before anything was heard. */
export const keptPeople$ = (replica: OpenReplica): Observable<KeptPeople | null> =>
  insideOf(replica).documents.watch<KeptPeople>(DOCUMENT);

/** Emits the names that are known, by the person's id, also of those who have left. */
export const personNames$ = (replica: OpenReplica): Observable<ReadonlyMap<string, string>> =>
  keptPeople$(replica).pipe(
    map((kept) => {
      const named = [...(kept?.people ?? []), ...(kept?.former ?? [])];
      return new Map(named.flatMap(({ user_id, name }) => (name ? [[user_id, name] as const] : [])));
    }),
  );

/**
 * Reads the people, and the open invitations where the person makes some, from the server and keeps them.
 * @param now device clock, milliseconds
 * @throws PeopleRefusal, AuthProblem, StorageFullError
 */
export async function refreshPeople(replica: OpenReplica, session: Pick<Session, 'clientOf'>, now = Date.now()): Promise<void> {
  const { userId, salonId } = replica;
  const client = await session.clientOf(userId);
  const invites = (replica.membership$.value?.role ?? 'staff') !== 'staff';
  const [read, invitations] = await Promise.all([readPeople(client, salonId), invites ? readInvitations(client, salonId) : []]);
  await keepPeople(replica, { people: read.people, former: read.former, invitations, at: new Date(now).toISOString() });
}

/** Keeps what the server has said. */
export async function keepPeople(replica: OpenReplica, kept: KeptPeople): Promise<void> {
  await insideOf(replica).documents.update<KeptPeople>(DOCUMENT, () => kept);
}

/** Names that are older are read again after a round, ms. */
const OLD_MS = 6 * 3_600_000;

/** Keeps the names known as long as the replica is open, without a screen that shows them. Returns a function that ends it. */
export function keepPeopleKnown(session: Pick<Session, 'clientOf'>, replica: OpenReplica, now = Date.now): () => void {
  let asked = Number.NEGATIVE_INFINITY;
  const look = async () => {
    const kept = await insideOf(replica).documents.read<KeptPeople>(DOCUMENT);
    const isKnown = kept !== null && now() - Date.parse(kept.at) < OLD_MS;
    if (isKnown || now() - asked < OLD_MS) return;
    asked = now();
    await refreshPeople(replica, session, now());
  };
  return afterEachRound(replica, look, 'The people of the salon are read again later');
}
