/** Lists the products that run out, with the amount that brings each back to its threshold. */

interface Stocked {
  readonly quantity: number;
  readonly low_stock_at: number | null;
}

/** The mark of a product's stock: none is left, it is below the threshold, or null for enough. */
export type StockMark = 'out' | 'low' | null;

/** `low` applies only under the product's own threshold: a product without one is marked only when nothing is left. */
export function stockMark({ quantity, low_stock_at }: Stocked): StockMark {
  if (quantity <= 0) return 'out';
  return low_stock_at !== null && quantity < low_stock_at ? 'low' : null;
}

/** A line of an order list. */
export interface OrderLine<P extends Stocked> {
  readonly product: P;
  /** Whole units up to the threshold; null if the product has none. */
  readonly amount: number | null;
}

/** Returns the marked products in the given order, with the amounts to order. */
export function toOrder<P extends Stocked>(products: readonly P[]): OrderLine<P>[] {
  return products
    .filter((product) => stockMark(product) !== null)
    .map((product) => ({ product, amount: Math.max(0, (product.low_stock_at ?? 0) - product.quantity) || null }));
}
