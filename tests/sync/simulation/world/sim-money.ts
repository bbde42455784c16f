/**
 * Two currencies: every amount that stands anywhere in the end is one that somebody typed, in what they typed it, or that one converted
 * once. So none was converted twice, and none got the other currency beside it. Told from what people typed.
 */
import { PRICED_TABLES, pricesOf } from '#domain/money/row-prices.ts';
import type { TableName } from '#schemas/registry.ts';
import type { Fields } from '#sync/core/columns.ts';
import type { WireRow } from '#sync/server/server.ts';
import { inEuro, moneyOf } from '../people/people-money.ts';
import type { DiskContent } from '../protocol.ts';

export interface Priced {
  readonly rows: Readonly<Record<TableName, readonly WireRow[]>>;
  readonly devices: readonly { readonly name: string; readonly content: DiskContent }[];
  /** Each amount that somebody typed, with its currency. */
  readonly typed: ReadonlySet<string>;
}

/** What the salon is furnished with, and what other operations book at (people.ts, people-visits.ts). */
const ALWAYS = ['0 BGN', '25 BGN', '10 BGN'];

export function wrongMoney({ rows, devices, typed }: Priced): string[] {
  const known = new Set<string>();
  for (const money of [...ALWAYS, ...typed]) {
    known.add(money);
    const [amount, currency] = money.split(' ');
    if (currency === 'BGN') known.add(inEuro(Number(amount)));
  }
  const wrong = (where: string, table: TableName, row: Fields & { readonly id: string }): string[] => {
    const priced = PRICED_TABLES.find((one) => one === table);
    return (priced ? pricesOf(priced, row) : [])
      .filter(({ amount, currency }) => !known.has(moneyOf(amount, currency)))
      .map(({ column, amount, currency }) => `MONEY ${where} ${table}/${row.id} ${column}: ${moneyOf(amount, currency)}`);
  };
  return [
    ...PRICED_TABLES.flatMap((table) => rows[table].flatMap((row) => wrong('server', table, { ...row }))),
    ...devices.flatMap(({ name, content }) => content.rows.flatMap(({ table, row }) => wrong(name, table, { ...row }))),
  ];
}
