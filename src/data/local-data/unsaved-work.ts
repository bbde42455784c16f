/** The unsaved work of a person on this device beside the rows: typed forms, a count and imports. The start does not load it. */

import { draftsOf } from '#data/browser/form-drafts.ts';
import type { NotesOf } from '#data/browser/small-notes.ts';
import { removeImports, unwrittenRowsOf } from '#data/imports/import-batches.ts';
import { countedOf, removeCount } from '#data/stock-counts.ts';

/** Work that was never saved. It is removed with its person's data. */
export interface UnsavedWork {
  /** Forms in which something is typed. */
  readonly forms: number;
  /** Products that are counted and not yet saved. */
  readonly counted: number;
  /** Rows of imports that broke off. */
  readonly rows: number;
}

/** Counts a person's unsaved work in these salons. @throws what the browser's storage throws */
export async function unsavedOf(userId: string, salonIds: readonly number[]): Promise<UnsavedWork> {
  let [forms, counted, rows] = [0, 0, 0];
  for (const salonId of salonIds) {
    forms += draftsOf({ userId, salonId }).length;
    counted += await countedOf({ userId, salonId });
    rows += await unwrittenRowsOf({ userId, salonId });
  }
  return { forms, counted, rows };
}

/** Removes unsaved work except the forms (`forgetDevice` removes those), with that person's data. Never rejects. */
export async function removeUnsavedWork(of: NotesOf): Promise<void> {
  await Promise.all([removeCount(of), removeImports(of)]);
}
