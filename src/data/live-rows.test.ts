import fc from 'fast-check';
import { filter, firstValueFrom, map, NEVER, Observable, startWith, takeWhile, toArray } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changedAt } from '#domain/records/changed-at.ts';
import { keepSorted, liveRow, liveRows, liveRowsById, sharedRead } from './live-rows.ts';
import { type Device, openDevice } from './replica.test-support.ts';
import { changeOf } from './row-writes.ts';

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

test('a live read tells what it has read while rows go on coming in, and at the end of them all', async () => {
  const { replica } = device;
  const storage = replica.rows.services.storageInstance;
  const query = storage.query.bind(storage);
  let left = 8;
  // Whenever a read is about to end a row comes in, as under the pages of a first sync.
  const overtaken = vi.spyOn(storage, 'query').mockImplementation(async (asked) => {
    const read = await query(asked);
    if (left > 0) await replica.write([changeOf('services', `service-${left--}`, { name_bg: 'Подстригване' })]);
    return read;
  });
  const read$ = liveRows(replica, 'services').pipe(map(({ length }) => length));
  expect(
    await firstValueFrom(
      read$.pipe(
        takeWhile((rows) => rows < 8, true),
        toArray(),
      ),
    ),
  ).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  overtaken.mockRestore();
});

test('what is asked once fails with the storage, and is found when it is asked again', async () => {
  const { services } = device.replica.rows;
  const away = vi.spyOn(services.storageInstance, 'findDocumentsById').mockRejectedValueOnce(new Error('the storage was away'));
  await expect(services.findOne('one').exec()).rejects.toThrow('the storage was away');
  away.mockRestore();
  expect(await services.findOne('one').exec()).toBeNull();
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

test('a row that was changed here and taken there tells when it was changed, also while it is followed', async () => {
  const { replica, server } = device;
  server.online = true;
  server.put('services', 'cut', { name_bg: 'Подстригване' });
  await replica.syncNow();
  const followed = liveRow(replica, 'services', 'cut').subscribe();
  const from = new Date().toISOString();
  await replica.write([changeOf('services', 'cut', { name_bg: 'Боядисване' })]);
  await replica.syncNow();
  const row = await firstValueFrom(liveRow(replica, 'services', 'cut').pipe(filter((now) => now?.pending === 0)));
  expect(row && (changedAt(row) ?? '') >= from).toBe(true);
  followed.unsubscribe();
});

test('a list that is kept sorted stands as if it were sorted anew, whatever comes, goes and changes', () => {
  const ids = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 5 })), {
    selector: ([id]) => id,
  });
  const byName = (a: { id: string; name: number }, b: { id: string; name: number }) => a.name - b.name || (a.id < b.id ? -1 : 1);
  fc.assert(
    fc.property(fc.array(ids, { maxLength: 8 }), (lists) => {
      const sort = keepSorted(byName);
      let before = new Map<string, { id: string; name: number }>();
      for (const list of lists) {
        const rows = list
          .map(([n, name]) => ({ id: String(n).padStart(2, '0'), name }))
          .map((row) => (before.get(row.id)?.name === row.name ? (before.get(row.id) ?? row) : row))
          .sort((a, b) => (a.id < b.id ? -1 : 1));
        before = new Map(rows.map((row) => [row.id, row]));
        expect(sort(rows)).toEqual([...rows].sort(byName));
      }
    }),
  );
});
