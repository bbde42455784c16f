/** How a salon's public page is set up, which only the server does and only with a line. */
import type { OpenReplica } from '#data/open-replica.ts';
import { AuthProblem } from '#data/session/auth-errors.ts';
import type { Session } from '#data/session/session.ts';
import type { BookingPage, BookingPageChange, SlugAnswer } from '#schemas/online.ts';
import { ForeignAnswerError, serverErrorOf } from '#sync/server/answers.ts';
import { keepBookingPage } from './booking-page-book.ts';

/** The server's own no. `hint`: a field of the page, another word about its slug (`SlugAnswer`), or one of `PAGE_NEEDS`; '' for any other. */
export class PageRefusal extends Error {
  override readonly name = 'PageRefusal';
  constructor(
    readonly hint: string,
    message: string,
  ) {
    super(message);
  }
}

type Caller = Pick<Session, 'clientOf'>;

/** The functions of the server; the embedded backend has a route for each of them (supabase/local/api/rest-routes.ts). */
type PageCall = 'set_booking_page' | 'slug_is_free';

/** @throws PageRefusal, AuthProblem */
async function call(session: Caller, userId: string, called: PageCall, args: object): Promise<unknown> {
  const client = await session.clientOf(userId);
  // The library's own retries would hold the screen for seconds without a line.
  const { data, error, status } = await client.rpc(called, args).retry(false);
  if (!error) return data;
  if (status === 0) throw new AuthProblem(error.message, 'network');
  const refusal = serverErrorOf(error, status);
  if (refusal instanceof ForeignAnswerError) throw new AuthProblem(refusal.message, refusal.isPage ? 'portal' : 'network');
  if (status === 429) throw new AuthProblem(refusal.message, 'too_many_requests');
  throw new PageRefusal(refusal.hint ?? '', refusal.message);
}

/**
 * Changes the page, and keeps what the server says of it now. Fields that are not named stay.
 * @param now device clock
 * @throws PageRefusal, AuthProblem, StorageFullError
 */
export async function setBookingPage(
  replica: OpenReplica,
  session: Caller,
  change: BookingPageChange,
  now = Date.now,
): Promise<BookingPage> {
  const { userId, salonId } = replica;
  const page = (await call(session, userId, 'set_booking_page', { p_salon_id: salonId, p_page: change })) as BookingPage | null;
  if (typeof page?.enabled !== 'boolean') throw new AuthProblem('set_booking_page was answered with something else', 'network');
  await keepBookingPage(replica, { page, at: new Date(now()).toISOString() });
  return page;
}

/** Asks if the salon can have an address. @throws PageRefusal, AuthProblem */
export async function askSlug(replica: OpenReplica, session: Caller, slug: string): Promise<SlugAnswer> {
  const said = (await call(session, replica.userId, 'slug_is_free', { p_slug: slug })) as SlugAnswer | null;
  if (typeof said?.free !== 'boolean') throw new AuthProblem('slug_is_free was answered with something else', 'network');
  return said;
}
