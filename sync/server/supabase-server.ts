/**
 * The `SyncServer` over supabase-js: RPC for rows, one private channel for pokes. Promises: every failure is a
 * `ServerError`, with SQLSTATE and hint only where our own server said them (answers.ts); a request without a session is
 * never made (it would be answered as anybody's); a channel that fails is joined anew with a growing pause.
 */
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { unlessAborted } from '#sync/machine/abort-signals.ts';
import { ForeignAnswerError, noAnswer, serverErrorOf } from './answers.ts';
import {
  type Channel,
  type ChecksumAnswer,
  type PullAnswer,
  type PushAnswer,
  type ReadEventsAnswer,
  ServerError,
  type SyncServer,
} from './server.ts';

const REJOIN_FIRST_MS = 1_000;
const REJOIN_LONGEST_MS = 30_000;

/** The server's functions; the embedded backend lets each of them through by name (supabase/local/api/rest-routes.ts). */
type RowCall = 'push_changes' | 'pull_changes' | 'read_events' | 'replica_checksums';

/** The client that rows travel by: supabase-js, or in the service worker PostgREST's client beside our session. */
export interface RowClient {
  rpc(
    name: RowCall,
    args: Record<string, unknown>,
  ): {
    abortSignal(
      signal: AbortSignal,
    ): PromiseLike<{ readonly data: unknown; readonly error: { readonly message: string } | null; readonly status: number }>;
  };
  readonly auth: {
    getSession(): Promise<{
      readonly data: { readonly session: object | null };
      readonly error: { readonly name: string; readonly message: string } | null;
    }>;
  };
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const sharedArgs = (salonId: number, request: string | undefined) => ({ p_salon_id: salonId, p_request: request ?? null });

/** Returns the id of this device, which a push names; null where it has none. It never rejects. */
export type DeviceId = () => Promise<string | null>;

/**
 * Returns the server behind a Supabase client.
 * @throws ServerError from each of its calls, AbortError when its signal is aborted
 */
export const supabaseServer = (client: SupabaseClient, device?: DeviceId): SyncServer =>
  Object.assign(rowServer(client, device), {
    channel: (...args: Parameters<SyncServer['channel']>) => pokeChannel(client, ...args),
  });

/** Returns the same without its channel: for a round that nobody hears of changes in. */
export function rowServer(client: RowClient, device: DeviceId = async () => null): Omit<SyncServer, 'channel'> {
  async function call<T>(name: RowCall, args: Record<string, unknown>, signal: AbortSignal): Promise<T> {
    await requireSession(client, signal);
    const { data, error, status } = await answered(() => client.rpc(name, args).abortSignal(signal));
    signal.throwIfAborted();
    if (error && status === 0) throw noAnswer(error.message);
    if (error) throw serverErrorOf(error, status);
    if (typeof data !== 'object' || data === null) throw new ForeignAnswerError(status, `${name} was answered with nothing`);
    return data as T;
  }

  return {
    async push(salonId, changes, epoch, signal, request) {
      const id = await device();
      const args = { ...sharedArgs(salonId, request), p_changes: changes, p_epoch: epoch, ...(id ? { p_device: id } : {}) };
      return call<PushAnswer>('push_changes', args, signal);
    },
    pull: (salonId, cursors, limit, horizon, signal, request) =>
      call<PullAnswer>(
        'pull_changes',
        { ...sharedArgs(salonId, request), p_cursors: cursors, p_limit: limit, p_horizon: horizon },
        signal,
      ),
    readEvents: (salonId, from, to, clientId, signal, request) =>
      call<ReadEventsAnswer>(
        'read_events',
        { ...sharedArgs(salonId, request), p_from: from, p_to: to, p_client_id: clientId },
        signal,
      ),
    checksums: (salonId, tables, signal, request) =>
      call<ChecksumAnswer>('replica_checksums', { ...sharedArgs(salonId, request), p_tables: tables }, signal),
  };
}

/** An expired token is renewed here; that this needs a line, and there is none, ends no session. */
async function requireSession(client: RowClient, signal: AbortSignal): Promise<void> {
  const tooLate = () => new ServerError(0, null, null, 'no answer in time');
  const { data, error } = await unlessAborted(signal, () => client.auth.getSession(), tooLate);
  if (data.session) return;
  if (error?.name === 'AuthRetryableFetchError') throw noAnswer(error.message);
  throw new ServerError(401, null, 'signed-out', 'no session');
}

/** A server that cannot be reached has the status 0, whether the client says so or throws. */
async function answered<A extends { status: number }>(ask: () => PromiseLike<A>): Promise<A> {
  try {
    return await ask();
  } catch (error) {
    throw new ServerError(0, null, null, textOf(error));
  }
}

function pokeChannel(
  client: SupabaseClient,
  salonId: number,
  on: { poke(rev: number): void; state(state: 'joined' | 'lost'): void },
): Channel {
  let channel: RealtimeChannel | null = null;
  let closed = false;
  let failures = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  const leave = () => {
    const leaving = channel;
    channel = null;
    if (leaving) client.removeChannel(leaving).catch(() => undefined); // a line that is gone cannot be told that we leave
  };
  const joinLater = () => {
    on.state('lost');
    leave();
    clearTimeout(waiting);
    if (closed) return;
    const pause = Math.min(REJOIN_LONGEST_MS, REJOIN_FIRST_MS * 2 ** failures++);
    waiting = setTimeout(join, pause * (0.5 + Math.random() / 2));
  };
  const join = () => {
    if (closed) return;
    const joining = client.channel(`salon:${salonId}`, { config: { private: true } });
    channel = joining;
    joining.on('broadcast', { event: 'change' }, (message) => {
      const rev: unknown = message.payload?.rev;
      if (typeof rev === 'number') on.poke(rev);
    });
    client.realtime
      .setAuth()
      .then(() => {
        if (channel !== joining) return;
        joining.subscribe((status) => {
          if (channel !== joining) return;
          if (status === 'SUBSCRIBED') {
            failures = 0;
            on.state('joined');
          } else joinLater();
        });
      })
      .catch(() => {
        if (channel === joining) joinLater();
      });
  };
  join();
  return {
    rejoin() {
      leave();
      clearTimeout(waiting);
      join();
    },
    close() {
      closed = true;
      clearTimeout(waiting);
      leave();
    },
  };
}
