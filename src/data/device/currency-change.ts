/**
 * The prices of a salon in another currency: services, products, and bookings that have not begun. Promises: what is to be
 * changed is noted on this device before anything is written, so that a change that broke off is completed and no price is
 * converted twice; a price that somebody has changed meanwhile is left; the salon's currency is written last; all of it can be
 * taken back until something of it was sent.
 */
import { concatMap, distinctUntilChanged, map, merge, type Observable, Subject } from 'rxjs';
import { insideOf } from '#data/inside-replica.ts';
import { rowOf } from '#data/live-rows.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { changeOf, rowsWhere } from '#data/row-writes.ts';
import { convertMoney } from '#domain/currency-change.ts';
import type { Currency } from '#schemas/constants.ts';
import { type OwnTerms, ownTermsText, readOwnTerms } from '#schemas/offers.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { Change } from '#sync/replica.ts';
import { inOneWindow } from './one-window.ts';
import { type NotesOf, personNote } from './person-notes.ts';
import { forgetNote, keepNote, readNote } from './small-notes.ts';

type Priced = 'services' | 'products' | 'events';
type Column = 'price' | 'sale_price' | 'supply_price' | 'own_terms';

/** One price. `from` and `to` are amounts with two decimals. */
export interface PriceChange {
  readonly table: Priced;
  readonly id: string;
  readonly column: Column;
  /** Whose own price of a service it is; null for what everybody has. */
  readonly employee: string | null;
  readonly from: number;
  readonly to: number;
  /** What has this price, as lists call it. */
  readonly name: string;
  /** When a booking begins, ISO UTC; null for the others. */
  readonly start: string | null;
}

export interface CurrencyPlan {
  readonly from: Currency;
  readonly to: Currency;
  readonly prices: readonly PriceChange[];
}

/** The note: a plan without names, and whether all of it was written. */
interface Noted {
  readonly from: Currency;
  readonly to: Currency;
  readonly rows: readonly (readonly [Priced, string, Column, number, number, employee?: string | null])[];
  readonly isWritten: boolean;
}

/** Each opening of another window takes a change that is still being written for one that broke off. */
const LOCK = 'currency';

const keyOf = (of: NotesOf) => personNote('currency', of);

function noted(of: NotesOf): Noted | null {
  try {
    const kept = JSON.parse(readNote('local', keyOf(of)) ?? 'null') as Partial<Noted> | null;
    const { from, to, rows, isWritten } = kept ?? {};
    return from && to && Array.isArray(rows) ? { from, to, rows, isWritten: isWritten === true } : null;
  } catch {
    return null; // no note of ours
  }
}
const note = (of: NotesOf, what: Noted) => keepNote('local', keyOf(of), JSON.stringify(what));

/** Nothing of it can be taken back any more. */
function forgetCurrencyChange(of: NotesOf): void {
  forgetNote('local', keyOf(of));
}

/**
 * What a change of currency would write, services first, then products, then bookings by their start. Prices that stay as they
 * are (0) are not in it. @param now bookings that begin then or later, ISO UTC. @throws RangeError without a fixed rate
 */
export async function planCurrencyChange(replica: OpenReplica, from: Currency, to: Currency, now: string): Promise<CurrencyPlan> {
  const [services, products] = [await rowsWhere(replica, 'services', {}), await rowsWhere(replica, 'products', {})];
  const people = new Map((await rowsWhere(replica, 'resources', {})).map(({ id, name }) => [id, name]));
  const selector = { start_time: { $gte: now }, deleted: false };
  const documents = await insideOf(replica)
    .rows.events.find({ selector, sort: [{ start_time: 'asc' }] })
    .exec();
  const one = (
    table: Priced,
    row: { id: string },
    column: Column,
    amount: number | null,
    name: string,
    { start = null, employee = null }: Partial<Pick<PriceChange, 'start' | 'employee'>> = {},
  ): PriceChange[] => {
    const price = {
      table,
      id: row.id,
      column,
      employee,
      from: amount ?? 0,
      to: convertMoney(amount ?? 0, from, to),
      name,
      start,
    };
    return price.from === price.to ? [] : [price];
  };
  const own = (row: LocalRow<'services'>) =>
    termsIn(row).flatMap(({ resource, price }) => {
      const name = [row.name, people.get(resource)].filter(Boolean).join(' · ');
      return one('services', row, 'own_terms', price, name, { employee: resource });
    });
  return {
    from,
    to,
    prices: [
      ...services.flatMap((row) => [...one('services', row, 'price', row.price, row.name), ...own(row)]),
      ...products.flatMap((row) => [
        ...one('products', row, 'sale_price', row.sale_price, row.name),
        ...one('products', row, 'supply_price', row.supply_price, row.name),
      ]),
      ...documents
        .map((document) => rowOf<'events'>(document))
        .flatMap((row) => one('events', row, 'price', row.price, row.title ?? '', { start: row.start_time })),
    ],
  };
}

/** Rows that are written in one call: the bar moves, and the page can be used meanwhile. */
const AT_ONCE = 100;

type Amounts = Partial<Record<Exclude<Column, 'own_terms'>, number | null>>;
type AnyPriced = LocalRow<Priced> & Amounts & { readonly own_terms?: string | null };

const termsIn = ({ own_terms = null }: Pick<AnyPriced, 'own_terms'>): OwnTerms[] => (own_terms && readOwnTerms(own_terms)) || [];

/** What a row says of a price now; null where it says nothing. */
const amountIn = (row: AnyPriced | undefined, column: Column, employee: string | null): number | null =>
  (column === 'own_terms' ? termsIn(row ?? {}).find(({ resource }) => resource === employee)?.price : row?.[column]) ?? null;

/** What writes it; `row` with what this very call writes of it already. */
const withAmount = (row: Pick<AnyPriced, 'own_terms'>, column: Column, employee: string | null, price: number) =>
  column === 'own_terms'
    ? { own_terms: ownTermsText(termsIn(row).map((one) => (one.resource === employee ? { ...one, price } : one))) }
    : { [column]: price };

async function rowsOf(replica: OpenReplica, table: Priced, ids: readonly string[]): Promise<Map<string, AnyPriced>> {
  const found = await insideOf(replica)
    .rows[table].findByIds([...ids])
    .exec();
  return new Map([...found].map(([id, document]) => [id, document.toJSON() as AnyPriced]));
}

/** Writes each price that still stands as it did. */
async function writePrices(replica: OpenReplica, rows: Noted['rows'], progress: (done: number) => void): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const part = rows.slice(at, at + AT_ONCE);
    const changes = new Map<string, Change>();
    for (const table of ['services', 'products', 'events'] as const) {
      const own = part.filter(([of]) => of === table);
      const now = await rowsOf(replica, table, [...new Set(own.map(([, id]) => id))]);
      for (const [, id, column, from, to, employee = null] of own) {
        const row = now.get(id);
        if (!row || row.deleted || amountIn(row, column, employee) !== from) continue;
        const also = column === 'sale_price' ? { price: to } : {}; // PROD-24: `price` is kept equal
        const before = changes.get(`${table}/${id}`)?.change;
        const written = withAmount({ ...row, ...before }, column, employee, to);
        changes.set(`${table}/${id}`, changeOf(table, id, { ...before, ...written, ...also }));
      }
    }
    if (changes.size > 0) await insideOf(replica).write([...changes.values()]);
    progress(Math.min(at + AT_ONCE, rows.length));
  }
}

async function writeCurrency(replica: OpenReplica, currency: Currency): Promise<void> {
  const id = String(replica.salonId);
  await insideOf(replica).write([changeOf('salons', id, { currency }), changeOf('salon_settings', id, { currency })]);
}

/** What the salon counts in; null where it is not here. */
async function currencyOf(replica: OpenReplica): Promise<string | null> {
  const salon = await insideOf(replica).rows.salons.findOne(String(replica.salonId)).exec();
  return salon ? rowOf<'salons'>(salon).currency : null;
}

/** A change has come to its end in this window. */
const ended = new Subject<void>();

async function carryOut(replica: OpenReplica, what: Noted, progress: (done: number) => void): Promise<void> {
  await writePrices(replica, what.rows, progress);
  await writeCurrency(replica, what.to);
  note(replica, { ...what, isWritten: true });
  ended.next();
}

/**
 * Writes a plan. What broke off before is completed instead: a plan that was made beside it would convert its prices once more; and
 * nothing is written where the salon has that currency already, for another window was first. `progress` hears how many prices are
 * done. @throws what the door throws; then the rest is completed later.
 */
export async function changeCurrency(replica: OpenReplica, plan: CurrencyPlan, progress: (done: number) => void): Promise<void> {
  const rows = plan.prices.map(({ table, id, column, from, to, employee }) => [table, id, column, from, to, employee] as const);
  const what = { from: plan.from, to: plan.to, rows, isWritten: false };
  await inOneWindow(replica, LOCK, async () => {
    const before = noted(replica);
    if (before && !before.isWritten) return carryOut(replica, before, progress);
    if ((await currencyOf(replica)) === plan.to) return;
    note(replica, what);
    await carryOut(replica, what, progress);
  });
}

/** Completes a change that broke off. @returns the currency that it led to; null where none had. @throws as `changeCurrency` */
export function finishCurrencyChange(replica: OpenReplica): Promise<Currency | null> {
  return inOneWindow(replica, LOCK, async () => {
    const what = noted(replica);
    if (!what || what.isWritten) return null;
    await carryOut(replica, what, () => undefined);
    return what.to;
  });
}

const isConfirmed = (row: Pick<AnyPriced, 'pending'> | undefined): boolean => row?.pending === 0;

/**
 * The server has confirmed nothing of it. What was only tried does not count: a device without a line tries all day, and what
 * did arrive is written back with the rest. The salon's own row is sent before all others.
 */
async function isAllHere(replica: OpenReplica, { rows }: Noted): Promise<boolean> {
  const salon = await insideOf(replica).rows.salons.findOne(String(replica.salonId)).exec();
  if (isConfirmed(salon?.toJSON() as AnyPriced | undefined)) return false;
  for (const table of ['services', 'products', 'events'] as const) {
    const own = rows.filter(([of]) => of === table);
    const now = await rowsOf(replica, table, [...new Set(own.map(([, id]) => id))]);
    const isSent = ([, id, column, , to, employee = null]: Noted['rows'][number]) =>
      amountIn(now.get(id), column, employee) === to && isConfirmed(now.get(id));
    if (own.some(isSent)) return false;
  }
  return true;
}

/** The currency that a change can be taken back to, live; null where there was none, or something of it was sent. */
export function undoableCurrency$(replica: OpenReplica): Observable<Currency | null> {
  const moved = replica.status$.pipe(
    map(({ phase, pending }) => `${phase} ${pending}`),
    distinctUntilChanged(),
  );
  return merge(moved, ended).pipe(
    concatMap(async () => {
      const what = noted(replica);
      if (!what?.isWritten) return null;
      if (await isAllHere(replica, what)) return what.from;
      forgetCurrencyChange(replica);
      return null;
    }),
    distinctUntilChanged(),
  );
}

/** Takes all of it back: the prices that nobody has changed since, and the currency. @returns false where something was sent */
export function undoCurrencyChange(replica: OpenReplica, progress: (done: number) => void): Promise<boolean> {
  return inOneWindow(replica, LOCK, async () => {
    const what = noted(replica);
    if (!what?.isWritten || !(await isAllHere(replica, what))) return false;
    const rows = what.rows.map(
      ([table, id, column, from, to, employee = null]) => [table, id, column, to, from, employee] as const,
    );
    const back = { from: what.to, to: what.from, rows, isWritten: false };
    note(replica, back); // broken off, it is completed as a change is
    await carryOut(replica, back, progress);
    forgetCurrencyChange(replica);
    ended.next();
    return true;
  });
}
