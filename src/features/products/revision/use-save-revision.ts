import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#data/failures.ts';
import { saveRevision } from '#data/product-revisions.commands.ts';
import type { CountChoice, CountSummary } from '#domain/stock-count.ts';
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
  const { count, products, summary } = given;
  const { t } = useTranslation(['stock', 'common', 'products']);
  const replica = useReplica();
  const [busy, setBusy] = useState(false);
  const [question, setQuestion] = useState<Asked | null>(null);

  const write = async () => {
    setBusy(true);
    try {
      const there = new Set(products.map(({ id }) => id));
      const rows = [...count.newest().values()].filter((row) => there.has(row.product_id));
      const { saved, asks } = await saving(t('products:revision'), () => saveRevision(replica, rows));
      await count.reload();
      if (saved > 0) toast({ title: t('common:success'), description: t('saved') });
      const first = asks[0];
      if (first) setQuestion({ product: first.product_id, thenSave: true });
    } catch (error) {
      if (failureOf(error).key === 'no_changes') toast({ title: t('no_changes') });
      else toast({ title: t('failed', { reason: failureText(error) }), variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };

  const save = () => {
    const first = summary.asking[0];
    if (first) setQuestion({ product: first, thenSave: true });
    else void write();
  };

  const decide = (choice: CountChoice) => {
    const product = products.find(({ id }) => id === question?.product);
    if (product) count.decide(product, choice);
    const next = summary.asking.find((id) => id !== question?.product);
    if (question?.thenSave && next) return setQuestion({ product: next, thenSave: true });
    setQuestion(null);
    if (question?.thenSave) void write();
  };

  return {
    busy,
    save,
    asked: products.find(({ id }) => id === question?.product) ?? null,
    left: question?.thenSave ? summary.asking.length : 1,
    ask: useCallback((product: string) => setQuestion({ product, thenSave: false }), []),
    decide,
    close: () => setQuestion(null),
  };
}
