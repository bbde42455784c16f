import type { TFunction } from 'i18next';
import { ChevronDown, CloudOff, Download, History } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { referredRows$ } from '#data/issues/stored-rows.ts';
import { personNames$ } from '#data/people/people-book.ts';
import { productRevisions$ } from '#data/products.queries.ts';
import type { CsvCell } from '#domain/imports/csv.ts';
import { moneyCell } from '#domain/imports/money-cell.ts';
import { amountText } from '#domain/money/amount-text.ts';
import type { Money } from '#domain/money/money.ts';
import { idsWithin } from '#domain/stock/group-tree.ts';
import {
  type PastRevision,
  pastRevisions,
  type RevisionRecord,
  type StockPoint,
  stockLine,
  valueAt,
  valuesOfRevisions,
} from '#domain/stock/past-counts.ts';
import { todayIn, zonedParts, zonedPartsOfMs } from '#domain/time/time.ts';
import { formatTimeOf } from '#domain/time/time-format.ts';
import { saveCsv } from '#features/shared/save-file.ts';
import { unitText } from '#features/shared/units.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { failureText } from '#features/shared/use-saving.ts';
import { formatShortDate } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { GroupFilter } from '#products/group-filter.tsx';
import { differenceText, stockValueText } from '#products/stock.ts';
import type { Currency, Language } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Select } from '#ui/form/select.tsx';
import { Button } from '#ui/page/button.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { SkeletonRows } from '#ui/page/skeleton.tsx';
import { useLive, useLiveState, useLiveSteady } from '#ui/timing/use-live.ts';
import { type OlderReading, useOlderRevisions } from './older-revisions.ts';

export interface RevisionHistoryProps {
  products: readonly LocalRow<'products'>[];
  groups: readonly LocalRow<'product_groups'>[];
  currency: Currency | null;
  zone: string;
  /** The salon's owner; null where that is not known here. */
  ownerId: string | null;
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();
const NONE: ReadonlyMap<string, LocalRow<'products'>> = new Map();

/** Counted products that were deleted since, as they last stood: what a count of them was worth does not change by that. */
function useRemovedProducts(
  products: readonly LocalRow<'products'>[],
  ...counts: readonly (readonly RevisionRecord[] | undefined)[]
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

  const names = useLive(() => personNames$(replica), [replica]) ?? NO_NAMES;
  const reading = useOlderRevisions();
  const { older, horizon } = reading;
  const removed = useRemovedProducts(products, read.value, older?.rows);
  const byId = useMemo(() => new Map([...removed, ...products.map((one) => [one.id, one] as const)]), [removed, products]);
  const [own, online] = useMemo(() => {
    const within = group ? idsWithin(groups, group) : null;
    const fits = (row: RevisionRecord) =>
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
    personOf: (userId) => personText(userId, { own: replica.userId, owner: ownerId, names }, t),
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

interface PastRevisionCardProps {
  past: PastRevision;
  account: Account;
  /** At supply price, in each currency. */
  values: readonly Money[];
  currency: Currency | null;
}

/** One revision: when, who and what it was worth; its products when it is opened. */
function PastRevisionCard({ past, account, values, currency }: PastRevisionCardProps) {
  const { t } = useTranslation('stock');
  const { t: words } = useTranslation('products');
  const { language } = account;
  const lost = values.some(({ amount }) => amount < 0);
  const gained = values.some(({ amount }) => amount > 0);
  const tone = lost && !gained ? 'text-danger' : gained && !lost ? 'text-success' : 'text-ink-3';
  return (
    <details className="card group">
      <summary className="flex min-h-12 cursor-pointer list-none flex-wrap items-center gap-x-4 gap-y-0.5 px-4 py-2.5">
        <ChevronDown className="i i-sm group-open:rotate-180" aria-hidden="true" />
        <b className="tnum font-semibold">{atText(past.at, account, t)}</b>
        <span className="text-ink-2">{account.personOf(past.user_id)}</span>
        <span className="ml-auto flex items-baseline gap-3">
          <span className="text-ink-2 text-sm">{t('history_products', { count: past.rows.length })}</span>
          <span className={`tnum font-semibold ${tone}`}>{stockValueText(values, currency, language)}</span>
        </span>
      </summary>
      <div className="border-line border-t">
        <table className="table dense" aria-label={atText(past.at, account, t)}>
          <thead>
            <tr>
              <th scope="col">{words('product')}</th>
              <th scope="col" className="num">
                {t('old_short')}
              </th>
              <th scope="col" className="num">
                {t('new_short')}
              </th>
              <th scope="col" className="num">
                {t('difference')}
              </th>
            </tr>
          </thead>
          <tbody>
            {past.rows.map((row) => {
              const unit = unitText(account.productOf(row.product_id)?.unit ?? 'g', words);
              return (
                <tr key={row.id}>
                  <td className="wrap-anywhere">{account.nameOf(row.product_id)}</td>
                  <td className="num whitespace-nowrap">{`${amountText(row.old_quantity, language)}\u00a0${unit}`}</td>
                  <td className="num whitespace-nowrap">{`${amountText(row.new_quantity, language)}\u00a0${unit}`}</td>
                  <td className="num whitespace-nowrap font-semibold">{differenceText(row.difference, language)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** Under the device's own revisions: since when it keeps them, what was read beyond that and when, and reading more. */
function OlderPart({ reading, zone }: { reading: OlderReading; zone: string }) {
  const { t } = useTranslation('stock');
  const online = useOnline();
  const language = useLanguage();
  const { horizon, older, busy, failure, read } = reading;
  if (horizon === null) return null;
  const date = formatShortDate(zonedParts(horizon, zone).date, language);
  const time = older ? formatTimeOf(older.readAt, zone) : '';
  const told = !older
    ? null
    : !older.isAll
      ? t('older_read', { time })
      : t(older.rows.length > 0 ? 'older_all' : 'older_none', { time });
  return (
    <section aria-label={t('older')} className="flex flex-col items-start gap-3">
      <p className="hint" role="status">
        {t('older_since', { date })} {told}
      </p>
      {online ? null : (
        <Notice tone="warn" icon={<CloudOff className="i" aria-hidden="true" />}>
          {older ? t('older_stale', { time }) : t('older_offline')}
        </Notice>
      )}
      {failure && online ? <ErrorBox className="w-full" title={t('older_failed')} detail={failure} onRetry={read} /> : null}
      {older?.isAll ? null : (
        <Button icon={<History className="i" aria-hidden="true" />} busy={busy} disabled={!online} onClick={read}>
          {t('older_more')}
        </Button>
      )}
    </section>
  );
}

/** The names and facts of the products and people that the rows of a revision only give by id. */
interface Account {
  zone: string;
  language: Language;
  /** As it last stood where it was deleted; undefined where this device does not know it any more. */
  productOf: (id: string) => LocalRow<'products'> | undefined;
  nameOf: (id: string) => string;
  groupOf: (id: string) => string | null;
  personOf: (userId: string) => string;
}

interface KnownPeople {
  own: string;
  owner: string | null;
  names: ReadonlyMap<string, string>;
}

/** The signed-in person, somebody by name, the salon's owner, or somebody else by the beginning of their id, until names are known. */
function personText(userId: string, known: KnownPeople, t: TFunction<'stock'>): string {
  if (userId === known.own) return t('person_own');
  const name = known.names.get(userId);
  if (name !== undefined) return name;
  return userId === known.owner ? t('person_owner') : t('person_else', { id: userId.slice(0, 8) });
}

/** „20/11/2026, 11:52“ on the salon's clock; that it waits where no moment is known. */
function atText(at: number | null, { zone, language }: Pick<Account, 'zone' | 'language'>, t: TFunction<'stock'>): string {
  if (at === null) return t('not_sent_yet');
  const { date } = zonedPartsOfMs(at, zone);
  return `${formatShortDate(date, language)}, ${formatTimeOf(new Date(at).toISOString(), zone)}`;
}

/** Returns the price at which a product is bought; null if it is not known. */
const supplyOf = (product: LocalRow<'products'> | undefined): Money | null =>
  product && product.supply_price !== null && product.supply_currency !== null
    ? { amount: product.supply_price, currency: product.supply_currency }
    : null;

/** The history as a table: one row a counted product. @param currency the salon's */
function csvRows(
  past: readonly PastRevision[],
  account: Account,
  currency: Currency | null,
  t: TFunction<'stock'>,
  words: TFunction<'products'>,
): readonly (readonly CsvCell[])[] {
  const head = [
    t('date'),
    t('person'),
    words('product'),
    words('group'),
    t('old_stock'),
    t('new_stock'),
    t('difference'),
    words('unit'),
    t('difference_value'),
  ];
  const body = past.flatMap((one) =>
    one.rows.map((row) => {
      const product = account.productOf(row.product_id);
      const price = supplyOf(product);
      return [
        atText(one.at, account, t),
        account.personOf(one.user_id),
        account.nameOf(row.product_id),
        account.groupOf(row.product_id),
        row.old_quantity,
        row.new_quantity,
        row.difference,
        product ? unitText(product.unit, words) : null,
        price && moneyCell(valueAt(row, price), { currency, language: account.language }),
      ];
    }),
  );
  return [head, ...body];
}

/** The drawing's own units; it stretches with the card. */
const WIDTH = 600;
const HEIGHT = 120;
const EDGE = 8;

interface StockChartProps {
  product: LocalRow<'products'>;
  /** Oldest first. */
  line: readonly StockPoint[];
  zone: string;
}

/** A product's counted stock over time: steps for the eye, a table of the same numbers for screen readers. */
function StockChart({ product, line, zone }: StockChartProps) {
  const { t } = useTranslation('stock');
  const { t: words } = useTranslation('products');
  const language = useLanguage();
  const from = line[0]?.at ?? 0;
  const span = Math.max(1, (line.at(-1)?.at ?? 0) - from);
  const most = Math.max(1, ...line.map(({ quantity }) => quantity));
  const x = (at: number) => EDGE + ((at - from) / span) * (WIDTH - 2 * EDGE);
  const y = (quantity: number) => HEIGHT - EDGE - (quantity / most) * (HEIGHT - 2 * EDGE);
  // The stock is known at counts alone: it holds until the next one.
  const path = line.map(({ at, quantity }, no) => (no === 0 ? `M${x(at)} ${y(quantity)}` : `H${x(at)}V${y(quantity)}`)).join('');
  const amount = (quantity: number) => `${amountText(quantity, language)}\u00a0${unitText(product.unit, words)}`;
  return (
    <figure className="card m-0 p-4">
      <figcaption className="mb-2 flex flex-wrap items-baseline justify-between gap-2">
        <b className="font-semibold">{t('chart_title', { name: product.name })}</b>
        <span className="text-ink-3 text-sm">{t('chart_most', { amount: amount(most) })}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-28 w-full text-primary"
        aria-hidden="true"
      >
        <line
          x1="0"
          x2={WIDTH}
          y1={HEIGHT - EDGE}
          y2={HEIGHT - EDGE}
          stroke="var(--color-line-strong)"
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={path}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p className="tnum mt-1 flex justify-between text-ink-3 text-xs" aria-hidden="true">
        <span>{atText(from, { zone, language }, t)}</span>
        <span>{atText(line.at(-1)?.at ?? from, { zone, language }, t)}</span>
      </p>
      <table className="sr-only">
        <caption>{t('chart_title', { name: product.name })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('date')}</th>
            <th scope="col">{words('stock')}</th>
          </tr>
        </thead>
        <tbody>
          {line.map(({ at, quantity }, no) => (
            <tr key={`${at} ${no === 0 ? 'before' : quantity}`}>
              <td>{no === 0 ? t('before_first') : atText(at, { zone, language }, t)}</td>
              <td>{amount(quantity)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
