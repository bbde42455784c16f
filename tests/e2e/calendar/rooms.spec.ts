/** Several services share a room: the salon names it, a service takes it, and whoever books over it is told, here and on other devices. */
import { expect, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';

let backend: TestBackend;
test.beforeEach(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterEach(() => backend.stop());

const ROOM = 'Лазерен кабинет';
const HERE = { employee: 'Мария Петрова', at: '17:00', service: 'Лазер' };
const THERE = { ...HERE, employee: 'Габриела Илиева' };
const SILVIA = { type: 'силвия', choose: 'Силвия Маркова' };
const BORIS = { type: 'борис', choose: 'Борис Тенев' };

/** With the keyboard alone, without a line: a room, and a service that needs it. */
async function nameRoom(desk: Device): Promise<void> {
  const { page } = desk;
  await desk.visit('/salon');
  const card = page.getByRole('region', { name: 'Кабинети и места' });
  await expect(card).toContainText('Ако няколко услуги ползват един кабинет');
  await card.getByRole('button', { name: 'Добави кабинет или място' }).press('Enter');
  const dialog = desk.dialog('Нов кабинет или място');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Напишете име');
  await page.keyboard.type(ROOM);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(card.getByRole('listitem')).toHaveText(/Лазерен кабинет1 бр\. · няма услуги/);

  await card.getByRole('button', { name: 'Добави кабинет или място' }).press('Enter');
  await page.keyboard.type('  лазерен КАБИНЕТ ');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('Вече има с това име');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Не запазвай' }).click();
  await expect(desk.dialog()).toHaveCount(0);

  await desk.visit('/services/add');
  await page.getByLabel('Име на български').fill('Лазер');
  await page.getByLabel('Кабинет или място', { exact: true }).click();
  await page.getByRole('listbox').getByRole('option', { name: ROOM }).click();
  await page.getByRole('button', { name: 'Запази' }).click();
  await desk.toast('Услугата е добавена');
}

test('a room is named, a service takes it, and a booking over it is told before, marked after, and found by no search', async ({
  browser,
}) => {
  const desk = await Device.open(browser, backend);
  await desk.settleIn('owner@greben.test');
  await nameRoom(desk);
  await desk.visit('/calendar');
  await desk.calendarReady();
  await desk.book({ ...HERE, client: SILVIA });
  await expect(desk.appointment('17:00–17:30', 'Силвия Маркова', 'Лазер', 'Мария Петрова', ROOM, 'записан')).toBeVisible();

  const dialog = await desk.openNew(THERE);
  await desk.choose('Услуга', /^Лазер/, dialog);
  const warning = dialog.locator('[data-warning="room"]');
  await expect(warning).toHaveText(
    `Няма свободно: ${ROOM}. По това време там: Силвия Маркова, 17:00–17:30. Можете да запишете и така.`,
  );
  const around = dialog.getByRole('group', { name: 'Свободни часове наоколо' });
  await expect(around).toContainText('17:30');
  await expect(around).not.toContainText('17:15');
  // Another service needs no room.
  await desk.choose('Услуга', /^Брада/, dialog);
  await expect(warning).toHaveCount(0);
  await desk.choose('Услуга', /^Лазер/, dialog);
  await dialog.getByRole('combobox', { name: 'Клиент' }).fill(BORIS.type);
  await desk.page.getByRole('option', { name: BORIS.choose }).first().click();
  await dialog.getByRole('button', { name: 'Запази' }).click();
  await expect(dialog).toBeHidden();
  // Both are marked, in both columns; nobody is asked about what was said to be so.
  await expect(desk.appointment('17:00–17:30', 'Силвия Маркова', 'застъпва се')).toBeVisible();
  await expect(desk.appointment('17:00–17:30', 'Борис Тенев', 'застъпва се')).toBeVisible();
  await desk.synced();
  await expect(desk.chip()).toHaveAttribute('data-issues', '0');

  // A drag says it before the drop; where the room is free nothing is marked any more.
  await desk.lift(desk.appointment('17:00–17:30', 'Борис Тенев'), 'gabriela', '17:15');
  await expect(desk.page.locator('.dragbadge')).toContainText(`няма свободно: ${ROOM}`);
  await desk.page.mouse.up();
  await desk.drag(desk.appointment('17:15–17:45', 'Борис Тенев'), 'gabriela', '12:15');
  await expect(desk.appointment('12:15–12:45', 'Борис Тенев', 'записан')).toBeVisible();
  await expect(desk.page.getByRole('grid').getByRole('button', { name: /Лазер.*застъпва се/ })).toHaveCount(0);
  await desk.close();
});

test('two devices that fill a room without knowing of each other are both asked, and one word answers for both', async ({
  browser,
}) => {
  const tablet = await Device.open(browser, backend);
  const desk = await Device.open(browser, backend);
  await tablet.settleIn('staff@greben.test');
  await desk.settleIn('owner@greben.test');
  await nameRoom(desk);
  await desk.synced();
  await desk.visit('/calendar');
  await desk.calendarReady();
  await tablet.synced();
  await tablet.visit('/calendar');
  await tablet.calendarReady();
  await tablet.offline();
  await tablet.book({ ...HERE, client: SILVIA });
  await tablet.waiting(1);
  await desk.book({ ...THERE, client: BORIS });
  await desk.synced();
  await tablet.online();
  await tablet.synced();
  for (const device of [tablet, desk]) {
    await expect(device.chip()).toHaveAttribute('data-issues', '1');
    await expect(device.appointment('17:00–17:30', 'Силвия Маркова', 'застъпва се, чака решение')).toBeVisible();
  }
  await desk.chip().click();
  const card = desk.page.getByRole('article', { name: `Няма свободно: ${ROOM}` });
  await expect(card).toContainText('В салона има само 1, а часовете са по едно и също време.');
  await card.getByRole('button', { name: 'Остави ги така' }).click();
  await expect(desk.page.getByText('Нищо не чака решение.')).toBeVisible();
  await desk.synced();
  await expect(tablet.chip()).toHaveAttribute('data-issues', '0');
  await expect(tablet.appointment('17:00–17:30', 'Силвия Маркова', 'застъпва се')).toBeVisible();

  // Without the room nothing overlaps any more.
  await desk.visit('/salon');
  await desk.page.getByRole('button', { name: `Изтрий ${ROOM}` }).click();
  const question = desk.page.getByRole('alertdialog');
  await expect(question).toContainText('1 услуга го ползва.');
  await question.getByRole('button', { name: 'Изтрий' }).click();
  await desk.synced();
  await expect(tablet.page.getByRole('grid').getByRole('button', { name: /Силвия.*Лазер.*застъпва се/ })).toHaveCount(0);
  await tablet.close();
  await desk.close();
});
