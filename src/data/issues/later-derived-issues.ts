/** The issues of derived-issues.ts without its code, which no start needs. */
import { defer, type Observable, retry, switchMap, timer } from 'rxjs';
import type { SyncIssue } from '#sync/core/issues.ts';
import type { Collections } from '#sync/storage/collections.ts';

/** Code that did not come is fetched again after this, ms. */
const AGAIN_MS = 5_000;

/**
 * The derived issues of these rows, as soon as the code that finds them is there.
 * @param load imports derived-issues.ts; called again after it has rejected, as long as somebody listens
 */
export function laterDerivedIssues$(
  rows: Pick<Collections, 'events' | 'clients'>,
  load: () => Promise<typeof import('./derived-issues.ts')>,
): Observable<readonly SyncIssue[]> {
  return defer(load).pipe(
    retry({
      delay: (error: unknown) => {
        console.info('What finds issues among the bookings did not come; asked for again soon', error);
        return timer(AGAIN_MS);
      },
    }),
    switchMap(({ derivedIssues$ }) => derivedIssues$(rows)),
  );
}
