/** Groups of products, in a tree (document 2 §3, §5). */

import { leadsTo } from '#domain/group-tree.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Values } from '#schemas/registry.ts';
import { insideOf } from './inside-replica.ts';
import { newId } from './new-id.ts';
import type { OpenReplica } from './open-replica.ts';
import { changeOf, deleteRow, rowNow, rowsWhere } from './row-writes.ts';

/** A `parent_id` of null is the top level; the form's 0 counts as null (document 2 §3). */
export type ProductGroupFields = Partial<Omit<Values<'product_groups'>, 'deleted'>>;

function checked(fields: ProductGroupFields): ProductGroupFields {
  if (fields.name !== undefined && !fields.name.trim()) throw new Refusal('group_name_required', 'name');
  return fields.parent_id === '0' || fields.parent_id === '' ? { ...fields, parent_id: null } : fields;
}

/** Adds a group. @returns the new id. @throws Refusal `group_name_required`. */
export async function addProductGroup(replica: OpenReplica, fields: ProductGroupFields): Promise<string> {
  const id = newId();
  await insideOf(replica).write([changeOf('product_groups', id, checked({ name: '', ...fields }))]);
  return id;
}

/**
 * Changes the named fields of a group; a new name is written into the products of the group as well.
 * @throws Refusal `group_name_required`, `invalid_id`, `parent_group_invalid` when the parent lies within the group itself.
 */
export async function updateProductGroup(replica: OpenReplica, id: string, fields: ProductGroupFields): Promise<void> {
  const was = await rowNow(replica, 'product_groups', id);
  if (!was) throw new Refusal('invalid_id');
  const change = checked(fields);
  if (change.parent_id) {
    const groups = new Map((await rowsWhere(replica, 'product_groups', {})).map((group) => [group.id, group]));
    if (leadsTo(change.parent_id, id, (at) => groups.get(at))) throw new Refusal('parent_group_invalid', 'parent_id');
  }
  const name = change.name?.trim();
  const products = name && name !== was.name ? await rowsWhere(replica, 'products', { group_id: id }) : [];
  await insideOf(replica).write([
    changeOf('product_groups', id, change),
    ...products.map((product) => changeOf('products', product.id, { group_name: name ?? null })),
  ]);
}

/**
 * Removes a group. @throws Refusal `cannot_delete_group_with_products`; `cannot_delete_group_with_groups` while it has child groups
 * (PGRP-12).
 */
export async function deleteProductGroup(replica: OpenReplica, id: string): Promise<void> {
  if ((await rowsWhere(replica, 'products', { group_id: id })).length > 0) throw new Refusal('cannot_delete_group_with_products');
  if ((await rowsWhere(replica, 'product_groups', { parent_id: id })).length > 0)
    throw new Refusal('cannot_delete_group_with_groups');
  await deleteRow(replica, 'product_groups', id);
}
