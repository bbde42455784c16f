/**
 * Lists as CSV for a spreadsheet. A text that a spreadsheet would run as a formula gets an apostrophe before it, so that the
 * name of a product never does anything on the machine that opens the file.
 */

/** null is an empty cell. Numbers stay numbers: what begins with a minus and is one is no formula. */
export type CsvCell = string | number | null;

/** What Excel, LibreOffice and Google Sheets take for the beginning of a formula, also behind spaces; full-width forms too. */
const FORMULA = /^[\s\0\ufeff]*[=+\-@|%\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/**
 * What stands before the decimals. A spreadsheet opens a file by the habits of its country: where that is a comma, as in Bulgaria,
 * cells are parted by semicolons; a file with commas opens there as one column, and 8.5 as the eighth of May.
 */
export type DecimalMark = '.' | ',';

function cellText(cell: CsvCell, decimal: DecimalMark): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell).replace('.', decimal) : '';
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",;\t\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows with CRLF after, behind the mark by which spreadsheets know Cyrillic as UTF-8; with commas between they are RFC 4180. */
export function csvOf(rows: readonly (readonly CsvCell[])[], decimal: DecimalMark): string {
  const separator = decimal === ',' ? ';' : ',';
  return `\ufeff${rows.map((cells) => `${cells.map((cell) => cellText(cell, decimal)).join(separator)}\r\n`).join('')}`;
}
