/** A file as a person chose it: its kind, and its tables. */
import type { TextEncoding } from '#domain/imports/read-table.ts';

/** One table of a file. */
export interface Sheet {
  /** The name of a workbook's sheet; empty if the file has only one table. */
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
}

/** A file that is neither a table nor a calendar, as a person knows it. */
export type OtherFile =
  | 'empty'
  | 'pdf'
  | 'picture'
  | 'old_excel'
  | 'protected_excel'
  | 'broken_excel'
  | 'numbers'
  | 'open_document'
  | 'word'
  | 'zip'
  | 'database'
  | 'other';

/** A file that was read. */
export type SourceFile =
  /** A spreadsheet, a text with separators, contacts, or lines. `encoding` is null if the file itself names it. */
  | { readonly kind: 'tables'; readonly sheets: readonly Sheet[]; readonly encoding: TextEncoding | null }
  /** An iCalendar file, which `appointments/` reads. */
  | { readonly kind: 'calendar'; readonly text: string }
  | { readonly kind: 'other'; readonly what: OtherFile };
