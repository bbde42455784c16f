/** Imports products: finds the columns of a foreign table and judges its rows. */

import { barcodeKey } from '#domain/stock/barcodes.ts';
import type { Currency } from '#schemas/constants.ts';
import type { Product } from '#schemas/products.ts';
import { type Amount, currencyOfHead, isRounded, nameKey, readAmount, readWhole } from './import-cells.ts';
import {
  type ColumnMapping,
  cellOf,
  fieldOfHead,
  filledColumns,
  type Heads,
  hasNumbers,
  mostLook,
  withoutRepeats,
} from './import-columns.ts';
import { type Finder, type JudgedRow, judgeEach, type WrongReason } from './import-rows.ts';

/** The fields of a product that a column of a foreign table can be read into. */
export const PRODUCT_FIELDS = [
  'name',
  'barcode',
  'group',
  'quantity',
  'unit',
  'supply_price',
  'sale_price',
  'low_stock_at',
] as const;
/** One of these fields. */
export type ProductField = (typeof PRODUCT_FIELDS)[number];

/** A product as in the row; `group` is the group's name, and a `unit` of null becomes that of a new product. */
export type ImportedProduct = Readonly<
  Pick<
    Product,
    'name' | 'barcode' | 'quantity' | 'supply_price' | 'supply_currency' | 'sale_price' | 'currency' | 'low_stock_at'
  > & {
    group: string | null;
    unit: string | null;
  }
>;

const HEADS: Heads<ProductField> = {
  name: ['име', 'продукт', 'продукти', 'наименование', 'артикул', 'стока', 'именапродукта', 'именапродукт', 'имепродукт', 'описание', 'name', 'product', 'products', 'productname', 'item', 'itemname', 'article', 'title'],
  barcode: ['баркод', 'баркодове', 'баркоден', 'штрихкод', 'щрихкод', 'еан', 'ean', 'barcode', 'barcodes', 'upc', 'gtin'],
  group: ['група', 'групи', 'категория', 'групапродукти', 'продуктовагрупа', 'вид', 'group', 'groupname', 'productgroup', 'category', 'productcategory', 'type'],
  quantity: ['количество', 'колво', 'наличност', 'налично', 'наличноколичество', 'налични', 'брой', 'бройки', 'запас', 'quantity', 'qty', 'stock', 'instock', 'onhand', 'stockquantity', 'currentstock', 'count'],
  unit: ['мярка', 'мерка', 'мернаединица', 'единица', 'ме', 'единицамярка', 'unit', 'units', 'uom', 'measure', 'unitofmeasure'],
  supply_price: ['доставнацена', 'доставна', 'покупнацена', 'ценанадоставка', 'себестойност', 'ценапокупка', 'supplyprice', 'supply', 'cost', 'costprice', 'purchaseprice', 'buyprice', 'buyingprice', 'wholesaleprice'],
  sale_price: ['продажнацена', 'продажна', 'цена', 'ценалв', 'ценаеur', 'ценаевро', 'ценанадребно', 'ценапродажба', 'дребно', 'saleprice', 'sale', 'sellingprice', 'sellprice', 'retailprice', 'price', 'unitprice', 'priceeur', 'pricebgn'],
  low_stock_at: ['прагзапоръчка', 'праг', 'минимум', 'минималноколичество', 'минималнаналичност', 'orderthreshold', 'threshold', 'lowstock', 'lowstockat', 'reorderpoint', 'reorderlevel', 'minimum', 'minstock'],
}; // biome-ignore format: a table reads better in rows

const LOOKS: readonly (readonly [ProductField, (text: string) => boolean])[] = [
  ['barcode', (text) => /^\d{8,14}$/.test(text) || isRounded(text)],
  ['name', (text) => /\p{L}{2}/u.test(text) && readAmount(text) === null],
  ['quantity', (text) => readWhole(text) !== null],
  ['sale_price', (text) => readAmount(text) !== null],
];

/** Guesses the columns by their heads, else by their contents. A person sees the guess and may change it. */
export function guessProductColumns(rows: readonly (readonly string[])[]): ColumnMapping<ProductField> {
  const [first = []] = rows;
  const heads = first.map((head) => fieldOfHead(head, HEADS));
  if (heads.some((field) => field !== null) && !hasNumbers(first)) return { hasHead: true, fields: withoutRepeats(heads) };
  const looks = filledColumns(rows).map((cells) => LOOKS.find(([, look]) => mostLook(cells, look))?.[0] ?? null);
  return { hasHead: false, fields: withoutRepeats(looks) };
}

const UNITS: Readonly<Record<string, readonly string[]>> = {
  g: ['g', 'gr', 'gram', 'grams', 'г', 'гр', 'грам', 'грама'],
  ml: ['ml', 'мл', 'milliliter', 'милилитър', 'милилитра'],
  pcs: ['pcs', 'pc', 'piece', 'pieces', 'бр', 'брой', 'броя', 'бройки'],
};

/** Returns the unit as it is stored; an unknown one stays as it is written. */
function unitOf(text: string): string | null {
  const plain = text.toLowerCase().replace(/\./g, '');
  return Object.entries(UNITS).find(([, names]) => names.includes(plain))?.[0] ?? (text || null);
}

type Known = Pick<Product, 'id' | 'name' | 'barcode'>;
type Named = Pick<Product, 'name' | 'barcode'>;

/** Two products are the same by barcode, else by name unless both have a barcode and they differ. */
function productFinder<P extends Named>(): Finder<Named, P> {
  const byCode = new Map<string, P>();
  const byName = new Map<string, P[]>();
  return {
    add(product) {
      const code = barcodeKey(product.barcode ?? '');
      if (code && !byCode.has(code)) byCode.set(code, product);
      const name = nameKey(product.name);
      byName.set(name, [...(byName.get(name) ?? []), product]);
    },
    find({ name, barcode }) {
      const coded = barcode ? byCode.get(barcodeKey(barcode)) : undefined;
      if (coded) return { row: coded, by: 'barcode' };
      const named = byName.get(nameKey(name))?.find((other) => !barcode || !other.barcode);
      return named ? { row: named, by: 'name' } : null;
    },
  };
}

interface ProductReading {
  readonly columns: ColumnMapping<ProductField>;
  /** The salon's currency, which plain numbers are in. */
  readonly currency: Currency;
  /** The currency in the heads of the two prices; null if they name none. */
  readonly named?: { readonly sale: Currency | null; readonly supply: Currency | null };
}

function readProduct(cells: readonly string[], { columns, currency, named }: ProductReading): [ImportedProduct, WrongReason[]] {
  const of = (field: ProductField) => cellOf(cells, columns, field);
  // „12 бр.“ names the unit in the same cell.
  const [, number = '', ownUnit = ''] = /^([\d\s.,]+?)\s*(\p{L}*\.?)$/u.exec(of('quantity')) ?? [undefined, of('quantity')];
  const [sale, supply, least, barcode] = [of('sale_price'), of('supply_price'), of('low_stock_at'), of('barcode')];
  const [saleAmount, supplyAmount] = [sale, supply].map((text) => (text === '' ? null : readAmount(text)));
  const product: ImportedProduct = {
    name: of('name'),
    barcode: barcode || null,
    group: of('group') || null,
    quantity: number === '' ? 0 : (readWhole(number) ?? 0),
    unit: unitOf(of('unit') || ownUnit),
    supply_price: supplyAmount?.amount ?? null,
    supply_currency: supplyAmount ? currency : null,
    sale_price: saleAmount?.amount ?? 0,
    currency,
    low_stock_at: least === '' ? null : readWhole(least),
  };
  const wrong: WrongReason[] = [];
  if (product.name === '') wrong.push('no_name');
  if (isRounded(barcode)) wrong.push('barcode_exponent');
  if (number !== '' && readWhole(number) === null) wrong.push('quantity');
  // A list without any price is taken as it is; a price missing among others is asked for.
  if (sale === '' && columns.fields.includes('sale_price')) wrong.push('no_price');
  if (sale !== '' && !saleAmount) wrong.push('price');
  if (supply !== '' && !supplyAmount) wrong.push('supply_price');
  const isOther = (amount: Amount | null | undefined, head: Currency | null | undefined) =>
    amount && (amount.currency ?? head ?? currency) !== currency;
  if (isOther(saleAmount, named?.sale) || isOther(supplyAmount, named?.supply)) wrong.push('other_currency');
  if (least !== '' && product.low_stock_at === null) wrong.push('low_stock_at');
  const { name, group, unit } = product;
  if (name.length > 200 || (group?.length ?? 0) > 200 || barcode.length > 80 || (unit?.length ?? 0) > 20) wrong.push('too_long');
  return [product, wrong];
}

/**
 * Judges all rows but the head.
 * @param known the existing products
 */
export function judgeProducts<K extends Known>(
  rows: readonly (readonly string[])[],
  reading: ProductReading,
  known: readonly K[],
): JudgedRow<ImportedProduct, K>[] {
  const there = productFinder<K>();
  for (const product of known) there.add(product);
  const before = productFinder<ImportedProduct & { readonly row: number }>();
  const { columns } = reading;
  const headOf = (field: ProductField) => (columns.hasHead ? currencyOfHead(cellOf(rows[0] ?? [], columns, field)) : null);
  const named = { sale: headOf('sale_price'), supply: headOf('supply_price') };
  return judgeEach<ImportedProduct, K>(rows, {
    columns,
    read: (cells) => readProduct(cells, { ...reading, named }),
    there,
    before,
  });
}
