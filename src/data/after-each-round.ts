import { distinctUntilChanged, filter, map } from 'rxjs';
import type { OpenReplica } from './open-replica.ts';

/**
 * Runs `work` after each finished round of the replica's sync; what it throws is logged under `failed`. Returns a function that ends it.
 */
export function afterEachRound(replica: OpenReplica, work: () => Promise<unknown>, failed: string): () => void {
  const rounds = replica.status$
    .pipe(
      filter(({ phase }) => phase === 'synced'),
      map(({ lastSyncedAt }) => lastSyncedAt),
      distinctUntilChanged(),
    )
    .subscribe(() => {
      work().catch((error: unknown) => console.info(failed, error));
    });
  return () => rounds.unsubscribe();
}
