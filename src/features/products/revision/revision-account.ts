import type { TFunction } from 'i18next';
import type { CsvCell } from '#domain/csv.ts';
import { formatTimeOf } from '#domain/date-format.ts';
import type { Money } from '#domain/money.ts';
import { moneyCell } from '#domain/money-cell.ts';
import { type PastRevision, valueAt } from '#domain/revision-history.ts';
import { zonedPartsOfMs } from '#domain/time.ts';
import { formatShortDate } from '#i18n/formats.ts';
import { unitText } from '#products/stock.ts';
import type { Currency, Language } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';

/** What a list of revisions says of the products and people that its rows only name by id. */
export interface Account {
  zone: string;
  language: Language;
  /** As it last stood where it was deleted; undefined where this device does not know it any more. */
  productOf: (id: string) => LocalRow<'products'> | undefined;
  nameOf: (id: string) => string;
  groupOf: (id: string) => string | null;
  personOf: (userId: string) => string;
}

/** The signed-in person, the salon's owner, or somebody else by the beginning of their id: a salon's rows name no accounts. */
export function personText(userId: string, known: { own: string; owner: string | null }, t: TFunction<'stock'>): string {
  if (userId === known.own) return t('person_own');
  return userId === known.owner ? t('person_owner') : t('person_else', { id: userId.slice(0, 8) });
}

/** „20/11/2026, 11:52“ on the salon's clock; that it waits where no moment is known. */
export function atText(at: number | null, { zone, language }: Pick<Account, 'zone' | 'language'>, t: TFunction<'stock'>): string {
  if (at === null) return t('not_sent_yet');
  const { date } = zonedPartsOfMs(at, zone);
  return `${formatShortDate(date, language)}, ${formatTimeOf(new Date(at).toISOString(), zone)}`;
}

/** What a product costs to buy; null where that is not known. */
export const supplyOf = (product: LocalRow<'products'> | undefined): Money | null =>
  product && product.supply_price !== null && product.supply_currency !== null
    ? { amount: product.supply_price, currency: product.supply_currency }
    : null;

/** The history as a table: one row a counted product. @param currency the salon's */
export function csvRows(
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
