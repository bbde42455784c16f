import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { namingItsAnswers } from './named-answers.test-support.ts';
import { completeRevision, saveRevision } from './product-revisions.commands.ts';
import { addProduct, deleteProduct, updateProduct } from './products.commands.ts';
import { type Device, openDevice, StubServer, seen, stored } from './replica.test-support.ts';
import { changeOf } from './row-writes.ts';
import { type StockCountStore, stockCountStore } from './stock-counts.ts';

let device: Device;
let store: StockCountStore;
beforeEach(async () => {
  device = await openDevice();
  store = stockCountStore(device.replica);
});
afterEach(() => device.replica.close());

const refusal = (key: string) => expect.objectContaining({ name: 'Refusal', key });
const row = (product_id: string, counted: number, began: number) => ({ product_id, counted, began });
const revisions = async () => (await device.replica.rows.product_revisions.find().exec()).map((document) => document.toJSON());
const quantityOf = async (id: string) => (await stored(device.replica, 'products', id))?.quantity;

/** A device that dies at the nth write of a save, counted from 0, or right after it. */
function dyingAt(nth: number, when: 'before' | 'after') {
  let writes = 0;
  const step = async <T>(write: () => Promise<T>): Promise<T> => {
    const dies = writes++ === nth;
    if (dies && when === 'before') throw new Error('killed');
    const written = await write();
    if (dies) throw new Error('killed');
    return written;
  };
  const replica = { ...device.replica, write: (changes: never[]) => step(() => device.replica.write(changes)) };
  const dying: StockCountStore = {
    ...store,
    begin: (saving) => step(() => store.begin(saving)),
    markWritten: () => step(() => store.markWritten()),
    end: (saving, asks) => step(() => store.end(saving, asks)),
    // A process that is gone tidies up nothing.
    cancel: () => Promise.reject(new Error('killed')),
  };
  return { replica, dying };
}

describe('saving a revision', () => {
  test('writes one revision a changed product, then the quantities, and nothing for what is unchanged', async () => {
    const shampoo = await addProduct(device.replica, { name: 'Шампоан', quantity: 5 });
    const mask = await addProduct(device.replica, { name: 'Маска', quantity: 2 });
    const calls = device.writes.length;
    expect(await saveRevision(device.replica, [row(shampoo, 3, 5), row(mask, 2, 2)])).toEqual({ saved: 1, asks: [] });
    expect(device.writes.slice(calls).map((call) => call.map((change) => change.table))).toEqual([
      ['product_revisions'],
      ['products'],
    ]);
    const { userId } = device.replica;
    expect(await revisions()).toMatchObject([
      { product_id: shampoo, old_quantity: 5, new_quantity: 3, difference: -2, user_id: userId },
    ]);
    expect([await quantityOf(shampoo), await quantityOf(mask)]).toEqual([3, 2]);
  });

  test('of 500 products goes to the salon in two requests, and one asks what is new there', async () => {
    await device.replica.close();
    const asked: string[] = [];
    const server = new StubServer();
    server.online = true;
    for (let n = 0; n < 500; n++) server.put('products', `p${n}`, { name: `Продукт ${n}`, quantity: 5 });
    const named = namingItsAnswers(server);
    device = await openDevice({
      autoSync: true,
      server: {
        ...named,
        channel: named.channel.bind(named),
        push: (...call) => {
          asked.push(`push ${call[1].length}`);
          return named.push(...call);
        },
        pull: (...call) => {
          asked.push('pull');
          return named.pull(...call);
        },
      },
    });
    await seen(device.replica.status$, ({ phase }) => phase === 'synced');
    // The line has been learned: a first push is small (sync/round/pace.ts).
    for (const quantity of [10]) {
      await device.replica.write(Array.from({ length: 500 }, (_, n) => changeOf('products', `p${n}`, { quantity })));
      await device.replica.syncNow();
    }
    await seen(device.replica.status$, ({ phase, pending }) => phase === 'synced' && pending === 0);
    asked.length = 0;
    const saved = await saveRevision(
      device.replica,
      Array.from({ length: 500 }, (_, n) => row(`p${n}`, 3, 10)),
    );
    await seen(device.replica.status$, ({ phase, pending }) => phase === 'synced' && pending === 0);
    expect(saved).toEqual({ saved: 500, asks: [] });
    expect(asked).toEqual(['push 500', 'push 500', 'pull']);
  }, 60_000);

  test('without changes, with nonsense or for a product that is gone writes nothing', async () => {
    const id = await addProduct(device.replica, { name: 'Шампоан', quantity: 5 });
    const gone = await addProduct(device.replica, { name: 'Стар', quantity: 5 });
    await deleteProduct(device.replica, gone);
    await expect(saveRevision(device.replica, [row(id, 5, 5)])).rejects.toEqual(refusal('no_changes'));
    await expect(saveRevision(device.replica, [row(id, -1, 5)])).rejects.toEqual(refusal('quantity_invalid'));
    await expect(saveRevision(device.replica, [row(gone, 1, 5)])).rejects.toEqual(refusal('invalid_id'));
    expect([await revisions(), (await store.read()).saving]).toEqual([[], null]);
  });

  test('asks about a product that changed since its count began, and writes nothing until that is decided', async () => {
    const id = await addProduct(device.replica, { name: 'Шампоан', quantity: 5 });
    const mask = await addProduct(device.replica, { name: 'Маска', quantity: 2 });
    await updateProduct(device.replica, id, { quantity: 4 });
    const rows = [row(id, 3, 5), row(mask, 1, 2)];
    expect(await saveRevision(device.replica, rows)).toEqual({ saved: 0, asks: [row(id, 3, 5)] });
    expect([await revisions(), await quantityOf(id), await quantityOf(mask)]).toEqual([[], 4, 2]);
  });

  test.each([
    [0, 'after'],
    [1, 'before'],
    [1, 'after'],
    [2, 'before'],
    [2, 'after'],
    [3, 'before'],
    [3, 'after'],
    [4, 'before'],
    [4, 'after'],
  ] as const)('killed at write %i, %s it, is completed once', async (nth, when) => {
    const shampoo = await addProduct(device.replica, { name: 'Шампоан', quantity: 5 });
    const mask = await addProduct(device.replica, { name: 'Маска', quantity: 2 });
    const rows = [row(shampoo, 3, 5), row(mask, 9, 2)];
    await store.keep(rows);
    const { replica, dying } = dyingAt(nth, when);
    await expect(saveRevision(replica, rows, dying)).rejects.toThrow('killed');
    // Wherever it died before, it dies once more on reopening.
    const again = dyingAt(0, 'before');
    await completeRevision(again.replica, again.dying).catch((error: unknown) => expect(String(error)).toContain('killed'));
    await completeRevision(device.replica);
    expect((await revisions()).map(({ product_id, difference }) => [product_id, difference]).sort()).toEqual(
      [
        [shampoo, -2],
        [mask, 7],
      ].sort(),
    );
    expect([await quantityOf(shampoo), await quantityOf(mask)]).toEqual([3, 9]);
    expect(await store.read()).toEqual({ rows: [], saving: null });
    expect(await completeRevision(device.replica)).toBeNull();
  });

  test('that was refused room before its first revision leaves the count as it was', async () => {
    const id = await addProduct(device.replica, { name: 'Шампоан', quantity: 5 });
    await store.keep([row(id, 3, 5)]);
    const full = { ...device.replica, write: () => Promise.reject(new Error('no room')) };
    await expect(saveRevision(full, [row(id, 3, 5)])).rejects.toThrow('no room');
    expect(await store.read()).toEqual({ rows: [row(id, 3, 5)], saving: null });
  });

  test('completed later keeps what was counted meanwhile, and saves it too', async () => {
    const shampoo = await addProduct(device.replica, { name: 'Шампоан', quantity: 5 });
    const mask = await addProduct(device.replica, { name: 'Маска', quantity: 2 });
    await store.keep([row(shampoo, 3, 5)]);
    const { replica, dying } = dyingAt(2, 'before');
    await expect(saveRevision(replica, [row(shampoo, 3, 5)], dying)).rejects.toThrow('killed');
    await store.keep([row(mask, 1, 2)]);
    expect(await saveRevision(device.replica, (await store.read()).rows)).toEqual({ saved: 2, asks: [] });
    expect([await quantityOf(shampoo), await quantityOf(mask), (await revisions()).length]).toEqual([3, 1, 2]);
    expect(await store.read()).toEqual({ rows: [], saving: null });
  });

  test('completed later writes no revision anew that somebody has deleted meanwhile', async () => {
    const id = await addProduct(device.replica, { name: 'Шампоан', quantity: 5 });
    await store.keep([row(id, 3, 5)]);
    const { replica, dying } = dyingAt(2, 'before');
    await expect(saveRevision(replica, [row(id, 3, 5)], dying)).rejects.toThrow('killed');
    const [written] = await revisions();
    device.server.online = true;
    await device.replica.syncNow();
    device.server.put('product_revisions', written?.id ?? '', { deleted: true });
    await device.replica.syncNow();
    device.writes.length = 0;
    await completeRevision(device.replica);
    expect(device.writes.flat().map(({ table }) => table)).toEqual(['products']);
  });

  test('that meets another change on completion puts that product back into the count, to be asked about', async () => {
    const id = await addProduct(device.replica, { name: 'Шампоан', quantity: 5 });
    await store.keep([row(id, 3, 5)]);
    const { replica, dying } = dyingAt(2, 'before');
    await expect(saveRevision(replica, [row(id, 3, 5)], dying)).rejects.toThrow('killed');
    await updateProduct(device.replica, id, { quantity: 50 });
    expect(await completeRevision(device.replica)).toEqual({ saved: 0, asks: [row(id, 3, 5)] });
    expect(await quantityOf(id)).toBe(50);
    expect(await store.read()).toEqual({ rows: [row(id, 3, 5)], saving: null });
  });
});

describe('the count in progress', () => {
  test('is each person’s and salon’s own, and another window hears of it', async () => {
    const other = stockCountStore({ userId: 'somebody-else', salonId: device.replica.salonId });
    let heard = 0;
    const following = store.elsewhere$.subscribe(() => {
      heard += 1;
    });
    await store.keep([row('a', 1, 2), row('b', 3, 3)]);
    await store.keep([row('a', 4, 2)]);
    expect(await other.read()).toEqual({ rows: [], saving: null });
    expect((await store.read()).rows).toEqual([row('a', 4, 2), row('b', 3, 3)]);
    const window = new BroadcastChannel('greben-counts');
    window.postMessage({ userId: 'somebody-else', salonId: device.replica.salonId, from: 'w' });
    window.postMessage({ userId: device.replica.userId, salonId: device.replica.salonId, from: 'w' });
    await expect.poll(() => heard).toBe(1);
    following.unsubscribe();
    window.close();
    await store.forget(['a']);
    expect((await store.read()).rows).toEqual([row('b', 3, 3)]);
    await store.forget();
    expect((await store.read()).rows).toEqual([]);
  });
});
