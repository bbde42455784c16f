import { map, type Observable } from 'rxjs';
import { compareNames } from '#domain/names.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { keepSorted, liveRows, sharedRead } from './live-rows.ts';
import type { OpenReplica } from './open-replica.ts';

type Product = LocalRow<'products'>;

const byName = (a: Product, b: Product) => compareNames(a.name, b.name) || (a.id < b.id ? -1 : 1);

/** Follows all products, by name. */
export function products$(replica: OpenReplica): Observable<readonly Product[]> {
  return sharedRead(replica, 'products', () => {
    const sort = keepSorted(byName);
    return liveRows(replica, 'products').pipe(map(sort));
  });
}
