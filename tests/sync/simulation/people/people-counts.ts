/**
 * What people do in a store room that two of them count at once: each looks at its own device, and decides and completes as
 * the app has it (src/domain/stock/stock-count.ts). A save's revision and its quantity leave together, or one after the other with
 * anything in between.
 */
import { completionOf, countStateOf, decided, type SavedRow, type Saving } from '#domain/stock/stock-count.ts';
import type { StateRow } from '#sync/core/columns.ts';
import { chance, pick, type Random } from '../random.ts';
import type { Change, Desk, Operation } from './people.ts';

export interface CountHand {
  readonly random: Random;
  /** Another number each time. */
  next(): number;
  id(prefix: string): string;
  /** Saves that have begun, by device: they stand there apart from the rows (src/data/stock-counts.ts). */
  readonly saves: Map<string, Saving>;
}

type Made = Omit<Operation, 'name'>;

/** Revisions of these counts; others have their own numbers. */
export const COUNTED = 'counted';
/** So few are counted by all. */
const PRODUCTS = 2;

/** Scattered, so that no two counts and no sum of two say the same. */
const numberOf = ({ next }: CountHand): number => (Math.imul(next(), 0x9e3779b1) >>> 8) & 0xfffff;

const revisionOf = (row: SavedRow, userId: string): Change => {
  const { revision_id: id, product_id, old_quantity, new_quantity } = row;
  const difference = new_quantity - old_quantity;
  return {
    table: 'product_revisions',
    id,
    change: { product_id, old_quantity, new_quantity, difference, user_id: userId },
  };
};
const stockOf = ({ product_id, new_quantity }: SavedRow): Change => ({
  table: 'products',
  id: product_id,
  change: { quantity: new_quantity },
});

function begun(desk: Desk, hand: CountHand, product: StateRow, counted: number): Made {
  const row: SavedRow = {
    product_id: product.id,
    revision_id: hand.id(COUNTED),
    old_quantity: product.quantity as number,
    new_quantity: counted,
  };
  if (chance(hand.random, 0.5)) return { changes: [revisionOf(row, desk.userId), stockOf(row)] };
  hand.saves.set(desk.device, { id: row.revision_id, rows: [row], same: [], isWritten: false });
  return { changes: [revisionOf(row, desk.userId)] };
}

/** What is left of a save; where the stock was changed elsewhere in between, the person says what holds, and counts on. */
function completed(desk: Desk, hand: CountHand, saving: Saving): Made | null {
  hand.saves.delete(desk.device);
  const there = saving.rows.map(({ revision_id }) => revision_id).filter((id) => desk.row('product_revisions', id) !== null);
  const product = (id: string) => desk.live('products').find((row) => row.id === id) ?? null;
  const quantity = (id: string) => (product(id)?.quantity as number | undefined) ?? null;
  const { revisions, stock, asks } = completionOf(saving, new Set(there), quantity);
  for (const ask of asks) {
    const row = product(ask.product_id);
    if (!row) continue;
    const now = row.quantity as number;
    const after = decided(ask, now, pick(hand.random, ['mine', 'theirs', 'sum']));
    if (countStateOf(after, now) === 'changed') return begun(desk, hand, row, after.counted);
  }
  const changes = [...revisions.map((row) => revisionOf(row, desk.userId)), ...stock.map(stockOf)];
  return changes.length > 0 ? { changes } : null;
}

export function countTogether(desk: Desk, hand: CountHand): Made | null {
  const saving = hand.saves.get(desk.device);
  if (saving) return completed(desk, hand, saving);
  const products = desk.live('products');
  if (products.length < PRODUCTS)
    return {
      changes: [{ table: 'products', id: hand.id('p'), change: { name: `стока ${hand.next()}`, quantity: numberOf(hand) } }],
    };
  return begun(desk, hand, pick(hand.random, products), numberOf(hand));
}
