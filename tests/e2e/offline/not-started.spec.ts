/** The app does not start: it says so in words, nothing unsent is lost, and there is a way back. */
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { twoVersions, type Versions } from '../../support/versions.ts';
import { Device } from '../support/device.ts';
import { blocksOf } from '../support/stored.ts';

let versions: Versions;
let backend: TestBackend;
test.beforeAll(async () => {
  versions = twoVersions();
  backend = await startBackend({ seed: 'test', dist: versions.site });
});
test.afterAll(async () => {
  await backend.stop();
  versions.remove();
});

/** Looks for a newer version, as the page does once an hour, and returns what became of the worker that was found. */
const lookForNewer = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const found = new Promise<ServiceWorker | null>((resolve) =>
      registration?.addEventListener('updatefound', () => resolve(registration.installing), { once: true }),
    );
    // A worker whose own script is wrong already is refused here; one with wrong files is found and does not install.
    await registration?.update();
    const worker = await found;
    while (worker?.state === 'installing')
      await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
    return worker?.state;
  });

/** What a version before this one may have been left with: a page in the place of the app's first script. */
const spoilKeptProgram = (page: Page) =>
  page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if (/assets\/index-.*\.js/.test(request.url))
          await cache.put(request, new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }));
    }
  });

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'Гребен не се отвори' });

test('an update whose files come as pages is not installed: the running version stays, also without a line, until it comes whole', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  await tablet.settleIn('owner@greben.test');
  versions.publishWithPages('second');
  expect(await lookForNewer(tablet.page)).toBe('redundant');
  await tablet.offline();
  await tablet.page.reload();
  await tablet.calendarReady();
  await expect(tablet.page.getByText('Има нова версия')).toHaveCount(0);

  await tablet.online();
  versions.publish('second');
  expect(await lookForNewer(tablet.page)).toBe('installed');
  await expect(tablet.page.getByRole('status').filter({ hasText: 'Има нова версия' })).toBeVisible();
  await tablet.close();
  versions.publish('first');
});

test('a spoilt program says so instead of a blank page, saves unsent work as a file, and comes anew with the work still there', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  await tablet.settleIn('owner@greben.test');
  await tablet.offline();
  await tablet.blockTime('Ивайло Георгиев', '17:00');
  await tablet.waiting(1);
  await spoilKeptProgram(tablet.page);
  await tablet.page.reload();
  await expect(notice(tablet.page)).toContainText('Данните на това устройство, и неизпратеното, са на мястото си.');

  const downloading = tablet.page.waitForEvent('download');
  await tablet.page.getByRole('button', { name: 'Запази неизпратеното във файл' }).click();
  const file = JSON.parse(readFileSync(await (await downloading).path(), 'utf8')) as { kind: string; rows: unknown[] };
  expect(file).toMatchObject({ kind: 'greben-unsent', rows: [{ table: 'events', row: { resource_id: 'ivaylo' } }] });

  const anew = tablet.page.getByRole('button', { name: 'Изтегли програмата наново' });
  await anew.click();
  await expect(tablet.page.getByText('няма връзка със сървъра. Нищо не е променено.')).toBeVisible();
  await tablet.online();
  await anew.click();
  await tablet.calendarReady();
  await expect(notice(tablet.page)).toHaveCount(0);
  await tablet.synced();
  expect(await blocksOf(backend, 'ivaylo')).toMatchObject([{ at: '17:00' }]);
  await tablet.close();
});

/** As Firefox does it where cookies are blocked: asking throws, while modules are still loading. */
function closeStorage(): void {
  const closed = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  Object.defineProperty(window, 'localStorage', { get: closed });
  Object.defineProperty(window, 'BroadcastChannel', { value: closed });
}

/** A browser of some years ago: the app's modules fail while they load. */
function growOld(): void {
  Reflect.deleteProperty(URL, 'canParse');
  Reflect.deleteProperty(window, 'Intl');
}

/** One in which the app would start, and fail at people's work: Firefox before 126. */
function lackDatabaseNames(): void {
  Reflect.deleteProperty(IDBFactory.prototype, 'databases');
}

test('a browser that lets nothing be kept is told apart from one that is too old, each in the person’s language', {
  tag: '@all',
}, async ({ browser }) => {
  for (const [locale, become, words] of [
    ['bg-BG', closeStorage, 'Разрешете бисквитките и данните на сайта'],
    ['en-GB', growOld, 'This browser is too old for Greben.'],
    [
      'bg-BG',
      lackDatabaseNames,
      'Работи със Safari и iPadOS от версия 17, с Firefox от версия 140 и с Chrome и Edge от версия 131.',
    ],
  ] as const) {
    const context = await browser.newContext({ baseURL: backend.url, locale });
    await context.addInitScript(become);
    const page = await context.newPage();
    await page.goto('/login');
    await expect(page.getByRole('alert')).toContainText(words);
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await context.close();
  }
});

test('a browser without AbortSignal.any syncs, and a change made there reaches the server', { tag: '@all' }, async ({
  browser,
}) => {
  const tablet = await Device.open(browser, backend);
  await tablet.page.addInitScript(() => void Reflect.deleteProperty(AbortSignal, 'any'));
  await tablet.settleIn('owner@greben.test');
  await tablet.blockTime('Ивайло Георгиев', '18:00');
  await tablet.synced();
  expect((await blocksOf(backend, 'ivaylo')).map(({ at }) => at)).toContain('18:00');
  await tablet.close();
});
