/**
 * A `SyncServer` whose code is fetched when the first call leaves. A round whose call fails for want of it comes again after a
 * pause, as after any failed line; the channel is joined once a call has brought the code.
 */
import { deferred } from '#sync/machine/deferred.ts';
import { type Channel, ServerError, type SyncServer } from './server.ts';

/** @param load makes the server; called again after it has rejected */
export function deferredServer(load: () => Promise<SyncServer>): SyncServer {
  const failure = (message: string) => new ServerError(0, null, null, message);
  const { calls, here } = deferred(load, ['push', 'pull', 'readEvents', 'checksums'], failure);
  return {
    ...calls,
    channel(salonId, on) {
      let channel: Channel | null = null;
      let closed = false;
      void here.then((server) => {
        if (!closed) channel = server.channel(salonId, on);
      });
      return {
        rejoin: () => channel?.rejoin(),
        close() {
          closed = true;
          channel?.close();
        },
      };
    },
  };
}
