/** The week's plan: bars by mouse, finger and key, copies, paper; and a salon that has no shifts yet. */
import { type Browser, expect, type Locator, test } from '@playwright/test';
import { shiftIntervalsText } from '#schemas/intervals.ts';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { fits, follow, judge, under } from '../support/looks.ts';

let backend: TestBackend;
test.beforeEach(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterEach(() => backend.stop());

async function planOf(browser: Browser, options: Parameters<typeof Device.open>[2] = {}): Promise<Device> {
  const desk = await Device.open(browser, backend, options);
  await desk.settleIn('owner@greben.test');
  await follow(desk.page, '/shifts');
  await under(desk.page, 'Смени').getByRole('radio', { name: 'Седмица', exact: true }).click();
  await expect(desk.page.getByRole('region', { name: /сряда/i })).toBeVisible();
  return desk;
}

const today = (desk: Device) => desk.page.getByRole('region', { name: /сряда/i });
const bar = (desk: Device, name: string, hours: string) =>
  today(desk).getByRole('button', { name: new RegExp(`^${name}, .*${hours}$`) });

/** Where an hour of the day lies across a row's track, px of the window; measured by a bar from 9:00 to 18:00. */
async function pointAt(row: Locator, nineToSix: Locator, hour: number): Promise<{ x: number; y: number }> {
  const none = { x: 0, y: 0, width: 0, height: 0 };
  const track = (await row.locator('[data-track]').boundingBox()) ?? none;
  const bar = (await nineToSix.boundingBox()) ?? none;
  return { x: bar.x + ((hour - 9) / 9) * bar.width, y: track.y + track.height / 2 };
}

test('the mouse moves, lengthens and draws shifts; Ctrl+Z takes it back, offline too', async ({ browser }) => {
  const desk = await planOf(browser);
  const { page } = desk;
  await desk.offline();
  const shift = bar(desk, 'Мария Петрова', '9:00–18:00');
  await expect(shift).toBeVisible();
  await expect(page.locator('[data-drags]')).toBeVisible();
  const row = today(desk).getByRole('listitem').filter({ hasText: 'Мария Петрова' });
  const from = await pointAt(row, shift, 12);
  const to = await pointAt(row, shift, 13);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, from.y);
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await expect(row.getByText('10:00–19:00').first()).toBeVisible();
  await page.mouse.up();
  await expect(bar(desk, 'Мария Петрова', '10:00–19:00')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(shift).toBeVisible();

  const end = await pointAt(row, shift, 18);
  const later = await pointAt(row, shift, 19);
  await page.mouse.move(end.x - 3, end.y);
  await page.mouse.down();
  await page.mouse.move(later.x - 3, later.y, { steps: 5 });
  await page.mouse.up();
  await expect(bar(desk, 'Мария Петрова', '9:00–19:00')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(shift).toBeVisible();

  const empty = today(desk).getByRole('listitem').filter({ hasText: 'Цветелина' });
  // A press belongs to the quarter it lies in: a little after ten is ten.
  const start = await pointAt(empty, shift, 10.1);
  const stop = await pointAt(empty, shift, 12);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(stop.x, stop.y, { steps: 5 });
  await page.mouse.up();
  await expect(bar(desk, 'Цветелина.*', '10:00–12:00')).toBeVisible();
  await desk.online();
  await desk.synced();
  await desk.close();
});

test('the plan and the time off stand at three widths in both themes, without violations', { tag: '@all' }, async ({
  browser,
}) => {
  const desk = await planOf(browser);
  const { page } = desk;
  const looks = async (shown: Locator) => {
    for (const width of [1440, 820, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const theme of ['light', 'dark']) {
        await page.evaluate((to) => {
          document.documentElement.dataset.theme = to;
        }, theme);
        await expect(shown).toBeVisible();
        await fits(page);
        await judge(page);
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  await looks(page.getByRole('heading', { name: 'сряда' }));
  await bar(desk, 'Мария Петрова', '9:00–18:00').click();
  await page.getByRole('button', { name: 'Отсъствие…' }).click();
  await looks(page.getByRole('radiogroup', { name: 'Причина' }));
  await page.getByRole('button', { name: 'Запази' }).click();
  await looks(page.getByRole('region', { name: 'Засегнати часове' }));
  await page.getByRole('button', { name: 'Готово' }).click();
  await expect(today(desk).getByRole('listitem').filter({ hasText: 'Мария Петрова' })).toContainText('отсъства (отпуск)');
  await looks(page.getByText('(отпуск)').first());
  await desk.synced();
  await desk.close();
});

test('the week is printed and an employee’s own week copied as text, without a line', { tag: '@all' }, async ({ browser }) => {
  const desk = await planOf(browser);
  const { page } = desk;
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
    const written: Pick<Clipboard, 'writeText'> = {
      writeText: async (text) => document.body.setAttribute('data-copied', text),
    };
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: written });
    Object.defineProperty(navigator, 'share', { configurable: true, value: undefined });
  });
  await desk.offline();
  // As the browser's own menu and key do.
  await page.pdf({ preferCSSPageSize: true });
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('article').filter({ hasText: 'Смени, 16–22 ноември 2026' })).toBeVisible();
  await expect(page.getByRole('main')).toBeHidden();
  await page.emulateMedia({ media: null });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.getByRole('button', { name: 'Още действия' }).click();
  await expect(page.locator('body > article')).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Печат на седмицата' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', '');
  await page.emulateMedia({ media: 'print' });
  const sheet = page.getByRole('article').filter({ hasText: 'Смени, 16–22 ноември 2026' });
  await expect(sheet).toBeVisible();
  await expect(sheet.getByRole('row', { name: /^Мария Петрова .*9:00–18:00/ })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Основно меню' })).toBeHidden();
  await page.emulateMedia({ media: null });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));

  await page.getByRole('button', { name: 'Още действия' }).click();
  await expect(sheet).toBeHidden();
  await page.getByRole('menuitem', { name: 'Сподели седмица на служител' }).click();
  const dialog = desk.dialog('Сподели седмица на служител');
  await desk.choose('Служител', 'Мария Петрова', dialog);
  await dialog.getByRole('button', { name: 'Копирай' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-copied', /^Мария Петрова, 16–22 ноември 2026\n.*9:00–18:00/);
  await expect(dialog).toHaveCount(0);
  await desk.online();
  await desk.close();
});

test('a week is copied to the next one after its list was read, and taken back as one action', { tag: '@all' }, async ({
  browser,
}) => {
  const desk = await planOf(browser);
  const { page } = desk;
  await page.getByRole('button', { name: 'Още действия' }).click();
  await page.getByRole('menuitem', { name: 'Копиране на седмицата' }).click();
  const dialog = page.getByRole('dialog', { name: /^Копиране на / });
  await expect(
    dialog.getByRole('region', { name: 'Какво се променя' }).getByRole('listitem').filter({ hasText: 'Борис' }),
  ).toContainText('10:00–16:00');
  await dialog.getByRole('button', { name: /^Копирай/ }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Следваща седмица' }).click();
  const next = page.getByRole('region', { name: /сряда/i });
  await expect(next.getByRole('button', { name: /^Борис.*10:00–16:00$/ })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(next.getByRole('button', { name: /^Борис.*10:00–16:00$/ })).toHaveCount(0);
  await desk.synced();
  await desk.close();
});

test('a tap on the column of somebody without shifts says why; one more sets usual hours, and it takes a booking, offline', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await Device.open(browser, backend, { viewport: { width: 820, height: 1180 }, touch: true });
  await tablet.settleIn('owner@greben.test');
  await tablet.offline();
  await tablet.pressSlot('tsvetelina', '13:00', 'touch');
  const why = tablet.dialog('Няма смени');
  await expect(why.getByText(/Цветелина без смени няма нито една смяна/)).toBeVisible();
  await why.getByRole('button', { name: /понеделник–петък 9:00–17:00/ }).tap();
  await expect(why).toHaveCount(0);
  await expect(tablet.page.getByRole('button', { name: /^Цветелина без смени няма смени/ })).toHaveCount(0);

  await tablet.pressSlot('tsvetelina', '13:00', 'touch');
  const booking = tablet.dialog('Нова резервация');
  await expect(booking.getByLabel('Служител', { exact: true })).toContainText('Цветелина');
  await booking.getByRole('combobox', { name: 'Клиент' }).fill('силвия');
  await tablet.page.getByRole('option', { name: 'Силвия Маркова' }).first().tap();
  await tablet.choose('Услуга', /^Подстригване/, booking);
  await booking.getByRole('button', { name: 'Запази' }).tap();
  await expect(booking).toHaveCount(0);
  await expect(tablet.appointment('13:00–', 'Силвия Маркова', 'Цветелина')).toBeVisible();
  await tablet.waiting(6);
  await tablet.online();
  await tablet.synced();
  const stored = await backend.sql<{ times: string }[]>`
    select start_time || '-' || end_time as times from employee_weekly_shifts
    where salon_id = 1 and resource_id = 'tsvetelina' and not deleted`;
  expect(stored.map(({ times }) => times)).toEqual(Array(5).fill('09:00-17:00'));
  await tablet.close();
});

test('a team of fifty stands by day, by week and in its dialogs without violations', { tag: '@all' }, async ({ browser }) => {
  await backend.sql`
    insert into resources (salon_id, id, name, role, active, color)
    select 1, 'many-' || n, (array['Анна', 'Борис', 'Вяра'])[1 + n % 3] || ' Тестова ' || n, 'employee', true,
      (array['#7c3aed', '#2563eb', '#db2777', '#16a34a', '#ea580c'])[1 + n % 5]
    from generate_series(1, 50) n`;
  const set = shiftIntervalsText([{ start: '09:00', end: '17:00' }]);
  await backend.sql`
    insert into employee_weekly_shifts (salon_id, id, resource_id, weekday, start_time, end_time, intervals)
    select 1, 'many-' || n || '/' || day || '/0', 'many-' || n, day, '09:00', '17:00', ${set}
    from generate_series(1, 50) n, generate_series(0, 6) day where (n + day) % 7 > 1`;
  const desk = await planOf(browser);
  const { page } = desk;
  const judged = async () => {
    for (const theme of ['light', 'dark']) {
      await page.evaluate((to) => {
        document.documentElement.dataset.theme = to;
      }, theme);
      await judge(page);
    }
  };
  const inMenu = async (name: string) => {
    await page.getByRole('button', { name: 'Още действия' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const closed = async () => {
    await judged();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await expect(page.locator('[data-plan-day]')).toHaveCount(7);
  await judged();
  await bar(desk, 'Анна Тестова 3', '9:00–17:00').click();
  await page.getByRole('button', { name: 'Отсъствие…' }).click();
  await expect(page.getByRole('radiogroup', { name: 'Причина' })).toBeVisible();
  await closed();
  await inMenu('Копиране на седмицата');
  await expect(
    page
      .getByRole('dialog', { name: /^Копиране на / })
      .getByRole('listitem')
      .first(),
  ).toBeVisible();
  await closed();
  await inMenu('Сподели седмица на служител');
  await closed();
  await under(page, 'Смени').getByRole('radio', { name: 'Екип', exact: true }).click();
  const team = page.getByRole('list', { name: 'Екип' });
  await expect(team.getByRole('listitem').filter({ hasText: 'Тестова' })).toHaveCount(50);
  await judged();
  await team.getByRole('button', { name: /^Анна Тестова 3\b/ }).click();
  await expect(desk.dialog('Анна Тестова 3')).toBeVisible();
  await closed();
  await desk.close();
});
