/**
 * The salon's public page as this device last heard of it: one document of the replica, so that a device without a line knows that
 * customers may book meanwhile. Only reads from the server write it.
 */
import {
  combineLatest,
  concat,
  distinctUntilChanged,
  filter,
  map,
  merge,
  type Observable,
  of,
  switchMap,
  take,
  timer,
} from 'rxjs';
import { afterEachRound } from '#data/after-each-round.ts';
import { insideOf } from '#data/inside-replica.ts';
import { sharedRead } from '#data/live-rows.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import type { Session } from '#data/session/session.ts';
import type { BookingPage } from '#schemas/online.ts';
import { ForeignAnswerError, serverErrorOf } from '#sync/server/answers.ts';

const DOCUMENT = 'booking-page';

/** The page, and the time at which the server said so (ISO UTC, device clock). */
export interface KeptBookingPage {
  readonly page: BookingPage;
  readonly at: string;
}

/** Emits what is kept, now and after each change; null before anything was heard. */
export const keptBookingPage$ = (replica: OpenReplica): Observable<KeptBookingPage | null> =>
  insideOf(replica).documents.watch<KeptBookingPage>(DOCUMENT);

/** Emits whether customers can book on the page, as far as is known. */
export const isPageOn$ = (replica: OpenReplica): Observable<boolean> =>
  keptBookingPage$(replica).pipe(
    map((kept) => kept?.page.live === true),
    distinctUntilChanged(),
  );

/** The document that says of which time the owner has read on this device that the limits were reached. */
const QUOTA_READ = 'booking-quota-read';

/**
 * Emits when customers were last sent away because of the salon's limits (ISO UTC), until that is read on this device. Null: there is
 * nothing to tell.
 */
export const unreadQuota$ = (replica: OpenReplica): Observable<string | null> =>
  combineLatest([keptBookingPage$(replica), insideOf(replica).documents.watch<{ readonly at: string }>(QUOTA_READ)]).pipe(
    map(([kept, read]) => {
      const at = kept?.page.quota_at ?? null;
      return at !== null && (read === null || read.at < at) ? at : null;
    }),
    distinctUntilChanged(),
  );

/** The owner has read it. @param at as `unreadQuota$` emitted it */
export async function dismissQuota(replica: OpenReplica, at: string): Promise<void> {
  await insideOf(replica).documents.update<{ readonly at: string }>(QUOTA_READ, () => ({ at }));
}

/** Reads the page from the server, and keeps it. @param now device clock, milliseconds @throws what the call threw, StorageFullError */
export async function refreshBookingPage(
  replica: OpenReplica,
  session: Pick<Session, 'clientOf'>,
  now = Date.now(),
): Promise<void> {
  const { userId, salonId } = replica;
  const client = await session.clientOf(userId);
  const { data, error, status } = await client.rpc('booking_page', { p_salon_id: salonId }).retry(false);
  if (error) throw serverErrorOf(error, status);
  const page = data as BookingPage | null;
  if (typeof page?.enabled !== 'boolean') throw new ForeignAnswerError(status, 'booking_page was answered with something else');
  await keepBookingPage(replica, { page, at: new Date(now).toISOString() });
}

/**
 * Keeps what the server has said, unless something newer is kept: a reading that began before a change may come after it. A clock that was
 * set back is no reason to keep the former.
 */
export async function keepBookingPage(replica: OpenReplica, kept: KeptBookingPage, now = Date.now()): Promise<void> {
  const newest = (before: KeptBookingPage | null) =>
    before !== null && before.at > kept.at && Date.parse(before.at) <= now ? before : kept;
  await insideOf(replica).documents.update<KeptBookingPage>(DOCUMENT, newest);
}

/** A page that was read longer ago is read again after a round, ms. */
const OLD_MS = 600_000;

/** Keeps the page known as long as the replica is open. Returns a function that ends it. */
export function keepBookingPageKnown(session: Pick<Session, 'clientOf'>, replica: OpenReplica, now = Date.now): () => void {
  let asked = Number.NEGATIVE_INFINITY;
  const look = async () => {
    // A clock that was set back does not keep the page unread.
    if (now() >= asked && now() - asked < OLD_MS) return;
    asked = now();
    await refreshBookingPage(replica, session, asked);
  };
  return afterEachRound(replica, look, 'The page for customers is read again later');
}

/** A device that has not pulled for so long does not know what was booked since, ms. */
const UNHEARD_MS = 300_000;
/** A device that wakes with a line has pulled sooner than this, ms: nothing is said that is over in a moment. */
const WAKING_MS = 3_000;
/** A pull that takes longer than this, ms, counts as none. */
const PULLING_MS = 10_000;

/**
 * Emits since when customers may have booked what is not here yet, as ISO UTC by the device's clock: the page is on, and nothing was
 * pulled for five minutes. Null: what was booked is here.
 */
export const unheardSince$ = (replica: OpenReplica): Observable<string | null> =>
  sharedRead(replica, 'unheard-since', () => unheardOf(replica));

function unheardOf(replica: OpenReplica): Observable<string | null> {
  const pulledAt$ = replica.status$.pipe(
    map(({ lastSyncedAt }) => lastSyncedAt),
    distinctUntilChanged(),
  );
  const idle$ = replica.status$.pipe(filter(({ phase }) => phase !== 'syncing' && phase !== 'starting'));
  const awake$ = timer(WAKING_MS).pipe(
    switchMap(() => merge(idle$, timer(PULLING_MS - WAKING_MS))),
    take(1),
  );
  return combineLatest([isPageOn$(replica), pulledAt$]).pipe(
    switchMap(([isOn, pulledAt]) => {
      if (!isOn || pulledAt === null) return of(null);
      const due = Math.max(0, Date.parse(pulledAt) + UNHEARD_MS - Date.now());
      return concat(
        of(null),
        timer(due).pipe(
          switchMap(() => awake$),
          map(() => pulledAt),
        ),
      );
    }),
    distinctUntilChanged(),
  );
}
