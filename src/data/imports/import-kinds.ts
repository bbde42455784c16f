/** What the imports of clients, services and products do differently: what makes a record, and what may rest on one. */
import { newClientChange } from '#data/clients.commands.ts';
import { bookedClients, bookedServices } from '#data/events/client-visits.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { newProductChange } from '#data/products.commands.ts';
import { rowsWhere } from '#data/row-writes.ts';
import { newServiceChange } from '#data/services.commands.ts';
import type { Change } from '#sync/replica.ts';
import type { ImportBatch, ImportedRow, ImportedRows, ImportTable } from './import-batches.ts';
import { neededGroups } from './made-groups.ts';

type Numbered<R> = readonly (readonly [id: string, row: R])[];

interface Kind<R> {
  changes(replica: OpenReplica, batchId: string, rows: Numbered<R>): Promise<readonly Change[]>;
  inUse(replica: OpenReplica): Promise<ReadonlySet<string>>;
}

const KINDS: { readonly [N in ImportTable]: Kind<ImportedRows[N]> } = {
  clients: {
    changes: async (_, __, rows) => rows.map(([id, client]) => newClientChange({ ...client, id })),
    inUse: bookedClients,
  },
  services: {
    async changes(replica, batchId, rows) {
      const categories = rows.map(([, { category }]) => category);
      const groups = await neededGroups(replica, 'service_groups', batchId, categories);
      const services = rows.map(([id, { duration, ...fields }]) => {
        const category = groups.find(fields.category)?.name ?? fields.category;
        return newServiceChange(id, { ...fields, category, ...(duration === null ? {} : { duration }) });
      });
      return [...groups.changes, ...services];
    },
    inUse: bookedServices,
  },
  products: {
    async changes(replica, batchId, rows) {
      const names = rows.map(([, { group }]) => group);
      const groups = await neededGroups(replica, 'product_groups', batchId, names);
      const products = rows.map(([id, { group, unit, ...fields }]) =>
        newProductChange(id, { ...fields, ...(unit === null ? {} : { unit }) }, groups.find(group)),
      );
      return [...groups.changes, ...products];
    },
    inUse: async (replica) => new Set((await rowsWhere(replica, 'product_revisions', {})).map(({ product_id }) => product_id)),
  },
};

/** Returns what makes these rows' records, with the groups that they need. @throws Refusal as the form of each table does */
export function changesFor(
  replica: OpenReplica,
  { id, table }: ImportBatch,
  rows: Numbered<ImportedRow>,
): Promise<readonly Change[]> {
  // A batch's rows are of its table: `beginImport` takes no others.
  return (KINDS[table] as Kind<ImportedRow>).changes(replica, id, rows);
}

/** Returns the ids on which something rests: a booking or a merged duplicate, a count. @throws what the storage threw */
export const inUse = (replica: OpenReplica, table: ImportTable): Promise<ReadonlySet<string>> => KINDS[table].inUse(replica);
