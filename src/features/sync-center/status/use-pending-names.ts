import { of } from 'rxjs';
import { clientsById$ } from '#data/clients.queries.ts';
import { products$ } from '#data/products.queries.ts';
import { employees$ } from '#data/resources.queries.ts';
import { useReplica } from '#features/use-replica.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { useLive, useLiveSteady } from '#ui/use-live.ts';
import type { Names } from './pending-words.ts';
import type { PendingRow } from './sync-types.ts';

/** Which rows are shown by name; only what the list needs is read. */
export function usePendingNames(rows: readonly PendingRow[]): Names {
  const replica = useReplica();
  const of$ = (table: PendingRow['table']) => rows.filter((pending) => pending.table === table);
  const clientIds = of$('events').flatMap(({ row }) => (row as LocalRow<'events'>).client_id ?? []);
  const counted = of$('product_revisions').length > 0;
  const ids = [...new Set(clientIds)].sort();
  const clients = useLiveSteady(() => clientsById$(replica, ids), [replica, ids.join()]);
  const employees = useLive(() => employees$(replica), [replica]);
  const products = useLive(() => (counted ? products$(replica) : of([])), [replica, counted]);
  return {
    clients: clients ?? new Map(),
    employees: new Map(employees?.map(({ id, name }) => [id, name])),
    products: new Map(products?.map(({ id, name }) => [id, name])),
  };
}
