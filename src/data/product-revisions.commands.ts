/** Stock revision (document 3 §4, §7). */
import { Refusal } from '#domain/refusal.ts';
import type { Change, Replica } from '#sync/replica.ts';
import { newId } from './new-id.ts';
import { changeOf, rowsWhere } from './row-writes.ts';

/** A product's counted stock, whole units. */
export interface Count {
  readonly product_id: string;
  readonly new_quantity: number;
}

/**
 * Saves counted stock: for each product whose stock differs, one revision and the product's new quantity, all in one call.
 * @returns how many products changed. @throws Refusal `no_changes`, `quantity_invalid`, `invalid_id`.
 */
export async function saveRevision(replica: Replica, counts: readonly Count[]): Promise<number> {
  const products = new Map((await rowsWhere(replica, 'products', {})).map((product) => [product.id, product]));
  const revisions: Change[] = [];
  const stock: Change[] = [];
  for (const { product_id, new_quantity } of counts) {
    const product = products.get(product_id);
    if (!product) throw new Refusal('invalid_id');
    if (!Number.isInteger(new_quantity) || new_quantity < 0) throw new Refusal('quantity_invalid', 'new_quantity');
    const old_quantity = product.quantity;
    if (new_quantity === old_quantity) continue;
    const difference = new_quantity - old_quantity;
    revisions.push(
      changeOf('product_revisions', newId(), { product_id, old_quantity, new_quantity, difference, user_id: replica.userId }),
    );
    stock.push(changeOf('products', product_id, { quantity: new_quantity }));
  }
  if (stock.length === 0) throw new Refusal('no_changes');
  await replica.write([...revisions, ...stock]);
  return stock.length;
}
