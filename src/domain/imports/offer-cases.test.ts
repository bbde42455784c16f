import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Currency } from '#schemas/constants.ts';
import { guessKind } from './guess-kind.ts';
import type { JudgedRow } from './import-rows.ts';
import { judgeProducts, judgeServices } from './judged.test-support.ts';
import { guessProductColumns, type ImportedProduct } from './product-import.ts';
import { readTable, textOfFile } from './read-table.ts';
import { guessServiceColumns, type ImportedService } from './service-import.ts';
import { untakenColumns } from './table-shape.ts';

/**
 * Files as other programs write them. 50 was made from memory of Vagaro's public documentation, which shows the fields of a service and no
 * file, and nobody has compared it with a real export; 51 is a price list as a salon hangs it up.
 */
const FOLDER = path.join(import.meta.dirname, '../../../tests/import-cases');
const tableOf = (file: string) => readTable(textOfFile(readFileSync(path.join(FOLDER, file))) ?? '');

const servicesOf = (file: string, currency: Currency = 'BGN') => {
  const rows = tableOf(file);
  return judgeServices(rows, { columns: guessServiceColumns(rows, 'bg'), currency }, []);
};
const productsOf = (file: string, known: readonly { id: string; name: string; barcode: string | null }[] = []) => {
  const rows = tableOf(file);
  return judgeProducts(rows, { columns: guessProductColumns(rows), currency: 'BGN' }, known);
};

/** Returns each row with its fate in a word; `no_price` and the like are the reasons why it makes no new record. */
const fates = <V extends object, K>(rows: readonly JudgedRow<V, K>[]) =>
  rows.map(({ row, value, verdict }) => ({
    ...{ row, ...value, fate: verdict.kind === 'wrong' ? verdict.reasons.join(' ') : verdict.kind },
  }));
const saidIn = <V, K>(rows: readonly JudgedRow<V, K>[]) =>
  rows.flatMap(({ row, leftOut }) => leftOut.map(({ text, why }) => [row, text, why]));

type Expected = { readonly row: number; readonly fate?: string };
const SERVICE: ImportedService = {
  ...{ name_bg: null, name_en: null, category: null, duration: null, buffer_after: 0 },
  ...{ price: 0, currency: 'BGN', show_online: true, notes: null },
};
const service = (value: Partial<ImportedService> & Expected) => ({ ...SERVICE, fate: 'new', ...value });
const PRODUCT: ImportedProduct = {
  ...{ name: '', barcode: null, group: null, quantity: 0, unit: null, low_stock_at: null, notes: null },
  ...{ supply_price: null, supply_currency: null, sale_price: 0, currency: 'BGN' },
};
const product = (value: Partial<ImportedProduct> & Expected) => ({ ...PRODUCT, fate: 'new', ...value });

describe('a file of services becomes those that a person reads in it', () => {
  test('06: Fresha, two of one name in two categories, cleaning up after one', () => {
    expect(fates(servicesOf('06-fresha-services.csv'))).toEqual([
      service({ row: 2, name_bg: 'Gel overlay and manicure', category: 'NAILS GEL', duration: 90, price: 80 }),
      service({ row: 3, name_bg: 'Legs', category: 'WAXING', duration: 15, buffer_after: 10, price: 22 }),
      service({ row: 4, name_bg: 'Legs', category: 'LASER', duration: 40, price: 145, show_online: false }),
      service({
        row: 5,
        name_bg: 'Colour + cut - From',
        category: 'COLOUR',
        duration: 125,
        price: 72,
        notes: 'Line one\nLine two',
      }),
    ]);
    expect(saidIn(servicesOf('06-fresha-services.csv'))).toEqual([]);
  });

  test('15: a price list in two currencies, in a salon that counts in levs', () => {
    expect(fates(servicesOf('15-services-bg-prices.csv'))).toEqual([
      service({ row: 2, name_bg: 'Подстригване къса коса', duration: 30, price: 25 }),
      service({ row: 3, name_bg: 'Боядисване', duration: 90, price: 60, notes: 'Цена лв./€: от 60 лв.' }),
      service({ row: 4, name_bg: 'Прическа', duration: 45, price: 40, notes: 'Времетраене: 45-60 мин\nЦена лв./€: 40-60' }),
      service({ row: 5, name_bg: 'Маникюр', duration: 60, price: 35 }),
      service({ row: 6, name_bg: 'Педикюр', duration: 50, price: 1200 }),
      service({ row: 7, name_bg: 'Вежди', duration: 15, price: 0 }),
      service({ row: 8, name_bg: 'Ламиниране', duration: 30, price: 20, currency: 'EUR' }),
    ]);
    expect(saidIn(servicesOf('15-services-bg-prices.csv'))).toEqual([
      [3, 'от 60 лв.', 'part'],
      [4, '45-60 мин', 'part'],
      [4, '40-60', 'part'],
    ]);
  });

  test('15: the same in a salon that counts in euros', () => {
    expect(servicesOf('15-services-bg-prices.csv', 'EUR').map(({ value }) => [value.price, value.currency])).toEqual([
      [12.78, 'EUR'],
      [60, 'BGN'],
      [40, 'EUR'],
      [35, 'BGN'],
      [1200, 'EUR'],
      [0, 'EUR'],
      [20, 'EUR'],
    ]);
  });

  test('20: a price list as several hands have written it', () => {
    expect(fates(servicesOf('20-services-mix.csv'))).toEqual([
      service({ row: 2, name_bg: 'Бръснене', duration: 30, price: 10 }),
      service({ row: 3, name_bg: 'Балеаж', duration: 150, price: 120, notes: 'Цена: от 120' }),
      service({ row: 4, name_bg: 'Детско', duration: 20, price: 12 }),
      service({ row: 5, name_bg: 'Измиване', duration: 10, price: 9.78 }),
      service({ row: 6, name_bg: 'Масаж', duration: 75, price: 60 }),
    ]);
    expect(servicesOf('20-services-mix.csv', 'EUR')[3]?.value).toMatchObject({ price: 5, currency: 'EUR', notes: null });
  });

  test('50: the menu of Vagaro', () => {
    const usd = { currency: 'USD' } as const;
    expect(fates(servicesOf('50-vagaro-services.csv'))).toEqual([
      service({
        ...{ row: 2, name_bg: "Women's Haircut", category: 'Hair', duration: 60, buffer_after: 10, price: 65, ...usd },
        notes: 'Wash and style included\nPrice: $65.00 and up',
      }),
      service({ row: 3, name_bg: 'Brow Tint', category: 'Lashes & Brows', duration: 20, price: 25, ...usd }),
      service({ row: 4, name_bg: 'Consultation', category: 'Hair', duration: 15, show_online: false }),
      service({
        ...{ row: 5, name_bg: 'Bridal Trial', category: 'Hair', duration: 105, buffer_after: 15, show_online: false },
        ...{ notes: 'Price: Varies', fate: 'no_price' },
      }),
    ]);
  });

  test('51: the names that stand alone are the categories of what is below them', () => {
    expect(fates(servicesOf('51-price-list-sections.csv'))).toEqual([
      service({ row: 5, name_bg: 'Подстригване', category: 'ФРИЗЬОРСТВО', duration: 45, price: 40 }),
      service({
        ...{ row: 6, name_bg: 'Боядисване', category: 'ФРИЗЬОРСТВО', duration: 90, price: 90 },
        notes: 'Цена: от 90,00 лв. (46,02 €)',
      }),
      service({
        ...{ row: 9, name_bg: 'Маникюр с гел лак', category: 'Маникюр и педикюр', duration: 75, price: 45 },
        notes: 'Мин.: 73',
      }),
      service({ row: 10, name_bg: 'Подстригване', category: 'Маникюр и педикюр', price: 25 }),
    ]);
    expect(saidIn(servicesOf('51-price-list-sections.csv'))).toContainEqual([9, '73', 'rounded_up']);
  });
});

describe('a file of products becomes those that a person reads in it', () => {
  test('14: Square, sizes as variations, stock below zero, a price that is none', () => {
    expect(fates(productsOf('14-square-items.csv'))).toEqual([
      product({
        ...{ row: 2, name: 'Шампоан Роса 250 ml', barcode: '3800000014011', group: 'Шампоани', quantity: 7, low_stock_at: 2 },
        ...{ supply_price: 6.1, supply_currency: 'BGN', sale_price: 12.5, notes: 'SKU: SH-250' },
      }),
      product({
        ...{ row: 3, name: 'Шампоан Роса 1000 ml', barcode: '3800000014028', group: 'Шампоани', quantity: 0 },
        ...{ supply_price: 15, supply_currency: 'BGN', sale_price: 31 },
        notes: 'SKU: SH-1000\nCurrent Quantity Салон: -1',
      }),
      product({ row: 4, name: 'Лак', group: 'Стилизиране', notes: 'Price: variable', fate: 'no_price' }),
    ]);
    expect(saidIn(productsOf('14-square-items.csv'))).toEqual([
      [3, '-1', 'below_zero'],
      [4, 'variable', 'unread'],
    ]);
  });

  test('14b: Fresha, stock with decimals, counted in packages', () => {
    expect(fates(productsOf('14b-fresha-products.csv'))).toEqual([
      product({
        ...{ row: 2, name: 'Маска Бриз', barcode: '3800000014035', group: 'Маски', quantity: 3, unit: '× 250 ml' },
        ...{ low_stock_at: 1, supply_price: 9, supply_currency: 'BGN', sale_price: 18, notes: 'Brand: Проба' },
      }),
      product({
        ...{ row: 3, name: 'Окислител 6%', barcode: '0380000001404', group: 'Боя', quantity: 2, unit: '× 1 l', sale_price: 7 },
        notes: 'Brand: Проба\nStock Quantity: 2.5',
      }),
    ]);
    expect(saidIn(productsOf('14b-fresha-products.csv'))).toEqual([[3, '2.5', 'part']]);
  });

  test('25: barcodes equal those with the zeros that a spreadsheet has dropped', () => {
    const known = [
      { id: 'mask', name: 'Друго име', barcode: '0850018800012' },
      { id: 'shampoo', name: 'И това', barcode: '380000001404' },
    ];
    const verdicts = (rows: ReturnType<typeof productsOf>) =>
      rows.map(({ verdict }) => (verdict.kind === 'known' ? [verdict.row.id, verdict.by] : verdict.kind));
    expect(verdicts(productsOf('25-products-upc.csv'))).toEqual(['new', 'new']);
    expect(verdicts(productsOf('25-products-upc.csv', known))).toEqual([
      ['mask', 'barcode'],
      ['shampoo', 'barcode'],
    ]);
    expect(fates(productsOf('25-products-upc.csv'))).toEqual([
      product({ row: 2, name: 'Маска Проба US', barcode: '850018800012', quantity: 3, sale_price: 20 }),
      product({ row: 3, name: 'Шампоан Проба EAN', barcode: '0380000001404', quantity: 5, sale_price: 12 }),
    ]);
  });
});

test.each([
  ['06-fresha-services.csv', 'services'],
  ['15-services-bg-prices.csv', 'services'],
  ['20-services-mix.csv', 'services'],
  ['50-vagaro-services.csv', 'services'],
  ['51-price-list-sections.csv', 'services'],
  ['14-square-items.csv', 'products'],
  ['14b-fresha-products.csv', 'products'],
  ['25-products-upc.csv', 'products'],
] as const)('%s is guessed to hold %s, and no column that looks like a price is left', (file, kind) => {
  const rows = tableOf(file);
  expect(guessKind(rows)).toBe(kind);
  const columns = kind === 'services' ? guessServiceColumns(rows, 'bg') : guessProductColumns(rows);
  expect(untakenColumns(rows, columns)).toEqual([]);
});
