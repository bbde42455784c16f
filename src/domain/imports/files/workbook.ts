/** Reads an .xlsx workbook into tables of text, and names other archives. read-excel-file reads workbooks, fflate unpacks them. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import readExcelFile from 'read-excel-file/universal';
import { TableTooLarge, tableOf } from '#domain/imports/read-table.ts';
import type { OtherFile, Sheet } from './source-file.ts';

/** The most bytes of a workbook's parts: 20,000 rows take a fifth of it. A larger one would fill the memory of a phone. */
const MOST_UNPACKED = 100 * 1024 * 1024;
/** The most files of an archive that are looked at. */
const MOST_ENTRIES = 10_000;

/** Returns the names of an archive's files; null if it is broken. */
function namesIn(bytes: Uint8Array): string[] | null {
  const names: string[] = [];
  try {
    unzipSync(bytes, {
      filter: ({ name }) => {
        if (names.push(name) > MOST_ENTRIES) throw new TableTooLarge('bytes');
        return false;
      },
    });
    return names;
  } catch (error) {
    if (error instanceof TableTooLarge) throw error;
    return null; // fflate throws errors of its own kind, and plain ones for what it does not expect
  }
}

/** Matches the path of a sheet. */
const SHEET_PART = /^xl\/worksheets\/([\w.-]+)\.xml$/;

/**
 * Names an archive. Returns null for a workbook, which may still be broken.
 * @throws TableTooLarge
 */
export function archiveKind(bytes: Uint8Array, name: string): OtherFile | null {
  const names = namesIn(bytes);
  const isNamed = (ending: RegExp) => ending.test(name);
  if (!names) return isNamed(/\.xls[xm]$/i) ? 'broken_excel' : 'zip';
  const has = (path: RegExp) => names.some((one) => path.test(one));
  if (has(/^xl\/workbook\.xml$/)) return null;
  if (has(/^xl\/workbook\.bin$/)) return 'old_excel';
  if (has(SHEET_PART)) return null;
  if (has(/^xl\//)) return 'broken_excel';
  if (has(/^word\//)) return 'word';
  if (has(/^Index(?:\/|\.zip$)/)) return 'numbers';
  if (has(/^content\.xml$/) && has(/^mimetype$/)) return isNamed(/\.ods$/i) ? 'open_document' : 'word';
  return isNamed(/\.xls[xm]$/i) ? 'broken_excel' : 'zip';
}

/** Matches parts of a workbook that hold no cells. */
const NO_CELLS = /pivot|drawing|chart|media|theme|externalLink|comments/i;

const RELATION_OF_SHEET = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet';
const byNumber = new Intl.Collator('en', { numeric: true }).compare;

type Parts = Readonly<Record<string, Uint8Array>>;

/** Returns the parts that list a workbook's sheets, for a workbook that has lost them. The sheets are in the order of their numbers. */
function listOfSheets(sheets: readonly string[]): Parts {
  const names = sheets.map((path) => SHEET_PART.exec(path)?.[1] ?? '').sort(byNumber);
  const listed = names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
  const relations = names.map(
    (name, at) => `<Relationship Id="rId${at + 1}" Type="${RELATION_OF_SHEET}" Target="worksheets/${name}.xml"/>`,
  );
  return {
    'xl/workbook.xml': strToU8(`<workbook><sheets>${listed.join('')}</sheets></workbook>`),
    'xl/_rels/workbook.xml.rels': strToU8(`<Relationships>${relations.join('')}</Relationships>`),
  };
}

/** Returns the parts that a workbook lacks, if read-excel-file reads nothing without them. */
function missingParts(parts: Parts): Parts {
  const sheets = Object.keys(parts).filter((path) => SHEET_PART.test(path));
  const empty = sheets.filter((path) => !/<(?:\w+:)?sheetData/.test(strFromU8(parts[path] ?? new Uint8Array())));
  return {
    ...(parts['[Content_Types].xml'] ? {} : { '[Content_Types].xml': strToU8('<Types/>') }),
    ...(parts['xl/workbook.xml'] ? {} : listOfSheets(sheets)),
    ...Object.fromEntries(empty.map((path) => [path, strToU8('<worksheet><sheetData/></worksheet>')])),
  };
}

/**
 * Returns a workbook's archive uncompressed, without the parts that hold no cells. Otherwise read-excel-file would start a worker
 * from a blob for a larger part, which the page's policy (`worker-src 'self'`) forbids, and would wait for it without end.
 */
function unpacked(bytes: Uint8Array): ArrayBuffer {
  let size = 0;
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      const isNeeded = /\.xml(?:\.rels)?$/.test(name) && !NO_CELLS.test(name);
      if (isNeeded) size += originalSize;
      if (size > MOST_UNPACKED) throw new TableTooLarge('bytes');
      return isNeeded;
    },
  });
  const plain = zipSync({ ...files, ...missingParts(files) }, { level: 0 });
  return plain.buffer.slice(plain.byteOffset, plain.byteOffset + plain.byteLength);
}

/** Returns a number as text. A whole number keeps each digit; any other has the 15 digits that a spreadsheet shows. */
function numberText(written: string): string {
  if (/^-?\d+$/.test(written)) return written;
  const number = Number(Number(written).toPrecision(15));
  if (!Number.isFinite(number)) return written;
  if (Number.isInteger(number)) return BigInt(number).toString();
  return Math.abs(number) < 1e-6 ? number.toFixed(15).replace(/0+$/, '') : String(number);
}

const MINUTE_MS = 60_000;

/** Returns `yyyy-MM-dd`, with the time if there is one; a time without a day lies in 1899, where spreadsheets begin to count. */
function dateText(date: Date): string {
  const rounded = new Date(Math.round(date.getTime() / MINUTE_MS) * MINUTE_MS);
  if (Number.isNaN(rounded.getTime())) return '########'; // a spreadsheet shows this for a number that is no date
  const iso = rounded.toISOString();
  const [day = '', time = ''] = iso.split('T');
  if (day.startsWith('1899-12-3')) return time.slice(0, 5);
  return time.startsWith('00:00') ? day : `${day} ${time.slice(0, 5)}`;
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return dateText(cell);
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell);
}

/**
 * Returns the sheets of a workbook that hold something, in its order; null if it is broken. Dates become `yyyy-MM-dd`, and
 * formulas become the results that were stored with them.
 * @throws TableTooLarge
 */
export async function readWorkbook(bytes: Uint8Array): Promise<Sheet[] | null> {
  try {
    // A sheet that is a chart has no cells, whatever the type says.
    const sheets: readonly { sheet: string; data?: readonly unknown[][] }[] = await readExcelFile(unpacked(bytes), {
      parseNumber: numberText,
    });
    return sheets
      .map(({ sheet, data = [] }) => ({ name: sheet.trim(), rows: tableOf(data.map((row) => row.map(cellText))) }))
      .filter(({ rows }) => rows.length > 0);
  } catch (error) {
    if (error instanceof TableTooLarge) throw error;
    console.warn('A workbook could not be read', error);
    return null;
  }
}
