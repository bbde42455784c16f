/**
 * Reports the errors of this device to the administrator. Promises: no name, number, address or token leaves the device
 * (#domain/errors/error-cleaning.ts); the same error is reported once a minute at most; a report that cannot be sent now waits on
 * the device, the newest fifty, even through a reload; a failure of reporting is never reported.
 */
import type { SupabaseClient } from '@supabase/supabase-js';
import { distinctUntilChanged, filter, map } from 'rxjs';
import { newId } from '#data/new-id.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import type { Session, SignedIn } from '#data/session/session.ts';
import type { SessionStore, WaitingReport } from '#data/session/session-store.ts';
import { browserOf, cleanedMessage, cleanedPage, cleanedStack, kindOf, namedError } from '#domain/errors/error-cleaning.ts';
import { type Caught, type KnownError, takeCaught } from './caught.ts';
import { followStanding } from './salon-standing.ts';

/** The same error is reported again after this, ms. */
const SAME_AGAIN_AFTER = 60_000;
const MOST_WAITING = 50;
/** Messages whose minute is remembered. */
const MOST_REMEMBERED = 200;
/** The statuses with which a server refuses a report for good, whoever sends it. */
const NEVER_TAKEN: readonly number[] = [400, 403, 409, 413, 422];
/** Reports that could not be sent are tried again after this, ms. */
const TRY_EVERY = 5 * 60_000;

/** The session and its store. */
export interface RecorderParts {
  readonly session: Pick<Session, 'store' | 'clientOf'>;
  readonly kept: Pick<SessionStore, 'get' | 'update'>;
  /** Epoch milliseconds. */
  readonly now?: () => number;
  readonly userAgent?: string;
}

/** The recorder of errors. */
export interface ErrorRecorder {
  /**
   * Records a thrown error.
   * @param path the screen where the person was
   */
  record(error: unknown, path: string): Promise<void>;
  /** Records an error in words of our own, which hold nothing personal. */
  recordKnown(known: KnownError, path: string): Promise<void>;
  /** Records an error that was caught (caught.ts). */
  take(caught: Caught): void;
  /** Sends the waiting reports, as far as the server takes them. Never rejects. */
  tell(): Promise<void>;
  stop(): void;
}

/** Makes the recorder; it tries again by itself until `stop`. */
export function errorRecorder({ session, kept, now = Date.now, userAgent = navigator.userAgent }: RecorderParts): ErrorRecorder {
  const told = new Map<string, number>();
  const ending = new AbortController();
  let telling: Promise<void> | null = null;
  /** True if errors came while others were sent; they are sent after them. */
  let asked = false;

  const person = (): SignedIn | null => {
    const state = session.store.getState();
    return state.phase === 'signed-in' ? state : null;
  };

  const isNew = (key: string): boolean => {
    const at = now();
    const before = told.get(key);
    if (before !== undefined && at - before < SAME_AGAIN_AFTER && at >= before) return false;
    told.delete(key);
    told.set(key, at);
    for (const oldest of told.keys()) {
      if (told.size <= MOST_REMEMBERED) break;
      told.delete(oldest);
    }
    return true;
  };

  const add = async (report: Pick<WaitingReport, 'type' | 'message' | 'stack' | 'page'>) => {
    const me = person();
    if (!isNew(JSON.stringify([report.type, report.message, report.page]))) return;
    const whole: WaitingReport = {
      ...report,
      id: newId(),
      userId: me?.profile.id ?? null,
      salonId: me?.salonId ?? null,
      at: new Date(now()).toISOString(),
      browser: browserOf(userAgent),
    };
    try {
      await kept.update('reports', (held) => [...(held ?? []), whole].slice(-MOST_WAITING));
    } catch (error) {
      console.info('An error is not kept for the administrator', error);
    }
    await recorder.tell();
  };

  /** Returns true if the server has the report, or will never take it; then it is not sent again. */
  const send = async (client: SupabaseClient, report: WaitingReport, salonId: number | null): Promise<boolean> => {
    const { error, status } = await client
      .rpc('report_user_error', {
        p_id: report.id,
        p_salon_id: salonId,
        p_created_at: report.at,
        p_error_type: report.type,
        p_error_message: report.message,
        p_error_stack: report.stack,
        p_page_url: report.page,
        p_browser_info: report.browser,
      })
      .retry(false);
    // The person may not enter that salon any more, or the report is of another version: the server would refuse it again.
    return !error || NEVER_TAKEN.includes(status);
  };

  const tellAll = async () => {
    const me = person();
    if (!me || !navigator.onLine) return;
    const { id } = me.profile;
    const mine = ((await kept.get('reports')) ?? []).filter(({ userId }) => userId === null || userId === id);
    if (mine.length === 0) return;
    const client = await session.clientOf(id);
    for (const report of mine) {
      if (!(await send(client, report, report.userId === null ? null : report.salonId))) return;
      await kept.update('reports', (held) => {
        const left = (held ?? []).filter((one) => one.id !== report.id);
        return left.length === 0 ? null : left;
      });
    }
  };

  const tellAsked = async () => {
    while (asked) {
      asked = false;
      await tellAll().catch((error: unknown) => console.info('Errors are told later', error));
    }
  };

  const recorder: ErrorRecorder = {
    record(error, path) {
      const { name, message, stack } = namedError(error);
      const page = cleanedPage(path);
      const words = cleanedMessage(message);
      return add({
        type: kindOf(name, message, page),
        message: words === '' ? name : `${name}: ${words}`,
        stack: cleanedStack(stack),
        page,
      });
    },
    recordKnown: ({ type, message }, path) => add({ type, message, stack: null, page: cleanedPage(path) }),
    take(caught) {
      void ('known' in caught ? recorder.recordKnown(caught.known, caught.path) : recorder.record(caught.error, caught.path));
    },
    tell() {
      asked = true;
      telling ??= tellAsked().finally(() => {
        telling = null;
      });
      return telling;
    },
    stop() {
      ending.abort();
      clearInterval(timer);
    },
  };
  const timer = setInterval(() => void recorder.tell(), TRY_EVERY);
  globalThis.addEventListener?.('online', () => void recorder.tell(), { signal: ending.signal });
  return recorder;
}

/** A server that answers a round with a failure is our fault; a line that is cut, a full device and an old app are not. */
const ROUND_FAILED = { type: 'sync', message: 'A sync round failed at the server' } as const;

/** The exchange with the administrator. */
export interface Administrator {
  /** Watches the open replica. Returns a function that ends it. */
  attend(replica: Pick<OpenReplica, 'status$' | 'userId' | 'salonId'>): () => void;
}

/** Reports errors from now on, and those that were caught before. */
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
