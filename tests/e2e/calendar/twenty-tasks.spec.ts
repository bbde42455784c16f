/** Twenty things that a receptionist does all day, walked and counted: each needs what docs/desk.md says, and no more. */
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device, draggable } from '../support/device.ts';
import { Hands } from '../support/hands.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

/** The column “Now” of the table, by the number of its row. */
const TABLE = new Map(
  readFileSync(new URL('../../../docs/desk.md', import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, number]) => /^\d+$/.test(number ?? ''))
    .map((cells) => [Number(cells[1]), cells[5]]),
);

/** Where a time of an employee's day stands in the window. @param across px from the left edge of the column, from the right one if negative */
async function pointAt(page: Page, employee: string, at: string, across: number) {
  const column = page.locator(`[data-col="${employee}"]`);
  await column.scrollIntoViewIfNeeded();
  const box = await column.boundingBox();
  if (!box) throw new Error('Not on screen');
  const [hour = 0, minute = 0] = at.split(':').map(Number);
  const x = across < 0 ? box.x + box.width + across : box.x + across;
  return { x, y: box.y + ((hour * 60 + minute - 480) * box.height) / (13 * 60) + 3 };
}

/** One pull of the mouse. */
async function pull(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
}

test('the twenty tasks of a day at the desk need the clicks and keys of the table', { tag: '@all' }, async ({ browser }) => {
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  const { page } = desk;
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await desk.settleIn('owner@greben.test');
  const hands = await Hands.of(page);
  const booking = desk.dialog('Нова резервация');
  const edit = desk.dialog('Редакция на резервация');
  const client = booking.getByRole('combobox', { name: 'Клиент' });
  const service = booking.getByLabel('Услуга', { exact: true });
  const movable = desk.appointment('15:00–16:00', 'Емил Драгнев', 'Мария');
  await draggable(movable);

  const walked: number[] = [];
  const task = (number: number, title: string, walk: () => Promise<void>) =>
    test.step(`${number} ${title}`, async () => {
      await desk.look();
      await page.mouse.move(700, 20);
      await walk();
      walked.push(number);
      expect.soft(hands.counted(), `${number} ${title}`).toBe(TABLE.get(number));
    });
  /** Types into the field of clients, and takes the first one that is offered. */
  const chooseClient = async (letters: string, name: string) => {
    await expect(client).toBeFocused();
    await hands.type(letters);
    await expect(page.getByRole('option', { name }).first()).toBeVisible();
    await hands.key('Enter');
    await expect(client).toHaveValue(name);
  };
  /** Types on the closed list of services that has the focus. */
  const chooseService = async (letters: string, name: RegExp, box: Locator = service) => {
    await expect(box).toBeFocused();
    await hands.type(letters);
    await expect(page.getByRole('option', { name, selected: false }).first()).toHaveAttribute('data-focus', '');
    await hands.key('Enter');
    await expect(box).toHaveText(name);
  };
  const save = async (dialog: Locator = booking) => {
    await hands.key('Control+Enter');
    await expect(dialog).toBeHidden();
  };

  /** Leaves a booking of which something is typed. */
  const giveUp = async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Не запазвай' }).click();
    await expect(booking).toBeHidden();
    await expect(page.locator('.layer-scrim')).toHaveCount(0);
  };

  await task(1, 'a known client phones', async () => {
    await hands.press(() => desk.pressSlot('maria', '13:00'));
    await chooseClient('емил', 'Емил Драгнев');
    await hands.key('Tab');
    await chooseService('под', /^Подстригване/);
    await save();
    await expect(desk.appointment('13:00–14:00', 'Емил Драгнев', 'Мария')).toBeFocused();
  });
  await task(2, 'a new client, while they speak', async () => {
    await hands.press(() => desk.pressSlot('maria', '16:15'));
    await hands.type('рая нова');
    await expect(page.getByRole('option', { name: 'Създай клиент „рая нова“' })).toBeVisible();
    await hands.key('Enter');
    await expect(booking.getByLabel('Телефон')).toBeFocused();
    await hands.type('0888123456');
    await hands.key('Enter');
    await expect(service).toBeFocused();
  });
  await chooseService('под', /^Подстригване/);
  await save();
  hands.counted();

  await task(3, 'a walk-in', async () => {
    await hands.press(() => desk.pressSlot('gabriela', '16:15'));
    await hands.click(booking.getByRole('button', { name: 'Гост' }));
    await chooseService('под', /^Подстригване/);
    await save();
    await expect(desk.appointment('16:15–17:15', 'Гост', 'Габриела')).toBeFocused();
  });
  await task(4, 'move within the day', async () => {
    await hands.press(() => desk.drag(desk.appointment('16:15–17:15', 'Гост', 'Габриела'), 'gabriela', '16:30'));
    await expect(desk.appointment('16:30–17:30', 'Гост', 'Габриела')).toBeVisible();
  });
  await task(5, 'make it longer', async () => {
    const guest = desk.appointment('16:30–17:30', 'Гост', 'Габриела');
    await draggable(guest);
    const box = await guest.boundingBox();
    if (!box) throw new Error('Not on screen');
    const edge = { x: box.x + box.width / 2, y: box.y + box.height - 3 };
    await page.mouse.move(edge.x, edge.y);
    await expect(guest).toHaveAttribute('data-edge', '');
    await hands.press(() => pull(page, edge, { x: edge.x, y: edge.y + box.height / 2 }));
    await expect(desk.appointment('16:30–18:00', 'Гост', 'Габриела')).toBeVisible();
  });
  await task(19, 'take it back', async () => {
    await hands.key('Control+z');
    await expect(desk.appointment('16:30–17:30', 'Гост', 'Габриела')).toBeVisible();
  });
  await task(9, 'double booking', async () => {
    const beside = await pointAt(page, 'maria', '15:15', -6);
    await hands.press(() => page.mouse.click(beside.x, beside.y));
    await chooseClient('галя', 'Галя Стефанова');
    await hands.key('Tab');
    await chooseService('под', /^Подстригване/);
    await expect(booking.getByText(/Застъпва се/).first()).toBeVisible();
    await save();
    await expect(desk.appointment('15:15–16:15', 'Галя Стефанова', 'Мария')).toBeFocused();
  });
  await task(10, 'two services, two people', async () => {
    await hands.press(() => desk.pressSlot('desislava', '16:15'));
    await chooseClient('емил', 'Емил Драгнев');
    await hands.key('Tab');
    await chooseService('бо', /^Боядисване/);
    await hands.click(booking.getByRole('button', { name: 'Добави услуга' }));
    await chooseService('бр', /^Брада/, page.locator(':focus'));
    await expect(booking.getByText(/^Който е свободен/)).toBeVisible();
    await hands.click(booking.getByRole('button', { name: 'Запази' }));
    await expect(booking).toBeHidden();
    await expect(desk.appointment('16:15–17:45', 'Емил Драгнев', 'част 1 от 2')).toBeVisible();
  });
  await task(11, 'when was I here last', async () => {
    await hands.press(() => desk.pressSlot('ivaylo', '17:00'));
    await chooseClient('емил', 'Емил Драгнев');
    await expect(booking.getByText(/последно вт, 17\/11\/2026, Подстригване/)).toBeVisible();
  });
  await giveUp();
  await task(12, 'lunch, with its name and length', async () => {
    const [from, to] = [await pointAt(page, 'ivaylo', '12:30', 60), await pointAt(page, 'ivaylo', '13:05', 60)];
    await hands.press(() => pull(page, from, to));
    await hands.click(booking.getByText('Блокирай времето'));
    const block = desk.dialog('Блокиране на време');
    await hands.click(block.getByRole('button', { name: 'Обяд' }));
    await save(block);
    await expect(page.getByRole('button', { name: /^12:30–13:15, Обяд/ })).toBeFocused();
  });
  await task(13, 'again in four weeks', async () => {
    await hands.click(movable, 'right');
    await hands.click(page.getByRole('button', { name: /^4 седм\., следващ час/ }));
    await expect(page.getByText(/^Записан: ср, 16\/12\/2026, Мария Петрова, 15:00/)).toBeVisible();
  });
  await page.keyboard.press('Escape');
  await task(6, 'move to next week', async () => {
    await hands.click(desk.appointment('13:00–14:00', 'Емил Драгнев', 'Мария'), 'right');
    await hands.click(page.getByRole('button', { name: 'Премести', exact: true }));
    const move = desk.dialog('Преместване: Емил Драгнев');
    await hands.click(move.getByRole('button', { name: '+7 дни' }));
    await hands.click(move.getByRole('button', { name: 'Премести', exact: true }));
    await expect(move).toBeHidden();
    await desk.toast('25/11/2026');
  });
  await page.keyboard.press('t');
  await task(7, 'did not come', async () => {
    await desk.appointment('10:05–10:50', 'Силвия Маркова', 'Габриела').hover();
    await hands.click(page.getByRole('dialog').getByRole('button', { name: 'Не се яви' }));
    await expect(desk.appointment('10:05–10:50', 'Габриела', 'не се яви')).toBeVisible();
  });
  await page.keyboard.press('Escape');
  await task(8, 'has arrived', async () => {
    await desk.appointment('11:00–11:50', 'Анна Василева', 'Габриела').hover();
    await hands.click(page.getByRole('dialog').getByRole('button', { name: 'Пристигна' }));
    await expect(desk.appointment('11:00–11:50', 'Габриела', 'пристигна')).toBeVisible();
  });
  await page.keyboard.press('Escape');
  await task(18, 'another service', async () => {
    await hands.click(movable);
    await hands.click(edit.getByLabel('Услуга', { exact: true }));
    await hands.click(page.getByRole('option', { name: /^Боядисване/ }));
    await hands.click(edit.getByRole('button', { name: 'Запази' }));
    await expect(desk.appointment('15:00–16:30', 'Емил Драгнев', 'Боядисване', 'Мария')).toBeVisible();
  });

  const search = page.getByRole('dialog', { name: 'Търсене в салона' });
  await task(15, 'what does it cost', async () => {
    await hands.key('Control+k');
    await hands.type('боя');
    await expect(search.getByRole('option', { name: /^Боядисване 90 мин · 110,50/ })).toBeVisible();
  });
  await page.keyboard.press('Escape');
  await task(16, 'the first free time for a service', async () => {
    await hands.key('f');
    const find = desk.dialog('Следващ свободен час');
    await chooseService('боя', /^Боядисване/, find.getByLabel('Услуга', { exact: true }));
    await expect(find.getByRole('button', { name: /Запиши/ }).first()).toBeVisible();
    await hands.key('Enter');
    await expect(service).toHaveText(/Боядисване/);
  });
  await page.keyboard.press('Escape');
  await expect(booking).toBeHidden();
  await task(17, 'cancels by phone', async () => {
    await hands.key('Control+k');
    await hands.type('емил');
    const found = search.getByRole('option', { name: /14:00 Емил Драгнев/ });
    await expect(found).toBeVisible();
    await hands.key('ArrowDown');
    await expect(found).toHaveAttribute('data-focus', '');
    await hands.key('Enter');
    await hands.click(edit.getByRole('button', { name: 'Отказан' }));
    await desk.toast('Отказан');
  });
  await page.keyboard.press('Escape');
  await expect(edit).toBeHidden();
  await task(20, 'print the day', async () => {
    await hands.key('Control+p');
    await hands.click(desk.dialog('Печат на деня').getByRole('button', { name: 'Печат', exact: true }));
    await expect(page.locator('html[data-printed]')).toBeAttached();
  });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await task(14, 'a colleague is ill', async () => {
    await hands.click(page.getByRole('link', { name: 'Смени' }));
    await hands.click(page.getByRole('button', { name: /^Мария Петрова/ }));
    await hands.click(page.getByRole('button', { name: 'Отсъствие…' }));
    const away = desk.dialog('Мария Петрова · Отсъствие');
    await hands.click(away.getByRole('radio', { name: 'Болничен' }));
    await hands.click(away.getByRole('button', { name: 'Запази' }));
    await expect(away.getByRole('region', { name: 'Засегнати часове' }).getByRole('listitem').first()).toBeVisible();
  });
  expect(walked.sort((a, b) => a - b)).toEqual([...TABLE.keys()]);
  await desk.close();
});
