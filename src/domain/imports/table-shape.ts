/** Finds the rows of a foreign table that are no records: the head and the titles above it, totals, numbered empty rows. */
import { type ColumnMapping, firstRowOf } from './import-columns.ts';
import { isNothing, type Look, lookOf } from './looks.ts';

/** The number of first rows in which the head is looked for. */
const HEAD_ROWS = 10;
/** The number of heads in one row that are no accident. */
const SURE_HEADS = 3;

const filledOf = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '');

/** The functions that recognize the row that names the columns. */
export interface HeadSigns {
  /** Returns true for a cell that names a column. */
  readonly isHead: (cell: string) => boolean;
  /** Returns true for a cell that can only stand in a record: a phone, an amount. A row with one is no head. */
  readonly isValue: (cell: string) => boolean;
}

/**
 * Returns the row that names the columns, from 0: of the first ten rows the one with the most heads. Returns null if no row names
 * a column, or only a row below records does, because the rows above a head are not imported.
 */
export function findHeadRow(rows: readonly (readonly string[])[], { isHead, isValue }: HeadSigns): number | null {
  const first = rows.slice(0, HEAD_ROWS).map(filledOf);
  const isWide = first.some((filled) => filled.length > 1);
  let [best, most] = [-1, 0];
  let isBelowRecord = false;
  for (const [at, filled] of first.entries()) {
    // A single text above several columns is a title.
    if (isWide && filled.length <= 1) continue;
    const heads = filled.filter(isHead).length;
    if (filled.some(isValue)) isBelowRecord = true;
    // The phone of a letterhead may look like a record, but no record has several words of a head.
    else if (heads > most && (!isBelowRecord || heads >= SURE_HEADS)) [best, most] = [at, heads];
  }
  return most > 0 ? best : null;
}

const TOTAL_WORDS =
  'общо|всичко|тотал|сума|крайна сума|междинна сума|обща сума|общ брой|брой|total|totals|grand total|subtotal|sum|count';
const COUNTED =
  'клиент[аи]?|клиентки|хора|души|човека|записа?|записи|ред[ао]?|редове|контакт[аи]?|услуг[аи]|продукт[аи]?|артикул[аи]?|броя?|бр|часа|посещения|' +
  'clients?|customers?|contacts?|people|records?|rows?|entries|items?|services?|products?|results?|appointments?|visits?';
const TOTAL = new RegExp(
  String.raw`^(?:${TOTAL_WORDS})(?:\s+(?:на\s+|of\s+)?(?:${COUNTED}))?\s*[:=–-]?\s*[\d\s.,'’]*(?:\s*(?:${COUNTED}|лв|лева|bgn|€|eur|евро)\.?)?$`,
  'iu',
);

/** Returns true for a row that sums up others: „Общо: 2“, "Total" beside figures. */
export function isTotal(cells: readonly string[]): boolean {
  const filled = filledOf(cells);
  const words = filled.filter(
    (cell) => /\p{L}{2}/u.test(cell) && !/^(?:\p{L}{1,4}\s+)?[\d\s.,'’-]+\s*(?:\p{L}{1,4}\.?)?$/u.test(cell),
  );
  return words.length > 0 && words.every((cell) => TOTAL.test(cell.trim()));
}

const TITLE =
  /(?:^|[^\p{L}])(?:списък|справка|клиентска|клиенти|контакти|ценоразпис|ценова листа|(?:страница|стр\.|page)\s*\d+|отчет|експорт|разпечатка|list of|client list|customer list|price list|contacts|clients|customers|report|export)(?:[^\p{L}]|$)/iu;

/** Returns true for a row with only a title: „Клиентска база“, "Page 2 of 3", the letter of an alphabetical list. */
export function isTitle(cells: readonly string[]): boolean {
  const filled = filledOf(cells);
  const [only = ''] = filled;
  return cells.length > 1 && filled.length === 1 && (TITLE.test(only) || /^\p{L}$/u.test(only.trim()));
}

/** Returns true for the head that is repeated on the next page. */
export function isHeadAgain(cells: readonly string[], head: readonly string[]): boolean {
  const isOwn = (cell: string, column: number) => cell === '' || cell === head[column];
  return cells.every(isOwn) && filledOf(cells).length > 1;
}

/** Returns true for a row that says nothing, or only its own number. */
export function isEmptyRow(cells: readonly string[]): boolean {
  let only: string | null = null;
  for (const cell of cells) {
    if (isNothing(cell)) continue;
    if (only !== null) return false;
    only = cell;
  }
  return only === null || (cells.length > 1 && /^№?\s*\d{1,5}\.?$/.test(only));
}

/**
 * Returns true for a row that is no record of any kind.
 * @param head empty if no row names the columns
 */
export const isNoRecord = (cells: readonly string[], head: readonly string[]): boolean =>
  isEmptyRow(cells) || isTotal(cells) || isTitle(cells) || isHeadAgain(cells, head);

/** The most filled cells of a column that are looked at, and the most rows in which they are looked for. */
const LOOKED_AT = { cells: 100, rows: 5000 };

/** Returns the cells of a column that say something, from this row on. */
export function saidCells(rows: readonly (readonly string[])[], column: number, from: number): string[] {
  const said: string[] = [];
  const end = Math.min(rows.length, from + LOOKED_AT.rows);
  for (let at = from; at < end && said.length < LOOKED_AT.cells; at++) {
    const cell = rows[at]?.[column] ?? '';
    if (cell !== '' && !isNothing(cell)) said.push(cell);
  }
  return said;
}

/** A column that is not imported although a person would probably want it. */
export interface UntakenColumn {
  readonly column: number;
  readonly looks: Look;
}

/**
 * Returns the columns without a field that look like phones, e-mails, dates or prices. A person is told of them before anything
 * is imported.
 */
export const untakenColumns = (rows: readonly (readonly string[])[], columns: ColumnMapping): readonly UntakenColumn[] =>
  columns.fields.flatMap((field, column) => {
    const looks = field === null ? lookOf(saidCells(rows, column, firstRowOf(columns))) : null;
    return looks ? [{ column, looks }] : [];
  });
