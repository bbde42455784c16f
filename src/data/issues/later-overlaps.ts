/** The issues of overlaps.ts without its code, which no start needs. */
import { defer, type Observable, retry, switchMap, timer } from 'rxjs';
import type { SyncIssue } from '#sync/core/issues.ts';
import type { Collections } from '#sync/storage/collections.ts';

/** Code that did not come is fetched again after this, ms. */
const AGAIN_MS = 5_000;

/**
 * The open overlaps of these rows as issues, as soon as the code that finds them is there.
 * @param load imports overlaps.ts; called again after it has rejected, as long as somebody listens
 */
export function laterOverlapIssues$(
  rows: Pick<Collections, 'events'>,
  load: () => Promise<typeof import('./overlaps.ts')>,
): Observable<readonly SyncIssue[]> {
  return defer(load).pipe(
    retry({
      delay: (error: unknown) => {
        console.info('What finds overlaps did not come; asked for again soon', error);
        return timer(AGAIN_MS);
      },
    }),
    switchMap(({ overlapIssues$ }) => overlapIssues$(rows)),
  );
}
