/** Imports products: finds the columns of a foreign table, always by both heads and contents, and judges its rows. */

import { barcodeKey } from '#domain/stock/barcodes.ts';
import type { Currency } from '#schemas/constants.ts';
import type { Product } from '#schemas/products.ts';
import { headWords, wordPattern } from './head-words.ts';
import { currencyOfHead, isRounded, nameKey } from './import-cells.ts';
import { type ColumnMapping, firstRowOf, mostLook } from './import-columns.ts';
import {
  cutTo,
  type Finder,
  type JudgedRow,
  judgeEach,
  type LeftOut,
  LONGEST_NOTES,
  type ReadRow,
  type WrongReason,
  withLeftOut,
} from './import-rows.ts';
import { readSections, type Sections } from './list-sections.ts';
import { filledOf, fittingText, LONGEST_NAME, noteLines, type OfferChoices, saidOf, variedName } from './offer-rows.ts';
import { looksLikeAmount, namesCurrency, readPrices } from './price-cells.ts';
import type { Steps } from './steps.ts';
import { countsThousandths, readStockCell } from './stock-cells.ts';
import { findHeadRow, isNoRecord, saidCells } from './table-shape.ts';

/** The fields of a product that a column of a foreign table can be read into. */
export const PRODUCT_FIELDS = [
  'name',
  'variation',
  'barcode',
  'group',
  'quantity',
  'unit',
  'content',
  'supply_price',
  'sale_price',
  'low_stock_at',
  'notes',
] as const;
/** One of these fields. `variation` is a part of the name in a column of its own, `content` the content of one package. */
export type ProductField = (typeof PRODUCT_FIELDS)[number];

/** A product as in the row; `group` is the group's name, and a `unit` of null becomes that of a new product. */
export type ImportedProduct = Readonly<
  Pick<
    Product,
    'name' | 'barcode' | 'quantity' | 'supply_price' | 'supply_currency' | 'sale_price' | 'currency' | 'low_stock_at' | 'notes'
  > & {
    group: string | null;
    unit: string | null;
  }
>;

type Rows = readonly (readonly string[])[];

/** The longest texts of the columns of `products`. */
const LONGEST = { barcode: 80, unit: 20 } as const;

const NOTES = wordPattern(
  'description* | описани* | бележк* | забележк* | бел | заб | коментар* | note | notes | comment* | memo | инфо | информация',
);
/** Matches heads that have no field but that a person would miss. Their texts become notes, each with its head. */
const SAID_NOTES = wordPattern(
  'brand* | марка | бранд | производител* | manufacturer* | supplier* | доставчик* | vendor* | sku | артикулен | каталожен | кат номер | арт номер | product code | item code | код | срок | годност | expiry | expiration',
);
const ELSE = wordPattern(`
  id | token | tax | taxable | taxes | vat | ддс | данък | markup | надценка | margin | марж | sellable | stockable | enabled | reorder quantity | order quantity |
  new quantity | commission* | комисион* | image | photo | снимка | url | link | weight | тегло | created | updated | status | статус | visible | online | онлайн |
  видим* | shipping | discount | отстъпка | total | обща | общо | value | стойност | sum | сума | archived | location | склад | обект | tags | seo | option set |
  modifier* | points | точки | sold | продаден* | продажби | sales | revenue | оборот | age | alcohol | vendor code | supplier code | price type | pricing type |
  special price | promo* | промо* | old price | стара цена | compare | member price | min price | max price | max | maximum | максимал* | rate | position | sort | date | дата | day | days
`);
const BARCODE = wordPattern(
  'баркод* | бар код* | щрихкод* | шрихкод* | штрихкод* | щрих код* | еан* | ean* | barcode* | bar code* | upc* | gtin* | isbn | barkod',
);
const LOW_STOCK = wordPattern(
  'праг | минимум | минимал* | мин количество | мин наличност | мин | threshold | low | lowstock | reorder point | reorder level | minimum | min | alert | критич*',
);
const SUPPLY = wordPattern(
  'доставн* | доставка | покупн* | закупн* | себестойност* | supply | cost | costs | purchase | wholesale | buy | buying | едро | дост | dostavna',
);
const SALE = wordPattern(
  'цен* | price* | продажн* | дребно | retail | selling | sell | sale | прод | лв | лева | bgn | eur | евро | euro | usd | cena | tsena',
);
const VARIATION = wordPattern(
  'variation* | variant* | вариант* | разновидност* | option | options | опция | size | размер* | разфасовк* | нюанс* | shade* | цвят | color | colour',
);
const QUANTITY = wordPattern(
  'количеств* | кол | колво | к во | наличн* | бройк* | брой | броя | бр | запас* | stock | quantity | qty | on hand | onhand | count | inventory | остатък | салдо | nalichnost | kolichestvo',
);
const CONTENT = wordPattern('съдържание | обем | volume | нето | net | грамаж | amount | contents | content');
const UNIT = wordPattern('мярк* | мерк* | мерн* | единиц* | м е | ме | unit* | uom | measure* | measurement');
const GROUP = wordPattern('категори* | category* | categories | група | групи | group* | kategoria | grupa');
const GROUP_TOO = wordPattern('вид | type | раздел* | section* | department | отдел | колекция | collection | линия | серия');
const NAME = wordPattern(
  'име | наименовани* | продукт* | артикул* | сток* | материал* | консуматив* | name | product* | item* | article* | title | goods | produkt* | ime | naimenovanie',
);
/** Matches a head that has only words for names: „Продукт за коса“ is a product. */
const NAME_ALONE =
  /^ (?:(?:име|имена|наименовани\p{L}*|продукт|продукти|продукта|артикул|артикули|артикула|стока|стоки|стоката|материал|материали|консуматив|консумативи|на|за|и|или|names?|products?|items?|articles?|title|goods|of|the|produkt|produkti|ime|naimenovanie) )+$/u;
/** The most words of a head. A longer one is a sentence that may hold any of them. */
const MOST_WORDS = 7;

/**
 * Returns the field that a head names; `said` if its texts become notes, `else` if it certainly names something else, null if it
 * says nothing.
 */
function productFieldOf(head: string): ProductField | 'said' | 'else' | null {
  const words = headWords(head);
  const has = (pattern: RegExp) => pattern.test(words);
  if (words.trim() === '') return /^\s*[€$]\s*$/.test(head) ? 'sale_price' : null;
  if (words.trim().split(' ').length > MOST_WORDS) return null;
  if (has(BARCODE)) return 'barcode';
  if (has(NOTES)) return 'notes';
  if (has(ELSE))
    return has(SUPPLY) && / (?:цена|price|cost|стойност) /u.test(words) && !/ total | обща | общо /u.test(words)
      ? 'supply_price'
      : 'else';
  if (has(SAID_NOTES)) return 'said';
  if (has(LOW_STOCK)) return 'low_stock_at';
  if (has(SUPPLY)) return 'supply_price';
  if (has(SALE)) return 'sale_price';
  if (has(GROUP)) return 'group';
  if (has(VARIATION)) return 'variation';
  if (has(UNIT)) return 'unit';
  if (has(QUANTITY)) return 'quantity';
  if (has(CONTENT)) return 'content';
  if (has(NAME) && NAME_ALONE.test(words)) return 'name';
  return has(GROUP_TOO) && words.trim().split(' ').length < 3 ? 'group' : null;
}

const isBarcode = (text: string) => /^0*\d{8,14}$/.test(text) || isRounded(text);
const isStock = (text: string) => {
  const { quantity, why } = readStockCell(text);
  return quantity !== null && why !== 'part';
};
const isText = (text: string) => /\p{L}{2}/u.test(text) && !looksLikeAmount(text) && !isStock(text);

const LOOKS: readonly (readonly [ProductField, (text: string) => boolean])[] = [
  ['barcode', isBarcode],
  ['name', isText],
  ['quantity', (text) => isStock(text) && !namesCurrency(text)],
  ['sale_price', looksLikeAmount],
];

function guessByHeads(rows: Rows, headRow: number): (ProductField | null)[] {
  const heads = rows[headRow] ?? [];
  const saidOfColumn = (column: number) => saidCells(rows, column, headRow + 1);
  const named = heads.map(productFieldOf);
  const fields = named.map((field): ProductField | null => (field === 'said' ? 'notes' : field === 'else' ? null : field));
  const free = (look: (text: string) => boolean) =>
    fields.findIndex((field, at) => field === null && named[at] === null && mostLook(saidOfColumn(at), look));
  const strongest = named.findIndex((field, at) => field === 'group' && GROUP.test(headWords(heads[at] ?? '')));
  if (strongest >= 0) for (const [at, field] of fields.entries()) if (field === 'group' && at !== strongest) fields[at] = null;
  if (!fields.includes('name')) {
    // Every product has a name: „Описание“ may be it, or the first column of texts.
    const plainNotes = named.indexOf('notes');
    const instead = [free(isText), fields.indexOf('variation'), plainNotes, fields.indexOf('group')];
    const column = instead.find((at) => at >= 0);
    if (column !== undefined) fields[column] = 'name';
  }
  const content = fields.indexOf('content');
  // "Amount" counts packages if no other column does.
  if (
    content >= 0 &&
    !fields.includes('quantity') &&
    !fields.includes('unit') &&
    saidOfColumn(content).every((text) => !/\p{L}/u.test(text))
  )
    fields[content] = 'quantity';
  const code = fields.includes('barcode') ? -1 : free(isBarcode);
  if (code >= 0) fields[code] = 'barcode';
  const price = fields.includes('sale_price') ? -1 : free((text) => namesCurrency(text) || /^\d{1,5}[.,]\d{2}$/.test(text));
  if (price >= 0) fields[price] = 'sale_price';
  return fields;
}

function guessByContents(rows: Rows, from: number): (ProductField | null)[] {
  const taken = new Set<ProductField>();
  return (rows[0] ?? []).map((_, column) => {
    const said = saidCells(rows, column, from);
    const field = LOOKS.find(([, look]) => mostLook(said, look))?.[0] ?? null;
    // A second column of texts is not another name. A second column of numbers is not another stock, but it may be a price.
    const own = field === 'quantity' && taken.has(field) && mostLook(said, looksLikeAmount) ? 'sale_price' : field;
    if (own === null || taken.has(own)) return null;
    taken.add(own);
    return own;
  });
}

const isHead = (cell: string) => productFieldOf(cell) !== null;
const isValue = (cell: string) => /^\D{0,3}\d/.test(cell) && (looksLikeAmount(cell) || isBarcode(cell) || isStock(cell));

/** Guesses the columns by their heads and their contents. A person sees the guess and may change it. */
export function guessProductColumns(rows: Rows): ColumnMapping<ProductField> {
  const headRow = findHeadRow(rows, { isHead, isValue });
  if (headRow !== null) return { headRow, fields: guessByHeads(rows, headRow) };
  const first = rows.findIndex((cells) => !isNoRecord(cells, []));
  return { headRow, fields: guessByContents(rows, Math.max(first, 0)) };
}

const UNITS: Readonly<Record<string, readonly string[]>> = {
  g: ['g', 'gr', 'gram', 'grams', 'г', 'гр', 'грам', 'грама'],
  ml: ['ml', 'мл', 'milliliter', 'millilitre', 'милилитър', 'милилитра'],
  pcs: ['pcs', 'pc', 'piece', 'pieces', 'each', 'whole', 'unit', 'units', 'бр', 'брой', 'броя', 'бройка', 'бройки'],
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
      const others = byName.get(name);
      if (others) others.push(product);
      else byName.set(name, [product]);
    },
    find({ name, barcode }) {
      const coded = barcode ? byCode.get(barcodeKey(barcode)) : undefined;
      if (coded) return { row: coded, by: 'barcode' };
      const named = byName.get(nameKey(name))?.find((other) => !barcode || !other.barcode);
      return named ? { row: named, by: 'name' } : null;
    },
  };
}

/** The columns and the head of a table, prepared once for all its rows. */
interface Reading {
  readonly columns: ColumnMapping<ProductField>;
  /** The cells of the head; empty if no row names the columns. */
  readonly heads: readonly string[];
  readonly sections: Sections;
  /** The salon's currency. Plain numbers are in it unless a head names another one. */
  readonly currency: Currency;
  /** The currency in the head of each column; null if it names none. */
  readonly named: readonly (Currency | null)[];
  /** True for each column that counts in thousandths. */
  readonly inThousandths: readonly boolean[];
  /** True for each column whose head says only that notes stand below. */
  readonly plainNotes: readonly boolean[];
  /** True if a missing sale price is asked for, because another row has one and nobody has said that it is 0. */
  readonly asksForPrice: boolean;
}

/** Returns the stock of a row's field, and the unit beside it. Texts that are not in them are added to `leftOut`. */
function readStock(cells: readonly string[], field: 'quantity' | 'low_stock_at', reading: Reading, leftOut: LeftOut[]) {
  const { columns, inThousandths } = reading;
  let [found, unit] = [null as number | null, ''];
  for (const { column, text } of filledOf(cells, columns, field)) {
    const read = readStockCell(text, inThousandths[column]);
    if (found === null) [found, unit] = [read.quantity, read.unit];
    else if (read.quantity !== null && read.quantity !== 0) leftOut.push({ column, text, why: 'another' });
    if (read.why) leftOut.push({ column, text, why: read.why });
  }
  return { quantity: found, unit };
}

/** Returns the first barcode of a row. A spreadsheet may have added decimals to it, or rounded its digits away. */
function readBarcode(cells: readonly string[], { columns }: Reading, leftOut: LeftOut[]): string | null {
  let found: string | null = null;
  for (const { column, text } of saidOf(cells, columns, 'barcode')) {
    const [first = '', ...others] = text.replace(/^(\d{6,})[.,]0+$/, '$1').split(/\s*[;,|\n]\s*/u);
    if (isRounded(text)) leftOut.push({ column, text, why: 'rounded' });
    else if (first.length > LONGEST.barcode) leftOut.push({ column, text, why: 'unread' });
    else if (found === null) {
      found = first;
      if (others.length > 0) leftOut.push({ column, text: others.join(', '), why: 'another' });
    } else if (barcodeKey(first) !== barcodeKey(found) || others.length > 0) leftOut.push({ column, text, why: 'another' });
  }
  return found;
}

const isBareNumber = (text: string) => /^\d+(?:[.,]\d+)?$/.test(text);

/** Returns the unit of a row. Stock of packages is counted in the content of one: "ml" and "250" become „× 250 ml“. */
function readUnit(cells: readonly string[], beside: string, { columns }: Reading, leftOut: LeftOut[]): string | null {
  const [measure] = saidOf(cells, columns, 'unit');
  const [content] = saidOf(cells, columns, 'content');
  const unit = measure?.text ?? beside;
  if (!content) return measure ? fittingText([{ ...measure, text: unitOf(unit) ?? '' }], LONGEST.unit, leftOut) : unitOf(beside);
  const isPiece = unit === '' || unitOf(unit) === 'pcs';
  if (isBareNumber(content.text) && isPiece) {
    leftOut.push({ ...content, why: 'unread' });
    return unitOf(unit);
  }
  const whole = `× ${isBareNumber(content.text) ? `${content.text} ${unit}` : content.text}`;
  if (whole.length > LONGEST.unit) leftOut.push({ ...content, why: 'cut' });
  return cutTo(whole, LONGEST.unit);
}

function readProduct<K>(cells: readonly string[], at: number, reading: Reading): ReadRow<ImportedProduct, K> | null {
  const { columns, heads, sections, currency, named, plainNotes, asksForPrice } = reading;
  if (isNoRecord(cells, heads) || sections.isSection(at)) return null;
  const leftOut: LeftOut[] = [];
  const said = (field: ProductField) => saidOf(cells, columns, field);
  const [first, ...others] = said('name');
  const variation = said('variation').reduce((name, { text }) => variedName(name, text), '');
  const whole = first && { ...first, text: variedName(first.text, variation) };
  const name = fittingText(whole ? [whole, ...others] : [], LONGEST_NAME, leftOut) ?? '';
  const barcode = readBarcode(cells, reading, leftOut);
  const group = fittingText(said('group'), LONGEST_NAME, leftOut) ?? sections.sectionOf(at);
  const stock = readStock(cells, 'quantity', reading, leftOut);
  const unit = readUnit(cells, stock.unit, reading, leftOut);
  const low = readStock(cells, 'low_stock_at', reading, leftOut);
  const pricesOf = (field: 'supply_price' | 'sale_price') => {
    const filled = filledOf(cells, columns, field).map((cell) => ({ ...cell, currency: named[cell.column] ?? null }));
    const read = readPrices(filled, currency);
    leftOut.push(...read.leftOut);
    return read.price;
  };
  const [supply, sale] = [pricesOf('supply_price'), pricesOf('sale_price')];
  const notes = noteLines(said('notes'), heads, plainNotes);
  const noted = withLeftOut(notes, leftOut, heads);
  if (notes.length > LONGEST_NOTES)
    leftOut.push({ column: columns.fields.indexOf('notes'), text: notes.slice(LONGEST_NOTES), why: 'cut' });
  const wrong: WrongReason[] = name === '' ? ['no_name'] : [];
  if (sale === null && asksForPrice) wrong.push('no_price');
  const value: ImportedProduct = {
    ...{ name, barcode, group, quantity: stock.quantity ?? 0, unit, low_stock_at: low.quantity, notes: noted },
    ...{ supply_price: supply?.amount ?? null, supply_currency: supply?.currency ?? null },
    ...{ sale_price: sale?.amount ?? 0, currency: sale?.currency ?? currency },
  };
  return { value, wrong, leftOut, hints: [] };
}

function* readingOf(rows: Rows, { columns, currency, withoutPriceIsZero = false }: OfferChoices<ProductField>): Steps<Reading> {
  const heads = columns.headRow === null ? [] : (rows[columns.headRow] ?? []);
  const start = firstRowOf(columns);
  const isOf = (...fields: readonly ProductField[]) =>
    new Set(columns.fields.flatMap((field, column) => (field !== null && fields.includes(field) ? [column] : [])));
  const prices = isOf('sale_price');
  const named = columns.fields.map((_, column) => currencyOfHead(heads[column] ?? ''));
  const stocks = isOf('quantity', 'low_stock_at');
  const inThousandths = columns.fields.map(
    (_, column) => stocks.has(column) && countsThousandths(saidCells(rows, column, start)),
  );
  const plainNotes = columns.fields.map((_, column) => !heads[column] || productFieldOf(heads[column]) === 'notes');
  const sections = yield* readSections(rows, columns, {
    named: isOf('name', 'group'),
    others: isOf('quantity', 'supply_price', 'sale_price'),
    isHead,
  });
  const hasPrices = [...prices].some((column) => saidCells(rows, column, start).length > 0);
  return { columns, heads, sections, currency, named, inThousandths, plainNotes, asksForPrice: hasPrices && !withoutPriceIsZero };
}

/**
 * Judges all rows below the head in steps, except sections, totals and titles. Only a missing name refuses a row, and a price that is
 * missing among others until a person says that it is 0. Any other text that cannot be read is kept in the notes.
 * @param known the existing products
 */
export function* judgingProducts<K extends Known>(
  rows: Rows,
  choices: OfferChoices<ProductField>,
  known: readonly K[],
): Steps<JudgedRow<ImportedProduct, K>[]> {
  const there = productFinder<K>();
  const before = productFinder<ImportedProduct & { readonly row: number }>();
  const reading = yield* readingOf(rows, choices);
  const read = (cells: readonly string[], at: number) => readProduct<K>(cells, at, reading);
  return yield* judgeEach<ImportedProduct, K>(rows, { columns: choices.columns, read, known, there, before });
}
