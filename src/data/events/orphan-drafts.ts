import { combineLatest, map, type Observable, of, switchMap } from 'rxjs';
import { type DraftOf, type DraftValues, draftsOf, holdDraft, readDraft } from '#data/browser/form-drafts.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { isLocalDate, type LocalDate } from '#domain/time/time.ts';
import { eventsById$ } from './events.queries.ts';

/** A draft over a booking that is deleted by now: no dialog of it can be opened any more. */
export interface OrphanDraft {
  readonly of: DraftOf;
  readonly typed: DraftValues;
  /** The place of the booking. */
  readonly date: LocalDate;
  /** The minute of the day. */
  readonly minute: number;
}

/** The names of drafts of bookings and visits that are saved; a new one is `events/new…`. */
const SAVED = /^(?:events\/(?!new(?:\/|$))|visits\/)/;

interface Kept extends OrphanDraft {
  /** The ids of the booking and of the other parts of its visit. */
  readonly ids: readonly string[];
}

/**
 * Follows the first draft that was noted before now for a booking that is deleted by now; null: there is none. A draft of a visit
 * counts once all its parts are gone. A draft that a window has open does not count, because its dialog tells about it.
 */
export function orphanDraft$(replica: OpenReplica, locks?: LockManager): Observable<OrphanDraft | null> {
  const kept = keptOf(replica);
  if (kept.length === 0) return of(null);
  const events$ = eventsById$(
    replica,
    kept.flatMap(({ ids }) => ids),
  );
  return combineLatest([replica.pulledOnce$, replica.horizon$, events$]).pipe(
    map(([pulled, horizon, events]) => {
      // Bookings before the horizon are not kept here, so a missing one need not be deleted.
      const from = pulled ? horizon?.slice(0, 10) : undefined;
      return kept.filter(({ date, ids }) => from !== undefined && date > from && !ids.some((id) => events.has(id)));
    }),
    switchMap(async (gone) => {
      const free = await Promise.all(gone.map((one) => isFree(one.of, locks)));
      return gone.find((one, at) => free[at] && readDraft(one.of) !== null) ?? null;
    }),
  );
}

/** Tells whether no window has that form open. */
async function isFree(draft: DraftOf, locks?: LockManager): Promise<boolean> {
  const asking = new AbortController();
  const free = await holdDraft(draft, asking.signal, locks);
  asking.abort();
  return free;
}

function keptOf({ userId, salonId }: OpenReplica): readonly Kept[] {
  return draftsOf({ userId, salonId }).flatMap((draft) => {
    const { opened, typed } = readDraft(draft) ?? {};
    if (!SAVED.test(draft.form) || !opened || !typed) return [];
    const { date, hour, minute, legId, more } = opened;
    const parts = Array.isArray(more) ? more.map((part: { id?: unknown }) => part.id) : [];
    const ids = [legId, ...parts].filter((id) => typeof id === 'string');
    if (ids.length === 0 || typeof date !== 'string' || !isLocalDate(date)) return [];
    return [{ of: draft, typed, date, minute: Number(hour) * 60 + Number(minute), ids }];
  });
}
