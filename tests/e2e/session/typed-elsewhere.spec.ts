/** Something is typed in one tab while its person is signed out in another: it is asked about, kept behind a lock, shown to nobody else. */
import { expect, test } from '@playwright/test';
import { DEMO_PASSWORD, startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

/** A note that no story has saved yet. */
let note = '';
test.beforeEach(() => {
  note = `Алергия към амоняк, ${test.info().title}`;
});
const notes = (device: Device) => device.page.getByLabel(/^Бележки/);
const locked = (device: Device) => device.page.getByRole('heading', { level: 1, name: 'Влезте отново' });
const unlock = async (device: Device, password = DEMO_PASSWORD) => {
  await device.page.getByLabel('Парола', { exact: true }).fill(password);
  await device.page.getByRole('button', { name: 'Влез и продължи' }).click();
};

/** Two tabs; in the second a client's form stands open with a note that is not saved. */
async function typing(device: Device): Promise<Device> {
  await device.settleIn('owner@greben.test');
  const second = await device.newTab();
  await second.page.goto('/clients/edit/client-anna');
  await notes(second).fill(note);
  return second;
}
async function signOutAllTheSame(device: Device): Promise<void> {
  await device.page.getByRole('button', { name: 'Изход', exact: true }).click();
  const question = device.page.getByRole('alertdialog', { name: 'В друг прозорец има незапазен текст' });
  await expect(question).toContainText('само Вашата парола');
  await expect(question.getByRole('checkbox')).toHaveCount(0);
  await question.getByRole('button', { name: 'Излез въпреки това' }).click();
  await expect(device.page.getByRole('heading', { level: 1, name: 'Денят в салона' })).toBeVisible();
}

test('signing out asks first; staying leaves all as it is, and what is saved meanwhile is asked about no more', {
  tag: '@all',
}, async ({ browser }) => {
  const first = await Device.open(browser, backend);
  const second = await typing(first);
  await first.page.getByRole('button', { name: 'Изход', exact: true }).click();
  const question = first.page.getByRole('alertdialog', { name: 'В друг прозорец има незапазен текст' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Остани' }).click();
  await expect(notes(second)).toHaveValue(note);
  await second.page.getByRole('button', { name: 'Запази' }).click();
  await second.page.waitForURL(/\/clients$/);
  await second.synced();
  await first.synced();
  await first.signOut();
  await first.close();
});

test('signing out all the same locks the other tab: nothing of the salon is seen, and the same person finds what they typed', {
  tag: '@all',
}, async ({ browser }) => {
  const first = await Device.open(browser, backend);
  const second = await typing(first);
  // The search over the salon stands open there.
  await second.page.keyboard.press('Control+k');
  const search = second.page.getByRole('dialog', { name: 'Търсене в салона' });
  await search.getByRole('combobox').fill('anna');
  await expect(search.getByRole('option', { name: /^Анна/ })).toBeVisible();
  await signOutAllTheSame(first);
  await expect(locked(second)).toBeVisible();
  await expect(second.page.getByText('Написаното тук е запазено.')).toBeVisible();
  await expect(notes(second)).toBeHidden();
  await expect(second.page.getByText('Василева')).toBeHidden();
  expect(await second.page.title()).toBe('Гребен');
  expect(await second.page.locator('body').ariaSnapshot()).not.toMatch(/Анна|Василева|амоняк/);
  await second.page.keyboard.press('Control+k');
  await expect(search).toHaveCount(0);
  expect(await second.page.locator('body').ariaSnapshot()).not.toMatch(/Анна|Василева/);
  await unlock(second, 'не е тази');
  await second.toast('Неуспешно влизанеГрешен имейл или парола.Invalid login credentials');
  await expect(locked(second)).toBeVisible();
  await unlock(second);
  await expect(notes(second)).toHaveValue(note);
  await expect(locked(second)).toHaveCount(0);
  await second.page.getByRole('button', { name: 'Запази' }).click();
  await second.page.waitForURL(/\/clients$/);
  await second.synced();
  await expect
    .poll(async () => (await backend.sql`select notes from clients where salon_id = 1 and id = 'client-anna'`)[0]?.notes)
    .toBe(note);
  await first.close();
});

test('another person who signs in sees nothing of it; in the locked tab it goes only after a question', { tag: '@all' }, async ({
  browser,
}) => {
  const first = await Device.open(browser, backend);
  const second = await typing(first);
  await signOutAllTheSame(first);
  await first.signIn('owner2@greben.test');
  await expect(first.page.getByText('Curl & Comb')).toBeVisible();
  await expect(locked(second)).toBeVisible();
  await expect(second.page.locator('#held').getByText('owner@greben.test')).toBeVisible();
  await second.page.keyboard.press('Escape');
  await second.page.getByRole('button', { name: 'Друг профил…' }).click();
  const question = second.page.getByRole('alertdialog', { name: 'Да изтрием ли написаното?' });
  await expect(question.getByRole('button', { name: 'Остави заключено' })).toBeFocused();
  await question.getByRole('button', { name: 'Остави заключено' }).click();
  await expect(locked(second)).toBeVisible();
  await second.page.getByRole('button', { name: 'Друг профил…' }).click();
  await question.getByRole('button', { name: 'Изтрий и продължи' }).click();
  await expect(locked(second)).toHaveCount(0);
  await second.page.goto('/clients');
  await expect(second.page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
  await expect(second.page.getByText('Василева')).toHaveCount(0);
  await first.close();
});

test('a dialog with something typed is hidden with the rest, and found again as it was', { tag: '@all' }, async ({ browser }) => {
  const first = await Device.open(browser, backend);
  await first.settleIn('staff@greben.test');
  const second = await first.newTab();
  await second.page.goto('/calendar');
  await second.calendarReady();
  await second.appointment('11:00–11:50', 'Габриела').click();
  const form = second.dialog('Редакция на резервация');
  await form.getByLabel(/^Бележки/).fill(note);
  await signOutAllTheSame(first);
  await expect(locked(second)).toBeVisible();
  await expect(form).toBeHidden();
  expect(await second.page.locator('body').ariaSnapshot()).not.toContain('Габриела');
  await second.page.getByLabel('Парола', { exact: true }).press('Escape');
  await unlock(second);
  await expect(form.getByLabel(/^Бележки/)).toHaveValue(note);
  await form.getByRole('button', { name: 'Запази' }).click();
  await expect(form).toBeHidden();
  await second.synced();
  await first.close();
});

test('so it is when the server ends the session: what is typed waits behind the lock', { tag: '@all' }, async ({ browser }) => {
  const desk = await Device.open(browser, backend);
  await desk.settleIn('staff@greben.test');
  await desk.page.goto('/clients/edit/client-anna');
  await notes(desk).fill(note);
  await backend.sql`
    delete from auth.sessions s using auth.users u where u.id = s.user_id and u.email = 'staff@greben.test'`;
  await desk.page.clock.fastForward('01:00:00');
  await expect(locked(desk)).toBeVisible();
  await expect(notes(desk)).toBeHidden();
  await unlock(desk);
  await expect(notes(desk)).toHaveValue(note);
  await desk.close();
});
