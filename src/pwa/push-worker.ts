/** Loaded by sw.ts when it is needed: a file of its own (vite.config.ts). */
export { pushInBackground } from './background-push.ts';
