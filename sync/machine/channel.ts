/**
 * Channels between the windows of a browser. Where they are missing or closed to us (Firefox with blocked cookies throws as
 * one is made) a window is alone: nobody hears it, it hears nobody, and nothing else breaks.
 */

/** @returns the channel of this name; null where the browser gives none */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch (error) {
    console.info('The windows of this browser cannot talk to each other', error);
    return null;
  }
}
