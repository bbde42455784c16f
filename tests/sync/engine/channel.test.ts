import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sessionEvents } from '#data/session/session-store.ts';
import { openChannel } from '#sync/machine/channel.ts';
import { announceVersion, listenForOtherVersions } from '#sync/versions/version-signal.ts';

/** As Firefox does it where cookies are blocked. */
class Closed {
  constructor() {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  }
}
beforeEach(() => {
  vi.stubGlobal('BroadcastChannel', Closed);
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('a browser that closes its channels leaves a window alone, and breaks nothing', () => {
  expect(openChannel('any')).toBeNull();
  const heard = vi.fn();
  const stop = listenForOtherVersions(heard);
  announceVersion();
  const events = sessionEvents(heard);
  events.tell('SIGNED_OUT');
  events.close();
  stop();
  expect(heard).not.toHaveBeenCalled();
});
