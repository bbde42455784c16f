import { boolean, initially, key, optional, type RowOf, table, text } from './table.ts';

/** Groups of products (document 2 §3); a `parent_id` of null is the top level. */
export const product_groups = table(
  'product_groups',
  { name: text(), color: initially(key(), '#3b82f6'), parent_id: optional(key()), show_online: boolean(true) },
  { refs: { parent_id: 'product_groups' } },
);
export type ProductGroup = RowOf<typeof product_groups>;
