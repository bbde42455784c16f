/** Products and their groups, which form a tree (document 2 §3, §5). */

import { Refusal } from '#domain/records/refusal.ts';
import { leadsTo } from '#domain/stock/group-tree.ts';
import type { Values } from '#schemas/registry.ts';
import type { Change } from '#sync/replica.ts';
import { insideOf } from './inside-replica.ts';
import { newId } from './new-id.ts';
import type { OpenReplica } from './open-replica.ts';
import { changeOf, changeRow, deleteRow, pricedWhole, rowNow, rowsWhere } from './row-writes.ts';

/** Amounts as numbers, each with its currency; `quantity` in whole units. `price` and `group_name` follow `sale_price` and `group_id`. */
export type ProductFields = Partial<Omit<Values<'products'>, 'deleted' | 'price' | 'group_name'>>;

/** Checks the named fields. */
function check({ name, sale_price, supply_price, quantity, low_stock_at, currency, supply_currency }: ProductFields): void {
  pricedWhole(sale_price, currency);
  pricedWhole(supply_price, supply_currency);
  if (name !== undefined && !name.trim()) throw new Refusal('name_required', 'name');
  if (sale_price !== undefined && !(sale_price >= 0)) throw new Refusal('price_invalid', 'sale_price');
  if (supply_price != null && !(supply_price >= 0)) throw new Refusal('price_invalid', 'supply_price');
  if (quantity !== undefined && !(Number.isInteger(quantity) && quantity >= 0)) throw new Refusal('quantity_invalid', 'quantity');
  if (low_stock_at != null && !(Number.isInteger(low_stock_at) && low_stock_at >= 0))
    throw new Refusal('quantity_invalid', 'low_stock_at');
}

/**
 * Returns the change that makes a product.
 * @param group the group that it belongs to, or null
 * @throws Refusal `name_required`, `price_invalid`, `quantity_invalid`
 */
export function newProductChange(
  id: string,
  fields: Omit<ProductFields, 'group_id'> & { readonly name: string; readonly sale_price: number },
  group: { readonly id: string; readonly name: string } | null,
): Change {
  check(fields);
  const grouped = { group_id: group?.id ?? null, group_name: group?.name ?? null };
  return changeOf('products', id, { ...fields, price: fields.sale_price, ...grouped });
}

/**
 * Returns the values to write: a save writes the group's id and its name; `price` is kept equal to `sale_price` (PROD-24, PROD-25).
 */
async function valuesOf(replica: OpenReplica, fields: ProductFields): Promise<Partial<Values<'products'>>> {
  check(fields);
  const priced = fields.sale_price === undefined ? fields : { ...fields, price: fields.sale_price };
  if (fields.group_id === undefined) return priced;
  const group = fields.group_id ? await rowNow(replica, 'product_groups', fields.group_id) : null;
  return { ...priced, group_id: group?.id ?? null, group_name: group?.name ?? null };
}

/** Adds a product. @returns the new id. @throws Refusal `name_required`, `price_invalid`, `quantity_invalid`. */
export async function addProduct(replica: OpenReplica, fields: ProductFields): Promise<string> {
  const id = newId();
  await insideOf(replica).write([changeOf('products', id, await valuesOf(replica, { name: '', ...fields }))]);
  return id;
}

/** Changes the named fields of a product. @throws Refusal as `addProduct`, and `invalid_id`. */
export async function updateProduct(replica: OpenReplica, id: string, fields: ProductFields): Promise<void> {
  await changeRow(replica, 'products', id, await valuesOf(replica, fields));
}

/** Removes a product. Nothing happens if it is not there. */
export async function deleteProduct(replica: OpenReplica, id: string): Promise<void> {
  await deleteRow(replica, 'products', id);
}

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
