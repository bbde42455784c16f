/**
 * A table out of a file or the clipboard, as spreadsheets and other salon programs write it: UTF-8, UTF-16 or Windows-1251; commas,
 * semicolons or tabs. The parsing itself is papaparse's.
 */
import Papa from 'papaparse';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251';

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

/** Each costs one more reading of the whole; a file with more of them is shown as it was read. */
const MOST_STRAY = 50;

/** A quote that ends a cell. */
const CLOSING = /"\s*(?:[\t;,]|$)/;

/** Behind the first quote that opens a cell and that its own line does not close, as its writer meant it to. */
function strayQuote(text: string, errors: readonly Papa.ParseError[]): number | undefined {
  const lineFrom = (at: number) => /^.*/.exec(text.slice(at))?.[0] ?? '';
  return errors.find(
    ({ code, index }) =>
      code === 'MissingQuotes' || (code === 'InvalidQuotes' && index !== undefined && !CLOSING.test(lineFrom(index))),
  )?.index;
}

const MARKS = ['\t', ';', ','];

/**
 * What stands between the cells, by the first rows that hold something: papaparse guesses worse where empty lines count. Of two
 * columns it guesses nothing where a row has only the first: then the first row tells.
 */
function delimiterOf(text: string): string {
  const { meta, errors } = Papa.parse(text, { preview: 10, skipEmptyLines: 'greedy', delimitersToGuess: MARKS });
  if (!errors.some(({ code }) => code === 'UndetectableDelimiter')) return meta.delimiter;
  const first = /\S.*/.exec(text)?.[0].replace(/"[^"]*"/g, '') ?? '';
  return MARKS.find((mark) => first.includes(mark)) ?? meta.delimiter;
}

/** A quote that nothing closes would take the rows that follow into its cell: it is left out. */
function cellsOf(text: string, delimiter: string): string[][] {
  let plain = text;
  for (let left = MOST_STRAY; ; left--) {
    const { data, errors } = Papa.parse<string[]>(plain, { delimiter: delimiter || delimiterOf(plain) });
    const stray = strayQuote(plain, errors);
    if (stray === undefined || left === 0) return data;
    plain = plain.slice(0, stray - 1) + plain.slice(stray);
  }
}

/** Whether a row says nothing: no letter and no digit in it. */
const isBlank = (row: readonly string[]): boolean => !row.some((cell) => /[\p{L}\p{N}]/u.test(cell));

/**
 * The rows of a table, each with as many cells as the longest. Blank ones before and after it are left out; those between its
 * rows stay, with empty cells: a person finds a row by the number that the spreadsheet gives it.
 */
export function readTable(text: string): string[][] {
  // Excel's own hint of the separator, which is no row of the table.
  const [, hint, rest] = /^\ufeff?sep=(.)\r?\n([\s\S]*)$/.exec(text) ?? [];
  const data = cellsOf(rest ?? text.replace(/^\ufeff/, ''), hint ?? '');
  const first = data.findIndex((row) => !isBlank(row));
  const last = data.findLastIndex((row) => !isBlank(row));
  const rows = data.slice(first, last + 1).map((row) => (isBlank(row) ? [] : row));
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return rows.map((row) => Array.from({ length: width }, (_, i) => cellOf(row[i] ?? '')));
}
