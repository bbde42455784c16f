/** What follows from the server's word that a person may not enter a salon. */
import { distinctUntilChanged, EMPTY, exhaustMap, map, switchMap, timer } from 'rxjs';
import type { OpenReplica } from '#data/open-replica.ts';
import type { Session } from './session.ts';

/** How often a refusal is asked about again while it stands, in milliseconds. */
const ASK_EVERY = 15_000;

/** As soon as the open replica is refused, the session learns where the person belongs now. Returns what ends it. */
export function watchAccess(session: Pick<Session, 'salonWithdrawn'>, replica: OpenReplica): () => void {
  const ask = () =>
    session.salonWithdrawn(replica.salonId).catch((error: unknown) => console.info('Asked again later: who is where', error));
  const watching = replica.status$
    .pipe(
      map(({ phase, reason }) => phase === 'blocked' && reason === 'access-withdrawn'),
      distinctUntilChanged(),
      switchMap((withdrawn) => (withdrawn ? timer(0, ASK_EVERY) : EMPTY)),
      exhaustMap(ask),
    )
    .subscribe();
  return () => watching.unsubscribe();
}
