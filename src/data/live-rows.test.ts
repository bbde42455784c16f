import { firstValueFrom, NEVER, Observable, startWith } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { liveRow, liveRows, liveRowsById, sharedRead } from './live-rows.ts';
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

test('a read that nobody follows stays live for a while, but of many only those that were left last', async () => {
  const { replica } = device;
  const live = new Set<number>();
  const read = (n: number) =>
    sharedRead(
      replica,
      `read-${n}`,
      () =>
        new Observable<number>((told) => {
          live.add(n);
          const following = NEVER.pipe(startWith(n)).subscribe(told);
          return () => {
            live.delete(n);
            following.unsubscribe();
          };
        }),
    );
  const followed = read(0).subscribe();
  for (let n = 1; n <= 40; n++) await firstValueFrom(read(n));
  expect([...live]).toEqual([0, ...Array.from({ length: 16 }, (_, n) => 25 + n)]);
  expect(await firstValueFrom(read(25))).toBe(25); // left anew: now the last one
  await firstValueFrom(read(41));
  expect([live.has(25), live.has(26)]).toEqual([true, false]);
  followed.unsubscribe();
  expect(live.has(0)).toBe(true);
});
