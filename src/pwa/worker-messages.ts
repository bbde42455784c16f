/** From a page to the waiting worker: take over now. */
export const SKIP_WAITING = 'SKIP_WAITING';

/** Background Sync's tag, and from a page to the worker: send what is unsent on this device. */
export const PUSH_TAG = 'greben-push';

/** From a worker that may take over to the one in charge: wait for nothing more, a browser changes workers only when the old one is idle. */
export const LET_GO = 'LET_GO';
