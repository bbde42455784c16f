/** What a person's work leaves on this device beside the rows: a count and imports. No part of the start. */
import { removeCount } from '#data/stock-counts.ts';
import { removeImports } from './import-batches.ts';
import type { NotesOf } from './person-notes.ts';

/** Takes all of it, for the removal of that person's data. Never rejects. */
export async function removeLeavings(of: NotesOf): Promise<void> {
  await Promise.all([removeCount(of), removeImports(of)]);
}
