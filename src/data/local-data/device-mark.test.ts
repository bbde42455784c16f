// @vitest-environment happy-dom
import { throwError } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addClient } from '#data/clients.commands.ts';
import { type Device, openDevice, SALON_ID, seen } from '#data/replica.test-support.ts';
import { dismissEmptied, emptiedDevice, forgetDevice, lookForEmptied, noteDevice, readMark } from './device-mark.ts';

let device: Device;
let end: () => void = () => undefined;

beforeEach(async () => {
  localStorage.clear();
  emptiedDevice.setState({ emptied: null });
  device = await openDevice();
});
afterEach(async () => {
  end();
  end = () => undefined;
  await device.replica.close();
});

const person = () => device.replica.userId;

/** A device that has pulled two clients and wrote one more without a line. */
async function deviceWithWork(): Promise<void> {
  device.server.put('clients', 'c1', { name: 'Анна' });
  device.server.put('clients', 'c2', { name: 'Ива' });
  device.server.online = true;
  end = noteDevice(device.replica);
  await device.replica.syncNow();
  await expect.poll(() => readMark(person(), SALON_ID)?.rows).toBe(2);
  device.server.online = false;
  await addClient(device.replica, { first_name: 'Йоана', last_name: 'Христова' });
  await seen(device.replica.status$, ({ pending }) => pending === 1);
}

/** Clears what a browser without room clears: the databases go, the small notes beside them stay. */
async function empty(): Promise<void> {
  end();
  await device.replica.close();
  for (const { name } of await indexedDB.databases())
    await new Promise((gone, failed) => {
      const request = indexedDB.deleteDatabase(name ?? '');
      request.onsuccess = gone;
      request.onerror = failed;
    });
}

test('what is unsent is noted though the salon’s name cannot be read', async () => {
  const broken = { findOne: () => ({ $: throwError(() => new Error('the database is closed')) }) };
  const rows = { ...device.replica.rows, salons: broken as unknown as Device['replica']['rows']['salons'] };
  end = noteDevice({ ...device.replica, rows } as Device['replica']);
  await addClient(device.replica, { first_name: 'Йоана', last_name: 'Христова' });
  await expect.poll(() => readMark(person(), SALON_ID)?.unsent).toBe(1);
});

describe('an emptied device', () => {
  test('says what it held at last knowledge, until that has been read', async () => {
    await deviceWithWork();
    const { userId } = device.replica;
    await empty();
    await lookForEmptied(userId, SALON_ID);
    expect(emptiedDevice.getState().emptied).toMatchObject({ userId, salonId: SALON_ID, rows: 2, unsent: 1 });
    // A reload in the middle of the first sync does not forget it.
    emptiedDevice.setState({ emptied: null });
    await lookForEmptied(userId, SALON_ID);
    expect(emptiedDevice.getState().emptied).toMatchObject({ rows: 2, unsent: 1 });
    dismissEmptied();
    await lookForEmptied(userId, SALON_ID);
    expect(emptiedDevice.getState().emptied).toBeNull();
    device = await openDevice();
  });

  test('is not one that still has its databases', async () => {
    await deviceWithWork();
    await lookForEmptied(person(), SALON_ID);
    expect(emptiedDevice.getState().emptied).toBeNull();
    expect(readMark(person(), SALON_ID)).toMatchObject({ rows: 2, unsent: 1 });
  });

  test('is not a new one, nor one of another person or salon, nor one that we emptied ourselves', async () => {
    await lookForEmptied('somebody-new', SALON_ID);
    expect(emptiedDevice.getState().emptied).toBeNull();
    await deviceWithWork();
    const { userId } = device.replica;
    await empty();
    await lookForEmptied('another-person', SALON_ID);
    expect(emptiedDevice.getState().emptied).toBeNull();
    await lookForEmptied(userId, SALON_ID + 1);
    expect(emptiedDevice.getState().emptied).toBeNull();
    forgetDevice(userId, SALON_ID);
    await lookForEmptied(userId, SALON_ID);
    expect(emptiedDevice.getState().emptied).toBeNull();
    device = await openDevice();
  });

  test('is not called so by notes that cannot be read', async () => {
    localStorage.setItem(`greben.device.${SALON_ID}.somebody`, '{"rows":"many"}');
    await lookForEmptied('somebody', SALON_ID);
    localStorage.setItem(`greben.device.${SALON_ID}.somebody`, 'no json');
    await lookForEmptied('somebody', SALON_ID);
    expect(emptiedDevice.getState().emptied).toBeNull();
  });
});

describe('the note of what a device holds', () => {
  test('begins with the first complete pull, or the first unsent change, and follows what is unsent', async () => {
    end = noteDevice(device.replica);
    expect(readMark(person(), SALON_ID)).toBeNull();
    await addClient(device.replica, { first_name: 'Йоана', last_name: 'Христова' });
    await expect.poll(() => readMark(person(), SALON_ID)).toMatchObject({ rows: 0, unsent: 1, since: expect.any(String) });
    device.server.online = true;
    await device.replica.syncNow();
    await expect.poll(() => readMark(person(), SALON_ID)).toMatchObject({ rows: 1, unsent: 0, since: null });
  });

  test('of another replica is no longer counted down: where another one stands it is told, also where the browser lists none', async () => {
    await deviceWithWork();
    end();
    const { userId } = device.replica;
    const lost = readMark(userId, SALON_ID);
    const fresh = { ...device.replica, identity: 'another' };
    end = noteDevice(fresh);
    expect(emptiedDevice.getState().emptied).toMatchObject({ userId, rows: 2, unsent: 1, since: lost?.since });
    await expect.poll(() => readMark(userId, SALON_ID)?.replica).toBe('another');
    // A window of the lost replica that has not noticed the loss changes nothing in the newer note.
    const stop = noteDevice({ ...device.replica, identity: 'another' });
    stop();
    expect(readMark(userId, SALON_ID)?.replica).toBe('another');
  });

  test('counts what waits for a decision, but not two bookings at one time, which are nobody’s work', async () => {
    end = noteDevice(device.replica);
    device.server.online = true;
    await device.replica.syncNow();
    const issue = {
      table: 'events',
      rowId: 'e1',
      group: null,
      ours: null,
      server: null,
      at: '2026-11-18T08:00:00.000Z',
    } as const;
    await device.replica.putIssue({ ...issue, id: 'i1', kind: 'gone' }, { ...issue, id: 'i2', kind: 'overlap' });
    await expect.poll(() => readMark(person(), SALON_ID)?.undecided).toBe(1);
  });

  test('that is ended while it counts is no error, and notes nothing', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let close: (error: Error) => void = () => undefined;
    const counting = new Promise<never>((_, reject) => {
      close = reject;
    });
    device.server.online = true;
    await device.replica.syncNow();
    const holdings = vi.fn(() => counting);
    end = noteDevice({ ...device.replica, holdings });
    await expect.poll(() => holdings.mock.calls.length).toBe(1);
    end();
    close(new Error('the database does not open again'));
    await counting.catch(() => undefined);
    expect(logged).not.toHaveBeenCalled();
    expect(readMark(person(), SALON_ID)?.rows ?? 0).toBe(0);
  });
});
