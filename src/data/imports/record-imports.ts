/**
 * Imports of clients, services and products. A row of a file becomes one record however often its part is written, because its id
 * follows from the import and the row; an undo removes only records that nobody has changed since and that nothing refers to.
 */
import { newClientChange } from '#data/clients.commands.ts';
import { bookedClients, bookedServices } from '#data/events/client-visits.ts';
import { insideOf } from '#data/inside-replica.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { newProductChange } from '#data/products.commands.ts';
import { changeOf, rowsWhere } from '#data/row-writes.ts';
import { newServiceChange } from '#data/services.commands.ts';
import type { Change } from '#sync/replica.ts';
import { type ImportBatch, type ImportedRows, PART_SIZE, type RecordTable } from './import-batches.ts';
import type { ImportWork } from './import-work.ts';
import { neededGroups, removeOwnGroups } from './made-groups.ts';
import { recordMark } from './marks.ts';

/** Returns the id of a row's record. @param row from 0 */
export const importedId = (batchId: string, row: number): string => `${batchId}-${row}`;

type Numbered<R> = readonly (readonly [id: string, row: R])[];

/** The part of an import that differs by table. */
interface OfTable<R> {
  /**
   * Returns the changes that make these rows' records, with the groups that they need.
   * @throws Refusal as the form of each table does
   */
  changes(replica: OpenReplica, batchId: string, rows: Numbered<R>): Promise<readonly Change[]>;
  /** Returns the ids to which something refers: a booking, a merged duplicate, a count. @throws what the storage threw */
  inUse(replica: OpenReplica): Promise<ReadonlySet<string>>;
}

const TABLES: { readonly [N in RecordTable]: OfTable<ImportedRows[N]> } = {
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

const idsOf = (batchId: string, part: number, rows: readonly unknown[]): string[] =>
  rows.map((_, i) => importedId(batchId, part * PART_SIZE + i));

/** Returns the work of importing into this table. */
export function recordImports<N extends RecordTable>(of: N): ImportWork<ImportedRows[N]> {
  const { changes, inUse } = TABLES[of] as OfTable<ImportedRows[N]>;
  const table: RecordTable = of;
  return {
    writer: (replica, batch) => async (part, rows) => {
      const ids = idsOf(batch.id, part, rows);
      const numbered = rows.map((row, i) => [ids[i] ?? '', row] as const);
      // A row that was deleted since, here or elsewhere, is still kept and is not made again.
      const there = await insideOf(replica).keptRows(table, ids);
      const missing = numbered.filter(([id]) => !there.has(id));
      if (missing.length > 0) await insideOf(replica).write(await changes(replica, batch.id, missing));
      const written = await insideOf(replica).keptRows(table, ids);
      const marks = ids.map((id) => {
        const row = written.get(id);
        return row ? recordMark(table, row) : '';
      });
      return { marks, fates: rows.map(() => 'new') };
    },
    async undoing(replica, batch) {
      const needed = await inUse(replica);
      return {
        async part(part, { marks }) {
          const ids = idsOf(batch.id, part, marks);
          const rows = await insideOf(replica).keptRows(table, ids);
          const standing = ids.filter((one) => rows.get(one)?.deleted === false);
          const untouched = standing.filter((one) => {
            const row = rows.get(one);
            return row && recordMark(table, row) === marks[ids.indexOf(one)] && !needed.has(one);
          });
          if (untouched.length > 0)
            await insideOf(replica).write(untouched.map((one) => changeOf(table, one, { deleted: true })));
          return { removed: untouched.length, kept: standing.length - untouched.length };
        },
        end: () => removeOwnGroups(replica, batch as ImportBatch<RecordTable>),
      };
    },
  };
}
