import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#data/failures.ts';
import { saveRevision } from '#data/product-revisions.commands.ts';
import { type KeptCount, stockCountStore } from '#data/stock-counts.ts';
import { idsWithin } from '#domain/stock/group-tree.ts';
import {
  type CountChoice,
  type CountedRow,
  type CountSummary,
  countStateOf,
  decided,
  summaryOf,
} from '#domain/stock/stock-count.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { failureText, saving } from '#features/shared/use-saving.ts';
import { finder } from '#products/find-products.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { resumeRevision } from './resume-revision.ts';

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
        await resumeRevision(replica);
        kept = await store.read();
      }
    } while (changes.current !== before);
    show(new Map(kept.rows.map((row) => [row.product_id, row])));
  }, [replica, store, show]);

  useEffect(() => {
    let cancelled = false;
    const read = () =>
      reload().catch((error: unknown) => {
        console.warn('What was counted cannot be read', error);
        if (cancelled) return;
        setIsKept(false);
        setRows((shown) => shown ?? NONE);
      });
    void read();
    const elsewhere = store.elsewhere$.subscribe(() => void read());
    return () => {
      cancelled = true;
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

export interface RevisionFilter {
  query: string;
  group: string;
  /** Only the changed rows. */
  changed: boolean;
}

interface CountedProducts {
  /** The products that match the filter, in the order of the list. */
  found: readonly Product[];
  /** Over all products, whatever is filtered. */
  summary: CountSummary;
  groupOf: (product: Product) => string;
}

/** The products of a count as its screen shows them. A key is drawn first: what it leaves of the list, and the sums, after it. */
export function useCountedProducts(given: {
  products: readonly Product[];
  groups: readonly LocalRow<'product_groups'>[] | undefined;
  rows: CountedRows | null;
  filter: RevisionFilter;
}): CountedProducts {
  const { products, groups } = given;
  const rows = useDeferredValue(given.rows);
  const { query, group, changed } = useDeferredValue(given.filter);
  const summary = useMemo(() => summaryOf(products, rows ?? NONE), [products, rows]);
  const changedRows = changed ? rows : null;
  const found = useMemo(() => {
    const within = group ? idsWithin(groups ?? [], group) : null;
    const fits = finder(query);
    return products.filter(
      (product) =>
        (!within || within.has(product.group_id ?? '')) &&
        fits(product) &&
        (!changedRows || ['changed', 'asks'].includes(countStateOf(changedRows.get(product.id), product.quantity))),
    );
  }, [products, groups, query, group, changedRows]);
  const names = useMemo(() => new Map(groups?.map(({ id, name }) => [id, name])), [groups]);
  const groupOf = useCallback((product: Product) => names.get(product.group_id ?? '') ?? product.group_name ?? '–', [names]);
  return { found, summary, groupOf };
}

interface SavingRevision {
  busy: boolean;
  save: () => void;
  /** The product that is asked about. */
  asked: LocalRow<'products'> | null;
  left: number;
  ask: (productId: string) => void;
  decide: (choice: CountChoice) => void;
  close: () => void;
}

type Asked = { product: string; thenSave: boolean };

/** Saving a count: rows that changed elsewhere are asked about one by one before, and nothing is saved until all are decided. */
export function useSaveRevision(given: {
  count: StockCount;
  products: readonly LocalRow<'products'>[];
  summary: CountSummary;
}): SavingRevision {
  const { products, summary } = given;
  const { newest, reload } = given.count;
  const { t } = useTranslation(['stock', 'common', 'products']);
  const replica = useReplica();
  const [busy, setBusy] = useState(false);
  const [question, setQuestion] = useState<Asked | null>(null);

  const write = useCallback(async () => {
    setBusy(true);
    try {
      const there = new Set(products.map(({ id }) => id));
      const rows = [...newest().values()].filter((row) => there.has(row.product_id));
      const { saved, asks } = await saving(t('products:revision'), () => saveRevision(replica, rows));
      await reload();
      if (saved > 0) toast({ title: t('common:success'), description: t('saved') });
      const first = asks[0];
      if (first) setQuestion({ product: first.product_id, thenSave: true });
    } catch (error) {
      if (failureOf(error).key === 'no_changes') toast({ title: t('no_changes'), note: true });
      else toast({ title: t('failed', { reason: failureText(error) }), variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  }, [products, replica, newest, reload, t]);

  /** By the newest rows: what is drawn of the sums may be a key behind. */
  const nextAsking = useCallback(() => summaryOf(products, newest()).asking[0], [products, newest]);
  const save = useCallback(() => {
    const first = nextAsking();
    if (first) setQuestion({ product: first, thenSave: true });
    else void write();
  }, [nextAsking, write]);

  const asked = question && (products.find(({ id }) => id === question.product) ?? null);
  const decide = (choice: CountChoice) => {
    if (asked) given.count.decide(asked, choice);
    const next = nextAsking();
    if (question?.thenSave && next) return setQuestion({ product: next, thenSave: true });
    setQuestion(null);
    if (question?.thenSave) void write();
  };

  return {
    busy,
    save,
    asked,
    left: question?.thenSave ? summary.asking.length : 1,
    ask: useCallback((product: string) => setQuestion({ product, thenSave: false }), []),
    decide,
    close: () => setQuestion(null),
  };
}
