/**
 * The work that a closed replica holds, as a file for another device of the same person. Promise: making it creates and changes
 * nothing in the replica; every local schema version counts.
 */
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import { type Fields, type StateRow, snapshot } from '#sync/core/columns.ts';
import { STATE_DOCUMENT, type SyncState } from '#sync/core/sync-state.ts';
import type { UnsentFile, UnsentRow } from '#sync/device/unsent-file.ts';
import { rowInThisVersion } from './adopt-row.ts';
import { eachPage, localDocuments, NOT_DELETED, storedVersions } from './other-versions.ts';
import { storedIssues } from './stored-replicas.ts';

/**
 * Returns all work of the replica that the server has not, as `exportUnsent` of the open replica makes it. Of a row that two local schema
 * versions hold differently both stand in it.
 * @param at ISO UTC, device clock
 */
export async function storedUnsentFile(userId: string, salonId: number, at: string): Promise<UnsentFile> {
  const rows = new Map<string, UnsentRow>();
  let epoch: string | null = null;
  for (const { name: version } of await storedVersions(userId, salonId)) {
    const state = (await localDocuments(version)).find(({ id }) => id === STATE_DOCUMENT)?.value as SyncState | undefined;
    const ofVersion = state?.epoch ?? null;
    epoch ??= ofVersion;
    // Revisions of another history of the server count for nothing in this file's.
    const otherHistory = ofVersion !== null && ofVersion !== epoch;
    for (const table of TABLE_NAMES)
      await eachPage(version, table, async (documents) => {
        for (const document of documents) {
          const row = document._deleted === NOT_DELETED ? rowInThisVersion(table, salonId, document) : null;
          if (row?.pending !== 1) continue;
          const values = snapshot(table, row);
          const content = `${table}/${row.id}:${JSON.stringify(values)}`;
          if (!rows.has(content)) rows.set(content, unsentRow(table, row, values, otherHistory));
        }
      });
  }
  const issues = (await storedIssues(userId, salonId)).filter(({ table }) => TABLE_NAMES.includes(table));
  return { kind: 'greben-unsent', form: 1, userId, salonId, madeAt: at, epoch, rows: [...rows.values()], issues };
}

function unsentRow(
  table: TableName,
  { id, rev, base, sent, edited_at }: StateRow,
  row: Fields,
  otherHistory: boolean,
): UnsentRow {
  const known = { rev: otherHistory ? 0 : rev, sent: otherHistory ? (sent ?? {}) : sent };
  return { table, id, row, base: base && snapshot(table, base), editedAt: edited_at, ...known };
}
