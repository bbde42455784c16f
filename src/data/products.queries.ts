/** Live reads of products, their groups and their counts. */
import { map, type Observable } from 'rxjs';
import { compareNames } from '#domain/people/names.ts';
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

type ProductGroup = LocalRow<'product_groups'>;

/** Follows all groups of products, by name. */
export function productGroups$(replica: OpenReplica): Observable<readonly ProductGroup[]> {
  return sharedRead(replica, 'product-groups', () =>
    liveRows(replica, 'product_groups').pipe(map((rows) => [...rows].sort((a, b) => compareNames(a.name, b.name)))),
  );
}

/** Follows all counts that this device keeps (13 months). */
export function productRevisions$(replica: OpenReplica): Observable<readonly LocalRow<'product_revisions'>[]> {
  return sharedRead(replica, 'product-revisions', () => liveRows(replica, 'product_revisions'));
}
