import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetDevice } from '#data/local-data/device-mark.ts';
import { stockCountStore } from './stock-counts.ts';

const elena = { userId: 'elena', salonId: 1 };
const maria = { userId: 'maria', salonId: 1 };
const row = { product_id: 'p', counted: 3, began: 5 };
const names = async () => (await indexedDB.databases()).map(({ name }) => name);

beforeEach(async () => {
  for (const of of [elena, maria]) await stockCountStore(of).forget();
});

test('a device on which nobody has counted gets no database of counts by a start that looks for one', async () => {
  vi.resetModules();
  const fresh = await import('./stock-counts.ts');
  const { IDBFactory } = await import('fake-indexeddb');
  vi.stubGlobal('indexedDB', new IDBFactory());
  expect(await fresh.stockCountStore(elena).read()).toEqual({ rows: [], saving: null });
  expect(await names()).toEqual([]);
  vi.unstubAllGlobals();
});

test('what somebody counted goes with their data from this device; another person’s count stays', async () => {
  const saving = { id: 's', rows: [], same: [], isWritten: false };
  for (const of of [elena, maria]) await stockCountStore(of).keep([row]);
  await stockCountStore(elena).begin(saving);
  forgetDevice('elena', 1);
  await vi.waitFor(async () => expect(await stockCountStore(elena).read()).toEqual({ rows: [], saving: null }));
  expect((await stockCountStore(maria).read()).rows).toEqual([row]);
});
