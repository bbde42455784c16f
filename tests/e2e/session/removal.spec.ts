/** Data that leaves the device: with the person who signs out, or because somebody else takes it away. Seen in the browser's own list. */
import { expect, type Page, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { crash } from '../support/tab-fates.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

const signOutButton = (page: Page) => page.getByRole('button', { name: 'Изход', exact: true });
const landing = (page: Page) => page.getByRole('heading', { level: 1, name: 'Денят в салона' });
const keepAndLeave = (page: Page) => page.getByRole('button', { name: 'Излез, промените остават тук' });

/** The databases of replicas that the browser holds. */
function held(page: Page): Promise<string[]> {
  return page.evaluate(async () =>
    (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('rxdb-dexie-greben-') ? [name] : [])),
  );
}

/** Whether anything of that person's replica is in this browser. */
async function heldOf(page: Page, email: string): Promise<string[]> {
  const [account] = await backend.sql<{ id: string }[]>`select id from auth.users where email = ${email}`;
  return (await held(page)).filter((name) => name.includes(account?.id ?? 'nobody'));
}

test('who has the salon’s data taken along leaves nothing of it, offline too and in every tab; it is all there again at the next sign-in', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  await tablet.settleIn('owner@greben.test');
  const second = await tablet.newTab();
  await second.visit('/clients');
  await expect(second.page.getByRole('row', { name: /Анна Василева/ })).toBeVisible();
  expect((await held(tablet.page)).length).toBeGreaterThan(10);
  await tablet.offline();
  await tablet.signOut(true);
  await expect(landing(second.page)).toBeVisible();
  await expect.poll(() => held(tablet.page)).toEqual([]);
  await tablet.online();
  await tablet.settleIn('owner@greben.test');
  await expect(tablet.appointment('9:00–10:00', 'Анна Василева', 'Мария Петрова')).toBeVisible();
  await tablet.close();
});

test('a removal that a killed tab left half done is finished by the next start', { tag: '@all' }, async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  await tablet.settleIn('owner@greben.test');
  const whole = (await held(tablet.page)).length;
  // The browser deletes none of the tables for this page, as if it died on the way.
  await tablet.page.evaluate(() => {
    const remove = indexedDB.deleteDatabase.bind(indexedDB);
    indexedDB.deleteDatabase = (name) => (name.includes('local-documents') ? remove(name) : ({} as IDBOpenDBRequest));
  });
  await tablet.signOut(true);
  await expect.poll(async () => (await held(tablet.page)).length).toBe(whole - 1);
  const next = await tablet.newTab();
  await crash(tablet);
  await next.visit('/');
  await expect.poll(() => held(next.page)).toEqual([]);
  await next.close();
  await tablet.context.close();
});

test('the choice is made already where somebody else has signed in before, and it is not offered with anything to lose', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  const { page } = tablet;
  const question = page.getByRole('alertdialog');
  await tablet.settleIn('owner@greben.test');
  await signOutButton(page).click();
  await expect(question.getByRole('checkbox')).not.toBeChecked();
  await expect(question).toContainText('Данните на салона, с имената и телефоните на клиентите, остават');
  await question.getByRole('button', { name: 'Изход', exact: true }).click();
  await expect(landing(page)).toBeVisible();
  expect((await held(page)).length).toBeGreaterThan(10);

  await tablet.settleIn('staff@greben.test');
  await tablet.offline();
  await tablet.blockTime('Ивайло Георгиев', '20:00');
  await tablet.waiting(1);
  await signOutButton(page).click();
  await expect(question).toContainText('след като всичко е изпратено');
  await expect(question.getByRole('checkbox')).toHaveCount(0);
  await question.getByRole('button', { name: 'Изчакай' }).click();
  await tablet.online();
  await tablet.synced();
  await signOutButton(page).click();
  await expect(question.getByRole('checkbox')).toBeChecked();
  await question.getByRole('button', { name: 'Изход', exact: true }).click();
  await expect(landing(page)).toBeVisible();
  await expect.poll(() => heldOf(page, 'staff@greben.test')).toEqual([]);
  expect((await heldOf(page, 'owner@greben.test')).length).toBeGreaterThan(10);
  await tablet.close();
});

test('the sync center takes another person’s data away; their unsent work only after a second question that names it', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  const { page } = tablet;
  await tablet.settleIn('owner@greben.test');
  await tablet.offline();
  await tablet.blockTime('Габриела Илиева', '18:00');
  await tablet.waiting(1);
  await signOutButton(page).click();
  await keepAndLeave(page).click();
  await expect(landing(page)).toBeVisible();
  await tablet.online();
  await tablet.settleIn('staff@greben.test');
  await tablet.visit('/sync');
  const card = page.getByRole('region', { name: 'Данни на други хора' });
  await expect(card).toContainText('Друг човек, салон „Студио Къдрица“');
  await expect(card).toContainText('1 промяна е само тук, от 18 ноември');
  await card.getByRole('button', { name: /Премахни данните на друг човек/ }).click();
  const first = page.getByRole('alertdialog', { name: 'Да премахнем ли данните на този човек от устройството?' });
  await expect(first).toContainText('1 негова промяна още не е на сървъра.');
  await first.getByRole('button', { name: 'Продължи…' }).click();
  const second = page.getByRole('alertdialog', { name: 'Да изтрием ли завинаги 1 чужда промяна?' });
  await second.getByRole('button', { name: 'Отказ' }).click();
  expect((await heldOf(page, 'owner@greben.test')).length).toBeGreaterThan(10);
  await card.getByRole('button', { name: /Премахни данните на друг човек/ }).click();
  await first.getByRole('button', { name: 'Продължи…' }).click();
  await second.getByRole('button', { name: 'Изтрий 1 промяна завинаги' }).click();
  await expect(card).toBeHidden();
  expect(await heldOf(page, 'owner@greben.test')).toEqual([]);
  const arrived =
    await backend.sql`select id from events where resource_id = 'gabriela' and type = 'blocking' and id not like 'event-%'`;
  expect(arrived).toEqual([]);
  await tablet.close();
});
