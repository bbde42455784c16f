/**
 * Collects unexpected errors from the first moment of the page on. Every start loads this file, so it is small: the code that
 * reports them (error-recorder.ts) is loaded after the start and then gets the errors that were caught before it.
 */

/**
 * `known`: an error that was told before, in its cleaned words; else the thrown value. `path`: the screen where the person was.
 */
export type Caught = { readonly error: unknown; readonly path: string } | { readonly known: KnownError; readonly path: string };

/** An error in its cleaned words. */
export interface KnownError {
  readonly type: string;
  readonly message: string;
}

/** Further errors before the end of the start say nothing new. */
const MOST_WAITING = 20;

const waiting: Caught[] = [];
let take: ((caught: Caught) => void) | null = null;

/** Hands an error on. Error boundaries call it, too, after they have drawn something else. */
export function caughtError(error: unknown): void {
  hand({ error, path: location.pathname });
}

/** Reports that an error with a help text has happened once more. */
export function caughtAgain(notice: { error_type: string; error_message: string; page_url: string | null }): void {
  hand({ known: { type: notice.error_type, message: notice.error_message }, path: notice.page_url ?? location.pathname });
}

function hand(caught: Caught): void {
  if (take) take(caught);
  else if (waiting.length < MOST_WAITING) waiting.push(caught);
}

/** Listens for uncaught errors and rejected promises. Returns a function that ends it. */
export function listenForErrors(): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  // Without an error object it is a script of another origin, or the browser's own notice about a layout.
  globalThis.addEventListener('error', ({ error }) => error && caughtError(error), { signal });
  globalThis.addEventListener('unhandledrejection', ({ reason }) => caughtError(reason), { signal });
  return () => ending.abort();
}

/** Hands errors to `taker` from now on, the waiting ones first; null: they wait again. */
export function takeCaught(taker: ((caught: Caught) => void) | null): void {
  take = taker;
  if (taker) for (const caught of waiting.splice(0)) taker(caught);
}
