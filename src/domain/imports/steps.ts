/** Long work in steps. The caller may pause after each step, so that the page draws and answers meanwhile. */

/** The work. It returns its result after the last step. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Takes steps, at least one, while `mayGoOn` says so. Returns null if there is no result yet; a result is given once. */
export function takeSteps<T>(steps: Steps<T>, mayGoOn: () => boolean): { readonly result: T } | null {
  do {
    const step = steps.next();
    if (step.done) return { result: step.value };
  } while (mayGoOn());
  return null;
}

/** The items of one step, which takes a few milliseconds. */
const ITEMS = 50;

/** Maps items as `flatMap` does, in steps. */
export function* mapped<I, O>(items: readonly I[], map: (item: I, at: number) => readonly O[]): Steps<O[]> {
  const all: O[] = [];
  for (const [at, item] of items.entries()) {
    all.push(...map(item, at));
    if (at % ITEMS === ITEMS - 1) yield;
  }
  return all;
}
