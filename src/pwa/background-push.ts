/**
 * Sending without a window: what the service worker does when the browser, or a page, asks it to. Promises: a living window
 * that has the replica open does the work itself; only the signed-in person's own rows are sent, with their own token, as
 * any round sends them; a replica of another local schema version, or one with nothing unsent, is never opened.
 */
import { sendFromWindow } from '#data/local-data/open-windows.ts';
import { deviceId } from '#data/people/this-device.ts';
import { backgroundSession } from '#data/session/session-background.ts';
import { openReplica, type Replica } from '#sync/replica.ts';
import { rowServer } from '#sync/server/supabase-server.ts';
import { onlyOwnVersion, storedSalonsOf } from '#sync/versions/stored-replicas.ts';
import { countUnsent } from '#sync/versions/unsent.ts';

/** Something is unsent that another try may send. */
export class UnsentLeftError extends Error {
  override readonly name = 'UnsentLeftError';
  constructor(readonly unsent: number) {
    super(`${unsent} writes are still unsent`);
  }
}

/** Rounds in a row that sent nothing; each has learned of the line, and asks for less. */
const FRUITLESS = 4;
/** A round that fails sooner did not fail because its line is slow, ms. */
const SLOW_MS = 10_000;

/** On a slow line as a window does it: on as long as something arrives, or a smaller part of it may. */
async function roundsOf(replica: Replica): Promise<void> {
  for (let fruitless = 0; fruitless < FRUITLESS; ) {
    const before = await replica.pendingCount();
    const began = Date.now();
    await replica.syncNow();
    const { phase } = replica.status$.value;
    const left = await replica.pendingCount();
    if (left === 0 || phase === 'blocked') return;
    if (left < before) fruitless = 0;
    else if (phase === 'offline' && Date.now() - began > SLOW_MS) fruitless += 1;
    else return;
  }
}

/** A replica that does not sync by itself asks for none. */
function noChannel(): never {
  throw new Error('The service worker opens no channel');
}

let running: Promise<void> | null = null;

/** Sends what the signed-in person has unsent on this device, in any salon. One at a time. @throws UnsentLeftError */
export function pushInBackground(): Promise<void> {
  running ??= push().finally(() => {
    running = null;
  });
  return running;
}

async function push(): Promise<void> {
  const session = backgroundSession();
  try {
    const userId = await session.userId();
    if (userId === null) return;
    let left = 0;
    for (const salonId of await storedSalonsOf(userId)) {
      if ((await countUnsent(userId, salonId)) === 0) continue;
      left += (await sendFromWindow({ userId, salonId })) ?? (await sendHere(userId, salonId));
    }
    if (left > 0) throw new UnsentLeftError(left);
  } finally {
    session.close();
  }

  /** @returns what another try may send */
  async function sendHere(userId: string, salonId: number): Promise<number> {
    if (!(await onlyOwnVersion(userId, salonId))) return 0; // rows of another local schema version move when a window opens
    const server = Object.assign(rowServer(session.clientOf(userId), deviceId), { channel: noChannel });
    const replica = await openReplica({ userId, salonId, server, autoSync: false });
    try {
      await roundsOf(replica);
      return replica.status$.value.phase === 'blocked' ? 0 : await replica.pendingCount();
    } finally {
      await replica.close();
    }
  }
}
