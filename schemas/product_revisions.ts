import { integer, key, type RowOf, table } from './table.ts';

/** Counted stock (document 3 §3): one row a product and count; `difference` is new minus old. */
export const product_revisions = table(
  'product_revisions',
  { product_id: key(), old_quantity: integer(), new_quantity: integer(), difference: integer(), user_id: key() },
  { refs: { product_id: 'products' }, horizon: 'created_at' },
);
export type ProductRevision = RowOf<typeof product_revisions>;
