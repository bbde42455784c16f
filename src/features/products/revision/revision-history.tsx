import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { referredRows$ } from '#data/issues/kept-rows.ts';
import { productRevisions$ } from '#data/product-revisions.queries.ts';
import { idsWithin } from '#domain/group-tree.ts';
import { pastRevisions, type RevisionRow, stockLine, valuesOfRevisions } from '#domain/revision-history.ts';
import { todayIn, zonedParts } from '#domain/time.ts';
import { saveCsv } from '#features/save-csv.ts';
import { useReplica } from '#features/use-replica.ts';
import { failureText } from '#features/use-saving.ts';
import { formatShortDate } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { GroupFilter } from '#products/group-filter.tsx';
import type { Currency } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { Select } from '#ui/select.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useLiveState, useLiveSteady } from '#ui/use-live.ts';
import { OlderPart } from './older-part.tsx';
import { PastRevisionCard } from './past-revision-card.tsx';
import { type Account, csvRows, personText, supplyOf } from './revision-account.ts';
import { StockChart } from './stock-chart.tsx';
import { useOlderRevisions } from './use-older-revisions.ts';

export interface RevisionHistoryProps {
  products: readonly LocalRow<'products'>[];
  groups: readonly LocalRow<'product_groups'>[];
  currency: Currency | null;
  zone: string;
  /** The salon's owner; null where that is not known here. */
  ownerId: string | null;
}

const NONE: ReadonlyMap<string, LocalRow<'products'>> = new Map();

/** Counted products that were deleted since, as they last stood: what a count of them was worth does not change by that. */
function useRemovedProducts(
  products: readonly LocalRow<'products'>[],
  ...counts: readonly (readonly RevisionRow[] | undefined)[]
): ReadonlyMap<string, LocalRow<'products'>> {
  const replica = useReplica();
  const there = new Set(products.map(({ id }) => id));
  const counted = new Set(counts.flatMap((rows) => rows ?? []).map(({ product_id }) => product_id));
  const ids = [...counted].filter((id) => !there.has(id)).sort();
  const referred = useLiveSteady(() => referredRows$(replica, 'products', ids), [replica, ids.join()]);
  return useMemo(() => (referred ? new Map([...referred].map(([id, { row }]) => [id, row])) : NONE), [referred]);
}

/** Past revisions by date and person; of one product its line of stock too. */
export function RevisionHistory({ products, groups, currency, zone, ownerId }: RevisionHistoryProps) {
  const { t } = useTranslation('stock');
  const { t: words } = useTranslation('products');
  const replica = useReplica();
  const language = useLanguage();
  const read = useLiveState(() => productRevisions$(replica), [replica]);
  const [group, setGroup] = useState('');
  const [product, setProduct] = useState('');

  const reading = useOlderRevisions();
  const { older, horizon } = reading;
  const removed = useRemovedProducts(products, read.value, older?.rows);
  const byId = useMemo(() => new Map([...removed, ...products.map((one) => [one.id, one] as const)]), [removed, products]);
  const [own, online] = useMemo(() => {
    const within = group ? idsWithin(groups, group) : null;
    const fits = (row: RevisionRow) =>
      (!product || row.product_id === product) && (!within || within.has(byId.get(row.product_id)?.group_id ?? ''));
    const here = new Set(read.value?.map(({ id }) => id));
    return [(read.value ?? []).filter(fits), (older?.rows ?? []).filter((row) => fits(row) && !here.has(row.id))];
  }, [read.value, older, groups, group, product, byId]);
  const rows = useMemo(() => [...own, ...online], [own, online]);
  const past = useMemo(() => [...pastRevisions(own), ...pastRevisions(online)], [own, online]);
  const line = useMemo(() => (product ? stockLine(rows) : []), [rows, product]);
  const chosen = byId.get(product);
  const dayOf = (iso: string) => formatShortDate(zonedParts(iso, zone).date, language);
  const account: Account = {
    zone,
    language,
    productOf: (id) => byId.get(id),
    nameOf: (id) => {
      const name = byId.get(id)?.name;
      if (name === undefined) return t('removed_product');
      return removed.has(id) ? t('removed_name', { name }) : name;
    },
    groupOf: (id) => groups.find((one) => one.id === byId.get(id)?.group_id)?.name ?? byId.get(id)?.group_name ?? null,
    personOf: (userId) => personText(userId, { own: replica.userId, owner: ownerId }, t),
  };

  return (
    <div className="flex flex-col gap-4 max-md:p-3">
      <div className="flex flex-wrap items-center gap-2">
        <GroupFilter groups={groups} value={group} onChange={setGroup} />
        <Select<string>
          label={words('product')}
          hideLabel
          className="w-full md:w-72"
          value={product}
          onChange={setProduct}
          options={[{ value: '', label: t('all_products') }, ...products.map((one) => ({ value: one.id, label: one.name }))]}
        />
        <Button
          className="md:ml-auto"
          icon={<Download className="i" aria-hidden="true" />}
          disabled={rows.length === 0}
          onClick={() => saveCsv(`greben-revisions-${todayIn(zone, Date.now())}.csv`, csvRows(past, account, currency, t, words))}
        >
          {words('export_csv')}
        </Button>
      </div>
      {read.phase === 'loading' ? <SkeletonRows avatar={false} /> : null}
      {read.phase === 'failed' ? (
        <ErrorBox title={t('history_failed')} detail={failureText(read.error)} onRetry={read.retry} />
      ) : null}
      {chosen && line.length > 0 ? <StockChart product={chosen} line={line} zone={zone} /> : null}
      {read.value && past.length === 0 ? (
        <EmptyState
          title={
            older?.isAll || horizon === null
              ? t('history_empty')
              : t('history_empty_since', { date: dayOf(older?.since ?? horizon) })
          }
        />
      ) : null}
      {past.map((one) => (
        <PastRevisionCard
          key={one.id}
          past={one}
          account={account}
          values={valuesOfRevisions(one.rows, (id) => supplyOf(byId.get(id)))}
          currency={currency}
        />
      ))}
      {past.length > 0 ? <p className="hint">{t('history_note')}</p> : null}
      {read.value ? <OlderPart reading={reading} zone={zone} /> : null}
    </div>
  );
}
