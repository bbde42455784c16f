/**
 * Errors that nobody expected, from the first moment of the page on. Every start has this, so it is small: what makes a report of
 * them (error-recorder.ts) comes after the start, and is handed what was caught before it.
 */

/** `known`: an error that was told before, in its cleaned words; else whatever was thrown. `path`: where the person was. */
export type Caught = { readonly error: unknown; readonly path: string } | { readonly known: KnownError; readonly path: string };

/** An error in its cleaned words. */
export interface KnownError {
  readonly type: string;
  readonly message: string;
}

/** More of them before the start is over say nothing new. */
const MOST_WAITING = 20;

const waiting: Caught[] = [];
let take: ((caught: Caught) => void) | null = null;

/** Hands an error on; also for boundaries, which have drawn something else in its place. */
export function caughtError(error: unknown): void {
  hand({ error, path: location.pathname });
}

/** Hands on that an error that help was written for has happened once more. */
export function caughtAgain(notice: { error_type: string; error_message: string; page_url: string | null }): void {
  hand({ known: { type: notice.error_type, message: notice.error_message }, path: notice.page_url ?? location.pathname });
}

function hand(caught: Caught): void {
  if (take) take(caught);
  else if (waiting.length < MOST_WAITING) waiting.push(caught);
}

/** Listens for uncaught errors and rejected promises. Returns what ends it. */
export function listenForErrors(): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  // Without an error object it is a script of another origin, or the browser's own remark on a layout.
  globalThis.addEventListener('error', ({ error }) => error && caughtError(error), { signal });
  globalThis.addEventListener('unhandledrejection', ({ reason }) => caughtError(reason), { signal });
  return () => ending.abort();
}

/** Hands errors to `taker` from now on, those that waited first; null: they wait again. */
export function takeCaught(taker: ((caught: Caught) => void) | null): void {
  take = taker;
  if (taker) for (const caught of waiting.splice(0)) taker(caught);
}
