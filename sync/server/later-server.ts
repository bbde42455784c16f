/**
 * A `SyncServer` whose code is fetched when the first call leaves. Where it does not come, that is a line that failed: the
 * call fails as one that was not answered, and the next one tries anew.
 */
import { type Channel, ServerError, type SyncServer } from './server.ts';
import { unlessAborted } from './unless-aborted.ts';

/** After this long a channel whose code did not come is tried anew, in ms: the engine asks for none again by itself. */
const AGAIN_MS = 30_000;

/** @param load makes the server; called again after it has rejected */
export function laterServer(load: () => Promise<SyncServer>): SyncServer {
  let made: Promise<SyncServer> | null = null;
  const fetched = (): Promise<SyncServer> => {
    made ??= load().catch((error: unknown) => {
      made = null;
      throw new ServerError(0, null, null, error instanceof Error ? error.message : String(error));
    });
    return made;
  };
  const ready = (signal: AbortSignal) => unlessAborted(signal, fetched());
  return {
    push: async (salonId, changes, epoch, signal, request) =>
      (await ready(signal)).push(salonId, changes, epoch, signal, request),
    pull: async (salonId, cursors, limit, horizon, signal, request) =>
      (await ready(signal)).pull(salonId, cursors, limit, horizon, signal, request),
    readEvents: async (salonId, from, to, clientId, signal, request) =>
      (await ready(signal)).readEvents(salonId, from, to, clientId, signal, request),
    checksums: async (salonId, tables, signal, request) => (await ready(signal)).checksums(salonId, tables, signal, request),
    channel: (salonId, on) => laterChannel(fetched, salonId, on),
  };
}

function laterChannel(fetched: () => Promise<SyncServer>, ...[salonId, on]: Parameters<SyncServer['channel']>): Channel {
  let channel: Channel | null = null;
  let closed = false;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const open = async () => {
    clearTimeout(waiting);
    try {
      const server = await fetched();
      if (!closed) channel ??= server.channel(salonId, on);
    } catch {
      if (closed) return;
      on.state('lost');
      waiting = setTimeout(() => void open(), AGAIN_MS);
    }
  };
  void open();
  return {
    rejoin() {
      if (channel) channel.rejoin();
      else void open();
    },
    close() {
      closed = true;
      clearTimeout(waiting);
      channel?.close();
    },
  };
}
