import { type Steps, takeSteps } from '#domain/imports/steps.ts';

/** How long the page works before it answers, ms: far less than a person notices. */
const STRETCH_MS = 12;

/**
 * Does long work in stretches, between which the page draws and answers. Returns null if `isWanted` says meanwhile that nobody wants
 * the result any more.
 * @throws what a step threw
 */
export async function withBreaks<T>(steps: Steps<T>): Promise<T>;
export async function withBreaks<T>(steps: Steps<T>, isWanted: () => boolean): Promise<T | null>;
export async function withBreaks<T>(steps: Steps<T>, isWanted = () => true): Promise<T | null> {
  while (isWanted()) {
    const until = performance.now() + STRETCH_MS;
    const taken = takeSteps(steps, () => performance.now() < until);
    if (taken) return taken.result;
    await new Promise((answered) => setTimeout(answered));
  }
  return null;
}
