/** Issues that are worked out from bookings and go by themselves when a booking is over, though no row changes then. */
import { concat, defer, type Observable, of, switchMap, timer } from 'rxjs';
import type { SyncIssue } from '#sync/core/issues.ts';

/** The longest wait of a timer, ms. */
const LONGEST_WAIT_MS = 2_147_483_647;

/** What is to be decided at an instant, and when (ISO UTC) some of it may be over. */
export interface Worked {
  readonly issues: readonly SyncIssue[];
  readonly ends: readonly string[];
}

/** The issues now, and again each time one of the ends has come. @param now device clock, epoch milliseconds. @param work gets it in ISO UTC */
export const untilOver$ = (now: () => number, work: (at: string) => Worked): Observable<readonly SyncIssue[]> =>
  defer(() => {
    const at = now();
    const { issues, ends } = work(new Date(at).toISOString());
    const [next] = [...ends].sort();
    if (next === undefined) return of(issues);
    const wait = Math.min(Math.max(Date.parse(next) - at, 0) + 1, LONGEST_WAIT_MS);
    return concat(of(issues), timer(wait).pipe(switchMap(() => untilOver$(now, work))));
  });
