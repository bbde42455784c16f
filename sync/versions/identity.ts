/**
 * Which replica this is: a random name of its own, made with its databases and gone with them. Promise: a replica that was
 * cleared and made anew has another one; one that changes its local schema version (an update of the app) keeps it.
 */

import { randomId } from '#sync/machine/random-id.ts';
import { storageFaultOf } from '#sync/storage/storage-errors.ts';
import type { DocStore } from '#sync/storage/stores.ts';
import { localDocuments, versionsBeside } from './other-versions.ts';

/** The local document with the replica's own random name. */
export const IDENTITY_DOCUMENT = 'replica-identity';

interface Identity {
  readonly id: string;
}

/** As it stands on the disk of that local schema version, read past the replica; null where there is none. */
export async function identityOnDisk(version: string): Promise<string | null> {
  const document = (await localDocuments(version)).find(({ id }) => id === IDENTITY_DOCUMENT);
  return (document?.value as Identity | undefined)?.id ?? null;
}

/** The open replica's own; made where it has none. Null where the storage does not take one now: it is made by a later opening. */
export async function identityOf(docs: DocStore, userId: string, salonId: number): Promise<string | null> {
  try {
    const stored = await docs.read<Identity>(IDENTITY_DOCUMENT);
    if (stored !== null) return stored.id;
    let id: string | null = null;
    for (const { name } of await versionsBeside(userId, salonId)) id ??= await identityOnDisk(name);
    const created: Identity = { id: id ?? randomId() };
    return (await docs.update<Identity>(IDENTITY_DOCUMENT, (current) => (current === null ? created : null)))?.id ?? null;
  } catch (error) {
    if (storageFaultOf(error) === null) throw error;
    return null;
  }
}
