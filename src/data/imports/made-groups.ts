/**
 * Groups that a file names and the salon lacks. They are made with the first part that needs them, once however often a part is
 * written, because their ids follow from the import and the name. An undo removes those that are unchanged and empty.
 */

import { insideOf } from '#data/inside-replica.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { changeOf, rowsWhere } from '#data/row-writes.ts';
import { nameKey } from '#domain/imports/import-cells.ts';
import { TABLES } from '#schemas/registry.ts';
import type { Change } from '#sync/replica.ts';
import type { ImportBatch, RecordTable } from './import-batches.ts';
import { hashOf } from './marks.ts';

type GroupTable = 'service_groups' | 'product_groups';

/** The tables whose records stand in groups. */
const GROUPS = { clients: null, services: 'service_groups', products: 'product_groups' } as const;

const groupIdOf = (batchId: string, name: string) => `${batchId}-group-${hashOf(nameKey(name))}`;

/** The groups that a part needs. */
export interface NeededGroups {
  /** The changes that make the missing groups. */
  readonly changes: readonly Change[];
  /** Returns the group with this name, as the salon writes it; null if there is none and none is made. */
  find(name: string | null): { readonly id: string; readonly name: string } | null;
}

/**
 * Finds the groups with these names, and the changes that make the missing ones. A group that the import made and somebody
 * renamed since is found by its first name; a group that was deleted since is not made again.
 * @throws what the storage threw
 */
export async function neededGroups(
  replica: OpenReplica,
  table: GroupTable,
  batchId: string,
  names: readonly (string | null)[],
): Promise<NeededGroups> {
  const standing = await rowsWhere(replica, table, {});
  const byName = new Map([...standing].reverse().map(({ id, name }) => [nameKey(name), { id, name }]));
  const byId = new Map(standing.map(({ id, name }) => [id, { id, name }]));
  const missing = new Map<string, { id: string; name: string }>();
  for (const name of names) {
    const key = nameKey(name);
    if (!name || byName.has(key) || missing.has(key)) continue;
    const id = groupIdOf(batchId, name);
    const renamed = byId.get(id);
    if (renamed) byName.set(key, renamed);
    else missing.set(key, { id, name });
  }
  const ids = [...missing.values()].map(({ id }) => id);
  const deleted = await insideOf(replica).keptRows(table, ids);
  const made = new Map([...missing].filter(([, { id }]) => !deleted.has(id)));
  return {
    changes: [...made.values()].map(({ id, name }) => changeOf(table, id, { name })),
    find: (name) => (name ? (byName.get(nameKey(name)) ?? made.get(nameKey(name)) ?? null) : null),
  };
}

/** Returns the ids and names of the groups that are not empty. */
async function neededNow(replica: OpenReplica, table: GroupTable): Promise<ReadonlySet<string | null>> {
  if (table === 'service_groups') return new Set((await rowsWhere(replica, 'services', {})).map(({ category }) => category));
  const products = await rowsWhere(replica, 'products', {});
  const groups = await rowsWhere(replica, 'product_groups', {});
  return new Set([...products.map(({ group_id }) => group_id), ...groups.map(({ parent_id }) => parent_id)]);
}

/**
 * Removes the groups that an import has made if they are unchanged and empty.
 * @throws what the storage threw
 */
export async function removeOwnGroups(
  replica: OpenReplica,
  { id: batchId, table: kind }: ImportBatch<RecordTable>,
): Promise<void> {
  const table = GROUPS[kind];
  if (!table) return;
  const needed = await neededNow(replica, table);
  const untouched = (await rowsWhere(replica, table, {})).filter((group) => {
    const values = group as unknown as Readonly<Record<string, unknown>>;
    const isAsMade = Object.entries(TABLES[table].columns).every(
      ([column, { initial }]) => column === 'name' || values[column] === initial,
    );
    const isNeeded = needed.has(table === 'service_groups' ? group.name : group.id);
    return group.id === groupIdOf(batchId, group.name) && isAsMade && !isNeeded;
  });
  if (untouched.length > 0) await insideOf(replica).write(untouched.map(({ id }) => changeOf(table, id, { deleted: true })));
}
