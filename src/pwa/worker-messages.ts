/** From a page to the waiting worker: take over now. */
export const SKIP_WAITING = 'SKIP_WAITING';

/** Background Sync's tag, and from a page to the worker: send what is unsent on this device. */
export const PUSH_TAG = 'greben-push';
