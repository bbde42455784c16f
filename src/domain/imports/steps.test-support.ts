import type { Steps } from './steps.ts';

/** Takes all steps without a pause, and returns the result. */
export function atOnce<T>(steps: Steps<T>): T {
  for (let next = steps.next(); ; next = steps.next()) if (next.done) return next.value;
}
