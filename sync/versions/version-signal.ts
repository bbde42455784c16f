/**
 * Windows tell each other which local schema version they have opened. Promise: a window that runs another version of the app
 * hears of it without the service worker; nothing is decided by it, it only leads to an offer to reload.
 */
import { openChannel } from '#sync/machine/channel.ts';
import { LOCAL_VERSION } from '#sync/storage/replica-name.ts';

const CHANNEL = 'greben-form';

/** Tells other windows which local schema version this one has opened. */
export function announceVersion(): void {
  const channel = openChannel(CHANNEL);
  channel?.postMessage({ form: LOCAL_VERSION });
  channel?.close();
}

/** `listener` is called when a window of another version has opened its replica after this one. Returns the function that stops listening. */
export function listenForOtherVersions(listener: () => void): () => void {
  const channel = openChannel(CHANNEL);
  if (!channel) return () => undefined;
  channel.onmessage = ({ data }: MessageEvent<{ form?: unknown } | null>) => {
    const version = data?.form;
    if (typeof version === 'string' && version !== LOCAL_VERSION) listener();
  };
  return () => channel.close();
}
