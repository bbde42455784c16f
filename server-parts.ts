/**
 * What supabase-js brings and nothing of ours asks for: files and functions nowhere, and in the service worker, which sends rows
 * with a token that it is handed, no sign-in and no channels either. Left out of the build: 30 KB of the app’s file and 180 KB
 * of the worker's, both raw, and both are kept on every device.
 */
import type { Plugin } from 'vite';

/** What a package's names become. Each throws where it is used after all: a mistake that the first test meets. */
const NOBODY: Readonly<Record<string, string>> = {
  '@supabase/storage-js': `export class StorageClient {} export class StorageApiError extends Error {}`,
  '@supabase/functions-js': `export class FunctionsClient { constructor() { throw new Error('functions are not built in'); } }
export class FunctionsError extends Error {} export class FunctionsFetchError extends Error {}
export class FunctionsHttpError extends Error {} export class FunctionsRelayError extends Error {}
export const FunctionRegion = {};`,
};
const NOT_IN_WORKER: Readonly<Record<string, string>> = {
  ...NOBODY,
  '@supabase/auth-js': `export class AuthClient { constructor() { throw new Error('sign-in is not built in'); } }
export class AuthRetryableFetchError extends Error {}`,
  '@supabase/realtime-js': `export class RealtimeClient {
  setAuth() {}
  channel() { throw new Error('channels are not built in'); }
}`,
};
const MARK = '\0greben-not-built-in:';

/** @param where which file of the build: the app, or the worker that sends without a window */
export function serverParts(where: 'app' | 'worker'): Plugin {
  const left = where === 'app' ? NOBODY : NOT_IN_WORKER;
  return {
    name: 'greben-server-parts',
    enforce: 'pre',
    apply: 'build',
    resolveId: (id) => (id in left ? MARK + id : null),
    load: (id) => (id.startsWith(MARK) ? (left[id.slice(MARK.length)] ?? null) : null),
  };
}
