/**
 * A change of the salon's currency: the prices of services, products, and bookings that have not begun. Promises: each amount
 * names its currency, and only amounts in the former one are changed, so that any device can complete a change that broke off,
 * and two devices that make the same change end alike; the salon's currency is written first; until the server has confirmed
 * that, the whole change can be undone, back to the server's amounts.
 */
import { combineLatest, distinctUntilChanged, firstValueFrom, map, type Observable } from 'rxjs';
import { insideOf } from '#data/inside-replica.ts';
import { liveRows, rowOf } from '#data/live-rows.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { changeOf, rowNow } from '#data/row-writes.ts';
import { convertMoney, formerMoney, hasFixedRate } from '#domain/money/fixed-rate.ts';
import type { Money } from '#domain/money/money.ts';
import {
  PRICED_TABLES,
  type PriceColumn,
  type PricedTable,
  pricesOf,
  type RowPrice,
  withPrices,
} from '#domain/money/row-prices.ts';
import { CURRENCIES, type Currency } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { Change } from '#sync/replica.ts';

/** One price. `from` and `to` are amounts with two decimals. */
export interface PriceChange {
  readonly table: PricedTable;
  readonly id: string;
  readonly column: PriceColumn;
  /** The employee whose own price of a service it is; null for the price with everybody. */
  readonly employee: string | null;
  readonly from: number;
  /** Null if there is no fixed rate. */
  readonly to: number | null;
  /** The name of the priced thing, as lists show it. */
  readonly name: string;
  /** The start of a booking, ISO UTC; null for the others. */
  readonly start: string | null;
}

/** The prices in one currency, with their amounts in another. */
export interface CurrencyPlan {
  readonly from: Currency;
  readonly to: Currency;
  /** Services first, then products, then bookings by their start. */
  readonly prices: readonly PriceChange[];
}

type PricedRow = LocalRow<PricedTable>;
type PricedRows = { readonly [N in PricedTable]: readonly LocalRow<N>[] } & {
  readonly resources: readonly LocalRow<'resources'>[];
};

/** Follows the rows with a salon's prices of today. @param now bookings that begin then or later, ISO UTC */
function pricedRows$(replica: OpenReplica, now: string): Observable<PricedRows> {
  return combineLatest({
    services: liveRows(replica, 'services'),
    products: liveRows(replica, 'products'),
    events: liveRows(replica, 'events', { selector: { start_time: { $gte: now } }, sort: [{ start_time: 'asc' }] }),
    resources: liveRows(replica, 'resources'),
  });
}

function pricesIn(rows: PricedRows, from: Currency, to: Currency): PriceChange[] {
  const people = new Map(rows.resources.map(({ id, name }) => [id, name]));
  const nameOf = (row: PricedRow) => ('title' in row ? (row.title ?? '') : row.name);
  return PRICED_TABLES.flatMap((table) =>
    (rows[table] as readonly PricedRow[]).flatMap((row) =>
      pricesOf(table, { ...row })
        .filter(({ currency }) => currency === from)
        .map(({ column, employee, amount }): PriceChange => {
          const of = employee === null ? [nameOf(row)] : [nameOf(row), people.get(employee)];
          const become = hasFixedRate(from, to) ? convertMoney(amount, from, to) : null;
          const name = of.filter(Boolean).join(' · ');
          const start = 'start_time' in row ? row.start_time : null;
          return { table, id: row.id, column, employee, from: amount, to: become, name, start };
        }),
    ),
  );
}

/** Plans a change of currency: the amounts in `from`. @param now bookings that begin then or later, ISO UTC */
export async function planCurrencyChange(replica: OpenReplica, from: Currency, to: Currency, now: string): Promise<CurrencyPlan> {
  return { from, to, prices: pricesIn(await firstValueFrom(pricedRows$(replica, now)), from, to) };
}

/**
 * Follows the prices that are not in the salon's currency, one plan for each other currency. @param now as with
 * `planCurrencyChange`
 */
export function formerPrices$(replica: OpenReplica, salon: Currency, now: string): Observable<readonly CurrencyPlan[]> {
  const others = CURRENCIES.filter((one) => one !== salon);
  return pricedRows$(replica, now).pipe(
    map((rows) => others.map((from) => ({ from, to: salon, prices: pricesIn(rows, from, salon) }))),
    map((plans) => plans.filter(({ prices }) => prices.length > 0)),
  );
}

/** The number of rows that are written in one call. Between two calls the progress moves and the page can be used. */
const AT_ONCE = 100;

type Named = readonly [table: PricedTable, id: string];
/** Returns the new amount of a price; null: it stays. */
type Next = (price: RowPrice, table: PricedTable, row: PricedRow) => Money | null;

async function rowsOf(replica: OpenReplica, table: PricedTable, ids: readonly string[]): Promise<PricedRow[]> {
  const found = await insideOf(replica)
    .rows[table].findByIds([...ids])
    .exec();
  return [...found.values()].map((document) => document.toJSON() as PricedRow).filter(({ deleted }) => !deleted);
}

/** Writes new amounts into rows as they are then. `progress` gets the number of amounts that are done. */
async function writePrices(replica: OpenReplica, rows: readonly Named[], next: Next, progress: (done: number) => void) {
  let done = 0;
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const part = rows.slice(at, at + AT_ONCE);
    const changes: Change[] = [];
    for (const table of PRICED_TABLES) {
      const ids = part.filter(([of]) => of === table).map(([, id]) => id);
      for (const row of ids.length > 0 ? await rowsOf(replica, table, ids) : []) {
        const change = withPrices(table, { ...row }, (price) => {
          const to = next(price, table, row);
          if (to) done += 1;
          return to;
        });
        if (change) changes.push(changeOf(table, row.id, change));
      }
    }
    if (changes.length > 0) await insideOf(replica).write(changes);
    progress(done);
  }
}

async function writeCurrency(replica: OpenReplica, currency: Currency): Promise<void> {
  const id = String(replica.salonId);
  const settings = await rowNow(replica, 'salon_settings', id);
  await insideOf(replica).write([
    changeOf('salons', id, { currency }),
    ...(settings ? [changeOf('salon_settings', id, { currency })] : []),
  ]);
}

/**
 * Returns this amount in that currency as the server last confirmed it; null if the row is not unsent, or if the amount was in
 * another currency.
 */
function confirmed(price: RowPrice, table: PricedTable, row: PricedRow, currency: Currency): RowPrice | null {
  if (row.pending === 0 || row.base === null) return null;
  const same = (one: RowPrice) => one.column === price.column && one.employee === price.employee && one.currency === currency;
  return pricesOf(table, row.base).find(same) ?? null;
}

/** A change of currency as a person chooses it. */
export interface CurrencyChange {
  readonly from: Currency;
  readonly to: Currency;
  /**
   * `kept`: the numbers were meant in the other currency all along. `converted`: they are converted, if there is a fixed rate.
   */
  readonly numbers: 'converted' | 'kept';
}

/**
 * Changes the currency of the salon, and of the amounts in its former currency. Amounts in the new currency stay, so that the
 * change can be repeated on any device.
 * @param now bookings that begin then or later, ISO UTC
 * @param progress gets the number of amounts that are done
 * @throws what `write` throws; amounts that are not done then are still in the former currency, and say so
 */
export async function changeCurrency(
  replica: OpenReplica,
  { from, to, numbers }: CurrencyChange,
  now: string,
  progress: (done: number) => void,
): Promise<void> {
  await writeCurrency(replica, to);
  const { prices } = await planCurrencyChange(replica, from, to, now);
  const next: Next = (price, table, row) => {
    if (price.currency !== from) return null;
    if (numbers === 'kept') return { amount: price.amount, currency: to };
    if (!hasFixedRate(from, to)) return null;
    const before = confirmed(price, table, row, to);
    // A change there and back without a line ends at the first amount, not a hundredth beside it.
    if (before && convertMoney(before.amount, to, from) === price.amount) return before;
    return { amount: convertMoney(price.amount, from, to), currency: to };
  };
  await writePrices(replica, rowsIn(prices), next, progress);
}

const rowsIn = (prices: readonly PriceChange[]): Named[] => [
  ...new Map(prices.map(({ table, id }) => [`${table}/${id}`, [table, id] as const])).values(),
];

type SalonRow = Pick<LocalRow<'salons'>, 'pending' | 'base' | 'currency'>;

/** Returns the currency that the server has while another one is unsent. */
function unsentFrom(salon: SalonRow | null): Currency | null {
  if (!salon || salon.pending === 0) return null;
  return CURRENCIES.find((one) => one === salon.base?.currency && one !== salon.currency) ?? null;
}

const salonOf = (replica: OpenReplica) => insideOf(replica).rows.salons.findOne(String(replica.salonId));

/** Follows the currency to which a change can be undone; null if there was no change, or if the server has confirmed it. */
export function undoableCurrency$(replica: OpenReplica): Observable<Currency | null> {
  return salonOf(replica).$.pipe(
    map((salon) => unsentFrom(salon && (salon.toJSON() as SalonRow))),
    distinctUntilChanged(),
  );
}

/**
 * Undoes a change of currency: the salon's, and that of all amounts in it. They become the server's amounts; those that were
 * written only here are converted back. An amount that was only tried does not count as sent: it is written back with the rest.
 * @param now as with `changeCurrency`. @returns false if the server has confirmed the change
 */
export async function undoCurrencyChange(replica: OpenReplica, now: string): Promise<boolean> {
  const salon = await salonOf(replica).exec();
  const to = unsentFrom(salon && rowOf<'salons'>(salon));
  if (!salon || to === null) return false;
  const from = salon.currency;
  await writeCurrency(replica, to);
  const { prices } = await planCurrencyChange(replica, from, to, now);
  // Bookings that have begun since the change were converted with it.
  const begun = await insideOf(replica)
    .rows.events.find({ selector: { pending: 1, start_time: { $lt: now } } })
    .exec();
  const next: Next = (price, table, row) => {
    if (price.currency !== from) return null;
    const before = confirmed(price, table, row, to);
    const isConverted = before && hasFixedRate(to, from) && convertMoney(before.amount, to, from) === price.amount;
    if (before && (isConverted || before.amount === price.amount)) return before;
    const isBegun = 'start_time' in row && row.start_time < now;
    if ((isBegun && !before) || !hasFixedRate(from, to)) return null;
    const isOurs = row.pending === 1 && (row.base === null || before !== null);
    return { amount: (isOurs ? formerMoney : convertMoney)(price.amount, from, to), currency: to };
  };
  const rows = [...rowsIn(prices), ...begun.map(({ id }): Named => ['events', id])];
  await writePrices(replica, rows, next, () => undefined);
  return true;
}
