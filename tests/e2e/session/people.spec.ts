/** People of a salon: invited, registered by the code, given a role, removed; two browsers, one of them without a line in between. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { DEMO_PASSWORD, startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { tabTo, type } from '../support/keys.ts';
import { calm, fits, follow, judge, readable, under, withinSides } from '../support/looks.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

const CODE = /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/;

const people = (page: Page) => page.getByRole('region', { name: 'Хора в салона' });
const personIn = (page: Page, name: string) => people(page).getByRole('listitem').filter({ hasText: name }).first();
const newSalon = (page: Page) => page.getByRole('heading', { name: 'Създаване на салон' });

async function openPeople(page: Page): Promise<void> {
  await page.goto('/salon/people');
  await expect(people(page)).toBeVisible();
}

/** Makes an invitation as whoever is on the page of people. Returns its code as it is shown. */
async function invite(page: Page, { role = 'Персонал', note = '' } = {}): Promise<string> {
  await page.getByRole('button', { name: 'Покани', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Нова покана' });
  await form.getByRole('radio', { name: role, exact: true }).check();
  if (note) await form.getByLabel('За кого е').fill(note);
  await form.getByRole('button', { name: 'Направи поканата' }).click();
  const made = page.getByRole('dialog', { name: 'Поканата е готова' });
  const code = (await made.locator('[data-code]').textContent()) ?? '';
  expect(code).toMatch(CODE);
  await expect(made.getByRole('img', { name: /QR код/ })).toBeVisible();
  await expect(made.getByLabel('Връзка', { exact: true })).toHaveValue(new RegExp(`/join#${code}$`));
  await made.getByRole('button', { name: 'Готово' }).click();
  return code;
}

/** Makes an account by the code, on the page that the link leads to. */
async function register(page: Page, email: string, name: string): Promise<void> {
  const form = under(page, 'Покана от „Студио Къдрица“');
  await form.getByLabel('Вашето име').fill(name);
  await form.getByLabel('Имейл').fill(email);
  await form.getByLabel('Парола', { exact: true }).fill(DEMO_PASSWORD);
  await form.getByLabel('Повторете паролата').fill(DEMO_PASSWORD);
  await form.getByRole('button', { name: 'Създай профил и влез в салона' }).click();
}

test('somebody is invited, registers by the link, books, and is removed while their tablet has no line', async ({ browser }) => {
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  await desk.settleIn('owner@greben.test');
  await openPeople(desk.page);
  await expect(personIn(desk.page, 'Мария Петрова')).toContainText('Собственик');
  const code = await invite(desk.page, { note: 'Ася, новата' });
  const open = desk.page.getByRole('region', { name: 'Отворени покани' });
  await expect(open).toContainText('Персонал, Ася, новата');

  const tablet = await Device.open(browser, backend);
  const { page } = tablet;
  await tablet.visit(`/join#${code.toLowerCase()}`);
  const invitation = under(page, 'Покана от „Студио Къдрица“');
  await expect(invitation).toContainText('Кани Ви Мария Петрова. Ще записвате часове и ще поддържате данните на клиентите.');
  expect(page.url()).not.toContain('#'); // the code has left the address …
  await page.reload();
  await expect(invitation).toBeVisible(); // … and waits in this browser
  await register(page, 'asya@greben.test', 'Ася Колева');
  await tablet.calendarReady();
  await tablet.synced();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await tablet.blockTime('Мария Петрова', '17:00');
  await tablet.synced();

  await desk.page.reload();
  await expect(personIn(desk.page, 'Ася Колева')).toContainText('Персонал');
  await expect(personIn(desk.page, 'Ася Колева')).toContainText('asya@greben.test');
  await expect(personIn(desk.page, 'Ася Колева')).toContainText(/Chrome .*Linux/);
  await expect(open).toContainText('Няма отворени покани.');

  await tablet.offline();
  await tablet.blockTime('Мария Петрова', '18:00');
  await tablet.waiting(1);
  await desk.page.getByRole('button', { name: 'Действия за Ася Колева' }).click();
  await desk.page.getByRole('menuitem', { name: 'Премахни от салона' }).click();
  const question = desk.page.getByRole('alertdialog', { name: 'Да премахнем ли Ася Колева от салона?' });
  await question.getByRole('button', { name: 'Премахни', exact: true }).click();
  await expect(personIn(desk.page, 'Ася Колева')).toHaveCount(0);

  await tablet.online();
  await page.clock.fastForward('01:00');
  await expect(newSalon(page)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('1 Ваша промяна не е приета от сървъра и стои само на това устройство.')).toBeVisible({
    timeout: 30_000,
  });
  // Nobody meets an empty form without the other way beside it.
  await page.getByRole('link', { name: 'Към поканата' }).click();
  await expect(under(page, 'Покана за салон')).toBeVisible();

  // Invited again they find what they had not sent.
  const again = await invite(desk.page);
  await under(page, 'Покана за салон').getByLabel('Код от поканата').fill(again.replaceAll('-', ' '));
  await page.getByRole('button', { name: 'Продължи' }).click();
  await invitation.getByLabel('Вашето име').fill('Ася Колева');
  await invitation.getByRole('button', { name: 'Влез в салона като asya@greben.test' }).click();
  await tablet.calendarReady();
  await tablet.synced();
  await expect
    .poll(
      async () =>
        (
          await backend.sql`select 1 from public.events where title = 'Блокирано време' and resource_id = 'maria' and start_time = '2026-11-18T16:00Z'`
        ).length,
    )
    .toBe(1);
  await tablet.close();
  await desk.close();
});

const WORDS = {
  bg: {
    ...{ email: 'Имейл', password: 'Парола', confirm: 'Повторете паролата', name: 'Вашето име', people: 'Хора в салона' },
    ...{ invite: 'Покани', note: 'За кого е', made: 'Поканата е готова', done: 'Готово', actions: 'Действия за' },
    ...{ newBooking: 'Нова резервация', block: /^Блокирай времето/, blocking: 'Блокиране на време', save: 'Запази' },
    ...{ remove: 'Премахни', newSalon: 'Създаване на салон', left: /1 Ваша промяна не е приета от сървъра/ },
    ...{ toJoin: 'Към поканата', enterCode: 'Покана за салон', code: 'Код от поканата' },
  },
  en: {
    ...{ email: 'Email', password: 'Password', confirm: 'Confirm password', name: 'Your name', people: 'People in the salon' },
    ...{ invite: 'Invite', note: 'Who it is for', made: 'The invitation is ready', done: 'Done', actions: 'Actions for' },
    ...{ newBooking: 'New reservation', block: /^Block time/, blocking: 'Block time', save: 'Save' },
    ...{ remove: 'Remove', newSalon: 'Create salon', left: /1 of your changes was not taken by the server/ },
    ...{ toJoin: 'To the invitation', enterCode: 'Invitation to a salon', code: 'Code of the invitation' },
  },
} as const;

for (const [language, width, hour] of [
  ['en', 390, 10],
  ['bg', 820, 12],
  ['en', 1440, 14],
] as const)
  test(`by keys alone somebody is invited, registers, books and is removed, at ${width} px (${language})`, {
    tag: '@all',
  }, async ({ browser }) => {
    const words = WORDS[language];
    const opened = async () => {
      const device = await Device.open(browser, backend, { viewport: { width, height: 900 } });
      await device.context.addInitScript((chosen) => localStorage.setItem('greben.language', chosen), language);
      return device;
    };
    const desk = await opened();
    const at = desk.page;
    await desk.visit('/login');
    await type(at, at.getByLabel(words.email), 'owner@greben.test');
    await type(at, at.getByLabel(words.password, { exact: true }), DEMO_PASSWORD);
    await at.keyboard.press('Enter');
    await desk.calendarReady();
    await at.goto('/salon/people');
    await tabTo(at, at.getByRole('button', { name: words.invite, exact: true }));
    await at.keyboard.press('Enter');
    await type(at, at.getByRole('dialog').getByLabel(words.note), `Nina ${width}`);
    await at.keyboard.press('Enter');
    const made = at.getByRole('dialog', { name: words.made });
    const code = (await made.locator('[data-code]').textContent()) ?? '';
    expect(code).toMatch(CODE);
    await tabTo(at, made.getByRole('button', { name: words.done }));
    await at.keyboard.press('Enter');
    await expect(made).toBeHidden();

    const tablet = await opened();
    const { page } = tablet;
    const name = `Nina ${width}`;
    await tablet.visit(`/join#${code}`);
    await type(page, page.getByLabel(words.name), name);
    await type(page, page.getByLabel(words.email), `nina-${width}@greben.test`);
    await type(page, page.getByLabel(words.password, { exact: true }), DEMO_PASSWORD);
    await type(page, page.getByLabel(words.confirm), DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await tablet.calendarReady();
    await tablet.synced();
    await page.evaluate(() => navigator.serviceWorker.ready);
    const block = async (at: string) => {
      await follow(page, `/calendar/add?employee=maria&start=2026-11-25T${at}`);
      await tabTo(page, page.getByRole('dialog', { name: words.newBooking }).getByRole('checkbox', { name: words.block }));
      await page.keyboard.press('Space');
      const blocking = page.getByRole('dialog', { name: words.blocking, exact: true });
      await tabTo(page, blocking.getByRole('button', { name: words.save, exact: true }));
      await page.keyboard.press('Enter');
      await expect(blocking).toBeHidden();
    };
    await block(`${hour}:00`);
    await tablet.synced();
    await tablet.offline();
    await block(`${hour + 1}:00`);
    await tablet.waiting(1);

    await at.reload();
    await tabTo(at, at.getByRole('button', { name: `${words.actions} ${name}` }));
    await at.keyboard.press('Enter');
    await expect(at.getByRole('menu')).toBeVisible();
    await at.keyboard.press('End');
    await at.keyboard.press('Enter');
    await tabTo(at, at.getByRole('alertdialog').getByRole('button', { name: words.remove, exact: true }));
    await at.keyboard.press('Enter');
    await expect(at.getByRole('region', { name: words.people }).getByText(name, { exact: true })).toHaveCount(0);

    await tablet.online();
    await expect(async () => {
      await page.clock.fastForward('01:00');
      await expect(page.getByRole('heading', { name: words.newSalon })).toBeVisible({ timeout: 10_000 });
    }).toPass({ timeout: 60_000 });
    await expect(page.getByText(words.left)).toBeVisible({ timeout: 30_000 });
    await fits(page);
    await judge(page);
    await tabTo(page, page.getByRole('link', { name: words.toJoin }));
    await page.keyboard.press('Enter');
    await expect(under(page, words.enterCode).getByLabel(words.code)).toBeFocused();
    await tablet.close();
    await desk.close();
  });

test('a code that cannot be used says why, and what to do', async ({ browser }) => {
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  const { page } = desk;
  await desk.visit('/join#K7QF-2M9T-XR4D-8HPW');
  await expect(under(page, 'Поканата не може да се използва')).toContainText('Няма такава покана. Проверете кода.');
  await page.getByRole('button', { name: 'Въведи друг код' }).click();
  await page.getByLabel('Код от поканата').fill('K7QF-2M9T');
  await page.getByRole('button', { name: 'Продължи' }).click();
  await expect(page.getByText('Това не е код на покана. Той има 16 знака: цифри и латински букви.')).toBeVisible();

  await desk.settleIn('owner@greben.test');
  await openPeople(page);
  const code = await invite(page, { role: 'Управител' });
  // Whoever is in the salon already goes on to the calendar.
  await desk.visit(`/join#${code}`);
  await expect(under(page, 'Вече сте в този салон')).toBeVisible();
  await page.getByRole('link', { name: 'Към календара' }).click();
  await desk.calendarReady();
  await openPeople(page);
  await page.getByRole('button', { name: /Оттегли поканата: Управител/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Оттегли', exact: true }).click();
  await expect(page.getByText('Няма отворени покани.')).toBeVisible();
  await desk.signOut(false);
  await desk.visit(`/join#${code}`);
  await expect(under(page, 'Поканата не може да се използва')).toContainText('Поканата е оттеглена. Поискайте нова.');
  await desk.close();
});

test('a salon that was made by mistake is given up for the one that invites', { tag: '@all' }, async ({ browser }) => {
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  await desk.settleIn('owner@greben.test');
  await openPeople(desk.page);
  const code = await invite(desk.page, { role: 'За устройство на рецепцията' });
  await expect(desk.page.getByRole('region', { name: 'Отворени покани' })).toContainText('Персонал, Рецепция');

  const tablet = await Device.open(browser, backend, { offlineCopy: false });
  const { page } = tablet;
  await tablet.signIn('newcomer@greben.test');
  await expect(newSalon(page)).toBeVisible();
  await page.getByLabel('Име на български').fill('По погрешка');
  await page.getByLabel('Име на английски').fill('By mistake');
  await page.getByRole('button', { name: 'Създай' }).click();
  await tablet.calendarReady();
  await tablet.synced();
  await tablet.visit(`/join#${code}`);
  await expect(under(page, 'Вече имате салон')).toContainText('„По погрешка“');
  await page.getByRole('button', { name: 'Откажи се от „По погрешка“' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Откажи се', exact: true }).click();
  await page.getByLabel('Вашето име').fill('Рецепция 2');
  await page.getByRole('button', { name: 'Влез в салона като newcomer@greben.test' }).click();
  await tablet.calendarReady();
  await expect(page.getByRole('row', { name: 'Мария Петрова' })).toBeVisible();
  await tablet.close();
  await desk.close();
});

test('roles, names and the salon itself change hands', { tag: '@all' }, async ({ browser }) => {
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  await openPeople(page);
  const act = async (name: string, what: string) => {
    await page.getByRole('button', { name: `Действия за ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: what }).click();
    return page.getByRole('dialog');
  };
  const role = await act('Десислава Тодорова', 'Смени ролята');
  await role.getByRole('radio', { name: 'Управител' }).check();
  await role.getByRole('button', { name: 'Запази' }).click();
  await expect(personIn(page, 'Десислава Тодорова')).toContainText('Управител');
  const name = await act('Рецепция', 'Смени името');
  await name.getByLabel('Име', { exact: true }).fill('  ');
  await name.getByRole('button', { name: 'Запази' }).click();
  await expect(name.getByText('Въведете име')).toBeVisible();
  await name.getByLabel('Име', { exact: true }).fill('Таблет');
  await name.getByRole('button', { name: 'Запази' }).click();
  await expect(personIn(page, 'Таблет')).toContainText('Персонал');
  const over = await act('Десислава Тодорова', 'Предай салона');
  await over.getByLabel('Име на салона').fill('друг');
  await over.getByRole('button', { name: 'Предай салона' }).click();
  await expect(over.getByText('Това не е името на салона')).toBeVisible();
  await over.getByLabel('Име на салона').fill('студио къдрица');
  await over.getByRole('button', { name: 'Предай салона' }).click();
  await expect(personIn(page, 'Десислава Тодорова')).toContainText('Собственик');
  await expect(personIn(page, 'Мария Петрова')).toContainText('Управител');
  // A manager makes nobody else one, and leaves if they like.
  await page.getByRole('button', { name: 'Действия за Мария Петрова', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Напусни салона' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Напусни', exact: true }).click();
  await expect(newSalon(page)).toBeVisible();
  await backend.sql`update public.users set salon_role = 'manager' where email = 'staff@greben.test'`;
  await backend.sql`update public.users set salon_id = 1, salon_role = 'owner', name = 'Мария Петрова' where email = 'owner@greben.test'`;
  await backend.sql`update public.users set salon_role = 'staff' where email = 'staff@greben.test'`;
  await desk.close();
});

test('without a line the people stand with their age, and nothing can be changed', { tag: '@all' }, async ({ browser }) => {
  const desk = await Device.open(browser, backend);
  const { page } = desk;
  await desk.settleIn('manager@greben.test');
  await openPeople(page);
  await expect(page.getByRole('button', { name: 'Покани', exact: true })).toBeVisible();
  await desk.offline();
  await page.reload();
  await expect(people(page)).toContainText('Мария Петрова');
  await expect(page.getByText(/Няма връзка. Това е последното, което устройството знае/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Покани', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Действия за/ })).toHaveCount(0);
  await desk.close();
});

const LOOKS = [
  { name: 'a phone in English', viewport: { width: 390, height: 844 }, touch: true, language: 'EN, English' },
  { name: 'a tablet', viewport: { width: 820, height: 1180 }, touch: true, language: null },
  { name: 'a desk in the dark', viewport: { width: 1440, height: 900 }, touch: false, language: null },
] as const;
for (const look of LOOKS) {
  test(`the way in and the people stand on ${look.name}`, { tag: '@all' }, async ({ browser }) => {
    const device = await openLook(browser, look);
    const { page } = device;
    const stands = async () => {
      await fits(page);
      await readable(page);
      await withinSides(page);
      await calm(page);
      await judge(page);
    };
    await device.visit('/join');
    if (look.language) await page.getByRole('button', { name: look.language }).click();
    await expect(page.getByRole('textbox')).toBeVisible();
    await stands();
    const [{ code } = { code: '' }] = await made();
    await device.visit(`/join#${code}`);
    await expect(page.getByRole('heading', { level: 1, name: /Студио Къдрица|Kadritsa Studio/ })).toBeVisible();
    await stands();
    await device.visit('/join#0000-0000-0000-0000');
    await expect(page.getByRole('heading', { level: 1, name: /не може|cannot/ })).toBeVisible();
    await stands();
    await page.goto('/login');
    await page.getByLabel(/Имейл|Email/).fill('owner@greben.test');
    await page.getByLabel(/^(Парола|Password)$/).fill(DEMO_PASSWORD);
    await page
      .getByRole('main')
      .getByRole('button', { name: /^(Вход|Login)$/ })
      .click();
    await device.calendarReady();
    await page.goto('/salon/people');
    await expect(page.getByRole('region', { name: /Хора в салона|People in the salon/ })).toBeVisible();
    await stands();
    await page.getByRole('button', { name: /^(Покани|Invite)$/ }).click();
    await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible();
    await stands();
    await page.getByRole('button', { name: /Направи поканата|Make the invitation/ }).click();
    await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
    await stands();
    await device.close();
  });
}

async function openLook(browser: Browser, { viewport, touch, name }: (typeof LOOKS)[number]): Promise<Device> {
  const device = await Device.open(browser, backend, { viewport, touch, offlineCopy: false });
  if (name.includes('dark')) await device.page.emulateMedia({ colorScheme: 'dark' });
  return device;
}

/** An invitation that the owner has made elsewhere. */
const made = () =>
  backend.sql<{ code: string }[]>`
  select private.new_invitation_code() as code
`.then(async (rows) => {
    const code = rows[0]?.code ?? '';
    await backend.sql`
    insert into private.invitations (salon_id, hash, role, made_by, expires_at)
    select 1, private.invitation_hash(${code}), 'staff', u.id, now() + interval '72 hours' from public.users u where u.email = 'owner@greben.test'
  `;
    return [{ code }];
  });
