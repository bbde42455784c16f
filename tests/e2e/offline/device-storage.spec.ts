/** The device's storage under a person's hands: no room, connections closed by the browser, a failure without a reason. */
import { expect, type Page, test } from '@playwright/test';
import { installStorageFaults, limitedRoom, storageFaults } from '../../support/storage-faults.ts';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { blocksOf } from '../support/stored.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

const ofSilvia = () => backend.sql`
  select to_char(start_time at time zone 'Europe/Sofia', 'HH24:MI') as at from events
  where not deleted and client_id = 'client-silvia' and id not like 'event-%'`;

test('a booking that finds no room stays in its form and is named; with room again the same save goes through', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  const { page } = tablet;
  const room = await limitedRoom(page, tablet.proxy.url);
  await tablet.settleIn('owner@greben.test');
  expect(await room.probe()).toBeNull();
  await room.fill();
  expect(await room.probe()).toBe('QuotaExceededError');

  const form = await tablet.openNew({ employee: 'Мария Петрова', at: '17:00' });
  const client = form.getByRole('combobox', { name: 'Клиент' });
  await client.fill('силвия');
  await page.getByRole('option', { name: 'Силвия Маркова' }).first().click();
  await tablet.choose('Услуга', /^Подстригване/, form);
  const save = form.getByRole('button', { name: 'Запази' });
  await save.click();
  const full = page.getByRole('dialog', { name: 'Няма място за нови записи' });
  await expect(full).toContainText('Не е запазено: Силвия Маркова');
  await expect(full).toContainText('17:00');
  await full.getByRole('button', { name: 'Не запазвай' }).click();
  await expect(full).toBeHidden();
  await expect(client).toHaveValue('Силвия Маркова'); // all that was typed
  await expect(form.getByLabel('Час', { exact: true })).toContainText('17');
  await tablet.waiting(0);
  expect([...(await ofSilvia())]).toEqual([]);

  await save.click();
  await expect(full).toBeVisible();
  await room.makeRoom();
  await full.getByRole('button', { name: /^(Освободи и запази|Опитай пак)$/ }).click();
  await expect(full).toBeHidden();
  await expect(form).toBeHidden();
  await expect(tablet.appointment('17:00–18:00', 'Силвия Маркова', 'Мария')).toBeVisible();
  await tablet.synced();
  expect([...(await ofSilvia())]).toEqual([{ at: '17:00' }]);
  await tablet.close();
});

test('a database that the browser closed or that failed without a reason heals under a booking', { tag: '@all' }, async ({
  browser,
}) => {
  const tablet = await Device.open(browser, backend);
  await installStorageFaults(tablet.context);
  await tablet.settleIn('owner@greben.test');
  const faults = storageFaults(tablet.page);

  expect(await faults.closeConnections(false)).toBeGreaterThan(13); // as iOS does in the background: without a word
  await tablet.blockTime('Ивайло Георгиев', '17:00');
  await expect(tablet.appointment('17:00–18:00', 'Ивайло', 'блокирано')).toBeVisible();
  await tablet.synced();

  expect(await faults.closeConnections(true)).toBeGreaterThan(13);
  await tablet.blockTime('Ивайло Георгиев', '18:00');
  await expect(tablet.appointment('18:00–19:00', 'Ивайло', 'блокирано')).toBeVisible();
  await tablet.synced();

  const form = await tablet.openNew({ employee: 'Мария Петрова', at: '13:00' });
  await form.getByText('Блокирай времето').click();
  await faults.failNext(1);
  await tablet.dialog('Блокиране на време').getByRole('button', { name: 'Запази' }).click();
  await expect(tablet.dialog()).toBeHidden();
  await expect.poll(faults.failed).toBe(1);
  await expect(tablet.appointment('13:00–14:00', 'Мария', 'блокирано')).toBeVisible();
  await tablet.synced();
  expect(await blocksOf(backend, 'ivaylo')).toMatchObject([{ at: '17:00' }, { at: '18:00' }]);
  expect(await blocksOf(backend, 'maria')).toMatchObject([{ at: '13:00' }]);
  await tablet.close();
});

/** Whose replicas the browser holds. */
const peopleHere = (page: Page) =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).flatMap(
      ({ name }) => /^rxdb-dexie-greben-1-([0-9a-f-]{36})-/.exec(name ?? '')?.[1] ?? [],
    );
    return [...new Set(names)].sort();
  });

test('what nobody has opened for sixty days goes by itself at a start, and what is in use stays', { tag: '@all' }, async ({
  browser,
}) => {
  const tablet = await Device.open(browser, backend);
  const { page } = tablet;
  const [owner, staff] = await Promise.all(
    ['owner', 'staff'].map(async (name) => {
      const [row] = await backend.sql<{ id: string }[]>`select id from auth.users where email = ${`${name}@greben.test`}`;
      return row?.id ?? name;
    }),
  );
  await tablet.settleIn('owner@greben.test');
  await tablet.signOut(false);
  await tablet.settleIn('staff@greben.test');
  expect(await peopleHere(page)).toEqual([owner, staff].sort());
  await page.evaluate(async () => {
    const whole = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await whole(indexedDB.open('greben-session'));
    const store = database.transaction('values', 'readwrite').objectStore('values');
    const marks = (await whole(store.get('opened'))) as Record<string, { device: number; server: number | null }>;
    const ago = 61 * 86_400_000;
    for (const mark of Object.values(marks)) {
      mark.device -= ago;
      mark.server = (mark.server ?? Date.now()) - ago;
    }
    await whole(store.put(marks, 'opened'));
    database.close();
  });
  await page.reload();
  await tablet.calendarReady();
  await page.clock.fastForward('00:15');
  await expect.poll(() => peopleHere(page)).toEqual([staff]);
  await tablet.close();
});
