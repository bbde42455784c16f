/** What a person's decision about an issue writes over the row as it stands (src/data/issues/issues.commands.ts). */
import { type Fields, isErased, pick as picked, SHAPES, type StateRow } from '#sync/core/columns.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import { chance, type Random } from '../random.ts';

/** Null: nothing is written, and ours is let go. */
export function decisionOf(issue: SyncIssue, row: StateRow | null, random: Random): Fields | null {
  const { kind, table, group, ours, server } = issue;
  if (ours === null || row === null || isErased(table, row)) return null;
  // A refused new record that is let go goes from the device with its issue.
  if (kind === 'rejected') return server === null && row.rev === 0 ? { deleted: true } : null;
  const mine = chance(random, 0.5);
  if (!mine || row.deleted) return null;
  switch (kind) {
    case 'field':
      return picked(ours, group ?? []);
    case 'set':
      return ours.deleted === true ? { deleted: true } : { ...picked(ours, SHAPES[table].table.groups[0] ?? []), deleted: false };
    case 'edited-there':
      return { deleted: true };
    default:
      return null;
  }
}
