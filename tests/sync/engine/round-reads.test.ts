import { expect, it } from 'vitest';
import { startReplication } from '#sync/replication.ts';
import { noLock } from '#sync/round/round-lock.ts';
import { booking, steadyClock, World } from '../devices.ts';
import { Disk, Gate, memoryDocStore, memoryRowStore } from '../memory-stores.ts';

/** A device of which every question for unsent rows is counted, by table. */
async function counted() {
  const world = new World();
  const { tab } = await world.device('tablet');
  const disk = new Disk();
  const gate = new Gate();
  const store = memoryRowStore(disk, gate);
  const asked: string[] = [];
  const pending: typeof store.pending = (table) => {
    asked.push(table);
    return store.pending(table);
  };
  const replication = await startReplication({
    ...{ userId: 'tablet', salonId: 7, server: tab.line, clock: steadyClock(), random: () => 0.5 },
    ...{ docs: memoryDocStore(disk, gate), lock: noLock, autoSync: false },
    network: { online: () => true, visible: () => true, listen: () => () => undefined },
    store: { ...store, pending },
    onFault: (fault) => expect(fault).toBeNull(),
  });
  await replication.syncNow();
  return { world, replication, asked };
}

it('a round looks through all tables for unsent rows once, and after that only where there are some', async () => {
  const { world, replication, asked } = await counted();
  asked.length = 0;
  await replication.syncNow();
  expect(asked.length).toBe(new Set(asked).size);
  await replication.write([{ table: 'events', id: 'e1', change: booking() }]);
  asked.length = 0;
  await replication.syncNow();
  const others = asked.filter((table) => table !== 'events');
  expect(others.length).toBe(new Set(others).size);
  expect(world.server.row('events', 'e1')).toBeDefined();
  await replication.close();
});
