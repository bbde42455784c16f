import { sortRows } from '#domain/sort-rows.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { SortOrder } from '#ui/sort-head.tsx';

type Product = LocalRow<'products'>;

export const SORTS = ['name', 'group', 'quantity', 'supply', 'sale'] as const;
export type SortKey = (typeof SORTS)[number];
export type Sort = SortOrder<SortKey>;

function valueIn(product: Product, by: SortKey, groupOf: (product: Product) => string | null) {
  if (by === 'name') return product.name;
  if (by === 'group') return groupOf(product);
  if (by === 'quantity') return product.quantity;
  return by === 'supply' ? product.supply_price : product.sale_price;
}

/** In the order of a column; equal ones stay in the given order, which is by name. */
export function sorted(
  products: readonly Product[],
  { by, descending }: Sort,
  groupOf: (product: Product) => string | null,
): readonly Product[] {
  if (by === 'name' && !descending) return products;
  return sortRows(products, descending, (product) => valueIn(product, by, groupOf));
}
