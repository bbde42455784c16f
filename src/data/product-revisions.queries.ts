import type { Observable } from 'rxjs';
import { map } from 'rxjs';
import type { LocalRow } from '#schemas/registry.ts';
import type { Replica } from '#sync/replica.ts';
import { liveRows } from './live-rows.ts';

/** The counts of a product that this device keeps (13 months), newest first; an id of a later one is greater. */
export function productRevisions$(replica: Replica, productId: string): Observable<readonly LocalRow<'product_revisions'>[]> {
  return liveRows(replica, 'product_revisions', { selector: { product_id: productId } }).pipe(
    map((rows) => [...rows].sort((a, b) => (a.id < b.id ? 1 : -1))),
  );
}
