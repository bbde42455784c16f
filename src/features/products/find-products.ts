import { inCurrency } from '#domain/money/fixed-rate.ts';
import { textMatcher } from '#domain/people/search.ts';
import { sortRows } from '#domain/records/sort-rows.ts';
import { barcodeHas, isSameBarcode } from '#domain/stock/barcodes.ts';
import type { Currency } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { SortOrder } from '#ui/table/sort-head.tsx';

type Product = LocalRow<'products'>;

/** By name, in any script, or by any part of the barcode, with or without leading zeros; an empty query finds all. */
export function finder(query: string): (product: Pick<Product, 'name' | 'barcode'>) => boolean {
  const text = query.trim();
  if (text === '') return () => true;
  const fits = textMatcher(text);
  return ({ name, barcode }) => fits(name) || (barcode !== null && barcodeHas(barcode, text));
}

/** The product of a scanned code: null where none or several have it. */
export function withBarcode(products: readonly Product[], code: string): Product | null {
  const [first, ...more] = products.filter(({ barcode }) => isSameBarcode(barcode, code));
  return more.length === 0 ? (first ?? null) : null;
}

export const PRODUCT_SORTS = ['name', 'group', 'quantity', 'supply', 'sale'] as const;
export type ProductSortKey = (typeof PRODUCT_SORTS)[number];
export type ProductSort = SortOrder<ProductSortKey>;

/** By what it comes to in the salon's currency; what does not come to anything there stands last. */
function comesTo(amount: number | null, currency: Currency | null, salon: Currency | null): number | null {
  if (amount === null || currency === null) return null;
  const there = inCurrency({ amount, currency }, salon ?? currency);
  return salon === null || there.currency === salon ? there.amount : null;
}

function valueIn(product: Product, by: ProductSortKey, groupOf: (product: Product) => string | null, salon: Currency | null) {
  if (by === 'name') return product.name;
  if (by === 'group') return groupOf(product);
  if (by === 'quantity') return product.quantity;
  const { supply_price, supply_currency, sale_price, currency } = product;
  return by === 'supply' ? comesTo(supply_price, supply_currency, salon) : comesTo(sale_price, currency, salon);
}

/** In the order of a column; equal ones stay in the given order, which is by name. */
export function sorted(
  products: readonly Product[],
  { by, descending }: ProductSort,
  groupOf: (product: Product) => string | null,
  salon: Currency | null,
): readonly Product[] {
  if (by === 'name' && !descending) return products;
  return sortRows(products, descending, (product) => valueIn(product, by, groupOf, salon));
}
