/** A booking that is drawn: pulled with the mouse, after the hold of a finger, stretched by keys; and a double booking in the strip beside an appointment. */
import { expect, type Page, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device, draggable } from '../support/device.ts';
import { judge } from '../support/looks.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

const blocks = async (employee: string) => [
  ...(await backend.sql<Record<'from' | 'to' | 'title', string>[]>`
    select to_char(start_time at time zone 'Europe/Sofia', 'MM-DD HH24:MI') as from,
      to_char(end_time at time zone 'Europe/Sofia', 'HH24:MI') as to, title
    from events where salon_id = 1 and not deleted and type = 'blocking' and resource_id = ${employee} and id not like 'event-%'
    order by start_time`),
];

/** Where a time of an employee's day stands in the window. @param across a share of the column's width */
async function pointAt(page: Page, employee: string, at: string, across = 0.5) {
  const column = page.locator(`[data-col="${employee}"]`);
  await column.scrollIntoViewIfNeeded();
  const box = await column.boundingBox();
  if (!box) throw new Error('Not on screen');
  const [hour = 0, minute = 0] = at.split(':').map(Number);
  return { x: box.x + box.width * across, y: box.y + ((hour * 60 + minute - 480) * box.height) / (13 * 60) + 3, box };
}

test('with the mouse: the range is said while it is pulled, and booked; Escape gives it up, and lunch is one pull and one tap', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  await draggable(desk.appointment('15:00–16:00', 'Емил Драгнев', 'Мария'));
  const drawn = page.locator('.cal-drawn');
  const dialog = desk.dialog('Нова резервация');
  const pull = async (employee: string, from: string, to: string) => {
    const [a, b] = [await pointAt(page, employee, from), await pointAt(page, employee, to)];
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    await page.mouse.move(b.x, b.y, { steps: 8 });
  };

  await pull('maria', '13:00', '13:40');
  await expect(drawn).toHaveText('13:00–13:45 · 45 мин');
  expect(await page.evaluate(() => String(getSelection()))).toBe('');
  await page.keyboard.press('Escape');
  await expect(drawn).toHaveCount(0);
  await page.mouse.up();
  await expect(dialog).toHaveCount(0);

  await pull('maria', '13:00', '13:40');
  await page.mouse.up();
  await expect(dialog.getByText('13:00–13:45')).toBeVisible();
  await expect(dialog.getByLabel('Времетраене', { exact: true })).toHaveText('45 мин');
  await dialog.getByText('Блокирай времето').click();
  const block = desk.dialog('Блокиране на време');
  await block.getByRole('button', { name: 'Обяд' }).click();
  await block.getByRole('button', { name: 'Запази' }).click();
  await expect(block).toBeHidden();
  await expect(page.getByRole('button', { name: /^13:00–13:45, Обяд/ })).toBeFocused();
  await desk.synced();
  await expect.poll(() => blocks('maria')).toEqual([{ from: '11-18 13:00', to: '13:45', title: 'Обяд' }]);

  // Upwards it ends with the slot that was pressed. Off shift nothing is drawn.
  await pull('desislava', '17:20', '16:40');
  await expect(drawn).toHaveText('16:30–17:30 · 60 мин');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await pull('yana', '13:00', '14:00');
  await expect(drawn).toHaveCount(0);
  await page.mouse.up();
  await expect(dialog).toHaveCount(0);
  await desk.close();
});

test('beside an appointment: a strip of 12 px is marked under the mouse and by the keys, and books over it', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  const dialog = desk.dialog('Нова резервация');
  const emil = desk.appointment('15:00–16:00', 'Емил Драгнев', 'Мария');
  const at = await pointAt(page, 'maria', '15:15');
  const edge = at.box.x + at.box.width;
  for (const inside of [2, 6, 11]) {
    const found = await page.evaluate(
      ([x, y]) => document.elementFromPoint(x as number, y as number)?.className,
      [edge - inside, at.y],
    );
    expect(found).toBe('cal-col');
  }
  await page.mouse.move(edge - 40, at.y);
  await page.mouse.move(edge - 6, at.y);
  const mark = page.locator('.cal-hover[data-beside]');
  await expect(mark).toHaveText('+ 15:15');
  await judge(page);
  await page.mouse.down();
  await page.mouse.up();
  await expect(dialog.getByText('15:15–16:15')).toBeVisible();
  await expect(dialog.getByText(/Застъпва се/).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await emil.focus();
  await page.keyboard.press('Shift+ArrowRight');
  const slot = page.getByRole('button', { name: '15:00, Мария Петрова, заето, двоен час' });
  await expect(slot).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.locator('[data-spoken]')).toHaveText('15:15–15:45, 30 мин');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('15:15–15:45')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await desk.close();
});

test('with a finger the range is drawn after the hold', { tag: '@all' }, async ({ browser }) => {
  const phone = await Device.open(browser, backend, { viewport: { width: 390, height: 844 }, touch: true });
  const { page } = phone;
  await phone.settleIn('owner@greben.test');
  await draggable(phone.appointment('15:00–16:00', 'Емил Драгнев', 'Мария'));
  const cdp = await phone.context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
  const maria = page.locator('[data-col="maria"]');
  await maria.evaluate((column) => {
    const scroller = column.closest('.cal-scroll');
    if (scroller) scroller.scrollTop += column.getBoundingClientRect().top + (column.clientHeight * 7) / 13 - 300;
  });
  const from = await pointAt(page, 'maria', '16:05');
  await touch('touchStart', from);
  await expect(page.locator('.cal-drag-layer')).toBeAttached();
  for (let step = 1; step <= 6; step++) await touch('touchMove', { x: from.x, y: from.y + step * 14 });
  await expect(page.locator('.cal-drawn')).toHaveText('16:00–17:00 · 60 мин');
  for (let step = 6; step >= 3; step--) await touch('touchMove', { x: from.x, y: from.y + step * 10 });
  await expect(page.locator('.cal-drawn')).toHaveText('16:00–16:30 · 30 мин');
  await touch('touchEnd');
  const dialog = phone.dialog('Нова резервация');
  await expect(dialog.getByLabel('Времетраене', { exact: true })).toHaveText('30 мин');
  await dialog.getByRole('button', { name: 'Отказ' }).tap();
  await expect(dialog).toBeHidden();
  await phone.close();
});
