/** Reads any file that may hold a person's clients, offer or appointments. A file that is no table and no calendar is named. */
import {
  encodingOf,
  MOST_TABLE_BYTES,
  markedEncoding,
  readTable,
  TableTooLarge,
  type TextEncoding,
  textOfFile,
} from '#domain/imports/read-table.ts';
import { CONTACT_HEADS, type ContactHeads, contactTable } from './contact-table.ts';
import { CYRILLIC_ENCODINGS } from './cyrillic-encoding.ts';
import { isLineList, lineTable } from './line-list.ts';
import { isArchive, otherFileOf, otherTextOf } from './other-file.ts';
import type { OtherFile, SourceFile } from './source-file.ts';

/** The size of the largest file that is read. It holds contacts with their pictures, which are left out. */
export const MOST_FILE_BYTES = 64 * 1024 * 1024;

const other = (what: OtherFile): SourceFile => ({ kind: 'other', what });
const table = (rows: string[][], encoding: TextEncoding | null): SourceFile =>
  rows.length > 0 ? { kind: 'tables', sheets: [{ name: '', rows }], encoding } : other('empty');

async function readArchive(bytes: Uint8Array, name: string): Promise<SourceFile> {
  const { archiveKind, readWorkbook } = await import('./workbook.ts');
  const what = archiveKind(bytes, name);
  if (what) return other(what);
  const sheets = await readWorkbook(bytes);
  if (!sheets) return other('broken_excel');
  return sheets.length > 0 ? { kind: 'tables', sheets, encoding: null } : other('empty');
}

const holdsWebTable = (text: string): boolean => /^\s*</.test(text) && /<table[\s>]/i.test(text);

/**
 * Reads a text that was pasted, or a file's.
 * @param encoding the one in which the text was read; null if there was nothing to choose
 * @throws TableTooLarge
 */
export async function readSourceText(
  text: string,
  heads: ContactHeads = CONTACT_HEADS,
  encoding: TextEncoding | null = null,
): Promise<SourceFile> {
  if (/^\s*BEGIN:VCALENDAR\s/i.test(text)) return { kind: 'calendar', text };
  if (/^\s*BEGIN:VCARD\s/i.test(text)) {
    const { readVcards } = await import('./read-vcard.ts');
    const contacts = readVcards(text);
    return contacts.length > 0 ? table(contactTable(contacts, heads), encoding) : other('empty');
  }
  if (holdsWebTable(text)) {
    const { readWebTables } = await import('./web-table.ts');
    const sheets = readWebTables(text);
    if (sheets.length > 0) return { kind: 'tables', sheets, encoding };
  }
  if (text.length > MOST_TABLE_BYTES) throw new TableTooLarge('bytes');
  const what = otherTextOf(text);
  if (what) return other(what);
  return table(isLineList(text) ? lineTable(text, heads) : readTable(text), encoding);
}

/** Returns the encoding that a web page itself names; null for any other file. */
function declaredEncoding(bytes: Uint8Array): TextEncoding | null {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 4096));
  const [, named = ''] = /^\s*<[\s\S]*charset\s*=\s*["']?([\w-]+)/i.exec(head) ?? [];
  return CYRILLIC_ENCODINGS.find((encoding) => encoding === named.toLowerCase()) ?? null;
}

/**
 * Reads a file. The libraries for contacts and workbooks are loaded only for a file that needs them.
 * @param name the file's own, with its ending
 * @param encoding a person's choice, for a text whose encoding was guessed wrong
 * @param heads those of the table that contacts and lines become
 * @throws TableTooLarge
 */
export async function readSourceFile(
  bytes: Uint8Array,
  name: string,
  encoding?: TextEncoding,
  heads: ContactHeads = CONTACT_HEADS,
): Promise<SourceFile> {
  if (bytes.length > MOST_FILE_BYTES) throw new TableTooLarge('bytes');
  const what = otherFileOf(bytes, name);
  if (what) return other(what);
  if (isArchive(bytes)) return readArchive(bytes, name);
  const guessed = encodingOf(bytes);
  const isNarrow = CYRILLIC_ENCODINGS.some((one) => one === guessed);
  const used = encoding ?? (isNarrow ? declaredEncoding(bytes) : null) ?? guessed;
  const text = textOfFile(bytes, used);
  if (text === null) return other('other');
  return readSourceText(text, heads, markedEncoding(bytes) && !encoding ? null : used);
}
