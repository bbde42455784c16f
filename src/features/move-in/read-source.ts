/** Makes parts of the sources that a person has chosen: a file, a pasted text, contacts of the phone. */

import { pickContacts } from '#data/browser/contacts-picker.ts';
import { newId } from '#data/new-id.ts';
import { guessAppointmentColumns } from '#domain/imports/appointments/appointment-columns.ts';
import type { ContactHeads } from '#domain/imports/files/contact-table.ts';
import { isArchive } from '#domain/imports/files/other-file.ts';
import { MOST_FILE_BYTES, readSourceFile, readSourceText } from '#domain/imports/files/read-source-file.ts';
import type { OtherFile, SourceFile } from '#domain/imports/files/source-file.ts';
import { guessKind, type ImportKind } from '#domain/imports/guess-kind.ts';
import {
  MOST_CELLS,
  MOST_COLUMNS,
  MOST_TABLE_BYTES,
  MOST_TABLE_ROWS,
  TableTooLarge,
  type TextEncoding,
} from '#domain/imports/read-table.ts';
import type { Part, TablePart } from './parts.ts';
import { rowKind, type SalonSnapshot } from './row-kinds.ts';

/** The reason why nothing is taken from a file, or from a pasted text. */
export type SourceFault = 'unreadable' | TableTooLarge['limit'] | OtherFile;

/** The limits as the texts name them: megabytes, rows, columns, cells. */
export const SOURCE_LIMITS: Readonly<Partial<Record<SourceFault, number>>> = {
  bytes: MOST_TABLE_BYTES / (1024 * 1024),
  rows: MOST_TABLE_ROWS,
  columns: MOST_COLUMNS,
  cells: MOST_CELLS,
};

/** A file that was not taken. */
export class UnreadSource extends Error {
  override readonly name = 'UnreadSource';
  constructor(readonly fault: SourceFault) {
    super(`Nothing of it could be read: ${fault}`);
  }
}

interface Reading {
  readonly salon: SalonSnapshot;
  /** The heads of the table that contacts become. */
  readonly heads: ContactHeads;
  /** The kind that the address names; null leaves it to a guess. */
  readonly kind: ImportKind | null;
}

/** Returns the columns of a table as they are guessed at first. */
const guessedColumns = (rows: readonly (readonly string[])[], kind: ImportKind, salon: SalonSnapshot): TablePart['columns'] =>
  kind === 'appointments' ? guessAppointmentColumns(rows) : rowKind(kind).guess(rows, salon);

/** Returns a part that is read again: another sheet, another kind, or another encoding of it. */
export function readAgain(
  part: TablePart,
  change: Partial<Pick<TablePart, 'sheets' | 'sheet' | 'kind' | 'encoding'>>,
  salon: SalonSnapshot,
): TablePart {
  const next = { ...part, ...change };
  const columns = guessedColumns(next.sheets[next.sheet]?.rows ?? [], next.kind, salon);
  return { ...next, columns, guessed: columns, withoutPriceIsZero: false };
}

function partOf(file: SourceFile, source: string, bytes: Uint8Array | null, { salon, kind: asked }: Reading): Part {
  const id = newId();
  if (file.kind === 'other') throw new UnreadSource(file.what);
  if (file.kind === 'calendar') return { form: 'calendar', id, source, text: file.text };
  const sheet = Math.max(
    0,
    file.sheets.findIndex(({ rows }) => rows.length > 0),
  );
  const rows = file.sheets[sheet]?.rows ?? [];
  if (rows.length === 0) throw new UnreadSource('unreadable');
  const kind = asked ?? guessKind(rows);
  const columns = guessedColumns(rows, kind, salon);
  return {
    ...{ form: 'table', id, source, bytes, encoding: file.encoding, sheets: file.sheets, sheet, kind },
    ...{ columns, guessed: columns, withoutPriceIsZero: false },
  };
}

async function read(make: () => Promise<Part>): Promise<Part> {
  try {
    return await make();
  } catch (error) {
    throw error instanceof TableTooLarge ? new UnreadSource(error.limit) : error;
  }
}

/**
 * Returns the files that an archive holds. Any other file is returned as it is, and so is an archive without files that can be
 * read.
 */
export async function filesOf(file: File): Promise<readonly File[]> {
  if (file.size > MOST_FILE_BYTES) return [file];
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!isArchive(bytes)) return [file];
  const { filesIn } = await import('#domain/imports/files/archive.ts');
  const files = filesIn(bytes, file.name).map((packed) => new File([packed.bytes], packed.name));
  return files.length > 0 ? files : [file];
}

/** Returns the part that a file makes. @throws UnreadSource */
export const readFile = (file: File, reading: Reading): Promise<Part> =>
  read(async () => {
    if (file.size > MOST_FILE_BYTES) throw new UnreadSource('bytes');
    const bytes = new Uint8Array(await file.arrayBuffer());
    return partOf(await readSourceFile(bytes, file.name, undefined, reading.heads), file.name, bytes, reading);
  });

/** Returns the part that a pasted text makes. @throws UnreadSource */
export const readPasted = (text: string, reading: Reading): Promise<Part> =>
  read(async () => {
    const file = await readSourceText(text, reading.heads);
    if (file.kind === 'other' && file.what === 'empty') throw new UnreadSource('unreadable');
    return partOf(file, '', null, reading);
  });

/**
 * Returns the part that contacts of the phone make; null if nobody was chosen.
 * @throws UnreadSource, and what the browser throws
 */
export const readContacts = async (source: string, reading: Reading): Promise<Part | null> => {
  const rows = await pickContacts(reading.heads);
  if (rows.length === 0) return null;
  return read(async () => partOf({ kind: 'tables', sheets: [{ name: '', rows }], encoding: null }, source, null, reading));
};

/** Returns the part with its file read in another encoding. @throws UnreadSource */
export async function inEncoding(part: TablePart, encoding: TextEncoding, salon: SalonSnapshot): Promise<TablePart> {
  if (!part.bytes) return part;
  const file = await readSourceFile(part.bytes, part.source, encoding);
  return file.kind === 'tables' ? readAgain(part, { sheets: file.sheets, sheet: 0, encoding }, salon) : { ...part, encoding };
}
