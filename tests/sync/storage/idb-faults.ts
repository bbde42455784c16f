/**
 * A switch for faults of IndexedDB under the replica in Node (fake-indexeddb): no room, a sudden end, a connection closed
 * under the page. In browser tests the browser's own quota does it (tests/support/storage-faults.ts).
 */
import { forceCloseDatabase } from 'fake-indexeddb';

/**
 * `full`: every write throws QuotaExceededError. `unknown`: every write throws UnknownError. `closed`: no transaction begins
 * (InvalidStateError) and no database opens (UnknownError).
 */
export type IdbFaultKind = 'full' | 'unknown' | 'closed';

export interface IdbFaults {
  kind: IdbFaultKind | null;
  /** Only databases whose name contains this; all of them with ''. */
  database: string;
  /** The fault ends by itself after so many hits; it stays until told with Infinity. */
  left: number;
  /** How often a fault was felt. A test asserts that it was. */
  hits: number;
  /** Closes every connection as the browser does in the background: it is dead, and a `close` event says so unless `silent`. */
  closeAll(silent?: boolean): number;
}

/** Once for a test file. */
export function installIdbFaults(): IdbFaults {
  const connections = new Set<IDBDatabase>();
  const faults: IdbFaults = {
    kind: null,
    database: '',
    left: Number.POSITIVE_INFINITY,
    hits: 0,
    closeAll(silent = false) {
      const closing = [...connections].filter(({ name }) => name.includes(faults.database));
      for (const connection of closing) {
        connections.delete(connection);
        if (silent) connection.close();
        else forceCloseDatabase(connection as unknown as Parameters<typeof forceCloseDatabase>[0]);
      }
      return closing.length;
    },
  };

  const strikes = (kind: IdbFaultKind, name: string): boolean => {
    if (faults.kind !== kind || faults.left <= 0 || !name.includes(faults.database)) return false;
    faults.left--;
    faults.hits++;
    return true;
  };
  const failWrite = (store: IDBObjectStore): void => {
    const { name } = store.transaction.db;
    const error = strikes('full', name)
      ? new DOMException('The device has no room', 'QuotaExceededError')
      : strikes('unknown', name)
        ? new DOMException('Internal error', 'UnknownError')
        : null;
    if (error === null) return;
    store.transaction.abort();
    throw error;
  };

  const { put, add } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...args) {
    failWrite(this);
    return put.apply(this, args);
  };
  IDBObjectStore.prototype.add = function (...args) {
    failWrite(this);
    return add.apply(this, args);
  };
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...args) {
    connections.add(this);
    if (strikes('closed', this.name)) throw new DOMException('The database connection is closing.', 'InvalidStateError');
    return transaction.apply(this, args);
  };
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (...args) {
    if (strikes('closed', args[0])) throw new DOMException('Internal error opening backing store', 'UnknownError');
    return open.apply(this, args);
  };
  return faults;
}
