/** Faults of the storage, of two kinds that a person can do something about. Every other error passes as it is. */

/** The device has no room: nothing was written, nothing unsent is ever freed to make room. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError';
}

/** The browser closed the database and it did not open again: nothing was written; a reload is the last resort. */
export class StorageClosedError extends Error {
  override readonly name = 'StorageClosedError';
}

/** The browser has cleared what stood here, under the open replica: it does not open again, because it would be an empty one. */
export class StorageEmptiedError extends StorageClosedError {}

const FULL = new Set(['QuotaExceededError', 'NS_ERROR_FILE_NO_DEVICE_SPACE', 'NS_ERROR_DOM_QUOTA_REACHED']);
const CLOSED = new Set([
  'DatabaseClosedError',
  'InvalidStateError',
  'UnknownError',
  'OpenFailedError',
  'AbortError',
  'PrematureCommitError',
  'StorageClosedError',
]);

/** The chain of an error and what it wraps (Dexie keeps the browser's own as `inner`, and a list as `failures`). */
function* chain(error: unknown): Generator<{ name?: unknown }> {
  const seen = new Set<unknown>();
  const todo: unknown[] = [error];
  while (todo.length > 0) {
    const next = todo.shift();
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    yield next;
    const { inner, cause, failures } = next as { inner?: unknown; cause?: unknown; failures?: unknown };
    todo.push(inner, cause, ...(Array.isArray(failures) ? failures : []));
  }
}

/** The fault of the storage: no room, closed under the page, or null for none that is known. */
export type StorageFault = 'full' | 'closed' | null;

/** A write or read that was tried again on a database opened anew, and failed still. */
export function isStorageClosed(error: unknown): boolean {
  for (const { name } of chain(error)) if (name === 'StorageClosedError') return true;
  return false;
}

/** Returns what an error of any library says of the storage, by it or by what caused it. */
export function storageFaultOf(error: unknown): StorageFault {
  let closed = false;
  for (const { name } of chain(error)) {
    if (typeof name !== 'string') continue;
    if (FULL.has(name)) return 'full';
    if (CLOSED.has(name)) closed = true;
  }
  return closed ? 'closed' : null;
}
