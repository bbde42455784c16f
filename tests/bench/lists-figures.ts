/**
 * Long lists: a salon with 2,000 products on a device slowed 4 times. How long the list and the revision take to open, what a
 * key costs until it is painted, and how many requests bring a saved count of 500 changed products to the salon.
 */
import type { Browser, CDPSession, Page } from '@playwright/test';
import { Device } from '../e2e/support/device.ts';
import type { TestBackend } from '../support/test-backend.ts';
import { count, note } from './figures.ts';
import { namesFunctions } from './front-desk.ts';
import { key, keys, opened, SLOWED, worked } from './list-measures.ts';

const PRODUCTS = 2000;
const CHANGED = 500;

/** As if each of so many products had been counted on this device: one more of each. */
const countMany = (page: Page, many: number, counted: number): Promise<void> =>
  page.evaluate(
    ([wanted = 0, quantity = 0]) =>
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
            for (let n = 1; n <= wanted; n++)
              rows.put({ product_id: `many-${n}`, counted: quantity, began: quantity - 1 }, [own[0], own[1], `many-${n}`]);
          };
          transaction.oncomplete = () => resolve();
          transaction.onerror = () => reject(transaction.error);
        };
      }),
    [many, counted],
  );

async function savedCount(tablet: Device, line: string): Promise<void> {
  const { page } = tablet;
  const next = Number(await page.locator('[data-product="many-1"] input').inputValue()) + 1;
  await page.locator('[data-product="many-1"] input').fill(String(next));
  await page.getByText(`Преброени 1 от`).waitFor();
  await countMany(page, CHANGED, next);
  await page.reload();
  await page.getByText(`Преброени ${CHANGED} от`).waitFor();
  await tablet.synced();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/rest/v1/rpc/')) asked.push(request.url().split('/').at(-1) ?? '');
  });
  const from = performance.now();
  await page.getByRole('button', { name: 'Запази ревизията' }).click();
  await page.getByText(`Преброени 0 от`).waitFor();
  note(`saving ${CHANGED} changed products, ${line}: on this device`, [performance.now() - from]);
  await tablet.synced();
  note(`saving ${CHANGED} changed products, ${line}: at the salon`, [performance.now() - from]);
  count(`requests of ${CHANGED} changed products, ${line} (${asked.join(', ')})`, asked.length);
}

export async function listsFigures(browser: Browser, backend: TestBackend): Promise<void> {
  await backend.sql`insert into product_groups (salon_id, id, name) values (1, 'many', 'Много')`;
  await backend.sql`
    insert into products (salon_id, id, name, barcode, group_id, group_name, sale_price, price, supply_price, supply_currency, quantity)
    select 1, 'many-' || n, 'Продукт ' || n || ' ' || (array['Шампоан', 'Боя', 'Маска', 'Тонер'])[1 + n % 4],
      '38000' || (1000000 + n), 'many', 'Много', 10, 10, 6, 'BGN', 8
    from generate_series(1, ${PRODUCTS}::int) n`;
  const tablet = await Device.open(browser, backend, { viewport: { width: 820, height: 1180 }, touch: true });
  await namesFunctions(tablet);
  const { page } = tablet;
  await tablet.settleIn('owner@greben.test');
  const cdp: CDPSession = await tablet.context.newCDPSession(page);
  await tablet.visit('/products');
  await page.locator('tbody tr[data-index]').first().waitFor();
  await tablet.synced();
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });

  await keys(
    page,
    `searching ${PRODUCTS} products, slowed ${SLOWED} times`,
    'input[type=search]',
    [...'шампоан'].map((_, n, all) => all.slice(0, n + 1).join('')),
  );
  await key(page, 'input[type=search]', '');
  const openings = { revision: [] as number[], list: [] as number[] };
  const works = { revision: [] as number[], list: [] as number[] };
  const open = async (what: 'revision' | 'list', link: string, row: string) => {
    const before = await worked(cdp);
    openings[what].push(await opened(page, link, row));
    works[what].push((await worked(cdp)) - before);
  };
  for (let run = 0; run < 12; run++) {
    await open('revision', 'Ревизия', '[data-product] input');
    await page.getByText('Преброени 0 от').waitFor();
    await open('list', 'Към продуктите', 'tbody tr[data-index]:not([data-product])');
  }
  for (const what of ['revision', 'list'] as const) {
    note(`the ${what} of ${PRODUCTS} products opens, slowed ${SLOWED} times`, openings[what]);
    note(`the ${what} of ${PRODUCTS} products opens, slowed ${SLOWED} times: work of the main thread`, works[what]);
  }

  await opened(page, 'Ревизия', '[data-product] input');
  await keys(page, `counting among ${PRODUCTS}, slowed ${SLOWED} times`, '[data-product] input', [
    '1',
    '12',
    '123',
    '9',
    '98',
    '8',
  ]);
  await keys(page, `searching a count of ${PRODUCTS}, slowed ${SLOWED} times`, 'input[type=search]', [
    'м',
    'ма',
    'мас',
    'маск',
    'маска',
  ]);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await key(page, 'input[type=search]', '');
  await page.reload();
  await page.locator('[data-product="many-1"] input').waitFor();
  await page.getByRole('button', { name: 'Върни промените' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Върни промените' }).click();
  // A first time the line is being learned: pushes begin small (sync/round/pace.ts).
  await savedCount(tablet, 'on a line that is new');
  await savedCount(tablet, 'on a line that is known');
  await tablet.close();
}
