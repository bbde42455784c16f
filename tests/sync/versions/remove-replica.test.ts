import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import type { Replica } from '#sync/replica.ts';
import { ReplicaInUseError, removeReplica, StillUnsentError } from '#sync/versions/remove-replica.ts';
import { storedSalonsOf, unsyncedWorkIn } from '#sync/versions/stored-replicas.ts';
import { World } from '../devices.ts';
import { openVersion, USER, Windows } from './other-version.ts';

const open: Replica[] = [];
let salonId = 900;
afterEach(async () => {
  for (const replica of open.splice(0)) await replica.close();
});

async function device(holds: Windows): Promise<Replica> {
  salonId++;
  const replica = await openVersion('', { salonId, world: new World(), holds });
  open.push(replica);
  await replica.syncNow();
  return replica;
}

it('is refused, and takes nothing away, while a window has the replica open', async () => {
  const holds = new Windows();
  const replica = await device(holds);
  await expect(removeReplica(USER, salonId, { holds })).rejects.toBeInstanceOf(ReplicaInUseError);
  await expect(removeReplica(USER, salonId, { holds, evenUnsent: true })).rejects.toBeInstanceOf(ReplicaInUseError);
  await replica.write([{ table: 'clients', id: 'c1', change: { first_name: 'Мария' } }]);
  await replica.close();
  open.pop();
  expect(await unsyncedWorkIn(USER, salonId)).toMatchObject({ unsent: 1 });
});

it('counts what is unsent when no window can write any more', async () => {
  const holds = new Windows();
  const replica = await device(holds);
  const { whileFree } = holds;
  // A window writes and closes in the moment in which the form is asked for.
  holds.whileFree = async (name, work) => {
    holds.whileFree = whileFree;
    await replica.write([{ table: 'clients', id: 'c1', change: { first_name: 'Мария' } }]);
    await replica.close();
    open.pop();
    return holds.whileFree(name, work);
  };
  await expect(removeReplica(USER, salonId, { holds })).rejects.toBeInstanceOf(StillUnsentError);
  expect(await unsyncedWorkIn(USER, salonId)).toMatchObject({ unsent: 1 });
  await removeReplica(USER, salonId, { holds, evenUnsent: true });
  expect(await storedSalonsOf(USER)).not.toContain(salonId);
});

it('stops where a window waits for the form, and is finished by the next call', async () => {
  const holds = new Windows();
  const replica = await device(holds);
  await replica.close();
  open.pop();
  const { whileFree } = holds;
  holds.whileFree = (name, work) => whileFree.call(holds, name, () => work(async () => false));
  await expect(removeReplica(USER, salonId, { holds })).rejects.toBeInstanceOf(ReplicaInUseError);
  expect(await storedSalonsOf(USER)).toContain(salonId);
  holds.whileFree = whileFree;
  await removeReplica(USER, salonId, { holds });
  expect(await storedSalonsOf(USER)).not.toContain(salonId);
});
