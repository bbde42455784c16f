/** The week as a plan that is moved about: dragging between its cells by mouse and finger, and undo from the menus. */
import { type Browser, expect, type Locator, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device, draggable } from '../support/device.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

/** Where PostgreSQL has Silvia's appointment, by Sofia's clock. */
async function stored() {
  const [row] = await backend.sql<Record<'from' | 'to' | 'resource_id', string>[]>`
    select to_char(start_time at time zone 'Europe/Sofia', 'MM-DD HH24:MI') as from, resource_id,
      to_char(end_time at time zone 'Europe/Sofia', 'HH24:MI') as to
    from events where salon_id = 1 and id = 'event-five-past' and not deleted`;
  return row;
}

async function inTheWeek(browser: Browser, options: Parameters<typeof Device.open>[2] = {}): Promise<Device> {
  const device = await Device.open(browser, backend, options);
  await device.settleIn('owner@greben.test');
  await device.page.getByRole('radio', { name: 'Седмица' }).click();
  await expect(device.page.locator('[data-calendar][data-week="2026-11-16"][data-ready="true"]')).toBeVisible();
  return device;
}

const silvia = ({ page }: Device) => page.locator('.week [data-event="event-five-past"]');
const cell = ({ page }: Device, employee: string, date: string) =>
  page.locator(`.wk-row[data-row="${employee}"] > [data-day="${date}"]`);

async function middleOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('Not on screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(desk: Device, to: Locator): Promise<void> {
  const { page } = desk;
  await draggable(silvia(desk));
  await silvia(desk).scrollIntoViewIfNeeded();
  const from = await middleOf(silvia(desk));
  const over = await middleOf(to);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y + 2);
  await page.mouse.move(over.x, over.y, { steps: 6 });
}

test('an appointment is dragged to another day and employee and keeps its time; where nobody works it returns; undo is in the menu', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await inTheWeek(browser, { viewport: { width: 1440, height: 1300 }, offlineCopy: false });
  const { page } = desk;
  const friday = cell(desk, 'maria', '2026-11-20');
  await drag(desk, friday);
  await expect(page.locator('.dragbadge')).toHaveText('пт, 20/11/2026, 10:05 → Мария Петрова');
  await expect(friday).toHaveAttribute('data-drop', 'ok');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(cell(desk, 'gabriela', '2026-11-18').locator('[data-event="event-five-past"]')).toBeVisible();

  await drag(desk, friday);
  await page.mouse.up();
  await desk.toast('Силвия Маркова · пт, 20/11/2026, Мария Петрова, 10:05–10:50');
  await expect(friday.locator('[data-event="event-five-past"]')).toHaveAttribute(
    'aria-label',
    /^10:05, Силвия Маркова, до 10:50/,
  );
  await desk.synced();
  await expect.poll(stored).toEqual({ from: '11-20 10:05', to: '10:50', resource_id: 'maria' });

  await drag(desk, cell(desk, 'tsvetelina', '2026-11-20'));
  await expect(page.locator('.dragbadge')).toHaveText(/не е на смяна$/);
  await page.mouse.up();
  await desk.toast('Цветелина без смени не е на смяна в 10:05.');
  await expect(friday.locator('[data-event="event-five-past"]')).toBeVisible();

  // Long after the toast the menu says what it would take back.
  await expect(page.locator('.toast')).toHaveCount(0);
  const menu = page.getByRole('button', { name: 'Още действия' });
  await menu.click();
  await page.getByRole('menuitem', { name: /^Върни последното.*Силвия Маркова · пт, 20\/11\/2026/ }).click();
  await expect(cell(desk, 'gabriela', '2026-11-18').locator('[data-event="event-five-past"]')).toBeVisible();
  await menu.click();
  await expect(page.getByRole('menuitem', { name: /^Върни последното.*Няма какво да се върне/ })).toBeDisabled();
  await page.keyboard.press('Escape');
  await desk.synced();
  await expect.poll(stored).toEqual({ from: '11-18 10:05', to: '10:50', resource_id: 'gabriela' });
  await desk.close();
});

test('with fingers: held, an appointment of the week is dragged to the next day; a deletion is taken back from the settings, long after its toast', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await inTheWeek(browser, { viewport: { width: 820, height: 1180 }, touch: true });
  const { page } = tablet;
  const thursday = cell(tablet, 'gabriela', '2026-11-19');
  await draggable(silvia(tablet));
  await silvia(tablet).scrollIntoViewIfNeeded();
  const from = await middleOf(silvia(tablet));
  const over = await middleOf(thursday);
  const cdp = await tablet.context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  await touch('touchStart', from);
  await expect(page.locator('.dragbadge')).toBeAttached();
  for (let step = 1; step <= 5; step++)
    await touch('touchMove', { x: from.x + ((over.x - from.x) * step) / 5, y: from.y + ((over.y - from.y) * step) / 5 });
  await expect(page.locator('.dragbadge')).toHaveText('чт, 19/11/2026, 10:05 → Габриела Илиева');
  await touch('touchEnd');
  await cdp.detach();
  await tablet.toast('Силвия Маркова · чт, 19/11/2026, Габриела Илиева, 10:05–10:50');
  await tablet.synced();
  await expect.poll(stored).toMatchObject({ from: '11-19 10:05', resource_id: 'gabriela' });

  await page.getByRole('radio', { name: 'Ден' }).click();
  await page.getByRole('button', { name: 'Следващ ден' }).click();
  await tablet.calendarReady('2026-11-19');
  const appointment = tablet.appointment('10:05–10:50', 'Силвия Маркова');
  await appointment.tap();
  await page.getByRole('button', { name: 'Изтрий часа' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Изтрий', exact: true }).tap();
  await expect(appointment).toHaveCount(0);
  await expect(page.locator('.toast')).toHaveCount(0);
  await page.getByRole('button', { name: 'Настройки на изгледа' }).tap();
  await page.getByRole('button', { name: /^Върни последното.*Силвия Маркова, 10:05–10:50 · изтрито/ }).tap();
  await expect(appointment).toBeVisible();
  await tablet.synced();
  await expect.poll(stored).toMatchObject({ from: '11-19 10:05', to: '10:50' });
  await tablet.close();
});
