/** Customers book themselves: a stranger’s browser, the salon’s own devices, other people’s sites, and the real functions of the server. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { DEMO_PASSWORD, startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { calm, fits, judge, reachable, readable, withinSides } from '../support/looks.ts';

const SALON = 1;
const SLUG = 'studio-kadritsa';
const POLICY = 'При неявяване следващият час е с капаро.';
/** A proof of work is found by chance, and a loaded machine is slow. */
const PROVEN_MS = 180_000;
const TOKEN = /#v=[0-9a-f]{32}$/;

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
  await publish();
});
test.afterAll(() => backend.stop());
// Each six bookings of the last hour make the next one’s proof of work twice as long.
test.afterEach(() => backend.sql`update private.online_bookings set made_at = made_at - interval '2 hours'`);

/** As the owner would: the page is on, whoever is free may be chosen, and there are terms to agree to. */
async function publish(): Promise<void> {
  const { sql } = backend;
  await sql`update salons set any_barber = true, no_show_policy = ${POLICY} where id = ${SALON}`;
  await sql`update salon_settings set no_show_policy = ${POLICY} where salon_id = ${SALON}`;
  await sql`insert into private.booking_pages (salon_id, slug, enabled, on_since, phone, address, about_bg)
    values (${SALON}, ${SLUG}, true, now() - interval '3 days', '0888 123 456', 'ул. „Шипка“ 12, София', 'От 2009 г.')
    on conflict (salon_id) do update set slug = excluded.slug, enabled = true, paused_until = null`;
}

const bookings = async () => Number((await backend.sql`select count(*) from private.online_bookings`)[0]?.count);
/** What a visit may have changed, as one text. */
const written = async () => {
  const { sql } = backend;
  const [row] = await sql`select (select rev from sync_heads where salon_id = ${SALON}) as head,
    (select md5(string_agg(b::text, '|' order by b.request)) from private.online_bookings b) as bookings`;
  return JSON.stringify(row);
};
/** Another salon’s visitors have their own limits; those of one phone are three open ones. */
let phones = 0;
const newPhone = () => `0888 7${String(10_000 + phones++)}`;

interface Visitor {
  context: BrowserContext;
  page: Page;
}

/** A stranger’s browser, by the machine’s own clock. */
async function visitor(
  browser: Browser,
  options: { width?: number; locale?: string; dark?: boolean; zone?: string } = {},
): Promise<Visitor> {
  const { width = 390, locale = 'bg-BG', dark = false, zone = 'Europe/Sofia' } = options;
  const context = await browser.newContext({
    ...{ baseURL: backend.url, locale, timezoneId: zone, colorScheme: dark ? ('dark' as const) : ('light' as const) },
    ...{ viewport: { width, height: width < 800 ? 760 : 900 }, hasTouch: width < 800, reducedMotion: 'reduce' as const },
  });
  return { context, page: await context.newPage() };
}

/** Chooses the service, whom, and the first free time. Returns that time as it stands on its button. */
async function chooseTime(page: Page, service = 'Подстригване', who = 'Мария Петрова'): Promise<string> {
  await page.getByRole('checkbox', { name: new RegExp(service) }).check({ force: true });
  await page.getByRole('button', { name: /^Напред/ }).click();
  await page.getByRole('radio', { name: new RegExp(who) }).check();
  await page.getByRole('button', { name: 'Напред', exact: true }).click();
  // The last free day of the two weeks: far enough to be changed by its link.
  await page.getByRole('list', { name: 'Дни' }).locator('button:enabled').last().click();
  const time = page.getByRole('button', { name: /^\d{1,2}:\d\d$/ }).first();
  const text = (await time.textContent()) ?? '';
  await time.click();
  return text;
}

async function fillIn(page: Page, name: string, phone = newPhone()): Promise<void> {
  await page.getByLabel('Име и фамилия').fill(name);
  await page.getByLabel('Телефон').fill(phone);
  await page.getByRole('checkbox', { name: /Прочетох условията/ }).check({ force: true });
}

async function book(page: Page, name: string): Promise<string> {
  await page.goto(`/b/${SLUG}`);
  await chooseTime(page);
  await fillIn(page, name);
  await page.getByRole('button', { name: 'Запази часа' }).click();
  await expect(page.getByRole('heading', { name: 'Часът е запазен' })).toBeVisible({ timeout: PROVEN_MS });
  return page.url();
}

test('a customer books on a phone, the salon has it in a moment, and she moves and cancels it by the link', async ({
  browser,
}) => {
  const { context, page } = await visitor(browser);
  const link = await book(page, 'Йоана Христова');
  expect(link).toMatch(TOKEN);
  const [row] = await backend.sql`select e.source, e.status, e.title, c.name, c.phone from events e
    join clients c on c.salon_id = e.salon_id and c.id = e.client_id where c.name = 'Йоана Христова'`;
  expect(row).toMatchObject({ source: 'online', status: 'booked', name: 'Йоана Христова' });
  await expect(page.getByText(/^Салонът го има от/)).toHaveCount(0); // no device has it yet

  const desk = await Device.open(browser, backend, { clock: null, offlineCopy: false });
  await desk.signIn('owner@greben.test');
  await desk.synced();
  await expect
    .poll(async () => (await backend.sql`select seen_at from private.online_bookings where name = 'Йоана Христова'`)[0]?.seen_at)
    .not.toBeNull();
  await page.reload();
  await expect(page.getByText(/^Салонът го има от \d{1,2}:\d\d\.$/)).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Добави в календара ми' }).click();
  expect((await download).suggestedFilename()).toBe('appointment.ics');

  await page.getByRole('button', { name: 'Премести' }).click();
  await page.getByRole('list', { name: 'Дни' }).locator('button:enabled').last().click();
  const times = page.getByRole('button', { name: /^\d{1,2}:\d\d$/ });
  const time = (await times.last().textContent()) ?? '';
  await times.last().click();
  await expect(page.getByText('Часът е преместен.')).toBeVisible();
  await expect(page.getByText(new RegExp(`, ${time}\u2060–`))).toBeVisible();
  expect(page.url()).toBe(link); // the link is the same one

  await page.getByRole('button', { name: 'Откажи часа' }).click();
  await page.getByRole('button', { name: 'Да, откажи го' }).click();
  await expect(page.getByRole('heading', { name: 'Часът е отказан' })).toBeVisible();
  const [gone] = await backend.sql`select e.status from events e join clients c on c.salon_id = e.salon_id and c.id = e.client_id
    where c.name = 'Йоана Христова' and not e.deleted`;
  expect(gone?.status).toBe('cancelled');
  await desk.close();
  await context.close();
});

test('the time that somebody else took meanwhile is said with the nearest, and nothing is written twice', async ({ browser }) => {
  const [first, second] = [await visitor(browser), await visitor(browser)];
  await first.page.goto(`/b/${SLUG}`);
  await second.page.goto(`/b/${SLUG}`);
  await chooseTime(first.page);
  await chooseTime(second.page);
  await fillIn(first.page, 'Първа Клиентка');
  await fillIn(second.page, 'Втора Клиентка');
  await first.page.getByRole('button', { name: 'Запази часа' }).click();
  await expect(first.page.getByRole('heading', { name: 'Часът е запазен' })).toBeVisible({ timeout: PROVEN_MS });
  await second.page.getByRole('button', { name: 'Запази часа' }).click();
  await expect(second.page.getByText('Този час току-що беше зает.')).toBeVisible({ timeout: PROVEN_MS });
  await expect(second.page.getByLabel('Име и фамилия')).toHaveValue('Втора Клиентка');
  await second.page.getByRole('alert').getByRole('button').first().click(); // the nearest time
  await second.page.getByRole('button', { name: 'Запази часа' }).click();
  await expect(second.page.getByRole('heading', { name: 'Часът е запазен' })).toBeVisible({ timeout: PROVEN_MS });
  for (const { context } of [first, second]) await context.close();
});

test('an answer that was lost after the booking leads to that booking, also after a reload of the page', async ({ browser }) => {
  const { context, page } = await visitor(browser);
  const before = await bookings();
  let lost = 0;
  await page.route('**/rest/v1/rpc/book_online', async (route) => {
    if (lost++ > 0) return route.continue();
    await route.fetch(); // it is booked, and nobody hears of it
    await route.abort('connectionreset');
  });
  await page.goto(`/b/${SLUG}`);
  const phone = newPhone();
  await chooseTime(page);
  await fillIn(page, 'Изгубен Отговор', phone);
  await page.getByRole('button', { name: 'Запази часа' }).click();
  await expect(page.getByText(/няма да се запази два пъти/)).toBeVisible({ timeout: PROVEN_MS });
  await page.reload();
  await chooseTime(page);
  await fillIn(page, 'Изгубен Отговор', phone);
  await page.getByRole('button', { name: 'Запази часа' }).click();
  await expect(page.getByRole('heading', { name: 'Часът е запазен' })).toBeVisible({ timeout: PROVEN_MS });
  expect(await bookings()).toBe(before + 1);
  await context.close();
});

test('a link that is opened fifty times by a browser that runs the page and presses nothing changes nothing', {
  tag: '@all',
}, async ({ browser }) => {
  const { context, page } = await visitor(browser);
  const link = await book(page, 'Отваряна Многократно');
  const before = await written();
  for (let times = 0; times < 50; times++) {
    await page.goto('about:blank');
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Вашият час' })).toBeVisible();
  }
  expect(await written()).toBe(before);
  await context.close();
});

test('the page sends no token of whoever is signed in here, keeps nothing of theirs, and is the page where the app is installed', async ({
  browser,
}) => {
  const desk = await Device.open(browser, backend, { clock: null });
  await desk.signIn('owner@greben.test');
  await desk.synced();
  await desk.page.evaluate(() => navigator.serviceWorker.ready);
  const asked: { path: string; headers: Record<string, string> }[] = [];
  desk.page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/rest/')) asked.push({ path: pathname, headers: request.headers() });
  });
  const databases = () => desk.page.evaluate(async () => (await indexedDB.databases()).length);
  await desk.visit(`/b/${SLUG}`);
  await expect(desk.page.getByRole('heading', { name: 'Какво да запазим?' })).toBeVisible();
  expect(await desk.page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const there = await databases();
  await chooseTime(desk.page);
  await expect(desk.page.getByLabel('Име и фамилия')).toBeVisible();
  expect(asked.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/rest/v1/rpc/public_salon', '/rest/v1/rpc/public_slots']),
  );
  expect(asked.flatMap(({ headers }) => [headers.authorization, headers.cookie].filter(Boolean))).toEqual([]);
  expect(await databases()).toBe(there);
  await desk.close();
});

test('a salon’s own site shows the page in a frame as high as it is, where a change link opens a window and nothing else', async ({
  browser,
}) => {
  const desk = await Device.open(browser, backend, { clock: null, offlineCopy: false });
  await desk.signIn('owner@greben.test');
  await desk.synced();
  await desk.visit('/salon/online');
  const snippet = (await desk.page.getByLabel('За Вашия сайт', { exact: true }).inputValue()).replaceAll(
    new URL(desk.page.url()).origin,
    backend.url,
  );
  await desk.close();
  const { server, url } = await siteWith(snippet);
  const { context, page } = await visitor(browser, { width: 820 });
  await page.goto(url);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'Какво да запазим?' })).toBeVisible();
  const heights = () =>
    page.evaluate(() => [document.querySelector('iframe')?.getBoundingClientRect().height ?? 0, 44 * 16] as const);
  await expect.poll(async () => ((await heights())[0] === (await heights())[1] ? 'as written' : 'as told')).toBe('as told');

  const address = await page.locator('iframe').getAttribute('src');
  await page.evaluate((src) => document.querySelector('iframe')?.setAttribute('src', src), `${address}#v=${'0'.repeat(32)}`);
  await page.evaluate(() => document.querySelector('iframe')?.contentWindow?.location.replace('about:blank'));
  await page.evaluate((src) => document.querySelector('iframe')?.setAttribute('src', src), `${address}#v=${'1'.repeat(32)}`);
  const way = frame.getByRole('link', { name: 'Отвори часа в нов прозорец' });
  await expect(way).toBeVisible();
  await expect(frame.getByRole('button', { name: /Откажи|Премести/ })).toHaveCount(0);
  const opened = context.waitForEvent('page');
  await way.click();
  const alone = await opened;
  await expect(alone.getByRole('heading', { name: 'Тази връзка не води до час' })).toBeVisible();
  expect(await alone.evaluate(() => window.opener)).toBeNull();

  // The app itself is in nobody's frame.
  await page.evaluate((src) => document.querySelector('iframe')?.setAttribute('src', src), `${backend.url}/login`);
  await expect(frame.getByRole('heading')).toHaveCount(0);
  await context.close();
  server.close();
});

async function siteWith(snippet: string): Promise<{ server: Server; url: string }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Салон</title><body>${snippet}</body>`);
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  return { server, url: `http://localhost:${(server.address() as AddressInfo).port}/` };
}

test('whoever has no mouse books by keys alone', async ({ browser }) => {
  const { context, page } = await visitor(browser, { width: 1440 });
  await page.goto(`/b/${SLUG}`);
  await expect(page.getByRole('heading', { name: 'Какво да запазим?' })).toBeVisible();
  const tabTo = async (wanted: RegExp) => {
    const named = () =>
      page.evaluate(() => {
        const at = document.activeElement as HTMLInputElement | null;
        return at && at !== document.body
          ? `${at.getAttribute('aria-label') ?? ''} ${at.labels?.[0]?.textContent ?? ''} ${at.textContent ?? ''}`
          : '';
      });
    for (let presses = 0; presses < 40 && !wanted.test(await named()); presses++) await page.keyboard.press('Tab');
    expect(await named()).toMatch(wanted);
  };
  await tabTo(/Подстригване/);
  await page.keyboard.press('Space');
  await tabTo(/Напред/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'При кого?' })).toBeFocused();
  await tabTo(/Който е свободен/);
  await page.keyboard.press('Space');
  await tabTo(/Напред/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Кога?' })).toBeFocused();
  await expect(page.getByRole('list', { name: 'Дни' })).toBeVisible();
  await tabTo(/^\s*\d{1,2}:\d\d\s*$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'За кого е часът?' })).toBeFocused();
  await tabTo(/Име и фамилия/);
  await page.keyboard.type('Без Мишка');
  await tabTo(/Телефон/);
  await page.keyboard.type(newPhone());
  await tabTo(/Прочетох условията/);
  await page.keyboard.press('Space');
  await tabTo(/^\s*Запази часа/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Часът е запазен' })).toBeFocused({ timeout: PROVEN_MS });
  await context.close();
});

for (const width of [320, 390, 820, 1440])
  for (const [locale, dark] of [
    ['bg-BG', false],
    ['en-GB', true],
  ] as const)
    test(`each step at ${width} px in ${locale} fits, can be read and is judged`, { tag: '@all' }, async ({ browser }) => {
      const { context, page } = await visitor(browser, { width, locale, dark });
      const bg = locale === 'bg-BG';
      const looks = async () => {
        await fits(page);
        await readable(page);
        await withinSides(page);
        await calm(page);
        await judge(page);
      };
      await page.goto(`/b/${SLUG}`);
      await expect(page.getByRole('checkbox').first()).toBeAttached();
      await looks();
      await page.getByRole('checkbox', { name: bg ? /Подстригване/ : /Haircut/ }).check({ force: true });
      await page.getByRole('checkbox', { name: bg ? /Боядисване/ : /Colour/ }).check({ force: true });
      await page.getByRole('button', { name: bg ? /^Напред/ : /^Next/ }).click();
      await looks();
      await page.getByRole('radio').first().check();
      await page.getByRole('button', { name: bg ? 'Напред' : 'Next', exact: true }).click();
      await expect(page.getByRole('button', { name: /^\d{1,2}:\d\d$/ }).first()).toBeVisible();
      await looks();
      await page
        .getByRole('button', { name: /^\d{1,2}:\d\d$/ })
        .first()
        .click();
      await page.getByRole('button', { name: bg ? 'Запази часа' : 'Book', exact: true }).click();
      await expect(page.getByRole('alert').first()).toBeVisible();
      await looks();
      await context.close();
    });

test('in text of twice the size each step fits a phone and can be read', { tag: '@all' }, async ({ browser }) => {
  const { context, page } = await visitor(browser);
  const settings = await context.newCDPSession(page);
  await settings.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  const looks = async () => {
    await fits(page);
    await readable(page);
    await withinSides(page);
    await reachable(page);
  };
  await page.goto(`/b/${SLUG}`);
  await expect(page.getByRole('checkbox').first()).toBeAttached();
  await looks();
  await page.getByRole('checkbox', { name: /Подстригване/ }).check({ force: true });
  await page.getByRole('button', { name: /^Напред/ }).click();
  await looks();
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Напред', exact: true }).click();
  await page.getByRole('list', { name: 'Дни' }).locator('button:enabled').last().click();
  await looks();
  const times = page.getByRole('button', { name: /^\d{1,2}:\d\d$/ });
  await times.last().click();
  await fillIn(page, 'Едра Буква');
  await looks();
  await page.getByRole('button', { name: 'Запази часа' }).click();
  await expect(page.getByRole('heading', { name: 'Часът е запазен' })).toBeVisible({ timeout: PROVEN_MS });
  await looks();
  await context.close();
});

test('who is elsewhere is told that the times are the salon’s, and what they are there', { tag: '@all' }, async ({ browser }) => {
  const { context, page } = await visitor(browser, { zone: 'Europe/London', width: 820 });
  await book(page, 'Отдалече Пътуваща');
  await expect(page.getByText(/^При Вас това е \d{1,2}:\d\d, /)).toBeVisible();
  await context.close();
});

test('what the salon changes between the times and the booking is said: its terms, a pause, the page itself', async ({
  browser,
}) => {
  const { sql } = backend;
  const { context, page } = await visitor(browser);
  await page.goto(`/b/${SLUG}`);
  await chooseTime(page);
  await fillIn(page, 'Три Промени');
  await sql`update salons set no_show_policy = 'Нови условия.' where id = ${SALON}`;
  await sql`update salon_settings set no_show_policy = 'Нови условия.' where salon_id = ${SALON}`;
  const send = () => page.getByRole('button', { name: 'Запази часа' }).click();
  await send();
  await expect(page.getByText(/^Условията на салона току-що се промениха/)).toBeVisible({ timeout: PROVEN_MS });
  await expect(page.getByText('Нови условия.')).toBeVisible();
  await page.getByRole('checkbox', { name: /Прочетох условията/ }).check({ force: true });
  await sql`update private.booking_pages set paused_until = now() + interval '3 days' where salon_id = ${SALON}`;
  await send();
  await expect(page.getByRole('heading', { name: /^Без записвания онлайн до/ })).toBeVisible({ timeout: PROVEN_MS });
  await sql`update private.booking_pages set paused_until = null, enabled = false where salon_id = ${SALON}`;
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Няма такава страница' })).toBeVisible();
  await context.close();
  await publish();
});

test('the owner switches it on from nothing, and a stranger is there in a moment', async ({ browser }) => {
  const { sql } = backend;
  await sql`delete from private.booking_pages where salon_id = ${SALON}`;
  const desk = await Device.open(browser, backend, { clock: null, offlineCopy: false });
  await desk.signIn('owner@greben.test');
  await desk.synced();
  const { page } = desk;
  await page.goto('/salon/online');
  const status = page.getByRole('region', { name: 'Клиентите се записват сами' });
  await expect(status).toContainText('Никой не вижда страницата.');
  await expect(status.getByRole('listitem').filter({ hasText: 'страницата има адрес' })).toContainText('Липсва:');
  await page.getByRole('button', { name: /^Вземи / }).click();
  await page.getByRole('button', { name: 'Запази', exact: true }).click();
  await expect(status.getByRole('listitem').filter({ hasText: 'страницата има адрес' })).toContainText('Има:');
  await status.getByRole('button', { name: 'Включи' }).click();
  await expect(status).toContainText('Включено');
  const opened = desk.context.waitForEvent('page');
  await status.getByRole('link', { name: 'Виж страницата' }).click();
  await expect((await opened).getByRole('heading', { name: 'Какво да запазим?' })).toBeVisible();
  await desk.close();
  await sql`delete from private.booking_pages where salon_id = ${SALON}`;
  await publish();
});

for (const [width, locale, dark] of [
  [390, 'bg-BG', true],
  [820, 'en-GB', false],
  [1440, 'bg-BG', false],
] as const)
  test(`the settings at ${width} px in ${locale} fit, can be read and are judged`, { tag: '@all' }, async ({ browser }) => {
    const size = { width, height: width < 800 ? 760 : 900 };
    const desk = await Device.open(browser, backend, {
      clock: null,
      offlineCopy: false,
      locale,
      viewport: size,
      touch: width < 800,
    });
    const { page } = desk;
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' });
    await desk.visit('/login');
    const bg = locale === 'bg-BG';
    await page.getByLabel(bg ? 'Имейл' : 'Email').fill('owner@greben.test');
    await page.getByLabel(bg ? 'Парола' : 'Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: bg ? 'Вход' : 'Login', exact: true }).click();
    await desk.synced();
    if (!bg) await page.evaluate(() => localStorage.setItem('greben.language', 'en')); // else it is the salon's
    await desk.visit('/salon/online');
    await expect(
      page.getByRole('region', { name: bg ? 'Клиентите се записват сами' : 'Customers book themselves' }),
    ).toBeVisible();
    await expect(page.getByRole('img', { name: /QR/ })).toBeVisible();
    await fits(page);
    await readable(page);
    await withinSides(page);
    await judge(page);
    await desk.close();
  });
