import type { Observable } from 'rxjs';
import type { LocalRow } from '#schemas/registry.ts';
import { liveRows, sharedRead } from './live-rows.ts';
import type { OpenReplica } from './open-replica.ts';

/** Follows all counts that this device keeps (13 months). */
export function productRevisions$(replica: OpenReplica): Observable<readonly LocalRow<'product_revisions'>[]> {
  return sharedRead(replica, 'product-revisions', () => liveRows(replica, 'product_revisions'));
}
