/**
 * Reads the parts that services and products of foreign tables have in common: the texts of a row, and those that go into the
 * notes.
 */
import type { Currency } from '#schemas/constants.ts';
import { type ColumnMapping, cellsOf, type FilledCell } from './import-columns.ts';
import { cutTo, type LeftOut } from './import-rows.ts';
import { isNothing, plainCell } from './looks.ts';

/** The choices for a table of services or products. */
export interface OfferChoices<F extends string> {
  readonly columns: ColumnMapping<F>;
  /** The salon's currency. Plain numbers are in it unless a head names another one. */
  readonly currency: Currency;
  /** True if a person has said that a record without a price costs 0. */
  readonly withoutPriceIsZero?: boolean;
}

/** The longest name of a service, a product, a category or a group. */
export const LONGEST_NAME = 200;

/** Returns the cells of a row's field as they are meant, even those that say that there is nothing. */
export const filledOf = <F extends string>(
  cells: readonly string[],
  columns: ColumnMapping<F>,
  field: F,
): readonly FilledCell[] =>
  cellsOf(cells, columns, field)
    .map(({ column, text }) => ({ column, text: plainCell(text) }))
    .filter(({ text }) => text !== '');

/** Returns the cells of a row's field that say something. */
export const saidOf = <F extends string>(cells: readonly string[], columns: ColumnMapping<F>, field: F): readonly FilledCell[] =>
  filledOf(cells, columns, field).filter(({ text }) => !isNothing(text));

const isSameText = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/**
 * Returns the text of a field in one line: the first filled cell, cut to what its column can hold. The other cells, and the whole
 * of one that is too long, are added to `leftOut`.
 */
export function fittingText([first, ...others]: readonly FilledCell[], most: number, leftOut: LeftOut[]): string | null {
  if (!first) return null;
  for (const { column, text } of others) {
    if (!isSameText(text, first.text)) leftOut.push({ column, text, why: 'another' });
  }
  if (first.text.length > most) leftOut.push({ ...first, why: 'cut' });
  return cutTo(first.text.replace(/\s+/gu, ' '), most);
}

/** Matches variations that say nothing. Programs write them for an item without any others. */
const USUAL =
  /^(?:regular|default|default title|standard|normal|one size|стандарт(?:ен|на|но)?|обикновен[ао]?|основен|основна)$/iu;

/** Returns the name of one variation of an item: „Шампоан Роса 250 ml“. A usual variation has the name of the item. */
export function variedName(item: string, variation: string): string {
  const isSaid = USUAL.test(variation) || ` ${item} `.toLowerCase().includes(` ${variation} `.toLowerCase());
  if (variation === '' || (isSaid && item !== '')) return item;
  return `${item} ${variation}`.trim();
}

/**
 * Returns the notes of a row. The head of a column („Марка“) is kept with its notes.
 * @param plain true for each column whose head says only that notes stand below
 */
export const noteLines = (cells: readonly FilledCell[], heads: readonly string[], plain: readonly boolean[]): string =>
  cells.map(({ column, text }) => (plain[column] ? text : `${heads[column]}: ${text}`)).join('\n');
