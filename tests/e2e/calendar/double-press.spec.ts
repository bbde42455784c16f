/** Many people open things with two presses: the second one does nothing in what the first one opened. */
import { expect, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { follow } from '../support/looks.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

test('a double click opens an appointment and a free slot, as one does, and a press beside closes it again', async ({
  browser,
}) => {
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  const grid = page.getByRole('grid');
  const booking = grid.getByRole('button', { name: /\d+:\d\d–\d+:\d\d/ }).first();
  const box = await booking.boundingBox();
  if (!box) throw new Error('no appointment is in sight');
  const beside = { x: box.x + box.width / 2, y: box.y - 8 };
  for (const [name, at] of [
    ['Редакция на резервация', { x: beside.x, y: box.y + 8 }],
    ['Нова резервация', beside],
  ] as const) {
    await page.mouse.dblclick(at.x, at.y);
    await expect(desk.dialog(name)).toBeVisible();
    await expect(desk.dialog(name).getByLabel('Времетраене', { exact: true })).toBeVisible();
    await page.mouse.click(5, 5);
    await expect(desk.dialog()).toBeHidden();
  }
  await desk.close();
});

test('a double tap opens the card of an appointment, and presses no button that comes under the finger', async ({ browser }) => {
  const phone = await Device.open(browser, backend, { viewport: { width: 390, height: 844 }, touch: true, offlineCopy: false });
  const { page } = phone;
  await phone.settleIn('owner@greben.test');
  const booking = page.locator('[data-event]').first();
  const card = page.getByRole('dialog');
  await booking.tap();
  const edit = await card.getByRole('button', { name: 'Редактирай' }).boundingBox();
  await card.getByRole('button', { name: 'Затвори' }).tap();
  await expect(card).toHaveCount(0);
  if (!edit) throw new Error('The card has no such button');
  // The appointment stands where that button will be.
  await booking.evaluate((element, y) => {
    let scroller: Element = element;
    while (scroller.parentElement && scroller.scrollHeight <= scroller.clientHeight) scroller = scroller.parentElement;
    scroller.scrollTop += element.getBoundingClientRect().top + 8 - y;
  }, edit.y + 20);
  const place = await booking.boundingBox();
  if (!place) throw new Error('The appointment is not in sight');
  expect(Math.abs(place.y + 8 - edit.y)).toBeLessThan(edit.height);
  const at = [Math.max(place.x, edit.x) + 12, place.y + 8] as const;
  await page.touchscreen.tap(...at);
  await page.touchscreen.tap(...at);
  await expect(card.getByRole('button', { name: 'Редактирай' })).toBeVisible();
  await expect(card).toHaveCount(1);
  // Not where the second tap fell: this one comes sooner than a person's.
  await card.getByRole('button', { name: 'Редактирай' }).tap({ position: { x: edit.width - 12, y: edit.height / 2 } });
  await expect(phone.dialog('Редакция на резервация')).toBeVisible();
  await phone.close();
});

test('a double tap on Save stays in the calendar, whose bar the dialog had lain over', { tag: '@all' }, async ({ browser }) => {
  const phone = await Device.open(browser, backend, { viewport: { width: 390, height: 844 }, touch: true, offlineCopy: false });
  const { page } = phone;
  await phone.settleIn('owner@greben.test');
  /** Returns how long both taps took, ms. */
  const blockTwice = async (): Promise<number> => {
    await page.getByRole('button', { name: 'Нов час' }).tap();
    await phone.dialog('Нова резервация').getByText('Блокирай времето').tap();
    await phone.choose('Служител', 'Мария Петрова', phone.dialog());
    const save = await phone.dialog().getByRole('button', { name: 'Запази' }).boundingBox();
    if (!save) throw new Error('The dialog has no such button');
    const began = Date.now();
    const tap = () => page.touchscreen.tap(save.x + save.width / 2, save.y + save.height / 2);
    await tap();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await tap();
    return Date.now() - began;
  };
  // On a busy machine two taps may be no double tap: then once more.
  while ((await blockTwice()) > 400) {
    await phone.visit('/calendar');
    await phone.calendarReady();
  }
  // Where the second tap had led away, that would be so by the time the next dialog stands.
  await page.getByRole('button', { name: 'Нов час' }).tap();
  await phone.choose('Служител', 'Мария Петрова', phone.dialog('Нова резервация'));
  await expect(page).toHaveURL(/\/calendar/);
  await phone.close();
});

test('what a tap has opened can be tapped again as soon as it was closed', async ({ browser }) => {
  const phone = await Device.open(browser, backend, { viewport: { width: 390, height: 844 }, touch: true, offlineCopy: false });
  const { page } = phone;
  await phone.settleIn('owner@greben.test');
  const dialog = phone.dialog('Нова резервация');
  for (let time = 0; time < 3; time++) {
    await page.getByRole('button', { name: 'Нов час' }).tap();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await phone.close();
});

test('a double click that decides a case leaves the next one, which comes to its place, undecided', async ({ browser }) => {
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  await follow(page, '/sync');
  const [owner] = await backend.sql<{ id: string }[]>`select id from auth.users where email = 'owner@greben.test'`;
  const clients = await backend.sql<{ id: string; row: Record<string, unknown> }[]>`
    select id, to_jsonb(c) as row from clients c where salon_id = 1 and not deleted and erased_at is null limit 3`;
  const at = '2026-11-18T08:20:00.000Z';
  const issues = clients.map(({ id, row }, no) => {
    const kept = { kind: 'field', table: 'clients', rowId: id, group: ['phone'], at };
    return { id: `clients/${id}@1/field`, ...kept, ours: { ...row, phone: `+35988899911${no}` }, server: row };
  });
  const file = { kind: 'greben-unsent', form: 1, userId: owner?.id, salonId: 1, madeAt: at, epoch: null, rows: [], issues };
  await page.locator('input[type=file]').setInputFiles({
    name: 'greben.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(file)),
  });
  for (const left of [2, 1, 0]) {
    await expect(desk.chip()).toHaveAttribute('data-issues', String(left + 1));
    await page.evaluate(() => scrollTo(0, 0));
    const decide = await page.getByRole('button', { name: 'Запази избора' }).first().boundingBox();
    if (!decide) throw new Error('The card has no such button');
    await page.mouse.dblclick(decide.x + decide.width / 2, decide.y + decide.height / 2, { delay: 60 });
    await expect(desk.chip()).toHaveAttribute('data-issues', String(left));
  }
  await desk.close();
});
