import { compareNames } from '#domain/names.ts';
import type { LocalRow } from '#schemas/registry.ts';

type Product = LocalRow<'products'>;

export const SORTS = ['name', 'group', 'quantity', 'supply', 'sale'] as const;
export type SortKey = (typeof SORTS)[number];

export interface Sort {
  by: SortKey;
  descending: boolean;
}

/** Null sorts last, whichever the direction: what has no price or no group is not the cheapest nor the first. */
type Sortable = string | number | null;

function sortValue(product: Product, by: SortKey, groupOf: (product: Product) => string | null): Sortable {
  if (by === 'name') return product.name;
  if (by === 'group') return groupOf(product);
  if (by === 'quantity') return product.quantity;
  return by === 'supply' ? product.supply_price : product.sale_price;
}

const compare = (a: string | number, b: string | number) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compareNames(String(a), String(b));

/** In the order of a column; equal ones stay in the given order, which is by name. */
export function sorted(
  products: readonly Product[],
  { by, descending }: Sort,
  groupOf: (product: Product) => string | null,
): readonly Product[] {
  if (by === 'name' && !descending) return products;
  const keyed = products.map((product) => ({ product, value: sortValue(product, by, groupOf) }));
  keyed.sort((a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
    return descending ? compare(b.value, a.value) : compare(a.value, b.value);
  });
  return keyed.map(({ product }) => product);
}
