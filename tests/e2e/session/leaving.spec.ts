/** Signing out, another person on the same tablet, a salon withdrawn, a session ended: nobody's work is lost or sent as another's. */
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { PUSH } from '../../support/proxy-requests.ts';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { WorkerHandle } from '../support/service-worker.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

const signOutButton = (page: Page) => page.getByRole('button', { name: 'Изход', exact: true });
const landing = (page: Page) => page.getByRole('heading', { level: 1, name: 'Денят в салона' });
const newSalon = (page: Page) => page.getByRole('heading', { name: 'Създаване на салон' });
const keepAndLeave = (page: Page) => page.getByRole('button', { name: 'Излез, промените остават тук' });

test('another person on the same tablet neither sees nor sends what the first one left unsent, and it is sent once that one returns', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  const { page } = tablet;
  await tablet.settleIn('owner@greben.test');
  const worker = await WorkerHandle.open(tablet.context, tablet.proxy.url);
  await tablet.offline();
  await tablet.blockTime('Мария Петрова', '17:00');
  await tablet.waiting(1);
  await signOutButton(page).click();
  await keepAndLeave(page).click();
  await expect(landing(page)).toBeVisible();
  await tablet.online();

  await tablet.settleIn('staff@greben.test');
  await expect(tablet.appointment('17:00–18:00', 'Мария', 'блокирано')).toHaveCount(0);
  await tablet.blockTime('Ивайло Георгиев', '18:00');
  await tablet.synced();
  await worker.backgroundSync(); // asks the server for nothing: this person has nothing unsent
  await page.reload();
  await tablet.calendarReady();
  await tablet.synced();
  expect(await blocked('maria')).not.toContain('17:00');
  expect(await senders(tablet)).toEqual([{ email: 'staff@greben.test', at: '18:00' }]);
  await tablet.signOut(false);

  await tablet.settleIn('owner@greben.test');
  await expect(tablet.appointment('17:00–18:00', 'Мария', 'блокирано')).toBeVisible();
  await expect.poll(() => blocked('maria')).toContain('17:00');
  expect(await senders(tablet)).toEqual([
    { email: 'staff@greben.test', at: '18:00' },
    { email: 'owner@greben.test', at: '17:00' },
  ]);
  await tablet.close();
});

test('a push that is under way when the person signs out and another one signs in goes as its own person’s', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  const { page } = tablet;
  await tablet.settleIn('owner@greben.test');
  const hold = tablet.proxy.hold(PUSH, 'before');
  await tablet.blockTime('Габриела Илиева', '19:00');
  await hold.reached;
  await signOutButton(page).click();
  await keepAndLeave(page).click();
  await expect(landing(page)).toBeVisible();
  await tablet.signIn('staff@greben.test');
  await tablet.calendarReady();
  hold.release();
  await tablet.synced();
  await tablet.blockTime('Габриела Илиева', '20:00');
  await tablet.synced();
  for (const { email, at } of await senders(tablet))
    expect(email).toBe(at === '19:00' ? 'owner@greben.test' : 'staff@greben.test');
  expect(await blocked('gabriela')).toEqual(expect.arrayContaining(['20:00']));
  await tablet.close();
});

test('a salon that is withdrawn leaves the screen and the device, and says so', { tag: '@all' }, async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  const { page } = tablet;
  await tablet.settleIn('staff@greben.test');
  expect((await held(page)).length).toBeGreaterThan(0);
  await withdraw('staff@greben.test');
  await page.clock.fastForward('01:00');
  await expect(newSalon(page)).toBeVisible();
  await expect(
    page.getByText('Вече нямате достъп до салон „Студио Къдрица“. Данните му са премахнати от това устройство.'),
  ).toBeVisible({
    timeout: 30_000,
  });
  expect(await held(page)).toEqual([]);
  await page.getByRole('button', { name: 'Разбрах' }).click();
  await page.goto('/calendar');
  await expect(newSalon(page)).toBeVisible();
  await tablet.close();
  await belongsTo('staff@greben.test', 1);
});

test('a salon that is withdrawn while something is unsent hides, but keeps the person’s work until it is saved and given up', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  const { page } = tablet;
  await tablet.settleIn('staff@greben.test');
  await tablet.offline();
  await tablet.blockTime('Мария Петрова', '13:00');
  await tablet.waiting(1);
  await withdraw('staff@greben.test');
  await tablet.online();
  await expect(newSalon(page)).toBeVisible();
  const told = page.getByText('1 Ваша промяна не е приета от сървъра и стои само на това устройство.');
  await expect(told).toBeVisible({ timeout: 30_000 });
  await page.reload();
  await expect(told).toBeVisible();

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Запази във файл' }).click();
  const file = JSON.parse(readFileSync(await (await downloading).path(), 'utf8')) as { rows: { table: string }[] };
  expect(file).toMatchObject({ kind: 'greben-unsent', salonId: 1 });
  expect(file.rows.map(({ table }) => table)).toEqual(['events']);

  await page.getByRole('button', { name: 'Премахни…' }).click();
  const question = page.getByRole('alertdialog', { name: 'Да премахнем ли данните на салона от това устройство?' });
  await question.getByRole('button', { name: 'Отказ' }).click();
  expect((await held(page)).length).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Премахни…' }).click();
  await question.getByRole('button', { name: 'Премахни данните' }).click();
  await expect(told).toBeHidden();
  await expect.poll(() => held(page)).toEqual([]);
  expect(await blocked('maria')).not.toContain('13:00');
  await tablet.close();
  await belongsTo('staff@greben.test', 1);
});

test('who is given another salon works in that one; what is unsent in the former one is told, and sent if it is given back', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  const { page } = tablet;
  await tablet.settleIn('staff@greben.test');
  await tablet.offline();
  await tablet.blockTime('Мария Петрова', '14:00');
  await tablet.waiting(1);
  await belongsTo('staff@greben.test', 2);
  await tablet.online();
  const told = page.getByText(/1 Ваша промяна не е приета|1 of your changes was not taken/);
  await expect(told).toBeVisible({ timeout: 30_000 });
  await tablet.synced();
  await expect(tablet.chip()).toHaveAttribute('data-pending', '0');
  expect(await blocked('maria')).not.toContain('14:00');

  await belongsTo('staff@greben.test', 1);
  await page.reload();
  await expect.poll(() => blocked('maria')).toContain('14:00');
  await tablet.synced();
  await tablet.close();
});

test('only the server’s word ends a session: offline the person goes on, then the page is locked with their unsent work behind it', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  const { page } = tablet;
  await tablet.settleIn('staff@greben.test');
  await tablet.offline();
  await tablet.blockTime('Ивайло Георгиев', '13:00');
  await tablet.waiting(1);
  const ended = await backend.sql`
    delete from auth.sessions s using auth.users u where u.id = s.user_id and u.email = 'staff@greben.test' returning 1`;
  expect(ended.length).toBeGreaterThan(0);
  await page.clock.fastForward('02:00:00');
  await page.reload();
  await tablet.calendarReady();
  await tablet.waiting(1);
  await expect(tablet.chip()).toHaveAttribute('data-phase', 'offline');

  await tablet.online();
  await expect(page.getByRole('heading', { level: 1, name: 'Влезте отново' })).toBeVisible();
  await expect(page.getByText('1 чакаща промяна е запазена и се изпраща, щом влезете.')).toBeVisible();
  expect(await blocked('ivaylo')).not.toContain('13:00');

  await page.getByRole('button', { name: 'Друг профил…' }).click();
  await tablet.enter('owner@greben.test');
  await tablet.calendarReady();
  await tablet.synced();
  await expect(tablet.appointment('13:00–14:00', 'Ивайло', 'блокирано')).toHaveCount(0);
  expect(tablet.proxy.pushes).toHaveLength(0);
  await tablet.signOut(false);

  await tablet.settleIn('staff@greben.test');
  await expect(tablet.appointment('13:00–14:00', 'Ивайло', 'блокирано')).toBeVisible();
  await expect.poll(() => blocked('ivaylo')).toContain('13:00');
  expect(await senders(tablet)).toEqual([{ email: 'staff@greben.test', at: '13:00' }]);
  await tablet.close();
});

test('an administrator who goes to another salon leaves nothing behind: it is told, and sent without going back', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await Device.open(browser, backend);
  const { page } = desk;
  const view = async (salon: string) => {
    await page.getByRole('link', { name: 'Салони', exact: true }).click();
    await page
      .getByRole('row', { name: new RegExp(salon) })
      .getByRole('button', { name: 'Преглед' })
      .click();
    await desk.toast('Салон избран');
    await expect(page).toHaveURL(/\/calendar/);
    await desk.synced();
  };
  await desk.signIn('admin@greben.test');
  await expect(page).toHaveURL(/\/admin$/);
  await view('Студио Къдрица');
  await desk.calendarReady();
  const takeBack = desk.proxy.fault(PUSH, { kind: 'status', status: 503 }, Number.POSITIVE_INFINITY);
  await desk.blockTime('Мария Петрова', '15:00');
  await desk.waiting(1);
  await page.getByRole('link', { name: 'Админ Панел' }).click();
  await view('Отказан салон');
  const told = page.getByText('1 Ваша промяна в салон „Студио Къдрица“ още не е изпратена.');
  await expect(told).toBeVisible();
  await expect(desk.chip()).toHaveAttribute('data-pending', '0');
  expect(await blocked('maria')).not.toContain('15:00');

  takeBack();
  await page.clock.fastForward('00:30');
  await expect.poll(() => blocked('maria')).toContain('15:00');
  await page.clock.fastForward('00:30');
  await expect(told).toBeHidden();
  await expect(desk.chip()).toHaveAttribute('data-pending', '0');
  for (const { email } of await senders(desk)) expect(email).toBe('admin@greben.test');
  await desk.close();
});

test('a salon that an administrator has chosen is left by every tab when one of them signs out', { tag: '@all' }, async ({
  browser,
}) => {
  const first = await Device.open(browser, backend);
  await first.signIn('admin@greben.test');
  await expect(first.page).toHaveURL(/\/admin$/);
  await first.page.getByRole('link', { name: 'Салони', exact: true }).click();
  await first.page
    .getByRole('row', { name: /Студио Къдрица/ })
    .getByRole('button', { name: 'Преглед' })
    .click();
  await first.calendarReady();
  await first.synced();
  const second = await first.newTab();
  await second.page.goto('/admin');
  await second.signOut();
  await expect(landing(first.page)).toBeVisible();
  await second.signIn('admin@greben.test');
  await expect(second.page).toHaveURL(/\/admin$/);
  await expect(first.page).toHaveURL(/\/admin$/);
  await first.page.getByRole('link', { name: 'Салони', exact: true }).waitFor();
  await expect(first.chip()).toHaveCount(0);
  await first.close();
});

/** Begin of each blocked time of an employee on the story's day, in Sofia. */
async function blocked(resource: string): Promise<string[]> {
  const rows = await backend.sql<{ at: string }[]>`
    select to_char(start_time at time zone 'Europe/Sofia', 'HH24:MI') as at from events
    where salon_id = 1 and not deleted and type = 'blocking' and resource_id = ${resource}
      and (start_time at time zone 'Europe/Sofia')::date = '2026-11-18'`;
  return rows.map(({ at }) => at);
}

/** Whose token carried which blocked time, in the order of the requests that the server took. */
async function senders(device: Device): Promise<{ email: string; at: string }[]> {
  const accounts = await backend.sql<{ id: string; email: string }[]>`select id, email from auth.users`;
  return device.proxy.requests
    .filter(({ path }) => path.startsWith(PUSH))
    .flatMap(({ headers, body }) => {
      const [, claims] = (headers.authorization ?? '').split('.');
      const { sub } = JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()) as { sub: string };
      const { p_changes } = JSON.parse(body.toString()) as { p_changes: { doc: { start_time?: string } }[] };
      const email = accounts.find(({ id }) => id === sub)?.email ?? sub;
      return p_changes.map(({ doc }) => ({ email, at: inSofia(doc.start_time ?? '') }));
    });
}

const inSofia = (instant: string) =>
  new Intl.DateTimeFormat('bg-BG', { timeZone: 'Europe/Sofia', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    new Date(instant),
  );

async function withdraw(email: string): Promise<void> {
  await belongsTo(email, null);
}

async function belongsTo(email: string, salonId: number | null): Promise<void> {
  await backend.sql`update public.users set salon_id = ${salonId}, salon_role = 'staff', resource_id = null where email = ${email}`;
}

/** The databases of replicas that the browser holds. */
function held(page: Page): Promise<string[]> {
  return page.evaluate(async () =>
    (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('rxdb-dexie-greben-') ? [name] : [])),
  );
}
