import { firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { liveRow, liveRows, liveRowsById } from './live-rows.ts';
import { type Device, openDevice } from './replica.test-support.ts';

let device: Device;
beforeEach(async () => {
  device = await openDevice();
});
afterEach(() => device.replica.close());

test('a read that failed once can be asked again: all rows, one, some by their ids', async () => {
  const { replica } = device;
  const storage = replica.rows.services.storageInstance;
  const reads = [
    { read: () => firstValueFrom<unknown>(liveRows(replica, 'services')), nothing: [] },
    { read: () => firstValueFrom<unknown>(liveRow(replica, 'services', 'one')), nothing: null },
    { read: () => firstValueFrom<unknown>(liveRowsById(replica, 'services', ['one', 'two'])), nothing: new Map() },
  ];
  for (const { read, nothing } of reads) {
    const query = vi.spyOn(storage, 'query').mockRejectedValueOnce(new Error('the storage was away'));
    const byId = vi.spyOn(storage, 'findDocumentsById').mockRejectedValueOnce(new Error('the storage was away'));
    await expect(read()).rejects.toThrow('the storage was away');
    query.mockRestore();
    byId.mockRestore();
    expect(await read()).toEqual(nothing);
  }
});
