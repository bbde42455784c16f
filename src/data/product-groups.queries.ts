import { map, type Observable } from 'rxjs';
import { compareNames } from '#domain/names.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { liveRows, sharedRead } from './live-rows.ts';
import type { OpenReplica } from './open-replica.ts';

type ProductGroup = LocalRow<'product_groups'>;

/** Follows all groups of products, by name. */
export function productGroups$(replica: OpenReplica): Observable<readonly ProductGroup[]> {
  return sharedRead(replica, 'product-groups', () =>
    liveRows(replica, 'product_groups').pipe(map((rows) => [...rows].sort((a, b) => compareNames(a.name, b.name)))),
  );
}
