/** Products (document 2 §3, §5). */
import { Refusal } from '#domain/refusal.ts';
import type { Values } from '#schemas/registry.ts';
import type { Change } from '#sync/replica.ts';
import { insideOf } from './inside-replica.ts';
import { newId } from './new-id.ts';
import type { OpenReplica } from './open-replica.ts';
import { changeOf, changeRow, deleteRow, pricedWhole, rowNow } from './row-writes.ts';

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
 * Returns the change that makes a product. @param group the one that it stands in, or null
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
