import { Check, ListFilter, ScanBarcode, Undo2 } from 'lucide-react';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { forgetNote, keepNote, readNote } from '#data/browser/small-notes.ts';
import { productGroups$, products$ } from '#data/products.queries.ts';
import { salon$ } from '#data/salon.queries.ts';
import { amountText } from '#domain/money/amount-text.ts';
import { type CountChoice, type CountedRow, type CountSummary, choicesOf } from '#domain/stock/stock-count.ts';
import { unitText } from '#features/shared/units.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { failureText, useLoadFailure } from '#features/shared/use-saving.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { CameraScan } from '#products/camera-scan.tsx';
import { GroupFilter } from '#products/group-filter.tsx';
import { stockValueText } from '#products/stock.ts';
import type { Currency } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { SearchBox } from '#ui/form/search-box.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { raiseNotices } from '#ui/overlay/toast-store.ts';
import { Count } from '#ui/page/badge.tsx';
import { Button } from '#ui/page/button.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { SkeletonRows } from '#ui/page/skeleton.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { useIsPhone } from '#ui/style/use-media.ts';
import { useLive, useLiveState } from '#ui/timing/use-live.ts';
import { RevisionList, type RevisionListHandle } from './revision-list.tsx';
import { useRevisionScan } from './use-revision-scan.ts';
import { type RevisionFilter, useCountedProducts, useSaveRevision, useStockCount } from './use-stock-count.ts';

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

interface RevisionToolsProps {
  filter: RevisionFilter;
  onFilter: (filter: RevisionFilter) => void;
  groups: readonly LocalRow<'product_groups'>[];
  /** A scan adds one; otherwise it goes to the row. */
  adds: boolean;
  onAdds: (adds: boolean) => void;
  /** A barcode that the camera has read, and what the last one came to. */
  onCode: (code: string) => void;
  said: string;
  /** Products that were counted, those that differ, and all. */
  counted: number;
  changed: number;
  all: number;
}

/** Search, group, only what changed, what a scan does; and how far the count is. Not drawn anew by a key in a row. */
const RevisionTools = memo(function RevisionTools(props: RevisionToolsProps) {
  const { filter, onFilter, groups, adds, onAdds, counted, all } = props;
  const { t } = useTranslation(['stock', 'products']);
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 max-md:border-line max-md:border-b max-md:px-3 max-md:py-2.5">
      <span className="flex w-full items-center gap-2 md:w-80">
        <SearchBox
          label={t('products:search')}
          value={filter.query}
          onChange={(query) => onFilter({ ...filter, query })}
          className="min-w-0 flex-1"
        />
        <CameraScan iconOnly onCode={props.onCode} said={adds ? props.said : undefined} />
      </span>
      <GroupFilter groups={groups} value={filter.group} onChange={(group) => onFilter({ ...filter, group })} />
      <button
        type="button"
        className={classNames('chip breaks', filter.changed && 'on')}
        aria-pressed={filter.changed}
        onClick={() => onFilter({ ...filter, changed: !filter.changed })}
      >
        <ListFilter className="i i-sm" aria-hidden="true" />
        {t('only_changed')}
        <Count>{props.changed}</Count>
      </button>
      <button
        type="button"
        className={classNames('chip breaks', adds && 'on')}
        aria-pressed={adds}
        title={t(adds ? 'scan_adds_hint' : 'scan_goes_hint')}
        onClick={() => onAdds(!adds)}
      >
        <ScanBarcode className="i i-sm" aria-hidden="true" />
        {t('scan_adds')}
      </button>
      <p className="ml-auto flex items-center gap-2 text-ink-2 text-sm">
        {t('progress', { counted, all })}
        <progress className="w-24 max-md:hidden" value={counted} max={Math.max(1, all)} aria-hidden="true" />
      </p>
    </div>
  );
});

interface RevisionBarProps {
  summary: CountSummary;
  /** Rows of the count, those of deleted products too. */
  kept: number;
  currency: Currency | null;
  busy: boolean;
  onSave: () => void;
  onDiscard: () => void;
}

/** Stands under the list: how much is changed, what that is worth at supply price, and saving it. Not drawn before a key in a row is. */
const RevisionBar = memo(function RevisionBar({ summary, kept, currency, busy, onSave, onDiscard }: RevisionBarProps) {
  const { t } = useTranslation('stock');
  const language = useLanguage();
  const phone = useIsPhone();
  const [asking, setAsking] = useState(false);
  const { changed, values, unpriced } = summary;
  useEffect(raiseNotices, []);
  return (
    <section
      aria-label={t('bar')}
      className="z-(--z-bar) flex flex-none flex-wrap items-center gap-3 border-line border-t bg-surface px-5 py-3 shadow-[0_-6px_16px_oklch(0.25_0.03_218/.07)] max-md:px-3"
    >
      {changed > 0 ? <span className="h-8 w-1 flex-none rounded-full bg-horn max-md:hidden" /> : null}
      <p className="min-w-16 flex-1 leading-tight" role="status">
        <b className="font-semibold">{changed > 0 ? t('changed', { count: changed }) : t('none_changed')}</b>
        {changed > 0 ? (
          <span className="block text-ink-2 text-xs">
            {t(phone ? 'value_short' : 'value', { value: stockValueText(values, currency, language) })}
            {unpriced > 0 ? ` · ${t('unpriced', { count: unpriced })}` : null}
          </span>
        ) : null}
      </p>
      {kept > 0 ? (
        <Button
          variant="ghost"
          iconOnly={phone}
          icon={phone ? <Undo2 className="i" aria-hidden="true" /> : undefined}
          onClick={() => setAsking(true)}
        >
          {t('discard')}
        </Button>
      ) : null}
      <Button
        variant="primary"
        size="lg"
        breaks
        busy={busy}
        onClick={onSave}
        icon={phone ? undefined : <Check className="i" aria-hidden="true" />}
      >
        {t('save')}
      </Button>
      {asking ? (
        <ConfirmDialog
          open
          title={t('discard_title')}
          confirmLabel={t('discard')}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            onDiscard();
          }}
        >
          {t('discard_body', { count: kept })}
        </ConfirmDialog>
      ) : null}
    </section>
  );
});

interface CountQuestionsProps {
  product: LocalRow<'products'>;
  row: CountedRow | null;
  /** How many ask, this one among them. */
  left: number;
  onDecide: (choice: CountChoice) => void;
  onClose: () => void;
}

/** The stock changed on another device since this row's count began: one question a row, and nothing is overwritten unasked. */
function CountQuestions({ product, row, left, onDecide, onClose }: CountQuestionsProps) {
  const { t } = useTranslation('stock');
  const { t: words } = useTranslation('products');
  const language = useLanguage();
  const unit = unitText(product.unit, words);
  const amount = (number: number) => `${amountText(number, language)}\u00a0${unit}`;
  const { counted = 0, began = 0 } = row ?? {};
  const now = product.quantity;
  const choices = choicesOf({ counted, began }, now);
  return (
    <Dialog open={row !== null} onClose={onClose} title={t('question_title', { name: product.name })}>
      <p>{t('question_body', { was: amount(began), now: amount(now), counted: amount(counted) })}</p>
      {left > 1 ? <p className="mt-1 text-ink-3 text-sm">{t('question_left', { count: left })}</p> : null}
      <div className="mt-4 flex flex-col gap-2">
        <Button variant="primary" onClick={() => onDecide('mine')}>
          {t('choose_mine', { amount: amount(counted) })}
        </Button>
        <Button onClick={() => onDecide('theirs')}>{t('choose_theirs', { amount: amount(now) })}</Button>
        {choices.moved === choices.sum ? null : (
          <Button breaks onClick={() => onDecide('moved')}>
            {t(now > began ? 'choose_arrived' : 'choose_left', {
              mine: amount(counted),
              moved: amount(Math.abs(now - began)),
              amount: amount(choices.moved),
            })}
          </Button>
        )}
        <Button breaks onClick={() => onDecide('sum')}>
          {t('choose_sum', { mine: amount(counted), theirs: amount(now), amount: amount(choices.sum) })}
        </Button>
      </div>
    </Dialog>
  );
}
