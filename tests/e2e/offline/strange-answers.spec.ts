/** What answers for the server without being it, and a server that is busy: nobody loses a thing or is sent away by it. */
import { expect, type Page, test } from '@playwright/test';
import type { Fault } from '../../support/fault-proxy.ts';
import { PULL, PUSH } from '../../support/proxy-requests.ts';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device, STORY_TIME } from '../support/device.ts';
import { follow } from '../support/looks.ts';

/** Everything that the app asks of its server. */
const SERVER = /^\/(rest|auth)\/v1\//;
const PROFILE = '/rest/v1/users';

let backend: TestBackend;
test.beforeEach(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterEach(() => backend.stop());

/** What the page reports as wrong; a failed line is none of it. */
function complaints(page: Page): string[] {
  const heard: string[] = [];
  page.on('pageerror', (error) => heard.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) heard.push(message.text());
  });
  return heard;
}
const blocks = () => backend.sql`select from events where salon_id = 1 and type = 'blocking' and resource_id = 'ivaylo'`;

test('a network that asks for a sign-in is named, at the start and in a round, and nothing is lost or refused', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  const { page, proxy } = tablet;
  await tablet.settleIn('owner@greben.test');
  const wrong = complaints(page);
  const before = (await blocks()).length;

  let free = proxy.fault(SERVER, { kind: 'page', status: 200 }, Number.POSITIVE_INFINITY);
  await tablet.blockTime('Ивайло Георгиев', '17:00');
  await expect(tablet.chip()).toHaveAttribute('data-phase', 'offline');
  await expect(tablet.chip()).toContainText('Мрежата иска вход');
  for (const status of [400, 403, 404, 413, 422, 511]) {
    free();
    free = proxy.fault(SERVER, { kind: 'page', status }, Number.POSITIVE_INFINITY);
    const asked = proxy.answered(PUSH);
    await follow(page, '/sync');
    await page.getByRole('button', { name: 'Опитай сега' }).click();
    await asked;
    await expect(page.getByText('мрежата тук иска вход, отворете страницата ѝ в браузъра')).toBeVisible();
    await expect(tablet.chip()).toHaveAttribute('data-issues', '0');
    await tablet.waiting(1);
  }
  await page.reload();
  await follow(page, '/calendar');
  await tablet.calendarReady();
  await expect(tablet.appointment('17:00–18:00', 'Ивайло', 'чака изпращане')).toBeVisible();
  await tablet.waiting(1);

  free();
  await tablet.synced();
  await expect(tablet.chip()).toHaveAttribute('data-issues', '0');
  expect(await blocks()).toHaveLength(before + 1);
  expect(wrong).toEqual([]);
  await tablet.close();
});

test('a person with a full calendar stays in it, whatever is answered to who they are', { tag: '@all' }, async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  const { page, proxy } = tablet;
  await tablet.settleIn('owner@greben.test');
  const shapes: Fault[] = [
    { kind: 'nothing', status: 200 },
    { kind: 'nothing', status: 204 },
    { kind: 'nothing', status: 404 },
    { kind: 'status', status: 404, body: [] },
    { kind: 'status', status: 200, body: null },
    { kind: 'status', status: 200, body: [] },
    { kind: 'status', status: 200, body: {} },
    { kind: 'page', status: 200 },
    { kind: 'half-answer' },
  ];
  for (const shape of shapes) {
    const free = proxy.fault(PROFILE, shape, Number.POSITIVE_INFINITY);
    const asked = shape.kind === 'half-answer' ? null : proxy.answered(PROFILE);
    await page.reload();
    await tablet.calendarReady();
    await asked;
    await tablet.synced();
    await expect(page).toHaveURL(/\/calendar/);
    free();
  }
  await tablet.offline();
  await page.reload();
  await tablet.calendarReady();
  await expect(page).toHaveURL(/\/calendar/);
  await tablet.close();
});

test('a record that the server does not manage now is named, holds up no other, and arrives by itself', { tag: '@all' }, async ({
  browser,
}) => {
  const tablet = await Device.open(browser, backend);
  const { page, proxy } = tablet;
  await tablet.settleIn('owner@greben.test');
  const before = (await blocks()).length;
  const body = { code: '57014', message: 'canceling statement due to statement timeout', details: null, hint: null };
  const free = proxy.fault(PUSH, { kind: 'status', status: 500, body }, Number.POSITIVE_INFINITY);
  await tablet.blockTime('Ивайло Георгиев', '17:00');
  await follow(page, '/sync');
  await expect(page.getByText(/Сървърът още не успява да го приеме/)).toBeVisible();
  await expect(tablet.chip()).toHaveAttribute('data-issues', '0');
  await tablet.waiting(1);
  free();
  await follow(page, '/calendar');
  await tablet.calendarReady();
  await tablet.blockTime('Ивайло Георгиев', '19:00');
  await tablet.synced();
  expect(await blocks()).toHaveLength(before + 2);
  await tablet.close();
});

test('answers that are cut short, empty or another request’s cost time, never data', { tag: '@all' }, async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  const { page, proxy } = tablet;
  await tablet.settleIn('owner@greben.test');
  const wrong = complaints(page);
  const before = (await blocks()).length;
  proxy.fault(PUSH, { kind: 'half-answer' });
  proxy.fault(PUSH, { kind: 'nothing', status: 200 });
  proxy.fault(PUSH, { kind: 'answer-of', path: PULL });
  proxy.fault(PULL, { kind: 'answer-of', path: PUSH });
  proxy.fault(PULL, { kind: 'nothing', status: 204 });
  await tablet.blockTime('Ивайло Георгиев', '17:00');
  await tablet.synced();
  await expect(tablet.chip()).toHaveAttribute('data-issues', '0');
  expect(await blocks()).toHaveLength(before + 1);
  expect(wrong).toEqual([]);
  await tablet.close();
});

test('the answer to another request of the same call counts for nothing, whether the server heard this one or not', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  const { page, proxy } = tablet;
  await tablet.settleIn('owner@greben.test');
  const wrong = complaints(page);
  const before = (await blocks()).length;
  await tablet.blockTime('Ивайло Георгиев', '17:00');
  await tablet.synced();
  proxy.fault(PUSH, { kind: 'answer-of', path: PUSH, unheard: true }, 2);
  proxy.fault(PUSH, { kind: 'answer-of', path: PUSH });
  proxy.fault(PULL, { kind: 'answer-of', path: PULL, unheard: true });
  proxy.fault(PULL, { kind: 'answer-of', path: PULL });
  await tablet.blockTime('Ивайло Георгиев', '19:00');
  await backend.sql`update events set notes = 'от другаде' where salon_id = 1 and type = 'blocking' and resource_id = 'ivaylo'`;
  await tablet.synced();
  await expect(tablet.chip()).toHaveAttribute('data-issues', '0');
  expect(await blocks()).toHaveLength(before + 2);
  await follow(page, '/sync');
  await page.getByRole('button', { name: 'Провери това устройство' }).click();
  await expect(page.getByText(/Всичко съвпада със сървъра/)).toBeVisible();
  expect(wrong).toEqual([]);
  await tablet.close();
});

test('500 unsent records arrive over a line of 10 KB/s', { tag: '@all' }, async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  const { page, proxy } = tablet;
  await tablet.settleIn('owner@greben.test');
  const [owner] = await backend.sql<{ id: string }[]>`select id from auth.users where email = 'owner@greben.test'`;
  const editedAt = '2026-11-18T08:30:00.000Z';
  const rows = Array.from({ length: 500 }, (_, n) => {
    const row = {
      first_name: `Клиент ${n}`,
      last_name: 'Иванов',
      phone: `+3598870${String(n).padStart(5, '0')}`,
      deleted: false,
    };
    return { table: 'clients', id: `slow-${n}`, rev: 0, row, base: null, sent: null, editedAt };
  });
  const file = { kind: 'greben-unsent', form: 1, userId: owner?.id, salonId: 1, madeAt: editedAt, epoch: null, rows, issues: [] };
  const fast = proxy.slow(10 * 1024);
  await page.reload(); // what is known of a fast line goes with the window: all 500 would be one request
  await tablet.calendarReady();
  await follow(page, '/sync');
  const buffer = Buffer.from(JSON.stringify(file));
  await page.locator('input[type=file]').setInputFiles({ name: 'greben.json', mimeType: 'application/json', buffer });
  await expect(page.getByText('Взети са 500 промени.')).toBeVisible();
  await expect(tablet.chip()).toContainText(/^Изпратени \d+ от 500$/, { timeout: 60_000 });
  await expect(page.getByText(/^изпратени \d+ от 500$/)).toBeVisible();
  await expect(tablet.chip()).toHaveAttribute('data-pending', '0', { timeout: 200_000 });
  fast();
  await tablet.synced();
  await expect(tablet.chip()).toHaveAttribute('data-issues', '0');
  expect(await backend.sql`select from clients where id like 'slow-%'`).toHaveLength(500);
  await tablet.close();
});

test('a new tablet that finds its server busy asks in growing pauses, and is ready once it is heard', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await Device.open(browser, backend, { offlineCopy: false });
  const { page, proxy } = tablet;
  const free = proxy.fault(PULL, { kind: 'status', status: 503 }, Number.POSITIVE_INFINITY);
  await tablet.signIn('owner@greben.test');
  await expect.poll(() => proxy.count(PULL)).toBeGreaterThan(1);
  // While time stands still, no pause ends, and other requests come and go.
  const asked = proxy.answered(PULL);
  await page.clock.pauseAt(new Date(Date.parse(STORY_TIME) + 3_600_000));
  await asked;
  const before = proxy.count(PULL);
  for (let n = 0; n < 10; n++) await page.evaluate(() => fetch('/rest/v1/'));
  expect(proxy.count(PULL)).toBe(before);

  free();
  await page.clock.resume();
  await page.clock.fastForward('10:00');
  await tablet.calendarReady();
  await tablet.synced();
  await tablet.close();
});
