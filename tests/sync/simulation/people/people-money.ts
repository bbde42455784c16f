/**
 * What people do with prices around a change of currency: one changes the salon's and some of the prices, as far as it comes; each goes
 * on with what its own device still shows in the former one; others add services, price them anew and book them meanwhile, in what
 * their own device says that the salon counts in. What is converted, and to what, is the app's (src/domain/money/row-prices.ts).
 */
import { convertMoney } from '#domain/money/fixed-rate.ts';
import { PRICED_TABLES, withPrices } from '#domain/money/row-prices.ts';
import type { Currency } from '#schemas/constants.ts';
import type { TableName } from '#schemas/registry.ts';
import { SHAPES, type StateRow } from '#sync/core/columns.ts';
import { below, pick, type Random } from '../random.ts';
import type { Change, Desk, Operation } from './people.ts';

export interface MoneyHand {
  readonly random: Random;
  /** Another number each time. */
  next(): number;
  id(prefix: string): string;
  readonly employees: readonly string[];
  /** Each amount that somebody typed, with its currency (`moneyOf`). */
  readonly typed: Set<string>;
}

type Made = Omit<Operation, 'name'>;

/** So many rows of a change are written at once, at most: it may break off behind each. */
const AT_ONCE = 4;
const FROM = 'BGN';
const TO = 'EUR';

/** An amount as the checks know it. */
export const moneyOf = (amount: unknown, currency: unknown): string => `${String(amount)} ${String(currency)}`;
export const inEuro = (amount: number): string => moneyOf(convertMoney(amount, FROM, TO), TO);

const salonOf = (desk: Desk): StateRow | null => desk.live('salons')[0] ?? null;
const currencyOn = (desk: Desk): Currency => (salonOf(desk)?.currency as Currency | undefined) ?? FROM;

/** Each is another, and what it comes to in euro is another, too. */
function typed({ next, typed: known }: MoneyHand, currency: Currency): { price: number; currency: Currency } {
  const price = next() * 3 + 0.07;
  known.add(moneyOf(price, currency));
  return { price, currency };
}

/** The salon's currency, where it is still the former one, and some of the prices; null where there is nothing left of it. */
export function countInEuro(desk: Desk, { random }: MoneyHand): Made | null {
  const salon = salonOf(desk);
  if (!salon) return null;
  const begins = salon.currency === FROM;
  const changes = PRICED_TABLES.flatMap((table) =>
    desk.live(table).flatMap((row): Change[] => {
      const change = withPrices(table, row, ({ amount, currency }) =>
        currency === FROM ? { amount: convertMoney(amount, FROM, TO), currency: TO } : null,
      );
      return change ? [{ table, id: row.id, change }] : [];
    }),
  );
  const written = changes.slice(0, below(random, AT_ONCE + 1));
  if (!begins && written.length === 0) return null;
  return { changes: [...(begins ? [{ table: 'salons' as const, id: salon.id, change: { currency: TO } }] : []), ...written] };
}

/** No form takes back a price and leaves its currency. @param changed all columns that could be taken back */
export function withCurrencies(table: TableName, chosen: readonly string[], changed: readonly string[]): readonly string[] {
  const withOthers = chosen.flatMap((field) => {
    const group = SHAPES[table].groups.find((columns) => columns.includes(field)) ?? [];
    return group.some((one) => one.endsWith('currency')) ? changed.filter((one) => group.includes(one)) : [field];
  });
  return [...new Set(withOthers)];
}

export function priceAnew(desk: Desk, hand: MoneyHand): Made | null {
  const table = pick(hand.random, ['services', 'services', 'products', 'events'] as const);
  const rows = desk.live(table);
  if (rows.length === 0) return null;
  const { price, currency } = typed(hand, currencyOn(desk));
  const change =
    table === 'products'
      ? { sale_price: price, price, currency, supply_price: price, supply_currency: currency }
      : { price, currency };
  return { changes: [{ table, id: pick(hand.random, rows).id, change }] };
}

export function addAtPrice(desk: Desk, hand: MoneyHand): Made {
  const change = { name: `услуга ${hand.next()}`, ...typed(hand, currencyOn(desk)) };
  return { changes: [{ table: 'services', id: hand.id('s'), change }] };
}

/** At the price that the service has on this device. */
export function bookAtPrice(desk: Desk, hand: MoneyHand): Made | null {
  const services = desk.live('services');
  if (services.length === 0) return null;
  const { id: service_id, price, currency } = pick(hand.random, services);
  const start = Date.parse('2026-11-23T08:00:00.000Z') + hand.next() * 60_000;
  const times = { start_time: new Date(start).toISOString(), end_time: new Date(start + 1_800_000).toISOString() };
  const resource_id = pick(hand.random, hand.employees);
  const change = { resource_id, service_id, ...times, title: `час ${hand.next()}`, status: 'booked', price, currency };
  return { changes: [{ table: 'events', id: hand.id('e'), change }] };
}
