/** Reads the stock of a cell: whole numbers with a unit beside them, decimals that other programs write, and stock below zero. */
import { decimalOf, MOST_WHOLE } from './import-cells.ts';
import type { LeftOutReason } from './import-rows.ts';
import { isNothing, plainCell } from './looks.ts';

/** The whole number of a cell, and the reason why its text is kept as well. */
export interface StockCell {
  /** Never below 0; null if the cell holds none. */
  readonly quantity: number | null;
  /** The unit in the same cell („12 бр.“); empty if there is none. */
  readonly unit: string;
  /** Null if the number says all that the cell says. */
  readonly why: LeftOutReason | null;
}

const UNREAD: StockCell = { quantity: null, unit: '', why: 'unread' };
/** The longest cell that is read. A longer text is a story with a number in it, and the patterns would take long for it. */
const LONGEST_CELL = 100;

const STOCK = /^([-−–])?\s*(\d[\d\s.,'’]*)\s*(\p{L}{1,15}\.?)?$/u;
const NUMBER = /\d(?:[\d.,'’]|\s(?=\d{3}))*/gu;
const THOUSANDTHS = /^[-−–]?\d+[.,]\d{3}(?:\s*\p{L}+\.?)?$/u;

/** Returns true if a column counts in thousandths: "3.000" is three if every number has three decimals. */
export const countsThousandths = (cells: readonly string[]): boolean =>
  cells.length > 1 && cells.every((cell) => THOUSANDTHS.test(cell.trim()));

/** Reads a cell of stock. Of 2.5 pieces 2 count, and a number below 0 counts as 0. In both cases the text is kept as well. */
export function readStockCell(cell: string, inThousandths = false): StockCell {
  const text = plainCell(cell);
  if (text.length > LONGEST_CELL) return UNREAD;
  if (isNothing(text)) return { quantity: /\d/.test(text) ? 0 : null, unit: '', why: null };
  const [whole, minus, number = '', unit = ''] = STOCK.exec(text) ?? [];
  // „около 5“ has one number; „3 + 2“ has two, of which none counts.
  const found = whole === undefined ? (text.match(NUMBER) ?? []) : [number];
  if (found.length !== 1) return UNREAD;
  const digits = (found[0] ?? '').replace(/[\s'’]/gu, '').replace(/[.,]$/, '');
  const plain = inThousandths ? digits.replace(',', '.') : decimalOf(digits);
  if (plain === null) return UNREAD;
  if (minus !== undefined) return { quantity: 0, unit, why: Number(plain) === 0 ? null : 'below_zero' };
  const quantity = Math.floor(Number(plain));
  if (quantity > MOST_WHOLE) return UNREAD;
  return { quantity, unit, why: whole !== undefined && quantity === Number(plain) ? null : 'part' };
}
