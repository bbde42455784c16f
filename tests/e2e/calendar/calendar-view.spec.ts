/** The calendar as one looks at it: day, week, list, paper; at a desk, on a tablet, on a phone; with the eyes and without. */
import { type Browser, expect, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { fits, follow, judge } from '../support/looks.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
  const at = (time: string) => new Date(`${VISIT_DAY}T${time}:00+02:00`);
  await backend.sql`
    insert into events (salon_id, id, resource_id, client_id, title, start_time, end_time, type, status,
      processing_after, processing_minutes, visit_id, visit_pos)
    values
      (1, 'colour', 'maria', 'client-silvia', 'Боядисване', ${at('10:00')}, ${at('11:45')}, 'appointment', 'booked', 30, 45, 'colour', 0),
      (1, 'colour/beard', 'desislava', 'client-silvia', 'Брада', ${at('11:45')}, ${at('12:15')}, 'appointment', 'booked', 0, 0, 'colour', 1)`;
});
test.afterAll(() => backend.stop());

const MONDAY = '2026-11-16';
/** A day of another week, with a colour at Maria and a beard at Desislava. */
const VISIT_DAY = '2026-11-26';

async function sit(browser: Browser, options: Parameters<typeof Device.open>[2] = {}): Promise<Device> {
  const device = await Device.open(browser, backend, options);
  await device.settleIn('owner@greben.test');
  return device;
}

const weekReady = ({ page }: Device, monday = MONDAY) =>
  expect(page.locator(`[data-calendar][data-week="${monday}"][data-ready="true"]`)).toBeVisible();

async function judgeBoth({ page }: Device): Promise<void> {
  await judge(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await judge(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
}

/** Two fingers on the middle of the grid, one above the other, so far apart and then so far, px. */
async function pinch({ context, page }: Device, from: number, to: number): Promise<void> {
  const cdp = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) =>
    cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: apart === undefined ? [] : [-1, 1].map((side, id) => ({ x: 250, y: 480 + (side * apart) / 2, id })),
    });
  await touch('touchStart', from);
  for (let step = 1; step <= 6; step++) await touch('touchMove', from + ((to - from) * step) / 6);
  await touch('touchEnd');
  await cdp.detach();
}

test('the day at a desk: who is shown, on shift only, an hour’s height, the keys; all of it is kept', { tag: '@all' }, async ({
  browser,
}) => {
  const desk = await sit(browser, { offlineCopy: false });
  const { page } = desk;
  const grid = page.getByRole('grid', { name: 'График за деня, сряда, 18 ноември 2026' });
  const head = (name: string | RegExp) => grid.getByRole('rowheader', { name });
  const height = () => page.locator('[data-col="maria"]').evaluate((column) => column.clientHeight);
  await expect(grid).toBeVisible();
  expect(await page.locator('.cal-gutter .h').allTextContents()).toEqual(Array.from({ length: 13 }, (_, i) => `${8 + i}:00`));
  expect(await height()).toBe(13 * 60);
  await expect(head('Мария 9–18')).toBeVisible();
  await expect(head('Радослав Почива')).toBeVisible();
  // So narrow a column says when a short appointment is and whom it is with, not what for.
  const short = page.locator('[data-event="event-on-extra-shift"]');
  await expect(short.getByText('Анна Василева')).toBeVisible();
  await expect(short.locator('.n')).toHaveAttribute('data-start', '12:00');
  await expect(short.getByText('Брада')).toBeHidden();
  await page.getByRole('button', { name: 'Още 1 запис между 14:00 и 15:30' }).click();
  const behind = desk.dialog('3 записа при Ивайло');
  await expect(behind.getByText('Свободно при Ивайло: 10:45–14:00 и след 15:30.')).toBeVisible();
  await judgeBoth(desk);
  await page.keyboard.press('Escape');
  await expect(behind).toHaveCount(0);

  await page.getByRole('switch', { name: 'Само на смяна' }).click();
  await expect(head(/Радослав/)).toHaveCount(0);
  await expect(head('Калина Неактивен')).toBeVisible();
  await page.getByRole('button', { name: /^Екип 9 от 9/ }).click();
  await page.locator('.layer-pop').getByText('Ивайло Георгиев').click();
  await expect(page.getByRole('checkbox', { name: 'Ивайло Георгиев' })).not.toBeChecked();
  await expect(head(/Ивайло/)).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Височина на часа' }).click();
  await page.getByRole('button', { name: 'Широко 100' }).click();
  await expect.poll(height).toBe(13 * 100);
  await page.keyboard.press('Escape');
  await page.reload();
  await desk.calendarReady();
  expect(await height()).toBe(13 * 100);
  await expect(head(/Ивайло/)).toHaveCount(0);
  await expect(page.getByRole('switch', { name: 'Само на смяна' })).toBeChecked();
  // Somewhere in the day: at its upper end there is nothing above that could be scrolled to.
  await page.locator('.cal-scroll').evaluate((box) => box.scrollTo({ top: 300, behavior: 'instant' }));
  const two = page.locator('.cal-gutter .h').filter({ hasText: /^14:00$/ });
  await two.hover();
  const before = (await two.boundingBox())?.y ?? 0;
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, 100);
  await page.keyboard.up('Control');
  await expect.poll(height).toBe(13 * 80);
  // The time under the pointer stays there: half an hour below the line it was at.
  expect(Math.abs(((await two.boundingBox())?.y ?? 0) - before)).toBeLessThan(30);
  await page.keyboard.press('-');
  await expect.poll(height).toBe(13 * 60);

  await page.keyboard.press('Shift+?');
  await expect(desk.dialog('Клавиши').getByText('Намери свободен час')).toBeVisible();
  await page.keyboard.press('w');
  await page.keyboard.press('Escape');
  await expect(desk.dialog()).toHaveCount(0);
  await expect(grid).toBeVisible();
  await page.keyboard.press('n');
  await desk
    .dialog('Нова резервация')
    .getByLabel(/^Бележки/)
    .pressSequentially('wtd');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await expect(desk.dialog()).toHaveCount(0);
  await expect(grid).toBeVisible();
  await page.keyboard.press('f');
  await expect(desk.dialog()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(desk.dialog()).toHaveCount(0);
  await page.getByRole('button', { name: 'Следващ ден' }).click();
  await desk.calendarReady('2026-11-19');
  await page.keyboard.press('t');
  await desk.calendarReady();
  await desk.close();
});

test('the week: seven days, four of six and “+2”, a cell books at nine, arrows and Enter; by week forth and back', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await sit(browser);
  const { page } = desk;
  await page.getByRole('radio', { name: 'Седмица' }).click();
  await weekReady(desk);
  const grid = page.getByRole('grid', { name: 'График за седмицата, 16–22 ноември 2026' });
  await expect(grid.getByRole('columnheader')).toHaveText([
    'Седмица 47',
    ...['пн 16', 'вт 17', 'ср 18', 'чт 19', 'пт 20', 'сб 21', 'нд 22'],
  ]);
  const maria = grid.getByRole('row', { name: /Мария/ });
  const thursday = maria.locator('[data-day="2026-11-19"]');
  await expect(thursday.getByRole('button', { name: /Анна Василева/ })).toHaveCount(4);
  await expect(thursday.getByRole('button', { name: /^9:00, Анна Василева/ })).toContainText('9:00 Анна В');
  // Also where it is full a cell has a place to press.
  const full = await thursday.boundingBox();
  await page.mouse.click((full?.x ?? 0) + (full?.width ?? 0) / 2, (full?.y ?? 0) + (full?.height ?? 0) - 12);
  await expect(desk.dialog('Нова резервация').getByLabel('Служител', { exact: true })).toHaveText(/Мария Петрова/);
  await page.keyboard.press('Escape');
  await expect(desk.dialog()).toHaveCount(0);
  const tints = await grid
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.slice(0, 6).map((row) => getComputedStyle(row.querySelector('td:not(.off)') ?? row).backgroundColor),
    );
  expect(new Set(tints.slice(0, 5)).size).toBeGreaterThan(3);
  await judgeBoth(desk);

  await thursday.getByRole('button', { name: /^\+2/ }).click();
  await desk.calendarReady('2026-11-19');
  await expect(page.locator('[data-column="maria"] [data-event]:focus')).toBeVisible();
  await page.keyboard.press('w');
  await weekReady(desk);
  await expect(grid.locator(':focus')).toBeVisible(); // it went along
  await grid.getByRole('button', { name: 'Нов час, Габриела Илиева, петък, 20 ноември, 9:00' }).click();
  const dialog = desk.dialog('Нова резервация');
  await expect(dialog.getByLabel('Служител', { exact: true })).toHaveText(/Габриела Илиева/);
  await expect(dialog.getByLabel('Час', { exact: true })).toHaveText('09');
  await expect(dialog.getByLabel('Дата', { exact: true })).toHaveText(/20.*11|20 ноември/);
  await dialog.getByRole('button', { name: 'Отказ' }).click();
  await grid.getByRole('button', { name: /^10:15, Галя Стефанова, до 11:15, Подстригване, Десислава/ }).click();
  await expect(desk.dialog('Редакция на резервация').getByLabel('Час', { exact: true })).toHaveText('10');
  await page.keyboard.press('Escape');
  await expect(desk.dialog()).toHaveCount(0);

  await maria.getByRole('button', { name: /^9:00, Анна Василева, до 10:00/ }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(maria.locator('[data-day="2026-11-17"] :focus')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(maria.locator('[data-day="2026-11-18"] :focus')).toBeVisible();
  await expect(grid.locator('[tabindex="0"]')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(desk.dialog()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(desk.dialog()).toHaveCount(0);

  await page.getByRole('button', { name: 'Следваща седмица' }).click();
  await weekReady(desk, '2026-11-23');
  await page.reload();
  await weekReady(desk, '2026-11-23');
  await page.getByRole('button', { name: 'Следваща седмица' }).click();
  await weekReady(desk, '2026-11-30');
  // The longest of names: two months share this week.
  for (const [width, name] of [
    [1280, '30 ное – 06 дек 2026'],
    [1024, '30 ное – 06 дек'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    expect(await page.locator('.topbar').evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBe(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Предишна седмица' }).click();
  await weekReady(desk, '2026-11-23');
  await page.getByRole('button', { name: 'Предишна седмица' }).click();
  await page.getByRole('button', { name: 'Предишна седмица' }).click();
  await weekReady(desk, '2026-11-09');
  await page.getByRole('main').getByRole('button', { name: 'Днес', exact: true }).click();
  await weekReady(desk);
  await desk.close();
});

test('on a phone each place of the bar stays where it is, and the people make room for the day while a finger scrolls', async ({
  browser,
}) => {
  const phone = await sit(browser, { viewport: { width: 390, height: 844 }, touch: true });
  const { page } = phone;
  const button = (name: string) => page.locator('.topbar').getByRole('button', { name, exact: true });
  const places = () =>
    Promise.all(
      ['Предишен ден', 'Следващ ден', 'Днес', 'Настройки на изгледа'].map(async (name) => (await button(name).boundingBox())?.x),
    );
  const before = await places();
  expect(before).not.toContain(undefined);
  await expect(button('Днес')).toHaveAttribute('aria-current', 'date');
  await button('Следващ ден').tap();
  await expect(button('Днес')).not.toHaveAttribute('aria-current', 'date');
  expect(await places()).toEqual(before);
  await button('Днес').tap();
  await expect(button('Днес')).toHaveAttribute('aria-current', 'date');
  // It keeps the focus, which it lost where it went away.
  await expect(button('Днес')).toBeFocused();
  expect(await places()).toEqual(before);

  const scroller = page.locator('.cal-scroll');
  await scroller.evaluate((box) => box.scrollTo(0, 100));
  const chip = page.getByRole('group', { name: 'Екип' }).getByRole('button').first();
  const bar = await page.locator('.topbar').boundingBox();
  const head = page.getByRole('rowheader').first();
  const below = async () => Math.round(((await head.boundingBox())?.y ?? 0) - ((bar?.y ?? 0) + (bar?.height ?? 0)));
  const strip = await below();
  expect(strip).toBeGreaterThan(50);
  const cdp = await phone.context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 330, y }] });
  const swipe = async (from: number, to: number) => {
    await touch('touchStart', from);
    for (let step = 1; step <= 10; step++) await touch('touchMove', from + ((to - from) * step) / 10);
    await touch('touchEnd');
  };
  await swipe(600, 400);
  await expect.poll(below).toBe(0);
  await swipe(400, 460);
  await expect.poll(below).toBe(strip);
  await swipe(600, 400);
  await expect.poll(below).toBe(0);
  // The keyboard finds the people where they are, and another day has them in sight.
  await button('Настройки на изгледа').focus();
  await page.keyboard.press('Tab');
  await expect(chip).toBeFocused();
  await expect.poll(below).toBe(strip);
  await page.keyboard.press('Shift+Tab');
  await expect.poll(below).toBe(0);
  await button('Предишен ден').tap();
  await expect.poll(below).toBe(strip);
  await judge(page);
  await phone.close();
});

test('with fingers: a phone goes from employee to employee, is pinched, has a list of the day and of the week; a tablet has chips', {
  tag: '@all',
}, async ({ browser }) => {
  const phone = await sit(browser, { viewport: { width: 390, height: 844 }, touch: true });
  const { page } = phone;
  const left = () => page.locator('.cal-scroll').evaluate((box) => box.scrollLeft);
  const width = await page.locator('[data-col="maria"]').evaluate((column) => column.getBoundingClientRect().width);
  const cdp = await phone.context.newCDPSession(page);
  await cdp.send('Input.synthesizeScrollGesture', { x: 250, y: 500, xDistance: -110, yDistance: 0, speed: 900 });
  await expect.poll(async () => Math.abs((await left()) - width)).toBeLessThan(2);
  await fits(page);
  const height = () => page.locator('[data-col="maria"]').evaluate((column) => column.clientHeight);
  expect(await height()).toBe(13 * 100);
  await pinch(phone, 240, 140);
  await expect.poll(height).toBe(13 * 60);
  // Between two steps it snaps to the nearer one, and the time between the fingers stays between them.
  const hourAtFingers = () =>
    page
      .locator('[data-col="maria"]')
      .evaluate((column) => ((480 - column.getBoundingClientRect().top) * 13) / column.clientHeight);
  const hour = await hourAtFingers();
  await pinch(phone, 140, 190);
  await expect.poll(height).toBe(13 * 80);
  expect(Math.abs((await hourAtFingers()) - hour)).toBeLessThan(0.1);

  // Whoever taps on the same place goes on by a day each time: nothing that the first tap brings takes that place.
  const next = await page.getByRole('button', { name: 'Следващ ден' }).boundingBox();
  if (!next) throw new Error('no arrow');
  for (let day = 19; day <= 26; day += 1) {
    await page.touchscreen.tap(next.x + next.width / 2, next.y + next.height / 2);
    await phone.calendarReady(`2026-11-${day}`);
  }

  // On the narrowest of usual phones a number stands in one line, and a part of a visit is cancelled by what looks like a button.
  await follow(page, `/calendar?day=${VISIT_DAY}`);
  await phone.calendarReady(VISIT_DAY);
  await page.setViewportSize({ width: 375, height: 812 });
  await page.locator('[data-col="maria"]').evaluate((column) => column.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
  await phone.look();
  await page.locator('[data-event="colour"]').tap({ position: { x: 40, y: 12 } });
  const card = phone.dialog();
  const number = card.getByRole('link', { name: /^Обадете се/ }).getByText(/^0888/);
  expect(await number.evaluate((text) => text.getClientRects().length)).toBe(1);
  const alone = card.getByRole('button', { name: 'Откажи само тази част' });
  expect(await alone.evaluate((button) => getComputedStyle(button).borderTopColor)).not.toBe('rgba(0, 0, 0, 0)');
  await fits(page);
  await judge(page);
  await card.getByRole('button', { name: 'Затвори' }).tap();
  await expect(card).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });

  // The longest date of each language, with the button that goes back to today beside it.
  await follow(page, '/calendar?day=2026-09-30');
  for (const [language, date] of [
    ['en', 'Wed, 30 September'],
    ['bg', 'ср, 30 септември'],
  ] as const) {
    await page.evaluate((code) => localStorage.setItem('greben.language', code), language);
    await page.reload();
    await phone.calendarReady('2026-09-30');
    const title = page.getByRole('heading', { level: 1 }).getByText(date);
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await fits(page);
      expect(await title.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
    }
  }
  await page.getByRole('button', { name: 'Днес', exact: true }).tap();
  await phone.calendarReady();

  const options = page.getByRole('button', { name: 'Настройки на изгледа' });
  await options.tap();
  await page.getByRole('radio', { name: 'Списък' }).tap();
  await phone.dialog().getByRole('button', { name: 'Затвори' }).tap();
  const list = page.getByRole('list', { name: 'Записи за деня, сряда, 18 ноември 2026' });
  await expect(list.getByRole('button').first()).toHaveAccessibleName(/^7:30–7:55, Борис Тенев/);
  await fits(page);
  await judge(page);
  await options.tap();
  await page.getByRole('radio', { name: 'Седмица' }).tap();
  await phone.dialog().getByRole('button', { name: 'Затвори' }).tap();
  await weekReady(phone);
  const thursday = page.getByRole('region', { name: 'четвъртък, 19 ноември' });
  await expect(thursday.getByRole('list').getByRole('button')).toHaveCount(6);
  await phone.look();
  await thursday.getByRole('button', { name: 'Нов час, четвъртък, 19 ноември' }).tap();
  await expect(phone.dialog('Нова резервация').getByLabel('Час', { exact: true })).toHaveText('09');
  await phone.dialog().getByRole('button', { name: 'Отказ' }).tap();
  await fits(page);
  await judge(page);

  await page.setViewportSize({ width: 820, height: 1180 });
  const grid = page.getByRole('grid');
  await expect(grid.getByRole('columnheader')).toHaveCount(8);
  await fits(page);
  await judge(page);
  await page.getByRole('radio', { name: 'Ден' }).tap();
  await phone.calendarReady();
  await page.getByRole('button', { name: 'Мария Петрова', exact: true }).tap();
  await expect(grid.getByRole('row', { name: 'Мария Петрова' })).toHaveCount(0);
  await options.tap();
  await phone.dialog().getByRole('switch', { name: 'Само на смяна' }).tap();
  await expect(grid.getByRole('rowheader', { name: /Радослав/ })).toHaveCount(0);
  await phone.dialog().getByRole('button', { name: 'Затвори' }).tap();
  // A tablet on its side: what fingers press is wider than what a mouse does.
  for (const width of [1024, 1119, 1180]) {
    await page.setViewportSize({ width, height: 768 });
    await expect(page.getByRole('button', { name: 'Нов час' }).first()).toBeInViewport({ ratio: 1 });
    expect(await page.locator('.topbar').evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBe(0);
  }
  await phone.close();
});

test('without a line the day goes on paper, with phones and notes, and only it', { tag: '@all' }, async ({ browser }) => {
  const desk = await sit(browser);
  const { page } = desk;
  await desk.offline();
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Още действия' }).click();
  await page.getByRole('menuitem', { name: 'Печат на деня' }).click();
  await desk.dialog('Печат на деня').getByRole('button', { name: 'Печат', exact: true }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', '');
  await page.emulateMedia({ media: 'print' });
  const sheet = page.getByRole('article');
  await expect(sheet.getByRole('heading', { level: 1 })).toHaveText('сряда, 18 ноември 2026');
  const rows = sheet.locator('.emp-sect').filter({ hasText: 'Мария Петрова' }).getByRole('row');
  await expect(rows).toHaveCount(6);
  await expect(rows.nth(1)).toContainText(/^7:30–7:55Борис Тенев0888 \d{3} \d{3}Подстригване/);
  await expect(sheet.getByRole('row', { name: /Галя.*\[отказан\]/ })).toBeVisible();
  await expect(sheet.getByRole('row', { name: /Доставка на бои/ })).toBeVisible();
  await expect(page.getByRole('main')).toBeHidden();
  await expect(page.getByRole('dialog')).toBeHidden();
  const pages = await page.pdf({ preferCSSPageSize: true });
  expect(pages.length).toBeGreaterThan(10_000);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.keyboard.press('Shift');
  await expect(sheet).toHaveCount(0);
  await desk.close();
});

test('the browser’s own menu prints the day or the week that is shown, and the keys offer the week with its choices', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await sit(browser);
  const { page } = desk;
  await desk.offline();
  const sheet = page.locator('body > article');
  /** The browser says so before it prints, as for a person; its sheet stands until that person is back. */
  const print = async () => {
    await page.pdf({ preferCSSPageSize: true });
    await page.emulateMedia({ media: 'print' });
  };
  const comeBack = async () => {
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.keyboard.press('Shift');
    await expect(sheet).toHaveCount(0);
  };
  await expect(async () => {
    await print();
    await expect(sheet).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(sheet.getByRole('heading', { level: 1 })).toHaveText('сряда, 18 ноември 2026');
  await expect(sheet.getByRole('row', { name: /^7:30–7:55 Борис Тенев/ })).toBeVisible();
  // Nobody was asked: no phones.
  await expect(sheet).not.toContainText('0888');
  await expect(page.getByRole('main')).toBeHidden();
  await comeBack();

  await page.getByRole('radio', { name: 'Седмица' }).click();
  await weekReady(desk);
  await print();
  await expect(sheet.getByRole('heading', { level: 1 })).toHaveText('16–22 ноември 2026');
  await expect(sheet.getByRole('columnheader')).toHaveCount(8);
  await expect(sheet.getByRole('row', { name: /^Мария Петрова .*Борис Тенев/ })).toBeVisible();
  await judge(page);
  await comeBack();

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.keyboard.press('Control+p');
  const dialog = desk.dialog('Печат на седмицата');
  await dialog.getByText('С услугите').click();
  for (const [width, height] of [
    [390, 844],
    [820, 1180],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await fits(page);
  }
  await judge(page);
  await dialog.getByRole('button', { name: 'Печат', exact: true }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', '');
  await page.emulateMedia({ media: 'print' });
  await expect(sheet.getByRole('row', { name: /^Мария Петрова .*Борис Тенев Подстригване 0888/ })).toBeVisible();
  await comeBack();
  await desk.close();
});

test('read aloud, the day and the week make sense', { tag: '@all' }, async ({ browser }) => {
  const desk = await sit(browser);
  const { page } = desk;
  // A tree for the ear: who, then in the order of time when, whom, what, with whom, how it stands.
  const day = page.getByRole('grid', { name: 'График за деня, сряда, 18 ноември 2026' });
  await expect(day.getByRole('row', { name: 'Ивайло Георгиев' })).toMatchAriaSnapshot(`
    - row "Ивайло Георгиев":
      - rowheader "Ивайло 10–19"
      - gridcell:
        - button "10:00–10:45, Борис Тенев, Подстригване, Ивайло Георгиев, не се яви"
        - button "11:00–12:00, Галя Стефанова, Подстригване, Ивайло Георгиев, отказан"
        - button "14:00–15:00, Емил Драгнев, Подстригване, Ивайло Георгиев, записан, застъпва се"
        - button "14:15–15:15, Борис Тенев, Подстригване, Ивайло Георгиев, записан, застъпва се"
        - button "Още 1 запис между 14:00 и 15:30"
  `);
  await expect(day.getByRole('row', { name: 'Десислава Тодорова' })).toMatchAriaSnapshot(`
    - row "Десислава Тодорова":
      - rowheader "Десислава 9–13, 14–19"
      - gridcell:
        - button "10:15–11:15, Галя Стефанова, Подстригване, Десислава Тодорова, пристигна"
        - button "15:00–16:00, Доставка на бои, Десислава Тодорова, блокирано"
  `);
  await expect(page.locator('main > header')).toMatchAriaSnapshot(`
    - button "Предишен ден"
    - button "Днес"
    - button "Следващ ден"
    - heading "ср, 18 ноември 2026, изберете ден" [level=1]
    - button "Синхронизирано"
    - switch "Само на смяна"
    - button "Екип 9 от 9"
    - radiogroup "Изглед":
      - radio "Ден" [checked]
      - radio "Седмица"
    - button "Намери свободен час"
    - button "Нов час"
    - button "Още действия"
  `);

  await page.keyboard.press('w');
  await weekReady(desk);
  const week = page.getByRole('grid', { name: 'График за седмицата, 16–22 ноември 2026' });
  await expect(week.getByRole('rowgroup').first()).toMatchAriaSnapshot(`
    - row:
      - columnheader "Седмица 47"
      - columnheader "пн, 16 ноември 2026"
      - columnheader "вт, 17 ноември 2026"
      - columnheader "ср, 18 ноември 2026"
  `);
  await expect(week.getByRole('row', { name: 'Десислава Тодорова' })).toMatchAriaSnapshot(`
    - row "Десислава Тодорова":
      - rowheader "Десислава Тодорова Стилист"
      - gridcell:
        - button "Нов час, Десислава Тодорова, понеделник, 16 ноември, 9:00"
      - gridcell:
        - button "Нов час, Десислава Тодорова, вторник, 17 ноември, 9:00"
      - gridcell:
        - button "10:15, Галя Стефанова, до 11:15, Подстригване, Десислава Тодорова, пристигна"
        - button "15:00, Доставка на бои, до 16:00, Десислава Тодорова, блокирано"
        - button "Нов час, Десислава Тодорова, сряда, 18 ноември, 9:00"
  `);
  await desk.close();
});
