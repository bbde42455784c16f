/** Loaded by sw.ts when it is needed: a file of its own (build/standalone-scripts.ts). */
export { pushInBackground } from './background-push.ts';
