/**
 * Writes lists as CSV for a spreadsheet. A text that a spreadsheet would run as a formula gets an apostrophe before it, so that the
 * name of a product does nothing on the machine that opens the file.
 */

/** A cell; null is an empty one. Numbers stay numbers, so a minus before one makes no formula. */
export type CsvCell = string | number | null;

/** Beginnings that Excel, LibreOffice and Google Sheets take for a formula, also behind spaces and in full-width forms. */
const FORMULA = /^[\s\0\ufeff]*[=+\-@|%\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/**
 * The decimal separator. A spreadsheet opens a file by the habits of its country: where that separator is a comma, as in Bulgaria,
 * semicolons separate cells. A file with commas would open there as one column, and 8.5 as the eighth of May.
 */
export type DecimalMark = '.' | ',';

function cellText(cell: CsvCell, decimal: DecimalMark): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell).replace('.', decimal) : '';
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",;\t\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns rows that end with CRLF, after the mark by which spreadsheets know Cyrillic as UTF-8. With commas they are RFC 4180. */
export function csvOf(rows: readonly (readonly CsvCell[])[], decimal: DecimalMark): string {
  const separator = decimal === ',' ? ';' : ',';
  return `\ufeff${rows.map((cells) => `${cells.map((cell) => cellText(cell, decimal)).join(separator)}\r\n`).join('')}`;
}
