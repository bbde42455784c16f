/**
 * `/rescue.js`, a script of its own (build/standalone-scripts.ts), loaded only when the app does not start and a person wants their unsent work:
 * it reads the replica without RxDB and without the rest of the app. Promise: only the signed-in person's own work is read,
 * and nothing on the device changes.
 */
import { unsentFileName } from '#data/local-data/device-file.ts';
import { sessionStore } from '#data/session/session-store.ts';
import { storedSalonsOf } from '#sync/versions/stored-replicas.ts';
import { storedUnsentFile } from '#sync/versions/stored-unsent-file.ts';

export interface Rescued {
  readonly name: string;
  /** As `exportUnsent` of the open replica makes it; of several salons that hold something, the one of the profile first. */
  readonly text: string;
}

/** Null when nobody is signed in, or when nothing of theirs is unsent or undecided. */
export async function unsentWork(): Promise<Rescued | null> {
  const session = sessionStore();
  try {
    const { profile } = await session.read();
    if (profile === null) return null;
    const at = new Date().toISOString();
    const salons = await storedSalonsOf(profile.id);
    for (const salonId of [...salons].sort((a, b) => Number(b === profile.salonId) - Number(a === profile.salonId))) {
      const file = await storedUnsentFile(profile.id, salonId, at);
      if (file.rows.length + file.issues.length > 0) return { name: unsentFileName(at), text: JSON.stringify(file, null, 1) };
    }
    return null;
  } finally {
    session.close();
  }
}
