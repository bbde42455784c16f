import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type KeptCount, stockCountStore } from '#data/stock-counts.ts';
import { type CountChoice, type CountedRow, decided } from '#domain/stock-count.ts';
import { useReplica } from '#features/use-replica.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { finishRevision } from './finish-revision.ts';

type Product = LocalRow<'products'>;
export type CountedRows = ReadonlyMap<string, CountedRow>;

export interface StockCount {
  /** Null until the device has said what was counted. */
  rows: CountedRows | null;
  /** False: the device does not keep the count; it lives as long as the page. */
  isKept: boolean;
  /** The newest rows, also before they are drawn. */
  newest: () => CountedRows;
  count: (product: Product, counted: number) => void;
  decide: (product: Product, choice: CountChoice) => void;
  /** Puts back what a row was; undefined takes it out of the count. */
  restore: (productId: string, row: CountedRow | undefined) => void;
  /** Takes all of it back. */
  discard: () => void;
  /** The rows as the device has them: after a save. One that broke off is completed first. */
  reload: () => Promise<void>;
}

const NONE: CountedRows = new Map();

/** The count in progress of this person in this salon. Each change is drawn at once and kept on the device behind it. */
export function useStockCount(): StockCount {
  const replica = useReplica();
  const store = useMemo(() => stockCountStore(replica), [replica]);
  const [rows, setRows] = useState<CountedRows | null>(null);
  const [isKept, setIsKept] = useState(true);
  const newest = useRef<CountedRows>(NONE);
  /** How often something was changed here. */
  const changes = useRef(0);

  const show = useCallback((next: CountedRows) => {
    newest.current = next;
    setRows(next);
  }, []);

  const keeping = useCallback((write: Promise<void>) => {
    changes.current += 1;
    write.then(
      () => setIsKept(true),
      (error: unknown) => {
        console.warn('This device does not keep the count', error);
        setIsKept(false);
      },
    );
  }, []);

  const reload = useCallback(async () => {
    let kept: KeptCount;
    let before: number;
    // What is counted while it is read is not in it yet: it is read once more.
    do {
      before = changes.current;
      kept = await store.read();
      if (kept.saving) {
        await finishRevision(replica);
        kept = await store.read();
      }
    } while (changes.current !== before);
    show(new Map(kept.rows.map((row) => [row.product_id, row])));
  }, [replica, store, show]);

  useEffect(() => {
    let gone = false;
    const read = () =>
      reload().catch((error: unknown) => {
        console.warn('What was counted cannot be read', error);
        if (gone) return;
        setIsKept(false);
        setRows((shown) => shown ?? NONE);
      });
    void read();
    const elsewhere = store.elsewhere$.subscribe(() => void read());
    return () => {
      gone = true;
      elsewhere.unsubscribe();
    };
  }, [store, reload]);

  // The same functions as long as the screen stands: a row that did not change is not drawn anew for them.
  const acts = useMemo(() => {
    const put = (row: CountedRow) => {
      show(new Map(newest.current).set(row.product_id, row));
      keeping(store.keep([row]));
    };
    return {
      newest: () => newest.current,
      count: ({ id, quantity }: Product, counted: number) =>
        put({ product_id: id, counted, began: newest.current.get(id)?.began ?? quantity }),
      decide: ({ id, quantity }: Product, choice: CountChoice) => {
        const row = newest.current.get(id);
        if (row) put(decided(row, quantity, choice));
      },
      restore: (productId: string, row: CountedRow | undefined) => {
        if (row) return put(row);
        const next = new Map(newest.current);
        next.delete(productId);
        show(next);
        keeping(store.forget([productId]));
      },
      discard: () => {
        show(NONE);
        keeping(store.forget());
      },
      reload,
    };
  }, [store, show, keeping, reload]);
  return useMemo(() => ({ rows, isKept, ...acts }), [rows, isKept, acts]);
}
