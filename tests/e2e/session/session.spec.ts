/** Who is in, who is not, and what a session survives. */
import { expect, type Page, test } from '@playwright/test';
import { PULL, PUSH } from '../../support/proxy-requests.ts';
import { DEMO_PASSWORD, startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device, STORY_TIME } from '../support/device.ts';

const REFRESH = '/auth/v1/token?grant_type=refresh_token';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

const signOutButton = (page: Page) => page.getByRole('button', { name: 'Изход', exact: true });
const landing = (page: Page) => page.getByRole('heading', { level: 1, name: 'Денят в салона' });

test('a wrong password is told by a toast, and the form keeps what was typed', async ({ browser }) => {
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  await desk.signIn('owner@greben.test', 'не е тази');
  await desk.toast('Неуспешно влизанеГрешен имейл или парола.Invalid login credentials');
  await expect(desk.page).toHaveURL(/\/login$/);
  await expect(desk.page.getByLabel('Имейл')).toHaveValue('owner@greben.test');
  await desk.close();
});

test('who has forgotten the password hears whom to ask, since this server sends no mails', { tag: '@all' }, async ({
  browser,
}) => {
  const desk = await Device.open(browser, backend);
  await desk.page.goto('/login');
  await desk.page.getByRole('button', { name: 'Забравена парола?' }).click();
  await expect(desk.dialog('Забравена парола')).toContainText('Поискайте от администратора еднократна връзка');
  await expect(desk.dialog('Забравена парола')).toContainText('Този сървър не изпраща имейли');
  await desk.close();
});

test('a prepared recovery link opens nobody’s account before a press says so', { tag: '@all' }, async ({ browser }) => {
  const answer = await fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'newcomer@greben.test', password: DEMO_PASSWORD }),
  });
  const { access_token, refresh_token } = (await answer.json()) as Record<string, string>;
  const desk = await Device.open(browser, backend);
  const { page } = desk;
  await page.goto(`/#access_token=${access_token}&refresh_token=${refresh_token}&expires_in=3600&type=recovery`);
  const asked = page.getByRole('alertdialog', { name: 'Да отворим ли профила newcomer@greben.test?' });
  await expect(asked).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  const kept = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect((await kept()).filter((name) => name?.includes('greben') && name !== 'greben-session')).toEqual([]);
  await asked.getByRole('button', { name: 'Продължи като newcomer@greben.test' }).click();
  await expect(page).toHaveURL(/\/salon$/);
  await expect(desk.dialog('Нова парола')).toContainText('newcomer@greben.test');
  await desk.dialog('Нова парола').getByRole('button', { name: 'По-късно' }).click();
  await expect(page.getByRole('heading', { name: 'Създаване на салон' })).toBeVisible();
  await desk.close();
});

test('everybody is sent where they belong: to sign-in and back, to the salon, to the administration, to the start', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  const { page } = desk;
  await page.goto('/clients');
  await expect(page).toHaveURL(/\/login$/);
  await desk.enter('staff@greben.test');
  await expect(page).toHaveURL(/\/clients$/);
  await expect(page.getByRole('heading', { level: 1, name: /^Клиенти/ })).toBeVisible();
  await desk.synced();
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/calendar$/); // to the start, which leads those who are in to their work
  await desk.signOut();
  await expect(page).toHaveURL(/:\d+\/$/);

  await desk.signIn('newcomer@greben.test');
  await expect(page).toHaveURL(/\/salon$/);
  await page.goto('/calendar');
  await expect(page).toHaveURL(/\/salon$/);
  await expect(page.getByRole('heading', { name: 'Създаване на салон' })).toBeVisible();
  await signOutButton(page).click();
  await expect(landing(page)).toBeVisible();

  await desk.signIn('admin@greben.test');
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await desk.close();
});

test('an expired token and no network: the calendar is there after a reload, and the token is renewed once the line is back', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await Device.open(browser, backend);
  await desk.settleIn('owner@greben.test');
  await desk.offline();
  await desk.page.clock.fastForward('02:00:00'); // the token was good for one
  const before = desk.proxy.requests.length;
  const renewals = desk.proxy.count(REFRESH);

  await desk.page.reload();
  await desk.calendarReady();
  await expect(desk.appointment('9:00–10:00', 'Анна Василева', 'Мария Петрова')).toBeVisible();
  await expect(desk.chip()).toHaveAttribute('data-phase', 'offline');
  expect(desk.proxy.requests.length).toBe(before);

  await desk.online();
  await desk.synced();
  expect(desk.proxy.count(REFRESH)).toBe(renewals + 1);
  await desk.close();
});

test('two tabs renew an expiring token with one request', { tag: '@all' }, async ({ browser }) => {
  const desk = await Device.open(browser, backend);
  await desk.settleIn('owner@greben.test');
  const second = await desk.newTab();
  await second.page.goto('/calendar');
  await second.calendarReady();
  await second.synced();
  expect(desk.proxy.count(REFRESH)).toBe(0);

  // Both tabs' clocks stand at the same moment, as in a real browser, before either has an answer.
  const hold = desk.proxy.hold(REFRESH, 'before');
  await desk.context.clock.setFixedTime(Date.parse(STORY_TIME) + 3_600_000);
  await desk.context.setOffline(true);
  await desk.context.setOffline(false); // both look at once whether it is time
  await hold.reached;
  const waiting = () => second.page.evaluate(async () => (await navigator.locks.query()).pending?.map(({ name }) => name));
  await expect.poll(waiting).toContain('greben-session-refresh');
  hold.release();
  await expect.poll(waiting).not.toContain('greben-session-refresh');

  await desk.blockTime('Ивайло Георгиев', '17:00');
  await second.blockTime('Ивайло Георгиев', '18:00');
  await desk.synced();
  await second.synced();
  await expect.poll(async () => stored('ivaylo')).toEqual(expect.arrayContaining(['17:00', '18:00']));
  expect(desk.proxy.count(REFRESH)).toBe(1);
  await desk.close();
});

test('signing out with unsent writes warns and keeps them, also offline; the same person’s next sign-in sends them', async ({
  browser,
}) => {
  const tablet = await Device.open(browser, backend);
  const { page } = tablet;
  await tablet.settleIn('owner@greben.test');
  await tablet.offline();
  await tablet.blockTime('Мария Петрова', '17:00');
  await tablet.waiting(1);

  await signOutButton(page).click();
  const question = page.getByRole('alertdialog', { name: '1 промяна още не е изпратена' });
  await expect(question).toContainText('Остава на това устройство и се изпраща, когато влезете отново със същия профил.');
  await expect(question).toContainText('Сега няма връзка със сървъра.');
  await question.getByRole('button', { name: 'Изчакай' }).click();
  await expect(question).toBeHidden();
  await tablet.calendarReady();
  await signOutButton(page).click();
  await question.getByRole('button', { name: 'Излез, промените остават тук' }).click();
  await expect(landing(page)).toBeVisible();
  expect(await stored('maria')).not.toContain('17:00');

  await tablet.online();
  await tablet.settleIn('owner@greben.test');
  await expect(tablet.appointment('17:00–18:00', 'Мария', 'блокирано')).toBeVisible();
  expect(await stored('maria')).toContain('17:00');
  await tablet.close();
});

test('signing out while a write is on its way says so, and that all is sent once it is', { tag: '@all' }, async ({ browser }) => {
  const desk = await Device.open(browser, backend);
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  const hold = desk.proxy.hold(PUSH, 'before');
  await desk.blockTime('Габриела Илиева', '17:00');
  await hold.reached;
  await signOutButton(page).click();
  const question = page.getByRole('alertdialog', { name: '1 промяна още не е изпратена' });
  await expect(question).toBeVisible();
  await expect(question).not.toContainText('Сега няма връзка');
  hold.release();
  const sent = page.getByRole('alertdialog', { name: 'Всичко е изпратено' });
  await sent.getByRole('button', { name: 'Изход', exact: true }).click();
  await expect(landing(page)).toBeVisible();
  expect(await stored('gabriela')).toContain('17:00');
  await desk.close();
});

test('signing out in the middle of the first sync is no error', { tag: '@all' }, async ({ browser }) => {
  const desk = await Device.open(browser, backend);
  const { page } = desk;
  const said: string[] = [];
  page.on('console', (message) => {
    // A page that is left before the answer tells the server once more, which refuses an ended session: the console calls that an error.
    if (message.type() === 'error' && !message.location().url.includes('/auth/v1/logout')) said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(String(error)));
  await desk.signIn('owner@greben.test');
  const hold = desk.proxy.hold(PULL, 'after');
  await hold.reached;
  await expect(desk.chip()).toHaveAttribute('data-phase', 'first-sync');
  await signOutButton(page).click();
  const question = page.getByRole('alertdialog', { name: 'Всичко е изпратено' });
  await question.getByRole('button', { name: 'Изход', exact: true }).click();
  await expect(landing(page)).toBeVisible();
  hold.release();
  // Not settled in: a page that is left while the service worker begins its work is not always taken over by it.
  await desk.signIn('owner@greben.test');
  await desk.calendarReady();
  await desk.synced();
  await desk.signOut(true);
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length)).toBe(1);
  expect(said).toEqual([]);
  await desk.close();
});

test('all tabs share one session: what one signs out of the other leaves, and back in again', { tag: '@all' }, async ({
  browser,
}) => {
  const first = await Device.open(browser, backend);
  await first.settleIn('owner@greben.test');
  const second = await first.newTab();
  await second.page.goto('/clients');
  await expect(second.page.getByRole('row', { name: /Анна Василева/ })).toBeVisible();
  await first.signOut();
  await expect(landing(second.page)).toBeVisible();
  await first.signIn('owner@greben.test');
  await second.calendarReady();
  await second.synced();
  await first.close();
});

test('a session that the server ended leads to a locked page, which only the same person’s password opens', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  const { page } = desk;
  await desk.settleIn('staff@greben.test');
  const ended = await backend.sql`
    delete from auth.sessions s using auth.users u where u.id = s.user_id and u.email = 'staff@greben.test' returning 1`;
  expect(ended.length).toBeGreaterThan(0);
  await page.clock.fastForward('01:00:00');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Влезте отново' })).toBeVisible();
  await expect(page.getByText('Данните Ви са тук.')).toBeVisible();
  await expect(page.getByText('staff@greben.test')).toBeVisible();
  await page.getByLabel('Парола', { exact: true }).fill('greben-demo');
  await page.getByRole('button', { name: 'Влез и продължи' }).click();
  await desk.calendarReady();
  await desk.synced();
  await desk.close();
});

/** Begin of each blocked time of an employee on the story's day, in Sofia. */
async function stored(resource: string): Promise<string[]> {
  const rows = await backend.sql<{ at: string }[]>`
    select to_char(start_time at time zone 'Europe/Sofia', 'HH24:MI') as at from events
    where salon_id = 1 and not deleted and type = 'blocking' and resource_id = ${resource}
      and (start_time at time zone 'Europe/Sofia')::date = '2026-11-18'`;
  return rows.map(({ at }) => at);
}
