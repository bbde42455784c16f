/**
 * Begins the imports of what a person has looked through. All imports of a page are on the device before the first row of any is
 * written, so the next start goes on with all of them however the page ends.
 */
import { createStore } from 'zustand/vanilla';
import type { FateOfRow, ImportTable } from '#data/imports/import-batches.ts';
import { beginImport } from '#data/imports/imports.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { type JudgedPart, takenOf } from './judged-parts.ts';

/** The texts of a row. The page knows them, but the device forgets them. */
export interface RowWords {
  /** The record in words, or the row as it came. */
  readonly what: string;
  readonly why: string;
}

/** One import that was begun, with what the page still knows of the file. */
export interface BegunImport {
  readonly id: string;
  readonly table: ImportTable;
  readonly source: string;
  wordsOf(row: FateOfRow): RowWords | undefined;
}

/** Begins one import, after those before it have begun. @throws what the storage threw */
export type Begin = (before: readonly BegunImport[]) => Promise<BegunImport>;

/** The last imports that this page has begun, for their report. */
export const begunImports = createStore<{ of: OpenReplica | null; imports: readonly BegunImport[] }>(() => ({
  of: null,
  imports: [],
}));

/** Begins the import of a part's rows. @throws what the storage threw */
export async function beginPart(
  replica: OpenReplica,
  judged: JudgedPart,
  wanted: ReadonlySet<number>,
  words: (row: JudgedPart['rows'][number]) => RowWords,
): Promise<BegunImport> {
  const { part, rows } = judged;
  const taken = takenOf(judged, wanted);
  const takenRows = new Set(taken.map(({ row }) => row));
  const left = rows.flatMap(({ row, verdict }): FateOfRow[] =>
    verdict.kind === 'new' || takenRows.has(row) ? [] : [{ row, fate: verdict.kind }],
  );
  const id = await beginImport(
    replica,
    part.kind,
    // The rows of a part belong to its own table.
    taken.map(({ value }) => value) as Parameters<typeof beginImport<typeof part.kind>>[2],
    part.source,
    { numbers: taken.map(({ row }) => row), left },
  );
  const byNumber = new Map(rows.map((row) => [row.row, row]));
  const wordsOf = ({ row }: FateOfRow) => {
    const own = byNumber.get(row);
    return own && words(own);
  };
  return { id, table: part.kind, source: part.source, wordsOf };
}
