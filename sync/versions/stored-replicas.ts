/**
 * The data of a person on this device in salons that are not open, read without opening them. Promise: reading creates nothing and
 * changes nothing; every local schema version counts.
 */
import { decisionsIn } from '#sync/core/decisions.ts';
import { isDerived, matterOf, type SyncIssue } from '#sync/core/issues.ts';
import { DEXIE_PREFIX, replicaName, replicaPrefix } from '#sync/storage/replica-name.ts';
import { databaseNames } from '#sync/storage/rxdb/raw-database.ts';
import { eachPage, issuesIn, localDocuments, storedVersions, unsentIn } from './other-versions.ts';
import { countUnsent } from './unsent.ts';

/** Returns the person and the salon of each replica on this device, in any local schema version. */
export async function storedReplicas(): Promise<readonly { readonly userId: string; readonly salonId: number }[]> {
  const replicas = new Map<string, { userId: string; salonId: number }>();
  for (const database of await databaseNames()) {
    if (!database.startsWith(DEXIE_PREFIX)) continue;
    const [name = ''] = database.slice(DEXIE_PREFIX.length).split('--');
    const [, salon, userId] = /^greben-(\d+)-(.+)-[^-]+$/.exec(name) ?? [];
    if (salon && userId) replicas.set(replicaPrefix(userId, Number(salon)), { userId, salonId: Number(salon) });
  }
  return [...replicas.values()];
}

/** The salons of which this device has a replica of that person, by number. */
export async function storedSalonsOf(userId: string): Promise<readonly number[]> {
  const ofPerson = (await storedReplicas()).filter((replica) => replica.userId === userId);
  return ofPerson.map(({ salonId }) => salonId).sort((a, b) => a - b);
}

/** Says if all data of the replica on this device is of this program's own local schema version. */
export async function onlyOwnVersion(userId: string, salonId: number): Promise<boolean> {
  const [version, ...more] = await storedVersions(userId, salonId);
  return version?.name === replicaName(userId, salonId) && more.length === 0;
}

/** The work of one salon that a replica on this device holds and the server has not. */
export interface UnsyncedWork {
  readonly salonId: number;
  /** Rows that the server has not confirmed. */
  readonly unsent: number;
  /** The number of changes that the server did not take, with the person's content. */
  readonly issues: number;
}

/** Returns the person's work that would be lost with the replica, in any local schema version. @throws what the storage threw */
export async function unsyncedWorkIn(userId: string, salonId: number): Promise<UnsyncedWork> {
  const issues = await storedIssues(userId, salonId);
  return { salonId, unsent: await countUnsent(userId, salonId), issues: issues.filter(({ kind }) => !isDerived(kind)).length };
}

/** Decisions that wait, also about what is nobody's work: two bookings at one time are told on no other device. */
export const undecidedIn = async (userId: string, salonId: number): Promise<number> =>
  decisionsIn(await storedIssues(userId, salonId));

/** Since when something has been unsent there, ISO UTC, device clock; null where nothing is, or the rows do not say. */
export async function unsentSince(userId: string, salonId: number): Promise<string | null> {
  const all = await Promise.all((await storedVersions(userId, salonId)).map(({ name }) => unsentIn(name)));
  return all.flatMap(({ oldestAt }) => oldestAt ?? []).sort()[0] ?? null;
}

/** Returns the issues of a replica, each content once, whatever id it bears in which version. */
export async function storedIssues(userId: string, salonId: number): Promise<readonly SyncIssue[]> {
  const issues = new Map<string, SyncIssue>();
  for (const { name: version } of await storedVersions(userId, salonId)) {
    for (const issue of issuesIn(await localDocuments(version))) {
      const matter = matterOf(issue);
      if (!issues.has(matter)) issues.set(matter, issue);
    }
  }
  return [...issues.values()];
}

/** The salon's name in both languages, as this device last had it; null where it has none. */
export async function storedSalonName(userId: string, salonId: number): Promise<{ bg: string; en: string } | null> {
  for (const { name: version } of await storedVersions(userId, salonId)) {
    let found: { bg: string; en: string } | null = null;
    await eachPage(version, 'salons', async (documents) => {
      const salon = documents.find(({ id }) => id === String(salonId));
      if (salon) found = { bg: String(salon.name_bg ?? ''), en: String(salon.name_en ?? '') };
    });
    if (found) return found;
  }
  return null;
}
