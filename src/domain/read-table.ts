/**
 * A table out of a file or the clipboard, as spreadsheets and other salon programs write it: UTF-8, UTF-16 or Windows-1251; commas,
 * semicolons or tabs. The parsing itself is papaparse's.
 */
import Papa from 'papaparse';
import { cleanText } from '#schemas/clean-text.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251';

/** Of a file or of what is pasted: 20,000 clients with their notes. A larger one would hold the page for seconds while it is read. */
export const MOST_TABLE_BYTES = 8 * 1024 * 1024;
/** What is in each is asked one by one: nobody looks through more. Other programs write up to sixty. */
export const MOST_COLUMNS = 100;
/** 20,000 clients with fifty columns: a larger table would fill the memory of a phone, and its rows could hardly be looked through. */
export const MOST_CELLS = 1_000_000;

/** More than is read as a table here; nothing of it is taken. */
export class TableTooLarge extends Error {
  override readonly name = 'TableTooLarge';
  constructor(readonly limit: 'bytes' | 'columns' | 'cells') {
    super(`The table has too many ${limit}`);
  }
}

const startsWith = (bytes: Uint8Array, ...mark: readonly number[]) => mark.every((byte, i) => bytes[i] === byte);

/** Without a mark: in UTF-16 each second byte of Latin or Cyrillic text is 0 or 4. */
function wideOrder(bytes: Uint8Array): Encoding | null {
  const looked = bytes.subarray(0, 2000);
  let [even, odd] = [0, 0];
  for (const [i, byte] of looked.entries()) if (byte === 0 || byte === 4) i % 2 === 0 ? even++ : odd++;
  const half = looked.length / 2;
  if (half < 2) return null;
  if (odd > half * 0.7 && even < half * 0.3) return 'utf-16le';
  return even > half * 0.7 && odd < half * 0.3 ? 'utf-16be' : null;
}

/** What stands for a letter that could not be read. */
const BROKEN = '\ufffd';

/** A letter that was cut through leaves the rest UTF-8; of the letters of Windows-1251 hardly one can be read as such. */
function mostLettersRead(text: string): boolean {
  const beyond = text.match(/[\u0080-\uffff]/g)?.length ?? 0;
  return (text.split(BROKEN).length - 1) * 10 <= beyond;
}

/** The encoding of a file: by its mark, else by what its bytes can be. */
export function encodingOf(bytes: Uint8Array): Encoding {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return 'utf-8';
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be';
  const wide = wideOrder(bytes);
  if (wide) return wide;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    // Windows-1251 is what older Bulgarian programs write; it has no invalid bytes.
    return mostLettersRead(new TextDecoder().decode(bytes)) ? 'utf-8' : 'windows-1251';
  }
}

/** Below the space, these stand in text: tabs, line ends, and what old programs end a file with. */
const CONTROLS_OF_TEXT = new Set([9, 10, 11, 12, 13, 26]);

/** The rows in which something could not be read, by the number that the spreadsheet gives them. */
export const brokenRows = (rows: readonly (readonly string[])[]): readonly number[] =>
  rows.flatMap((cells, at) => (cells.some((cell) => cell.includes(BROKEN)) ? [at + 1] : []));

/** Pictures, PDFs and the files of spreadsheet programs themselves hold other bytes below the space. */
function isText(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 32 && !CONTROLS_OF_TEXT.has(code)) return false;
  }
  return true;
}

/** A file's text, without its mark; null where it holds no text, such as an .xlsx or a picture. */
export function textOfFile(bytes: Uint8Array): string | null {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  return isText(text) ? text : null;
}

/** A cell as it is meant: our own export puts an apostrophe before what a spreadsheet would run. */
const cellOf = (text: string): string => text.replace(/^'(?=\s*[=+\-@|%])/, '').trim();

/** Files with more of them are shown as they were read from there on. */
const MOST_STRAY = 50;

/** A quote that ends a cell. */
const CLOSING = /"\s*(?:[\t;,]|$)/;

/** Behind the first quote that opens a cell and that its own line does not close, as its writer meant it to. */
function strayQuote(text: string, errors: readonly Papa.ParseError[]): number | undefined {
  const lineFrom = (at: number) => /^.*/.exec(text.slice(at))?.[0] ?? '';
  const opened = new Set<number>(); // a cell with many quotes in it is many errors of one place
  return errors.find(({ code, index }) => {
    if (code === 'MissingQuotes') return true;
    if (code !== 'InvalidQuotes' || index === undefined || opened.has(index)) return false;
    opened.add(index);
    return !CLOSING.test(lineFrom(index));
  })?.index;
}

const MARKS = ['\t', ';', ','];
/** So many characters hold the first rows, which tell what stands between the cells. */
const HEAD = 100_000;

/**
 * What stands between the cells, by the first rows that hold something: papaparse guesses worse where empty lines count. Of two
 * columns it guesses nothing where a row has only the first: then the first row tells.
 */
function delimiterOf(whole: string): string {
  const text = whole.slice(0, HEAD);
  const { meta, errors } = Papa.parse(text, { preview: 10, skipEmptyLines: 'greedy', delimitersToGuess: MARKS });
  if (!errors.some(({ code }) => code === 'UndetectableDelimiter')) return meta.delimiter;
  const first = /\S.*/.exec(text)?.[0].replace(/"[^"]*"/g, '') ?? '';
  return MARKS.find((mark) => first.includes(mark)) ?? meta.delimiter;
}

interface Read {
  /** The rows before the first stray quote that is still to be left out. */
  readonly rows: readonly string[][];
  /** Where the row of that quote begins, and the quote itself; null: there is none, and these are all rows. */
  readonly stray: { readonly row: number; readonly quote: number } | null;
}

/** @throws TableTooLarge where there are more rows than a table may have cells */
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

/** A quote that nothing closes would take the rows that follow into its cell: it is left out, and reading goes on with its row. */
function cellsOf(text: string, given: string): string[][] {
  const rows: string[][] = [];
  let plain = text;
  let delimiter = given || delimiterOf(plain);
  let from = 0;
  for (let left = MOST_STRAY; ; left--) {
    const { rows: more, stray } = readUntilStray(plain.slice(from), delimiter, left > 0);
    for (const row of more) rows.push(row);
    if (!stray) return rows;
    const quote = from + stray.quote;
    from += stray.row;
    plain = plain.slice(0, quote) + plain.slice(quote + 1);
    // Among the first rows it may have hidden what stands between the cells.
    const next = given || quote > HEAD ? delimiter : delimiterOf(plain);
    if (next === delimiter) continue;
    delimiter = next;
    rows.length = 0;
    from = 0;
  }
}

/** Whether a row says nothing: no letter and no digit in it. */
const isBlank = (row: readonly string[]): boolean => !row.some((cell) => /[\p{L}\p{N}]/u.test(cell));

/** How many cells of a row say something or stand before one that does. */
const widthOf = (row: readonly string[]): number => row.findLastIndex((cell) => cell.trim() !== '') + 1;

/**
 * The rows of a table, each with as many cells as the longest; empty cells behind the last that says something are no column. Blank
 * rows before and after it are left out; those between its rows stay, with empty cells: a person finds a row by the number that the
 * spreadsheet gives it.
 * @throws TableTooLarge before it is filled up
 */
export function readTable(text: string): string[][] {
  if (text.length > MOST_TABLE_BYTES) throw new TableTooLarge('bytes');
  const seen = cleanText(text);
  // Excel's own hint of the separator, which is no row of the table.
  const [, hint, rest] = /^sep=(.)\r?\n([\s\S]*)$/.exec(seen) ?? [];
  const data = cellsOf(rest ?? seen, hint ?? '');
  const first = data.findIndex((row) => !isBlank(row));
  const last = data.findLastIndex((row) => !isBlank(row));
  const rows = data.slice(first, last + 1).map((row) => (isBlank(row) ? [] : row));
  const width = rows.reduce((most, row) => Math.max(most, widthOf(row)), 0);
  if (width > MOST_COLUMNS) throw new TableTooLarge('columns');
  if (width * rows.length > MOST_CELLS) throw new TableTooLarge('cells');
  return rows.map((row) => Array.from({ length: width }, (_, i) => cellOf(row[i] ?? '')));
}
