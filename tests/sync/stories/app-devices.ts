/** Devices that run the app's own commands against the real SQL. A process holds one open replica, so they take turns. */
import { openDevice } from '#data/replica.test-support.ts';
import type { Replica } from '#sync/replica.ts';
import { ServerError, type SyncServer } from '#sync/server/server.ts';
import { sqlServer } from '../sql-world.ts';
import { salon } from './sql-stories.ts';

export type DeviceName = 'tablet' | 'phone';

const noLine = (): never => {
  throw new ServerError(0, null, null, 'no line');
};

/**
 * Opens the app on that device, and closes it again.
 * @param follow what the app follows while it is open; returns how that ends
 */
export async function on(
  name: DeviceName,
  line: 'online' | 'offline',
  work: (replica: Replica) => Promise<void>,
  follow: (replica: Replica) => () => void = () => () => undefined,
): Promise<void> {
  const { owner, id, database } = salon;
  const server = sqlServer(database, owner);
  const unreachable: SyncServer = { ...server, push: async () => noLine(), pull: async () => noLine() };
  const { replica } = await openDevice({
    ...{ userId: `${name}-of-${id}`, salonId: id, server: line === 'online' ? server : unreachable },
  });
  const end = follow(replica);
  try {
    await replica.syncNow();
    await work(replica);
  } finally {
    end();
    await replica.close();
  }
}
