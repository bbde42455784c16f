import { barcodeHas, isSameBarcode } from '#domain/barcodes.ts';
import { textMatcher } from '#domain/search.ts';
import type { LocalRow } from '#schemas/registry.ts';

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
