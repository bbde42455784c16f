/**
 * A count of 500 products: how often its saving asks the salon. Three times at most; over a line of which nothing is known
 * tests/sync/stories/few-requests.all.test.ts holds it.
 */
import { expect, test } from '@playwright/test';
import { PULL, PUSH } from '../../support/proxy-requests.ts';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';

const MANY = 500;

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
  await backend.sql`
    insert into products (salon_id, id, name, sale_price, price, supply_price, supply_currency, quantity)
    select 1, 'many-' || n, 'Продукт ' || n, 10, 10, 6, 'BGN', 8 from generate_series(1, ${MANY}::int) n`;
});
test.afterAll(() => backend.stop());

/** As if somebody had typed that number into each row, in another window of this browser. */
const countAll = (device: Device, counted: number, began: number): Promise<void> =>
  device.page.evaluate(
    ([many = 0, quantity = 0, before = 0]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('greben-counts');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('rows', 'readwrite');
          const rows = transaction.objectStore('rows');
          const known = rows.getAllKeys();
          known.onsuccess = () => {
            const [own] = known.result as [string, number, string][];
            if (!own) return reject(new Error('nothing is counted'));
            for (let n = 1; n <= many; n++)
              rows.put({ product_id: `many-${n}`, counted: quantity, began: before }, [own[0], own[1], `many-${n}`]);
            transaction.oncomplete = () => {
              opening.result.close();
              new BroadcastChannel('greben-counts').postMessage({ userId: own[0], salonId: own[1], from: 'another window' });
              resolve();
            };
          };
          transaction.onerror = () => reject(transaction.error);
        };
      }),
    [MANY, counted, began],
  );

test('on a line that is known it sends two requests and asks once what is new', { tag: '@all' }, async ({ browser }) => {
  const tablet = await Device.open(browser, backend, { viewport: { width: 820, height: 1180 }, touch: true });
  const { page } = tablet;
  await tablet.settleIn('owner@greben.test');
  await tablet.visit('/products/revision');
  const first = page.locator('[data-product="many-1"] input');
  const asked = () => [tablet.proxy.count(PUSH), tablet.proxy.count(PULL)] as const;
  /** Saves a count of all of them. Returns how many pushes and pulls it took. */
  const save = async (counted: number): Promise<readonly [number, number]> => {
    await first.fill(String(counted));
    await expect(page.getByText('Преброени 1 от')).toBeVisible();
    await countAll(tablet, counted, counted - 1);
    await expect(page.getByText(`Преброени ${MANY} от`)).toBeVisible();
    const before = asked();
    await page.getByRole('button', { name: 'Запази ревизията' }).click();
    await tablet.toast('Ревизията е запазена успешно.');
    await expect(page.getByText('Преброени 0 от')).toBeVisible();
    await tablet.synced();
    const after = asked();
    return [after[0] - before[0], after[1] - before[1]];
  };
  await first.waitFor();
  // A first time the line is being learned.
  await save(9);
  // What somebody else writes comes by the channel: the device listens, and no round is owed for its joining.
  await backend.sql`update products set quantity = 44 where name = 'Изчерпан шампоан'`;
  await expect(page.getByRole('spinbutton', { name: 'Ново количество: Изчерпан шампоан' })).toHaveValue('44');
  await tablet.synced();
  expect(await save(10)).toEqual([2, 1]);
  const rows = await backend.sql`select quantity from products where id like 'many-%' and quantity <> 10`;
  expect(rows).toHaveLength(0);
  await tablet.close();
});
