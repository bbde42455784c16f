/** What runs out, and how much of it brings it back to its threshold. */

interface Stocked {
  readonly quantity: number;
  readonly low_stock_at: number | null;
}

export type StockMark = 'out' | 'low' | null;

/** `low` only under the product's own threshold: one that has none is never marked until there is nothing left. */
export function stockMark({ quantity, low_stock_at }: Stocked): StockMark {
  if (quantity <= 0) return 'out';
  return low_stock_at !== null && quantity < low_stock_at ? 'low' : null;
}

export interface OrderLine<P extends Stocked> {
  readonly product: P;
  /** Whole units up to the threshold; null where the product has none. */
  readonly amount: number | null;
}

/** The marked products in the given order, with how much to order. */
export function toOrder<P extends Stocked>(products: readonly P[]): OrderLine<P>[] {
  return products
    .filter((product) => stockMark(product) !== null)
    .map((product) => ({ product, amount: Math.max(0, (product.low_stock_at ?? 0) - product.quantity) || null }));
}
