/** The parts that are moved in. Each chosen file, or pasted text, is a part until it is imported or removed. */
import type { Sheet } from '#domain/imports/files/source-file.ts';
import type { ImportKind } from '#domain/imports/guess-kind.ts';
import { type ColumnMapping, firstRowOf } from '#domain/imports/import-columns.ts';
import type { TextEncoding } from '#domain/imports/read-table.ts';

/** The kinds in the order in which they are written: appointments refer to the others. */
export const KIND_ORDER: readonly ImportKind[] = ['services', 'products', 'clients', 'appointments'];
/** The kinds whose rows become records of one table. */
export type RowKindName = Exclude<ImportKind, 'appointments'>;

interface Chosen {
  readonly id: string;
  /** The file's name; empty if the part was pasted or picked. */
  readonly source: string;
}

/** A part that is a table. */
export interface TablePart extends Chosen {
  readonly form: 'table';
  /** The bytes of the file, from which another encoding can be read; null if the table was pasted. */
  readonly bytes: Uint8Array | null;
  /** Null if the file itself names it. */
  readonly encoding: TextEncoding | null;
  readonly sheets: readonly Sheet[];
  /** The place of the sheet that is read. */
  readonly sheet: number;
  readonly kind: ImportKind;
  readonly columns: ColumnMapping;
  /** The columns as they were guessed at first. */
  readonly guessed: ColumnMapping;
  /** True if rows without a price cost 0. Otherwise the price of each of them is asked for. */
  readonly withoutPriceIsZero: boolean;
}

/** A part that is a calendar. */
export interface CalendarPart extends Chosen {
  readonly form: 'calendar';
  readonly text: string;
}

export type Part = TablePart | CalendarPart;

/** A part whose rows become records of one table. */
export type RowPart = TablePart & { readonly kind: RowKindName };

export const isRowPart = (part: Part): part is RowPart => part.form === 'table' && part.kind !== 'appointments';

/** A part that holds appointments: a calendar, or a table of them. */
export type AppointmentPart = CalendarPart | TablePart;

export const isAppointmentPart = (part: Part): part is AppointmentPart => !isRowPart(part);

export const tableRows = ({ sheets, sheet }: TablePart): readonly (readonly string[])[] => sheets[sheet]?.rows ?? [];

/** Returns the heads of the columns; they are empty if no row names them. */
export function headOf(part: TablePart): readonly string[] {
  const { headRow, fields } = part.columns;
  return headRow === null ? fields.map(() => '') : (tableRows(part)[headRow] ?? []);
}

/** Returns true if a person has changed a guess about the columns. */
export function isChanged(part: Part): boolean {
  if (part.form === 'calendar') return false;
  const { columns, guessed, withoutPriceIsZero } = part;
  const isOther = columns.headRow !== guessed.headRow || columns.fields.some((field, at) => field !== guessed.fields[at]);
  return isOther || withoutPriceIsZero;
}

/** Returns the columns that are empty below the head. */
export function emptyColumns(part: TablePart): ReadonlySet<number> {
  const rows = tableRows(part).slice(firstRowOf(part.columns));
  return new Set(part.columns.fields.flatMap((_, at) => (rows.some((cells) => cells[at]) ? [] : [at])));
}
