/** Rows with their amounts in euro: they tell a change of an amount from a change of the salon's currency. */
import { inCurrency } from '#domain/money/fixed-rate.ts';
import { PRICED_TABLES, withPrices } from '#domain/money/row-prices.ts';
import type { TableName } from '#schemas/registry.ts';

/**
 * Returns the row with amounts in levs converted at the fixed rate, and others as they are. Amounts in levs that give the same
 * cents become equal.
 */
export function inEuro(table: TableName, row: object): Readonly<Record<string, unknown>> {
  const fields = row as Readonly<Record<string, unknown>>;
  const priced = PRICED_TABLES.find((one) => one === table);
  return priced ? { ...fields, ...withPrices(priced, fields, (price) => inCurrency(price, 'EUR')) } : fields;
}
