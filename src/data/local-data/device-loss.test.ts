// @vitest-environment happy-dom
import { forceCloseDatabase } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addClient } from '#data/clients.commands.ts';
import { type Device, openDevice, SALON_ID, seen } from '#data/replica.test-support.ts';
import type { Replica } from '#sync/replica.ts';
import { deviceLoss, forgetAside, mayReload, restoreLostWork, watchLoss } from './device-loss.ts';
import { emptiedDevice, forgetDevice, lookForEmptied, lossesAtSignIn, noteDevice, readLoss, readMark } from './device-mark.ts';

let device: Device;
let endings: (() => void)[] = [];
const keepAgain = vi.fn(async () => undefined);
const connections = new Set<IDBDatabase>();
const { transaction } = IDBDatabase.prototype;

beforeEach(async () => {
  localStorage.clear();
  keepAgain.mockClear();
  deviceLoss.setState({ lost: null });
  emptiedDevice.setState({ emptied: null });
  IDBDatabase.prototype.transaction = function (...asked) {
    connections.add(this);
    return transaction.apply(this, asked);
  };
  device = await openDevice();
});
afterEach(async () => {
  for (const end of endings) end();
  endings = [];
  IDBDatabase.prototype.transaction = transaction;
  connections.clear();
  await device.replica.close();
});

const attend = ({ replica }: Device) => {
  endings = [noteDevice(replica), watchLoss({ keepAgain }, replica)];
};
const isEmptied = (replica: Replica) => seen(replica.status$, ({ reason }) => reason === 'storage-emptied');

/** Clears the databases as a browser does: the connections end, the databases are gone. */
async function clear(): Promise<void> {
  const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
  for (const one of connections) forceCloseDatabase(one as unknown as Parameters<typeof forceCloseDatabase>[0]);
  await Promise.all(
    names.map(
      (name) =>
        new Promise((gone, failed) => {
          const request = indexedDB.deleteDatabase(name);
          request.onsuccess = gone;
          request.onerror = failed;
        }),
    ),
  );
}

/** Two clients here and one more without a line. */
async function work(): Promise<void> {
  attend(device);
  device.server.online = true;
  await device.replica.syncNow();
  device.server.online = false;
  await addClient(device.replica, { first_name: 'Йоана', last_name: 'Христова' });
  await expect.poll(() => readMark(device.replica.userId, SALON_ID)?.unsent).toBe(1);
}

describe('databases that the browser clears under an open page', () => {
  test('are told with their count and time, and what the page still knows is put aside with the session', async () => {
    await work();
    const { userId } = device.replica;
    await clear();
    await isEmptied(device.replica);
    await expect.poll(() => deviceLoss.getState().lost).toMatchObject({ isSafe: true });
    expect(readMark(userId, SALON_ID)).toBeNull();
    expect(readLoss(userId, SALON_ID)).toMatchObject({ unsent: 1, readAt: null, since: expect.any(String) });
    expect(keepAgain).toHaveBeenCalledOnce();
    expect(mayReload(device.replica)).toBe(true);
    expect(await lossesAtSignIn()).toMatchObject([{ userId, salonId: SALON_ID, unsent: 1 }]);
    await lookForEmptied(userId, SALON_ID);
    expect(emptiedDevice.getState().emptied).toMatchObject({ unsent: 1, kept: 0 });
  });

  test('are put aside all the same where the clearing breaks off that the session is kept again', async () => {
    await work();
    keepAgain.mockRejectedValueOnce(new DOMException('The connection was closed.', 'AbortError'));
    await clear();
    await isEmptied(device.replica);
    await expect.poll(() => deviceLoss.getState().lost, { timeout: 3_000 }).toMatchObject({ isSafe: true });
    expect(keepAgain).toHaveBeenCalledTimes(2);
  });

  test('get back what was put aside, once, when their replica opens anew', async () => {
    await work();
    const { userId } = device.replica;
    await clear();
    await isEmptied(device.replica);
    await expect.poll(() => deviceLoss.getState().lost).not.toBeNull();
    // The test's next device has another person, so the work that was put aside is moved to its name.
    const aside = localStorage.getItem(`greben.aside.${SALON_ID}.${userId}`) ?? '';
    await device.replica.close();
    device = await openDevice();
    const next = device.replica.userId;
    localStorage.setItem(`greben.aside.${SALON_ID}.${next}`, aside.replaceAll(userId, next));
    await restoreLostWork(device.replica);
    expect(await device.replica.pendingCount()).toBe(1);
    expect(localStorage.getItem(`greben.aside.${SALON_ID}.${next}`)).toBeNull();
    await restoreLostWork(device.replica);
    expect(await device.replica.pendingCount()).toBe(1);
  });

  test('with the notes beside them are a person’s doing: nothing is put aside or kept again unasked', async () => {
    await work();
    localStorage.clear();
    await clear();
    await isEmptied(device.replica);
    await expect.poll(() => deviceLoss.getState().lost).toMatchObject({ isSafe: false });
    expect(deviceLoss.getState().lost?.unsent.rows).toHaveLength(1);
    expect(keepAgain).not.toHaveBeenCalled();
    expect(mayReload(device.replica)).toBe(false);
    expect(Object.keys(localStorage).filter((key) => key.startsWith('greben.aside.'))).toEqual([]);
    expect(readLoss(device.replica.userId, SALON_ID)).toMatchObject({ unsent: 1 });
  });

  test('with the notes a moment later are told all the same', async () => {
    await work();
    await clear();
    await isEmptied(device.replica);
    await expect.poll(() => deviceLoss.getState().lost).toMatchObject({ isSafe: true });
    localStorage.clear();
    expect(mayReload(device.replica)).toBe(false);
    expect(deviceLoss.getState().lost?.isSafe).toBe(false);
    expect(readLoss(device.replica.userId, SALON_ID)).toMatchObject({ unsent: 1 });
  });

  test('leave no note once the person had them removed', async () => {
    await work();
    forgetDevice(device.replica.userId, SALON_ID);
    forgetAside(device.replica.userId, SALON_ID);
    expect(Object.keys(localStorage).filter((key) => key.startsWith('greben.'))).toEqual([]);
  });
});
