import type { TFunction } from 'i18next';
import type { LocalRow } from '#schemas/registry.ts';

/** Under this many units a product is running out, until it has a threshold of its own. */
export const LOW_STOCK = 100;

export type StockMark = 'out' | 'low' | null;

export function stockMark(product: Pick<LocalRow<'products'>, 'quantity' | 'low_stock_at'>): StockMark {
  if (product.quantity <= 0) return 'out';
  return product.quantity < (product.low_stock_at ?? LOW_STOCK) ? 'low' : null;
}

const UNITS: Readonly<Record<string, 'unit_g' | 'unit_ml' | 'unit_pcs'>> = {
  g: 'unit_g',
  г: 'unit_g',
  ml: 'unit_ml',
  мл: 'unit_ml',
  pcs: 'unit_pcs',
  'бр.': 'unit_pcs',
};

/** Grams by default (document 2 §9); a unit that has no name here is shown as stored. */
export function unitText(unit: string, t: TFunction<'products'>): string {
  const key = UNITS[unit || 'g'];
  return key ? t(key) : unit;
}

/** 2 400 in Bulgarian, 2,400 in English. */
export const amountText = (amount: number, language: string) =>
  language === 'bg' ? String(amount).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f') : new Intl.NumberFormat('en-GB').format(amount);
