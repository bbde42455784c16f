/** Everything that is done to one appointment over the day: quick card, drag, resize, keyboard, move, cut, undo; by mouse, finger and key. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device, draggable, STORY_DAY } from '../support/device.ts';
import { judge } from '../support/looks.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

/** Where PostgreSQL has an appointment: Sofia's clock, the employee, the status. */
async function stored(id: string) {
  const [row] = await backend.sql<Record<'from' | 'to' | 'resource_id' | 'status', string>[]>`
    select to_char(start_time at time zone 'Europe/Sofia', 'MM-DD HH24:MI') as from, resource_id, status,
      to_char(end_time at time zone 'Europe/Sofia', 'HH24:MI') as to
    from events where salon_id = 1 and id = ${id}`;
  return row;
}

const emil = (desk: Device, range: string, employee = 'Мария Петрова') =>
  desk.appointment(range, 'Емил Драгнев', 'Подстригване', employee);
const pressed = (button: Locator) => expect(button).toHaveAttribute('aria-pressed', 'true');
/** What the one live region says. */
const spoken = (page: Page, words: string) => expect(page.locator('[data-spoken]')).toHaveText(words);

/** The button of the toast that says so; several may stand there. */
const takeBack = (page: Page, words: string) =>
  page.locator('.toast', { hasText: words }).getByRole('button', { name: 'Върни', exact: true }).click();

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('Not on screen');
  return box;
}

/** Takes the lower edge and lets it go so many minutes further down. */
async function pullEdge(desk: Device, appointment: Locator, minutes: number): Promise<void> {
  await draggable(appointment);
  const { page } = desk;
  const box = await boxOf(appointment);
  const hour = (await boxOf(page.locator('[data-col]').first())).height / 13;
  const x = box.x + box.width / 2;
  const y = box.y + box.height - 3;
  await page.mouse.move(x, y);
  await expect(appointment).toHaveAttribute('data-edge', '');
  await page.mouse.down();
  await page.mouse.move(x, y + 8);
  await page.mouse.move(x, y + (minutes * hour) / 60, { steps: 6 });
}

/** The same with a finger: held, then pulled. */
async function stretch(desk: Device, appointment: Locator, minutes: number): Promise<void> {
  await draggable(appointment);
  await appointment.scrollIntoViewIfNeeded();
  const box = await boxOf(appointment);
  const hour = (await boxOf(desk.page.locator('[data-col]').first())).height / 13;
  const cdp = await desk.context.newCDPSession(desk.page);
  const at = { x: box.x + box.width / 2, y: box.y + box.height - 8 };
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: at.x, y }] });
  await touch('touchStart', at.y);
  await expect(desk.page.locator('.dragbadge')).toBeAttached();
  for (let step = 1; step <= 6; step++) await touch('touchMove', at.y + (minutes * hour * step) / 360);
  await expect(desk.page.locator('.dragbadge')).toContainText(' мин');
  await touch('touchEnd');
  await cdp.detach();
}

test('the mouse: the card of an appointment, its status and what takes it back; a new length; a drop on taken time; deleting', async ({
  browser,
}) => {
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  const card = desk.dialog('Час на Емил Драгнев');

  await emil(desk, '15:00–16:00').hover();
  await expect(card.getByText('посещени')).toBeVisible();
  await expect(card.getByRole('link', { name: /^Обадете се на Емил Драгнев/ })).toHaveAttribute('href', 'tel:+359888100004');
  await expect(card.getByText('ср, 18/11/2026 · 15:00–16:00')).toBeVisible();
  for (const theme of ['dark', 'light']) {
    await page.evaluate((next) => document.documentElement.setAttribute('data-theme', next), theme);
    await expect(() => judge(page)).toPass({ timeout: 60_000 }); // once the colours have faded into each other
  }

  await card.getByRole('button', { name: 'Пристигна' }).click();
  await pressed(card.getByRole('button', { name: 'Пристигна' }));
  await expect(desk.appointment('15:00–16:00', 'Емил Драгнев', 'Мария', 'пристигна')).toBeVisible();
  await card.getByRole('button', { name: 'Приключен' }).click();
  // It has not begun: that is asked about once, and the card stays.
  await page
    .getByRole('alertdialog', { name: 'Да отбележим ли „Приключен“ отсега?' })
    .getByRole('button', { name: 'Отбележи' })
    .click();
  await pressed(card.getByRole('button', { name: 'Приключен' }));
  await card.getByRole('button', { name: 'Върни последното' }).click();
  await pressed(card.getByRole('button', { name: 'Пристигна' }));
  await card.getByRole('button', { name: 'Пристигна' }).click();
  await expect(desk.appointment('15:00–16:00', 'Емил Драгнев', 'Мария', 'записан')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);

  await page.mouse.move(600, 500);
  await expect(page.locator('.toast')).toHaveCount(0);
  await pullEdge(desk, emil(desk, '15:00–16:00'), 30);
  await expect(page.locator('.dragbadge')).toHaveText('15:00–16:30 · 90 мин');
  await page.mouse.up();
  await desk.toast('Емил Драгнев · Мария Петрова, 15:00–16:30');
  await expect(emil(desk, '15:00–16:30')).toBeVisible();
  await desk.synced();
  await expect.poll(() => stored('event-movable')).toMatchObject({ from: '11-18 15:00', to: '16:30', resource_id: 'maria' });
  await pullEdge(desk, emil(desk, '15:00–16:30'), -300);
  await expect(page.locator('.dragbadge')).toHaveText('15:00–15:15 · 15 мин'); // one interval remains
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(emil(desk, '15:00–16:30')).toBeVisible();
  await page.keyboard.press('Control+z');
  await desk.toast('Върнато');
  await expect(emil(desk, '15:00–16:00')).toBeVisible();

  const grip = await boxOf(emil(desk, '15:00–16:00'));
  const lifted = page.locator('.cal-drag-layer');
  await page.mouse.move(grip.x + 30, grip.y + 20);
  await page.mouse.down();
  await page.mouse.move(grip.x + 34, grip.y + 20);
  await expect(lifted).toHaveCount(0); // 4 px are none
  await page.mouse.move(grip.x + 36, grip.y + 20);
  await expect(lifted.getByText('15:00–16:00', { exact: true }).last()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.mouse.up();

  await desk.drag(emil(desk, '15:00–16:00'), 'ivaylo', '14:30');
  await expect(desk.appointment('14:30–15:30', 'Емил Драгнев', 'Ивайло', 'застъпва се').or(page.getByText('+2'))).toBeVisible();
  await takeBack(page, 'Ивайло Георгиев, 14:30–15:30');
  await expect(emil(desk, '15:00–16:00')).toBeVisible();

  await emil(desk, '15:00–16:00').click({ button: 'right' });
  await card.getByRole('button', { name: 'Изтрий часа' }).click();
  const question = page.getByRole('alertdialog', { name: 'Да изтрием ли часа на Емил Драгнев?' });
  await question.getByRole('button', { name: 'Изтрий', exact: true }).click();
  await expect(emil(desk, '15:00–16:00')).toHaveCount(0);
  await takeBack(page, 'изтрито');
  await expect(emil(desk, '15:00–16:00')).toBeVisible();
  await desk.synced();
  await expect.poll(() => stored('event-movable')).toMatchObject({ from: '11-18 15:00', to: '16:00', status: 'booked' });
  await desk.close();
});

test('the keyboard: lift, move, lengthen, drop and bring back, each said aloud; the card; cut out here and put in on another day', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  await draggable(emil(desk, '15:00–16:00'));
  await emil(desk, '15:00–16:00').focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Премествате от 15:00 при Мария.')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await spoken(page, '15:15, Мария, свободно');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('PageUp');
  await spoken(page, '14:15, Ивайло, застъпва се с 3 записа');
  await page.keyboard.press('Shift+ArrowDown');
  await spoken(page, '14:15–15:30, Ивайло, застъпва се с 3 записа');
  await page.keyboard.press('Escape');
  await spoken(page, 'Върнат на 15:00.');
  await expect(emil(desk, '15:00–16:00')).toBeFocused();

  await page.keyboard.press('m');
  await page.keyboard.press('ArrowRight');
  await spoken(page, '15:00, Николай, не е на смяна');
  await page.keyboard.press('Enter');
  await desk.toast('Николай Стоев не е на смяна в 15:00.');
  await page.keyboard.press('m');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowUp');
  await spoken(page, '16:15–17:00, Мария, свободно');
  await page.keyboard.press('Space');
  await expect(emil(desk, '16:15–17:00')).toBeVisible();
  await expect(emil(desk, '16:15–17:00')).toBeFocused();
  await spoken(page, 'Преместен на 16:15, Мария.');
  await expect(desk.dialog()).toHaveCount(0);

  await expect(emil(desk, '16:15–17:00')).not.toHaveAttribute('data-updating');
  await page.keyboard.press('ContextMenu');
  const card = desk.dialog('Час на Емил Драгнев');
  await expect(card.getByRole('link', { name: 'Емил Драгнев', exact: true })).toBeFocused();
  const cancelled = card.getByRole('button', { name: 'Отказан' });
  await cancelled.press('Enter');
  await pressed(cancelled);
  await page.keyboard.press('Control+z');
  await expect(cancelled).toHaveAttribute('aria-pressed', 'false');
  await expect(cancelled).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(emil(desk, '16:15–17:00')).toBeFocused();

  await page.keyboard.press('Control+x');
  await expect(page.getByText('Емил Драгнев, 16:15–17:00: изрязан. Изберете свободно място.')).toBeVisible();
  await page.getByRole('button', { name: 'Следващ ден' }).click();
  await desk.calendarReady('2026-11-19');
  await page.locator('[data-calendar] [tabindex="0"]').focus();
  const slot = page.locator('[data-cursor]:focus');
  while ((await slot.count()) === 0) await page.keyboard.press('ArrowDown');
  const [time = '', employee = ''] = ((await slot.getAttribute('aria-label')) ?? '').split(', ');
  await page.keyboard.press('Control+v');
  await expect(desk.appointment(`${time}–`, 'Емил Драгнев', employee)).toBeFocused();
  await desk.synced();
  expect((await stored('event-movable'))?.from).toContain('11-19');
  await page.keyboard.press('Control+z');
  await desk.toast('Върнато');
  await expect(desk.appointment(`${time}–`, 'Емил Драгнев', employee)).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await desk.toast('Върнато');
  await desk.synced();
  await expect.poll(() => stored('event-movable')).toMatchObject({ from: '11-18 15:00', to: '16:00', resource_id: 'maria' });
  await desk.close();
});

test('a finger: a tap opens the card, a second one moves by a quarter, a hold drags, the lower edge lengthens; the move dialog, and a slot that is tapped', async ({
  browser,
}) => {
  const desk = await Device.open(browser, backend, { viewport: { width: 820, height: 1180 }, touch: true, offlineCopy: false });
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  const card = page.getByRole('dialog', { name: /Емил Драгнев/ });
  await emil(desk, '15:00–16:00').tap();
  await expect(card.getByRole('link', { name: /^Обадете се/ })).toBeVisible();
  await judge(page);
  await desk.look(); // judging keeps the page so busy that its clock stands
  await card.getByRole('button', { name: 'Не се яви' }).tap();
  await desk.look();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Отбележи' }).tap();
  await pressed(card.getByRole('button', { name: 'Не се яви' }));
  await card.getByText('15:00–16:00').tap(); // or the next one would be the second half of a double tap, which takes nothing back
  await card.getByRole('button', { name: 'Не се яви' }).tap();
  // On a phone, too, what takes it back comes beside the other buttons, and moves none of them.
  await page.setViewportSize({ width: 390, height: 844 });
  const places = () =>
    Promise.all(['С 15 минути по-късно', 'Премести', 'Изтрий часа'].map((name) => boxOf(card.getByRole('button', { name }))));
  const before = await places();
  await card.getByRole('button', { name: 'С 15 минути по-късно' }).tap();
  await expect(card.getByText('15:15–16:15')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Върни последното' })).toBeVisible();
  expect(await places()).toEqual(before);
  await page.setViewportSize({ width: 820, height: 1180 });
  // What is done here is shown at once, also under the card.
  await expect(page.locator('[data-event="event-movable"]')).toHaveAttribute('aria-label', /^15:15–16:15/);
  await card.getByRole('button', { name: 'С 15 минути по-рано' }).tap();
  await expect(card.getByText('15:00–16:00')).toBeVisible();
  await card.getByRole('button', { name: 'Затвори' }).tap();
  await expect(desk.appointment('15:00–16:00', 'Емил Драгнев', 'Мария', 'записан')).toBeVisible();

  await expect(card).toHaveCount(0);
  await expect(page.locator('.toast')).toHaveCount(0); // they stand over the lower hours for a while
  await page.evaluate(() => {
    const looks = new Set<string>();
    new MutationObserver(() => {
      const event = document.querySelector<HTMLElement>('[data-event="event-movable"]');
      if (!event?.getAttribute('aria-label')?.startsWith('13:00')) return;
      const { opacity, pointerEvents } = getComputedStyle(event);
      looks.add(`${event.dataset.updating ?? ''} ${opacity} ${pointerEvents}`);
      document.body.dataset.looks = [...looks].join(', ');
    }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-updating', 'aria-label'] });
  });
  await desk.drag(emil(desk, '15:00–16:00'), 'maria', '13:00', 'touch');
  // Dimmed until the list shows what is stored.
  await expect(page.locator('body')).toHaveAttribute('data-looks', 'true 0.6 auto,  1 auto');
  await expect(emil(desk, '13:00–14:00')).toBeVisible();
  await expect(desk.dialog()).toHaveCount(0);
  await stretch(desk, emil(desk, '13:00–14:00'), 30);
  await expect(emil(desk, '13:00–14:30')).toBeVisible();

  await emil(desk, '13:00–14:30').tap();
  await card.getByRole('button', { name: 'Премести' }).tap();
  const move = desk.dialog('Преместване: Емил Драгнев');
  await move.getByRole('button', { name: '+1 ден' }).tap();
  await desk.choose('Час', '10', move);
  await move.getByRole('button', { name: 'Премести', exact: true }).tap();
  await desk.calendarReady('2026-11-19');
  await expect(emil(desk, '10:00–11:30')).toBeVisible();

  await emil(desk, '10:00–11:30').tap();
  await card.getByRole('button', { name: 'Премести' }).tap();
  await move.getByRole('button', { name: 'Избери в календара' }).tap();
  await page.getByRole('button', { name: 'Предишен ден' }).tap();
  await desk.calendarReady(STORY_DAY);
  await expect(page.locator('.toast')).toHaveCount(0);
  await desk.pressSlot('maria', '15:00');
  await expect(emil(desk, '15:00–16:30')).toBeVisible();
  await expect(page.locator('.toast')).toHaveCount(0);
  await stretch(desk, emil(desk, '15:00–16:30'), -30);
  // It is shown at once and written then: „synced“ is only true of it once it is no longer dimmed.
  await expect(emil(desk, '15:00–16:00')).not.toHaveAttribute('data-updating');
  await desk.synced();
  await expect.poll(() => stored('event-movable')).toMatchObject({ from: '11-18 15:00', to: '16:00', resource_id: 'maria' });
  await desk.close();
});

test('two devices: nothing changes under a drag or an open card, and an undo leaves what the other one did since', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  const other = await Device.open(browser, backend, { offlineCopy: false });
  await desk.settleIn('owner@greben.test');
  await other.settleIn('owner@greben.test');
  const { page } = desk;

  await desk.lift(emil(desk, '15:00–16:00'), 'maria', '17:00');
  await other.drag(other.appointment('11:00–11:50', 'Анна Василева', 'Габриела'), 'gabriela', '15:00');
  await other.synced();
  const theirs = desk.appointment('11:00–11:50', 'Анна Василева', 'Габриела');
  await expect(desk.chip()).toHaveAttribute('data-phase', 'synced');
  await expect(theirs).toBeVisible(); // not under the drag
  await page.mouse.up();
  await expect(emil(desk, '17:00–18:00')).toBeVisible();
  await expect(desk.appointment('15:00–15:50', 'Анна Василева', 'Габриела')).toBeVisible();

  await desk.synced();
  await page.mouse.move(5, 500);
  await draggable(emil(desk, '17:00–18:00')); // while it is being saved it has no card
  await emil(desk, '17:00–18:00').hover();
  const card = desk.dialog('Час на Емил Драгнев');
  await expect(card.getByText('17:00–18:00')).toBeVisible();
  await expect(emil(other, '17:00–18:00')).toBeVisible();
  await other.drag(emil(other, '17:00–18:00'), 'desislava', '16:30');
  await expect(card.getByText('16:30–17:30')).toBeVisible(); // the card follows, and stays open
  await expect(card.getByText('при Десислава Тодорова')).toBeVisible();
  await expect(desk.chip()).toHaveAttribute('data-phase', 'synced');
  await expect(emil(desk, '17:00–18:00')).toBeVisible(); // the grid below it stays as it is
  await page.keyboard.press('Escape');
  await expect(desk.appointment('16:30–17:30', 'Емил Драгнев', 'Десислава')).toBeVisible();
  await page.keyboard.press('Control+z');
  await desk.toast('По-новото остава');

  await desk.appointment('16:30–17:30', 'Емил Драгнев', 'Десислава').focus();
  await other.drag(other.appointment('16:30–17:30', 'Емил Драгнев', 'Десислава'), 'maria', '15:00');
  await expect(emil(desk, '15:00–16:00')).toBeFocused();

  // Deleted elsewhere under the drag: it cannot be moved, that is said, and the day shows what there is.
  await desk.lift(emil(desk, '15:00–16:00'), 'maria', '17:00');
  await emil(other, '15:00–16:00').focus();
  await other.page.keyboard.press('Delete');
  await other.page.getByRole('alertdialog').getByRole('button', { name: 'Изтрий', exact: true }).click();
  const deletedAt = async () => {
    const [row] = await backend.sql<{ rev: number }[]>`
      select rev::int from events where salon_id = 1 and id = 'event-movable' and deleted`;
    return row?.rev ?? Number.POSITIVE_INFINITY;
  };
  await expect.poll(async () => Number(await desk.chip().getAttribute('data-rev')) >= (await deletedAt())).toBe(true);
  await page.mouse.up();
  await desk.toast('Грешка при преместване на събитието');
  await expect(desk.appointment('Емил Драгнев', 'Подстригване', 'Мария')).toHaveCount(0);
  await desk.close();
  await other.close();
});
