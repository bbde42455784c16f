/** What hands and keys do to a visit in the calendar: a colour with waiting at Gabriela, then a beard at Desislava. */
import { expect, type Page, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device, draggable } from '../support/device.ts';

/** The day after the stories' day. */
const DAY = '2026-11-19';
let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
  const at = (time: string) => new Date(`${DAY}T${time}:00+02:00`);
  await backend.sql`
    insert into events (salon_id, id, resource_id, client_id, title, start_time, end_time, type, status,
      processing_after, processing_minutes, visit_id, visit_pos)
    values
      (1, 'colour', 'gabriela', 'client-silvia', 'Боядисване', ${at('10:00')}, ${at('11:45')}, 'appointment', 'booked', 30, 45, 'colour', 0),
      (1, 'colour/beard', 'desislava', 'client-silvia', 'Брада', ${at('11:45')}, ${at('12:15')}, 'appointment', 'booked', 0, 0, 'colour', 1)`;
});
test.afterAll(() => backend.stop());

const part = (page: Page, id: string) => page.locator(`[data-calendar] [data-event="${id}"]`);
const named = (page: Page, id: string, name: RegExp) => expect(part(page, id)).toHaveAttribute('aria-label', name);

/** Where the first work of the colour ends, and what a minute is there, px. */
async function edgeOf(page: Page): Promise<{ x: number; y: number; minute: number }> {
  await draggable(part(page, 'colour'));
  await part(page, 'colour').scrollIntoViewIfNeeded();
  const box = await part(page, 'colour').boundingBox();
  const column = await page.locator('[data-col]').first().boundingBox();
  if (!box || !column) throw new Error('not drawn');
  const minute = column.height / (13 * 60);
  return { x: box.x + box.width / 2, y: box.y + 30 * minute - 4, minute };
}

test('the first work of a colour is pulled by mouse, finger, keys and tap: the waiting and the rest of the visit follow, and one undo brings all back', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await Device.open(browser, backend, { touch: true });
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  await page.getByRole('button', { name: 'Следващ ден' }).click();
  await desk.calendarReady(DAY);
  const before = async () => {
    await named(page, 'colour', /^10:00–11:45, Силвия Маркова.*престой 10:30–11:15, част 1 от 2/);
    await named(page, 'colour/beard', /^11:45–12:15, .*част 2 от 2/);
  };
  await before();

  // The mouse.
  let edge = await edgeOf(page);
  await page.mouse.move(edge.x, edge.y);
  await expect(part(page, 'colour')).toHaveAttribute('data-edge', 'work');
  await page.mouse.down();
  await page.mouse.move(edge.x, edge.y + 8);
  await page.mouse.move(edge.x, edge.y + 15 * edge.minute, { steps: 4 });
  const badge = page.locator('.dragbadge');
  await expect(badge).toHaveText('10:00–12:00 · 120 мин · престой 10:45–11:30 · цялото посещение 10:00–12:30');
  await page.mouse.up();
  await desk.toast('Силвия Маркова · Габриела Илиева, 10:00–12:00, престой 10:45–11:30, цялото посещение 10:00–12:30');
  await named(page, 'colour', /^10:00–12:00, .*престой 10:45–11:30/);
  await named(page, 'colour/beard', /^12:00–12:30, /);
  await page.keyboard.press('Control+z');
  await before();
  await expect(page.locator('.toast')).toHaveCount(0);

  // The keys: lifted, the work longer, the waiting shorter, dropped.
  await draggable(part(page, 'colour'));
  await part(page, 'colour').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+PageDown');
  const spoken = page.locator('[data-spoken]');
  await expect(spoken).toHaveText(/^10:00–12:00, престой 10:45–11:30, Габриела, цялото посещение 10:00–12:30, /);
  await page.keyboard.press('Shift+Home');
  await expect(spoken).toHaveText(/^10:00–11:45, престой 10:45–11:15, Габриела, /);
  await page.keyboard.press('Space');
  await named(page, 'colour', /^10:00–11:45, .*престой 10:45–11:15/);
  await page.keyboard.press('Control+z');
  await before();
  await expect(page.locator('.toast')).toHaveCount(0);

  // A finger.
  edge = await edgeOf(page);
  const cdp = await desk.context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: edge.x, y }] });
  await touch('touchStart', edge.y);
  await expect(badge).toBeAttached();
  for (let step = 1; step <= 4; step++) await touch('touchMove', edge.y - 15 * edge.minute * (step / 4));
  await expect(badge).toHaveText('10:00–11:30 · 90 мин · престой 10:15–11:00 · цялото посещение 10:00–12:15');
  await touch('touchEnd');
  await cdp.detach();
  await named(page, 'colour', /^10:00–11:30, .*престой 10:15–11:00/);

  // A tap on the card brings it back to what it was.
  await expect(page.locator('.toast')).toHaveCount(0);
  await draggable(part(page, 'colour'));
  await part(page, 'colour').tap({ position: { x: 40, y: 6 } });
  const card = page.getByRole('dialog', { name: /Силвия Маркова/ });
  await card.getByRole('group', { name: 'Работа преди престоя' }).getByRole('button', { name: 'С 15 минути по-дълго' }).tap();
  await named(page, 'colour', /^10:00–11:45, .*престой 10:30–11:15/);
  await desk.close();
});

test('over the week a part takes its visit along and says what the others come to lie over; with Alt it goes alone', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await Device.open(browser, backend, { viewport: { width: 1440, height: 1300 } });
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  await page.keyboard.press('w');
  const cell = (employee: string, date: string) => page.locator(`.wk-row[data-row="${employee}"] > [data-day="${date}"]`);
  const chip = (id: string, employee: string, date: string) => cell(employee, date).locator(`[data-event="${id}"]`);
  const badge = page.locator('.dragbadge');
  const colour = chip('colour', 'gabriela', DAY);
  await draggable(colour);
  const lift = async (to: string) => {
    await page.mouse.move(700, 40);
    const [from, over] = [await colour.boundingBox(), await cell('gabriela', to).boundingBox()];
    if (!from || !over) throw new Error('not drawn');
    await page.mouse.move(from.x + 20, from.y + 8);
    await expect(chip('colour/beard', 'desislava', DAY)).toHaveAttribute('data-with', '');
    await page.mouse.down();
    await page.mouse.move(from.x + 30, from.y + 10);
    await page.mouse.move(over.x + over.width / 2, over.y + over.height / 2, { steps: 5 });
  };
  await lift('2026-11-20');
  await expect(badge).toHaveText(/^пт, 20\/11\/2026, 10:00 → Габриела Илиева · цялото посещение 10:00–12:\d\d$/);
  await page.keyboard.down('Alt');
  await expect(badge).toHaveText('пт, 20/11/2026, 10:00 → Габриела Илиева · само тази част');
  await page.mouse.up();
  await page.keyboard.up('Alt');
  await expect(chip('colour', 'gabriela', '2026-11-20')).toBeVisible();
  await expect(chip('colour/beard', 'desislava', DAY)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(colour).toBeVisible();
  await expect(page.locator('.toast')).toHaveCount(0);
  await draggable(colour);

  await lift('2026-11-20');
  await page.mouse.up();
  await expect(chip('colour', 'gabriela', '2026-11-20')).toBeVisible();
  await expect(chip('colour/beard', 'desislava', '2026-11-20')).toBeVisible();
  await desk.close();
});
