/** Live reads of clients. A merged duplicate is not listed; its id leads to the client that stands for it now. */
import { map, type Observable, switchMap } from 'rxjs';
import { survivorOf } from '#domain/people/merged-clients.ts';
import { clientName, compareNames } from '#domain/people/names.ts';
import { isWalkIn } from '#domain/people/walk-in.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { Collections } from '#sync/storage/rxdb/collections.ts';
import { insideOf } from './inside-replica.ts';
import { keepSorted, liveRows, liveRowsByIdIn, liveRowsIn, sharedRead } from './live-rows.ts';
import type { OpenReplica } from './open-replica.ts';

type Client = LocalRow<'clients'>;

const byName = (a: Client, b: Client) => compareNames(clientName(a), clientName(b)) || (a.id < b.id ? -1 : 1);

/**
 * Follows all clients that are neither deleted nor merged into another, by name, without the walk-in. If two devices merged two
 * clients into each other, one of them is listed: the survivor.
 */
export function clients$(replica: OpenReplica): Observable<readonly Client[]> {
  return sharedRead(replica, 'clients', () => {
    const sort = keepSorted(byName);
    return liveRows(replica, 'clients').pipe(map((rows) => sort(standing(rows))));
  });
}

function standing(rows: readonly Client[]): Client[] {
  const people = rows.filter(({ id }) => !isWalkIn(id));
  if (people.every((row) => row.merged_into === null)) return people;
  const byId = new Map(people.map((row) => [row.id, row]));
  return people.filter((row) => row.merged_into === null || survivorOf(row.id, (id) => byId.get(id)) === row.id);
}

/**
 * Follows the clients that stand for these ids now: the row itself, or the one that it was merged into. Ids of clients that are not
 * there, or are deleted, have no entry. Cheap for the few clients of a day, however many the salon has.
 */
export function clientsById$(replica: OpenReplica, ids: readonly string[]): Observable<ReadonlyMap<string, Client>> {
  return clientsByIdIn$(insideOf(replica).rows, ids);
}

/** As `clientsById$`, in a table whose replica is still being opened. */
export function clientsByIdIn$(
  rows: Pick<Collections, 'clients'>,
  ids: readonly string[],
): Observable<ReadonlyMap<string, Client>> {
  return liveRowsByIdIn(rows, 'clients', ids).pipe(
    switchMap((found) => {
      const merged = [...found.values()].some((row) => row.merged_into !== null);
      return merged ? liveRowsIn(rows, 'clients').pipe(map((all) => survivors(ids, all))) : [found];
    }),
  );
}

function survivors(ids: readonly string[], all: readonly Client[]): ReadonlyMap<string, Client> {
  const byId = new Map(all.map((row) => [row.id, row]));
  const found = new Map<string, Client>();
  for (const id of ids) {
    const row = byId.get(survivorOf(id, (at) => byId.get(at)));
    if (row) found.set(id, row);
  }
  return found;
}
