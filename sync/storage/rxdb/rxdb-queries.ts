/**
 * How RxDB's queries are read, without two of its habits. Promises: what was read is told also while rows go on coming in, and is
 * read again for those; a read that failed does not make all later ones of the query fail. Relies on RxDB 17.6 (rx-query.js).
 */
import { queryCollection, RxQueryBase } from 'rxdb';

type Query = RxQueryBase<unknown, unknown>;

/** RxDB's own sign for a query that has not been read. */
const NOT_READ = -1;

/**
 * RxDB drops a read during which its table was written, and reads again: under the pages of a first sync a screen would stand
 * empty, and a command would wait, until the last of them. Here it counts, and is outdated: the write has the next one made.
 * Can go with rxdb issue 8444.
 */
async function read(query: Query): ReturnType<Query['_execOverDatabase']> {
  query._execOverDatabaseCount++;
  const { storageInstance, _changeEventBuffer: written } = query.collection;
  const before = written.getCounter();
  const result =
    query.op === 'count' ? (await storageInstance.count(query.getPreparedQuery())).count : (await queryCollection(query)).docs;
  const after = written.getCounter();
  return { result, counter: after === before ? after : NOT_READ };
}

/** From now on all queries are read so. */
export function mendQueries(): void {
  RxQueryBase.prototype._execOverDatabase = async function (this: Query) {
    try {
      return await read(this);
    } catch (error) {
      // RxDB keeps a query, and would line up each later read of it behind this one.
      this._ensureEqualQueue = Promise.resolve(false);
      throw error;
    }
  };
}
