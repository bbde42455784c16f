import type { TFunction } from 'i18next';
import type { CsvCell } from '#domain/csv.ts';
import { type FileMoney, moneyCell } from '#domain/money-cell.ts';
import { PRODUCT_FIELDS } from '#domain/product-import.ts';
import { saveCsv } from '#features/save-csv.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { unitText } from './stock.ts';

type Product = LocalRow<'products'>;
type Groups = readonly LocalRow<'product_groups'>[];

/** A head and a row for each product, such as our own import understands. */
export function productTable(
  products: readonly Product[],
  groups: Groups,
  money: FileMoney,
  t: TFunction<'products'>,
): CsvCell[][] {
  const names = new Map(groups.map(({ id, name }) => [id, name]));
  const rows = products.map((product) => {
    const group = names.get(product.group_id ?? '') ?? product.group_name;
    const { sale_price, currency, supply_price, supply_currency } = product;
    const cells: Record<(typeof PRODUCT_FIELDS)[number], CsvCell> = {
      ...{ ...product, group, unit: unitText(product.unit, t) },
      sale_price: moneyCell({ amount: sale_price, currency }, money),
      supply_price:
        supply_price === null || supply_currency === null
          ? null
          : moneyCell({ amount: supply_price, currency: supply_currency }, money),
    };
    return PRODUCT_FIELDS.map((field) => cells[field]);
  });
  return [PRODUCT_FIELDS.map((field) => t(field === 'low_stock_at' ? 'threshold' : field)), ...rows];
}

/** @param today yyyy-MM-dd, for the file's name */
export function exportProducts(
  products: readonly Product[],
  groups: Groups,
  money: FileMoney,
  t: TFunction<'products'>,
  today: string,
): void {
  saveCsv(`greben-products-${today}.csv`, productTable(products, groups, money, t));
}
