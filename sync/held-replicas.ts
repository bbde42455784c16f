/**
 * What this device holds of a person in salons that are not open, read without opening them. Promise: it creates nothing
 * and changes nothing; every local form counts.
 */
import { TABLE_NAMES } from '#schemas/registry.ts';
import { issuesIn } from './carry.ts';
import { rowInThisForm } from './carry-row.ts';
import { snapshot } from './columns.ts';
import type { SyncIssue } from './issues.ts';
import { eachPage, formsHeld, localDocuments } from './other-forms.ts';
import { databaseNames } from './raw-database.ts';
import { DEXIE_PREFIX, replicaName, replicaPrefix } from './replica-name.ts';
import { STATE_DOCUMENT, type SyncState } from './sync-state.ts';
import { unsentOf } from './unsent.ts';
import type { UnsentFile, UnsentRow } from './unsent-file.ts';

/** The salons of which this device has a replica of that person, by number. */
export async function salonsHeldFor(userId: string): Promise<readonly number[]> {
  const salons = new Set<number>();
  for (const name of await databaseNames()) {
    const salonId = Number(/^greben-(\d+)-/.exec(name.slice(DEXIE_PREFIX.length))?.[1]);
    if (name.startsWith(DEXIE_PREFIX + replicaPrefix(userId, salonId))) salons.add(salonId);
  }
  return [...salons].sort((a, b) => a - b);
}

/** Whether all that this device has of the replica is of this program's own local form. */
export async function onlyOwnForm(userId: string, salonId: number): Promise<boolean> {
  const [form, ...more] = await formsHeld(userId, salonId);
  return form?.name === replicaName(userId, salonId) && more.length === 0;
}

export interface HeldWork {
  readonly salonId: number;
  /** Rows that the server has not confirmed. */
  readonly unsent: number;
  /** What the server did not take, with the person's content. */
  readonly issues: number;
}

/** What of a person's work would be lost with the replica. */
export async function workHeld(userId: string, salonId: number): Promise<HeldWork> {
  const issues = await issuesHeld(userId, salonId);
  return { salonId, unsent: await unsentOf(userId, salonId), issues: issues.filter(({ kind }) => kind !== 'overlap').length };
}

async function issuesHeld(userId: string, salonId: number): Promise<readonly SyncIssue[]> {
  const issues = new Map<string, SyncIssue>();
  for (const { name: form } of await formsHeld(userId, salonId)) {
    for (const issue of issuesIn(await localDocuments(form))) issues.set(issue.id, issue);
  }
  return [...issues.values()];
}

/**
 * All of that work as a file, as `exportUnsent` of the open replica makes it.
 * @param at ISO UTC, device clock
 */
export async function heldFile(userId: string, salonId: number, at: string): Promise<UnsentFile> {
  const rows = new Map<string, UnsentRow>();
  let epoch: string | null = null;
  for (const { name: form } of await formsHeld(userId, salonId)) {
    const state = (await localDocuments(form)).find(({ id }) => id === STATE_DOCUMENT)?.value as SyncState | undefined;
    epoch ??= state?.epoch ?? null;
    for (const table of TABLE_NAMES)
      await eachPage(form, table, async (documents) => {
        for (const document of documents) {
          const row = document._deleted === '0' ? rowInThisForm(table, salonId, document) : null;
          if (row?.pending !== 1 || rows.has(`${table}/${row.id}`)) continue;
          const { id, rev, base, sent, edited_at: editedAt } = row;
          const values = snapshot(table, row);
          rows.set(`${table}/${id}`, { table, id, rev, row: values, base: base && snapshot(table, base), sent, editedAt });
        }
      });
  }
  const issues = (await issuesHeld(userId, salonId)).filter(({ table }) => TABLE_NAMES.includes(table));
  return { kind: 'greben-unsent', form: 1, userId, salonId, madeAt: at, epoch, rows: [...rows.values()], issues };
}

/** The salon's name in both languages, as this device last had it; null where it has none. */
export async function heldSalonName(userId: string, salonId: number): Promise<{ bg: string; en: string } | null> {
  for (const { name: form } of await formsHeld(userId, salonId)) {
    let found: { bg: string; en: string } | null = null;
    await eachPage(form, 'salons', async (documents) => {
      const salon = documents.find(({ id }) => id === String(salonId));
      if (salon) found = { bg: String(salon.name_bg ?? ''), en: String(salon.name_en ?? '') };
    });
    if (found) return found;
  }
  return null;
}
