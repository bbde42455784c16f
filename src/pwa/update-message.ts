/** From a page to the waiting worker: take over now. */
export const SKIP_WAITING = 'SKIP_WAITING';
