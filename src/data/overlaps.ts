/**
 * Overlaps that appeared by syncing: an event taken from the server lies over one that was unsent here (design:
 * ARCHITECTURE.md). Nobody was warned of it when either was booked, so it becomes an issue for a person. It closes itself
 * when the two part: moved, cancelled or removed, by anybody. An overlap that was there before is no news, nor one that a
 * person has left as it is.
 */
import { concatMap, distinctUntilChanged, filter, map, merge, type Observable, type Subscription, switchMap } from 'rxjs';
import { overlaps } from '#domain/overlap.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { SyncIssue } from '#sync/issues.ts';
import type { Replica, Taken, TakenRow } from '#sync/replica.ts';
import { isKeptOverlap } from './kept-overlaps.ts';
import { liveRowsById, sameItems } from './live-rows.ts';
import { rowNow } from './row-writes.ts';

type Event = LocalRow<'events'>;

/** The same for both devices and for a repeated pull, whichever of the two came first. */
export function overlapIssueId(a: string, b: string): string {
  return `overlap:${[a, b].sort().join('+')}`;
}

const isEvent = (row: TakenRow): row is TakenRow<'events'> => row.table === 'events';

/** The pairs of a taken event and an unsent one that overlap since it was taken. */
export function newOverlaps(taken: readonly TakenRow<'events'>[], unsent: readonly Event[]): { ours: Event; theirs: Event }[] {
  return taken.flatMap(({ before, after }) =>
    after === null
      ? []
      : unsent
          .filter((ours) => overlaps(ours, after) && !(before !== null && overlaps(ours, before)))
          .map((ours) => ({ ours, theirs: after })),
  );
}

async function raise(replica: Replica, { rows, pending }: Taken, now: () => number): Promise<void> {
  const events = rows.filter(isEvent);
  const unsentIds = pending.filter((row) => row.table === 'events').map((row) => row.id);
  if (events.length === 0 || unsentIds.length === 0) return;
  const unsent = (await Promise.all(unsentIds.map((id) => rowNow(replica, 'events', id)))).filter((row) => row !== null);
  const found: SyncIssue[] = [];
  for (const { ours, theirs } of newOverlaps(events, unsent)) {
    if (await isKeptOverlap(replica, ours, theirs)) continue;
    found.push({
      id: overlapIssueId(ours.id, theirs.id),
      kind: 'overlap',
      table: 'events',
      rowId: ours.id,
      otherId: theirs.id,
      group: null,
      ours: null,
      server: null,
      at: new Date(now()).toISOString(),
    });
  }
  if (found.length > 0) await replica.putIssue(...found);
}

/** Ids of the overlap issues whose events no longer overlap. */
function parted$(replica: Replica): Observable<readonly string[]> {
  return replica.issues$.pipe(
    map((issues) => issues.filter((issue) => issue.kind === 'overlap')),
    distinctUntilChanged((a, b) =>
      sameItems(
        a.map((issue) => issue.id),
        b.map((issue) => issue.id),
      ),
    ),
    switchMap((issues) =>
      liveRowsById(
        replica,
        'events',
        issues.flatMap((issue) => [issue.rowId, issue.otherId ?? issue.rowId]),
      ).pipe(map((events) => issues.filter((issue) => !stillOverlap(events.get(issue.rowId), events.get(issue.otherId ?? ''))))),
    ),
    map((issues) => issues.map((issue) => issue.id)),
    filter((ids) => ids.length > 0),
  );
}

const stillOverlap = (a: Event | undefined, b: Event | undefined) => a !== undefined && b !== undefined && overlaps(a, b);

/**
 * Watches for as long as the replica is open; unsubscribe before it is closed. In several tabs at once it does the same thing
 * in each, which changes nothing. A failure to store an issue is reported and does not end the watch; a failure to read does, reported too.
 * @param now device clock, epoch milliseconds, for the issue's `at`.
 */
export function watchOverlaps(replica: Replica, now: () => number = Date.now): Subscription {
  const attempt = async (work: Promise<void>) => {
    try {
      await work;
    } catch (error) {
      // Who signs out in the middle of it closes what it is noted in.
      if (!watching.closed) console.error('An overlap could not be noted', error);
    }
  };
  const watching: Subscription = merge(
    replica.taken$.pipe(concatMap((taken) => attempt(raise(replica, taken, now)))),
    parted$(replica).pipe(concatMap((ids) => attempt(replica.removeIssue(...ids)))),
  ).subscribe({ error: (error: unknown) => console.error('Overlaps are no longer watched', error) });
  return watching;
}
