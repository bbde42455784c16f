import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#data/failures.ts';
import { saveRevision } from '#data/product-revisions.commands.ts';
import { type CountChoice, type CountSummary, summaryOf } from '#domain/stock-count.ts';
import { useReplica } from '#features/use-replica.ts';
import { failureText, saving } from '#features/use-saving.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { toast } from '#ui/toast-store.ts';
import type { StockCount } from './use-stock-count.ts';

export interface SavingRevision {
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
