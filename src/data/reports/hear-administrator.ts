/** What goes on with the administrator beside the screens: errors are told, and what is said to the open salon is heard. */
import { distinctUntilChanged, filter, map } from 'rxjs';
import type { OpenReplica } from '#data/open-replica.ts';
import { takeCaught } from './caught.ts';
import { errorRecorder, type RecorderParts } from './error-recorder.ts';
import { followStanding } from './salon-standing.ts';

/** A server that answers a round with a failure is our fault; a line that is cut, a full device and an old app are not. */
const ROUND_FAILED = { type: 'sync', message: 'A sync round failed at the server' } as const;

export interface Administrator {
  /** As long as a replica is open. Returns what ends it. */
  attend(replica: Pick<OpenReplica, 'status$' | 'userId' | 'salonId'>): () => void;
}

/** From now on errors are told, those that were caught before among them. */
export function hearAdministrator(parts: RecorderParts): Administrator {
  const recorder = errorRecorder(parts);
  takeCaught(recorder.take);
  void recorder.tell();
  return {
    attend(replica) {
      const rounds = replica.status$
        .pipe(
          map(({ reason }) => reason === 'server'),
          distinctUntilChanged(),
          filter((failed) => failed),
        )
        .subscribe(() => void recorder.recordKnown(ROUND_FAILED, location.pathname));
      const endStanding = followStanding(parts, replica);
      void recorder.tell(); // somebody has signed in
      return () => {
        rounds.unsubscribe();
        endStanding();
      };
    },
  };
}
