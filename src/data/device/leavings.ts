/** What a person's work leaves on this device beside the rows: a count, imports, and what was typed in forms. No part of the start. */
import { removeCount } from '#data/stock-counts.ts';
import { removeImports } from './import-batches.ts';
import { forgetNote, noteKeys } from './small-notes.ts';

/** Takes all of it, for the removal of that person's data. Never rejects. */
export async function removeLeavings(of: { readonly userId: string; readonly salonId: number }): Promise<void> {
  for (const key of noteKeys('session', `greben.draft.${of.userId}.${of.salonId}.`)) forgetNote('session', key);
  await Promise.all([removeCount(of), removeImports(of)]);
}
