/**
 * Saving a stock revision (document 3 §4, §7): for each product whose stock differs one revision, then the product's new
 * quantity. Promises: the save stands on the device before its first write, so that it is completed after a crash wherever
 * that came; each revision is written once; a quantity that somebody else changed meanwhile is never overwritten, it asks;
 * revisions and quantities leave the device in one round.
 */

import { inOneWindow } from '#data/browser/other-windows.ts';
import { Refusal } from '#domain/records/refusal.ts';
import {
  type CountedRow,
  completionOf,
  countStateOf,
  MOST_COUNTED,
  revisionIdOf,
  type Saving,
} from '#domain/stock/stock-count.ts';
import { insideOf } from './inside-replica.ts';
import { newId } from './new-id.ts';
import type { OpenReplica } from './open-replica.ts';
import { changeOf } from './row-writes.ts';
import { type StockCountStore, stockCountStore } from './stock-counts.ts';

/** The outcome of a save. */
export interface RevisionSaved {
  /** Products that got a revision and their new quantity. */
  readonly saved: number;
  /** Products that ask first: while there are any, a new save writes nothing. */
  readonly asks: readonly CountedRow[];
}

/**
 * Saves a count. The count in progress ends with it, except for rows that ask.
 * @throws Refusal `no_changes`, `quantity_invalid`, `invalid_id`; what `write` or the device's storage throws: nothing is lost
 * then, and the next call completes what had begun.
 */
export function saveRevision(
  replica: OpenReplica,
  rows: readonly CountedRow[],
  store: StockCountStore = stockCountStore(replica),
): Promise<RevisionSaved> {
  return inOneWindow(replica, 'count', () =>
    insideOf(replica).together(async () => {
      const { saving: former } = await store.read();
      const finished = former ? await complete(replica, store, former) : null;
      const stock = await stockOf(
        replica,
        rows.map((row) => row.product_id),
      );
      const asks: CountedRow[] = [];
      const same: string[] = [];
      const id = newId();
      const changed: Saving['rows'][number][] = [];
      for (const row of rows) {
        const { product_id, counted } = row;
        const now = stock.get(product_id);
        if (now === undefined) throw new Refusal('invalid_id');
        if (!Number.isInteger(counted) || counted < 0 || counted > MOST_COUNTED)
          throw new Refusal('quantity_invalid', 'new_quantity');
        const standing = countStateOf(row, now);
        if (standing === 'asks') asks.push(row);
        if (standing === 'same') same.push(product_id);
        if (standing !== 'changed') continue;
        const revision_id = revisionIdOf(id, product_id) ?? newId();
        changed.push({ product_id, revision_id, old_quantity: now, new_quantity: counted });
      }
      if (asks.length > 0) return { saved: finished?.saved ?? 0, asks };
      if (changed.length === 0) {
        if (finished) return finished;
        throw new Refusal('no_changes');
      }
      // They leave the count with the save, even if another device has counted the same meanwhile.
      await store.keep(rows.filter(({ product_id }) => same.includes(product_id)).map((row) => ({ ...row, began: row.counted })));
      const saving: Saving = { id, rows: changed, same, isWritten: false };
      await store.begin(saving);
      const { saved, asks: since } = await complete(replica, store, saving);
      return { saved: saved + (finished?.saved ?? 0), asks: since };
    }),
  );
}

/**
 * Completes a save that broke off.
 * @returns null if there was none. @throws as `saveRevision`
 */
export function completeRevision(
  replica: OpenReplica,
  store: StockCountStore = stockCountStore(replica),
): Promise<RevisionSaved | null> {
  return inOneWindow(replica, 'count', async () => {
    const { saving } = await store.read();
    return saving ? complete(replica, store, saving) : null;
  });
}

async function complete(replica: OpenReplica, store: StockCountStore, saving: Saving): Promise<RevisionSaved> {
  const ids = saving.rows.map((row) => row.revision_id);
  const there = await insideOf(replica).keptRows('product_revisions', ids);
  const stock = await stockOf(
    replica,
    saving.rows.map((row) => row.product_id),
  );
  const left = completionOf(saving, new Set(there.keys()), (id) => stock.get(id) ?? null);
  const revisions = left.revisions.map(({ revision_id, product_id, old_quantity, new_quantity }) =>
    changeOf('product_revisions', revision_id, {
      product_id,
      old_quantity,
      new_quantity,
      difference: new_quantity - old_quantity,
      user_id: replica.userId,
    }),
  );
  try {
    if (revisions.length > 0) await insideOf(replica).write(revisions);
  } catch (error) {
    // Nothing of this save is written yet, so the person may go on counting.
    if (there.size === 0) await store.cancel();
    throw error;
  }
  const quantities = left.stock.map((row) => changeOf('products', row.product_id, { quantity: row.new_quantity }));
  if (quantities.length > 0) await insideOf(replica).write(quantities);
  await store.markWritten();
  await store.end(saving, left.asks);
  return { saved: saving.rows.length - left.asks.length, asks: left.asks };
}

/** Reads the present quantities of the products that exist. */
async function stockOf(replica: OpenReplica, ids: readonly string[]): Promise<Map<string, number>> {
  const documents = await insideOf(replica)
    .rows.products.findByIds([...ids])
    .exec();
  const products = [...documents.values()].filter((document) => !document.get('deleted'));
  return new Map(products.map((document) => [document.primary, document.get('quantity') as number]));
}
