import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { forgetNote, keepNote, readNote } from '#data/browser/small-notes.ts';
import { productGroups$ } from '#data/product-groups.queries.ts';
import { products$ } from '#data/products.queries.ts';
import { salon$ } from '#data/salon.queries.ts';
import { useLoadFailure } from '#features/use-load-failure.ts';
import { useReplica } from '#features/use-replica.ts';
import { failureText } from '#features/use-saving.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { Notice } from '#ui/notice.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useLive, useLiveState } from '#ui/use-live.ts';
import { CountQuestions } from './count-questions.tsx';
import { RevisionBar } from './revision-bar.tsx';
import { RevisionList, type RevisionListHandle } from './revision-list.tsx';
import { type RevisionFilter, RevisionTools } from './revision-tools.tsx';
import { useCountedProducts } from './use-counted-products.ts';
import { useRevisionScan } from './use-revision-scan.ts';
import { useSaveRevision } from './use-save-revision.ts';
import { useStockCount } from './use-stock-count.ts';

const ALL: RevisionFilter = { query: '', group: '', changed: false };
const SCAN_NOTE = 'greben.scan-goes-to-row';
const NO_PRODUCTS: readonly LocalRow<'products'>[] = [];
const NO_GROUPS: readonly LocalRow<'product_groups'>[] = [];

/** The stock there is beside what was counted, and saving what differs. */
export function RevisionCount() {
  const { t } = useTranslation(['stock', 'products']);
  const replica = useReplica();
  const products = useLiveState(() => products$(replica), [replica]);
  const groups = useLive(() => productGroups$(replica), [replica]);
  const salon = useLive(() => salon$(replica), [replica]);
  useLoadFailure(products, t('products:failed_to_load_products'));
  const count = useStockCount();
  const [filter, setFilter] = useState(ALL);
  const [adds, setAdds] = useState(() => readNote('local', SCAN_NOTE) === null);
  const list = useRef<RevisionListHandle>(null);
  const wanted = useRef<string | null>(null);

  const all = products.value ?? NO_PRODUCTS;
  const { rows } = count;
  const { found, summary, groupOf } = useCountedProducts({ products: all, groups, rows, filter });
  const saving = useSaveRevision({ count, products: all, summary });
  const { ask } = saving;
  const { count: change, restore } = count;
  const acts = useMemo(() => ({ count: change, restore, ask }), [change, restore, ask]);
  const scan = useRevisionScan({
    products: products.value,
    count,
    adds,
    off: saving.asked !== null && rows?.has(saving.asked.id) === true,
    query: filter.query,
    restoreQuery: (query) => setFilter((now) => ({ ...now, query })),
    goTo: (id) => {
      if (list.current?.goTo(id)) return;
      wanted.current = id;
      setFilter(ALL);
    },
  });
  // A product that the filter hid can be gone to once the whole list is drawn.
  useEffect(() => {
    const isShown = found.some(({ id }) => id === wanted.current);
    if (isShown && wanted.current && list.current?.goTo(wanted.current)) wanted.current = null;
  }, [found]);

  const chooseAdds = useCallback((next: boolean) => {
    setAdds(next);
    if (next) forgetNote('local', SCAN_NOTE);
    else keepNote('local', SCAN_NOTE, 'row');
  }, []);

  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col gap-4 p-5 pb-0 max-md:gap-0 max-md:p-0">
        {all.length > 0 ? (
          <RevisionTools
            filter={filter}
            onFilter={setFilter}
            groups={groups ?? NO_GROUPS}
            adds={adds}
            onAdds={chooseAdds}
            onCode={scan.onCode}
            said={scan.said}
            counted={summary.counted}
            changed={summary.changed}
            all={all.length}
          />
        ) : null}
        <p className="sr-only" role="status">
          {scan.said}
        </p>
        {count.isKept ? null : (
          <Notice tone="warn" className="max-md:m-3">
            {t('not_kept')}
          </Notice>
        )}
        {products.phase === 'loading' || (all.length > 0 && !rows) ? <SkeletonRows avatar={false} /> : null}
        {products.phase === 'failed' ? (
          <ErrorBox title={t('products:failed_to_load_products')} detail={failureText(products.error)} onRetry={products.retry} />
        ) : null}
        {found.length > 0 && rows ? <RevisionList ref={list} products={found} groupOf={groupOf} rows={rows} acts={acts} /> : null}
        {products.value && found.length === 0 ? (
          <EmptyState title={all.length === 0 ? t('products:empty') : t('products:nothing_found')} className="max-md:m-3" />
        ) : null}
      </div>
      {all.length > 0 && rows ? (
        <RevisionBar
          summary={summary}
          kept={rows?.size ?? 0}
          currency={salon?.effective.currency ?? null}
          busy={saving.busy}
          onSave={saving.save}
          onDiscard={count.discard}
        />
      ) : null}
      {saving.asked ? (
        <CountQuestions
          product={saving.asked}
          row={rows?.get(saving.asked.id) ?? null}
          left={saving.left}
          onDecide={saving.decide}
          onClose={saving.close}
        />
      ) : null}
    </>
  );
}
