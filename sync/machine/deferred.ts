/**
 * An object whose code no start needs, behind calls that are there at once. Promise: the first call fetches the code; where it
 * does not come, that call alone fails, as it would without a line, and the next call fetches it anew. So whoever repeats a
 * failed call repeats the fetch too (a round after its pause, a person who presses again), and nothing else does.
 */
import { unlessAborted } from './abort-signals.ts';

type Call = (...args: never[]) => Promise<unknown>;

/** The names of an object's methods that return a promise. */
export type CallsOf<T> = { [K in keyof T]: T[K] extends Call ? K : never }[keyof T];

/** An object that is fetched when it is first needed. */
export interface Deferred<T, K extends keyof T> {
  /** The named methods: each fetches the object where it is not here yet. */
  readonly calls: Pick<T, K>;
  /** Resolves once a call has fetched the object; never rejects. */
  readonly here: Promise<T>;
}

/**
 * Returns the named methods of an object that their first call fetches. A call to which an `AbortSignal` is handed over stops
 * waiting for the fetch when that is aborted.
 * @param load makes the object; called again only after it has rejected
 * @param failure makes the error with which a call fails where the code does not come, of the fetch's own words
 */
export function deferred<T, K extends CallsOf<T> & string>(
  load: () => Promise<T>,
  names: readonly K[],
  failure: (message: string) => Error,
): Deferred<T, K> {
  let arrived: (object: T) => void = () => undefined;
  const here = new Promise<T>((resolve) => {
    arrived = resolve;
  });
  let fetching: Promise<T> | null = null;
  const fetched = (): Promise<T> => {
    fetching ??= load().then(
      (object) => {
        arrived(object);
        return object;
      },
      (error: unknown) => {
        fetching = null;
        throw failure(error instanceof Error ? error.message : String(error));
      },
    );
    return fetching;
  };
  const callOf =
    (name: K): Call =>
    async (...args) => {
      const signal = args.find((one: unknown) => one instanceof AbortSignal);
      const object = await (signal ? unlessAborted(signal, fetched, () => failure('no answer in time')) : fetched());
      return (object[name] as Call)(...args);
    };
  return { here, calls: Object.fromEntries(names.map((name) => [name, callOf(name)])) as Pick<T, K> };
}
