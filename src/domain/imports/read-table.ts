/**
 * Reads a table from a file or the clipboard, as spreadsheets and other salon programs write it: UTF-8, UTF-16 or an older encoding
 * with Cyrillic letters; commas, semicolons or tabs. papaparse does the parsing.
 */
import Papa from 'papaparse';
import { cleanText } from '#schemas/clean-text.ts';
import { CYRILLIC_ENCODINGS, type CyrillicEncoding, decodeCyrillic, likelyEncoding } from './files/cyrillic-encoding.ts';

/** The encodings that a text file is read in. */
export const TEXT_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', ...CYRILLIC_ENCODINGS] as const;
/** An encoding in which a text file can be read. */
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

/** Largest text: 20,000 clients with their notes. A larger one would hold up the page for seconds. */
export const MOST_TABLE_BYTES = 8 * 1024 * 1024;
/** Most rows: 20,000 clients, and half as many again. */
export const MOST_TABLE_ROWS = 30_000;
/** Most columns: a person is asked about each one. Other programs write up to sixty. */
export const MOST_COLUMNS = 100;
/**
 * Most cells: 20,000 clients with fifty columns. A larger table would fill the memory of a phone, and nobody could look through it.
 */
export const MOST_CELLS = 1_000_000;

/** The table is too large. No part of it is read. */
export class TableTooLarge extends Error {
  override readonly name = 'TableTooLarge';
  constructor(readonly limit: 'bytes' | 'rows' | 'columns' | 'cells') {
    super(`The table has too many ${limit}`);
  }
}

const startsWith = (bytes: Uint8Array, ...mark: readonly number[]) => mark.every((byte, i) => bytes[i] === byte);

/** Recognises UTF-16 without a mark: each second byte of Latin or Cyrillic text is 0 or 4. */
function wideOrder(bytes: Uint8Array): TextEncoding | null {
  const looked = bytes.subarray(0, 2000);
  let [even, odd] = [0, 0];
  for (const [i, byte] of looked.entries()) if (byte === 0 || byte === 4) i % 2 === 0 ? even++ : odd++;
  const half = looked.length / 2;
  if (half < 2) return null;
  if (odd > half * 0.7 && even < half * 0.3) return 'utf-16le';
  return even > half * 0.7 && odd < half * 0.3 ? 'utf-16be' : null;
}

/** The character that replaces an unreadable letter. */
const BROKEN = '\ufffd';

/** Recognises UTF-8, also with a letter cut through: letters of Windows-1251 can hardly be read as UTF-8. */
function mostLettersRead(text: string): boolean {
  const beyond = text.match(/[\u0080-\uffff]/g)?.length ?? 0;
  return (text.split(BROKEN).length - 1) * 10 <= beyond;
}

/** Returns the encoding that the mark of a file names; null if it has no mark. */
export function markedEncoding(bytes: Uint8Array): TextEncoding | null {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return 'utf-8';
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  return startsWith(bytes, 0xfe, 0xff) ? 'utf-16be' : null;
}

/** Returns the encoding of a file, by its mark or else by its bytes. */
export function encodingOf(bytes: Uint8Array): TextEncoding {
  const known = markedEncoding(bytes) ?? wideOrder(bytes);
  if (known) return known;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return mostLettersRead(new TextDecoder().decode(bytes)) ? 'utf-8' : likelyEncoding(bytes);
  }
}

/** Control characters that occur in text: tabs, line ends, and the end mark of old programs. */
const CONTROLS_OF_TEXT = new Set([9, 10, 11, 12, 13, 26]);

/** Returns the rows in which something could not be read, by the number that the spreadsheet gives them. */
export const brokenRows = (rows: readonly (readonly string[])[]): readonly number[] =>
  rows.flatMap((cells, at) => (cells.some((cell) => cell.includes(BROKEN)) ? [at + 1] : []));

/** Pictures, PDFs and the files of spreadsheet programs hold other control characters. */
function isText(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 32 && !CONTROLS_OF_TEXT.has(code)) return false;
  }
  return true;
}

const isCyrillic = (encoding: TextEncoding): encoding is CyrillicEncoding =>
  (CYRILLIC_ENCODINGS as readonly string[]).includes(encoding);

/**
 * Returns the text of a file without its mark; null if it holds no text, such as an .xlsx or a picture. Its letters are composed
 * (NFC), because a Mac takes й apart.
 */
export function textOfFile(bytes: Uint8Array, encoding: TextEncoding = encodingOf(bytes)): string | null {
  const text = isCyrillic(encoding) ? decodeCyrillic(bytes, encoding) : new TextDecoder(encoding).decode(bytes);
  return isText(text) ? text.normalize('NFC') : null;
}

/** Returns a cell as it is meant: our own export puts an apostrophe before what a spreadsheet would run. */
const cellOf = (text: string): string =>
  text
    .replace(/^'(?=\s*[=+\-@|%])/, '')
    .trim()
    .normalize('NFC');

/** A file with more stray quotes keeps the rest of them. */
const MOST_STRAY = 50;

/** Matches a quote that ends a cell. */
const CLOSING = /"\s*(?:[\t;,]|$)/;

/** Returns the place after the first quote that opens a cell and is not closed on its own line, as its writer meant it. */
function strayQuote(text: string, errors: readonly Papa.ParseError[]): number | undefined {
  const lineFrom = (at: number) => /^.*/.exec(text.slice(at))?.[0] ?? '';
  const opened = new Set<number>(); // many quotes in one cell are many errors of one place
  return errors.find(({ code, index }) => {
    if (code === 'MissingQuotes') return true;
    if (code !== 'InvalidQuotes' || index === undefined || opened.has(index)) return false;
    opened.add(index);
    return !CLOSING.test(lineFrom(index));
  })?.index;
}

const MARKS = ['\t', ';', ','];
/** This many characters surely hold the first rows, which show the separator. */
const HEAD = 100_000;

/**
 * Finds the separator by the first rows that hold something; papaparse guesses worse when empty lines count. It guesses nothing for
 * two columns if a row has only the first; then the first row decides.
 */
function delimiterOf(whole: string): string {
  const text = whole.slice(0, HEAD);
  const { meta, errors } = Papa.parse(text, { preview: 10, skipEmptyLines: 'greedy', delimitersToGuess: MARKS });
  if (!errors.some(({ code }) => code === 'UndetectableDelimiter')) return meta.delimiter;
  const first = /\S.*/.exec(text)?.[0].replace(/"[^"]*"/g, '') ?? '';
  return MARKS.find((mark) => first.includes(mark)) ?? meta.delimiter;
}

interface Read {
  /** Rows before the first stray quote that is still to be left out. */
  readonly rows: readonly string[][];
  /** Start of the row of that quote, and the quote itself; null if there is none, and these are all rows. */
  readonly stray: { readonly row: number; readonly quote: number } | null;
}

/**
 * Reads the rows up to the first stray quote.
 * @throws TableTooLarge if there are more rows than a table may have cells
 */
function readUntilStray(text: string, delimiter: string, looks: boolean): Read {
  const rows: string[][] = [];
  let stray: Read['stray'] = null;
  let row = 0;
  Papa.parse<string[]>(text, {
    delimiter,
    step({ data, errors, meta }, parser) {
      const behind = looks ? strayQuote(text, errors) : undefined;
      if (behind === undefined) {
        if (rows.push(data) > MOST_CELLS) throw new TableTooLarge('cells');
        row = meta.cursor;
      } else {
        stray = { row, quote: behind - 1 };
        parser.abort();
      }
    },
  });
  return { rows, stray };
}

interface Separated {
  readonly rows: string[][];
  readonly delimiter: string;
}

/**
 * Returns the cells of a text. A quote that nothing closes is left out, because it would take the following rows into its cell;
 * reading then goes on from its row.
 */
function cellsOf(text: string, given: string): Separated {
  const rows: string[][] = [];
  let plain = text;
  let delimiter = given || delimiterOf(plain);
  let from = 0;
  for (let left = MOST_STRAY; ; left--) {
    const { rows: more, stray } = readUntilStray(plain.slice(from), delimiter, left > 0);
    for (const row of more) rows.push(row);
    if (!stray) return { rows, delimiter };
    const quote = from + stray.quote;
    from += stray.row;
    plain = plain.slice(0, quote) + plain.slice(quote + 1);
    // Among the first rows the quote may have hidden the separator.
    const next = given || quote > HEAD ? delimiter : delimiterOf(plain);
    if (next === delimiter) continue;
    delimiter = next;
    rows.length = 0;
    from = 0;
  }
}

/** True if a row holds neither a letter nor a digit. */
const isBlank = (row: readonly string[]): boolean => !row.some((cell) => /[\p{L}\p{N}]/u.test(cell));

/** Number of cells up to the last one that is not blank. */
const widthOf = (row: readonly string[]): number => row.findLastIndex((cell) => cell.trim() !== '') + 1;

/** One of this many rows may be longer than the head, because the separators in its last cell stand without quotes. */
const ROWS_OF_A_LONG_ONE = 10;

/** Returns true for a row that names columns: it has only words, and some in each column. */
const isHead = (row: readonly string[]): boolean =>
  row.length > 1 && row.every((cell) => /\p{L}/u.test(cell) && !/[\d@]/.test(cell));

/**
 * Joins the cells beyond the last column of the head with that column's cell, if only a few rows have such cells: somebody wrote
 * notes without quotes. If many rows are longer than the head, there are columns without a head.
 */
function withoutLongRows(rows: readonly string[][], delimiter: string): readonly string[][] {
  const head = rows.find((row) => widthOf(row) > 1) ?? [];
  const isLong = (row: readonly string[]) => widthOf(row) > head.length;
  const long = rows.filter(isLong).length;
  if (long === 0 || long > Math.max(1, rows.length / ROWS_OF_A_LONG_ONE) || !isHead(head)) return rows;
  const last = head.length - 1;
  return rows.map((row) => (isLong(row) ? [...row.slice(0, last), row.slice(last, widthOf(row)).join(delimiter)] : row));
}

/**
 * Returns the rows of a table, all as long as the longest one, with cells as they are meant; trailing empty columns go. Blank rows
 * before and after the table go too. Those between its rows stay, because a person finds a row by its number in the spreadsheet.
 * @throws TableTooLarge before it is filled up
 */
export function tableOf(data: readonly (readonly string[])[]): string[][] {
  const first = data.findIndex((row) => !isBlank(row));
  const last = data.findLastIndex((row) => !isBlank(row));
  const rows = data.slice(Math.max(0, first), last + 1).map((row) => (isBlank(row) ? [] : row));
  if (rows.length > MOST_TABLE_ROWS) throw new TableTooLarge('rows');
  const width = rows.reduce((most, row) => Math.max(most, widthOf(row)), 0);
  if (width > MOST_COLUMNS) throw new TableTooLarge('columns');
  if (width * rows.length > MOST_CELLS) throw new TableTooLarge('cells');
  return rows.map((row) => Array.from({ length: width }, (_, i) => cellOf(row[i] ?? '')));
}

/** Returns the rows of a text with separators, as `tableOf` does. @throws TableTooLarge */
export function readTable(text: string): string[][] {
  if (text.length > MOST_TABLE_BYTES) throw new TableTooLarge('bytes');
  const seen = cleanText(text);
  // Excel's own hint about the separator is no row of the table.
  const [, hint, rest] = /^sep=(.)\r?\n([\s\S]*)$/.exec(seen) ?? [];
  const { rows, delimiter } = cellsOf(rest ?? seen, hint ?? '');
  return tableOf(withoutLongRows(rows, delimiter));
}
