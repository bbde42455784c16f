/** What two devices did to the same salon while one was without a line, as people find and decide it in the sync center. */
import { readFileSync } from 'node:fs';
import { expect, type Locator, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';

let backend: TestBackend;
test.beforeEach(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterEach(() => backend.stop());

const TABLET = { viewport: { width: 1180, height: 820 }, touch: true };
const NOTES = /^Бележки/;

/** Of a booking that the calendar shows. */
async function writeNote(device: Device, booking: Locator, note: string): Promise<void> {
  await booking.click();
  const form = device.dialog('Редакция на резервация');
  await form.getByLabel(NOTES).fill(note);
  await form.getByRole('button', { name: 'Запази' }).click();
  await expect(form).toBeHidden();
}

const card = (device: Device, title: string) => device.page.getByRole('article', { name: title });

async function goTo(device: Device, page: 'Синхронизация' | 'Календар'): Promise<void> {
  if (page === 'Календар')
    return device.page.getByRole('navigation', { name: 'Основно меню' }).getByRole('link', { name: page }).click();
  await device.chip().click();
  await expect(device.page.getByRole('heading', { level: 1, name: page })).toBeVisible();
}

test('an outage that led to a double booking and to two notes is told, decided with one tap each, and all devices end the same', async ({
  browser,
}) => {
  const tablet = await Device.open(browser, backend, TABLET);
  const desk = await Device.open(browser, backend);
  await tablet.settleIn('owner@greben.test');
  await desk.settleIn('staff@greben.test');
  const silvia = { type: 'силвия', choose: 'Силвия Маркова' };
  const boris = { type: 'борис', choose: 'Борис Тенев' };

  await tablet.offline();
  await tablet.book({ employee: 'Мария Петрова', at: '17:00', service: 'Подстригване', client: silvia });
  await writeNote(tablet, tablet.appointment('11:00–11:50', 'Габриела'), 'Без аромат');
  await tablet.waiting(2);
  await desk.book({ employee: 'Мария Петрова', at: '17:00', service: 'Подстригване', client: boris });
  await writeNote(desk, desk.appointment('11:00–11:50', 'Габриела'), 'Иска и маска');
  await desk.synced();
  await tablet.page.clock.fastForward('10:00');
  await expect(tablet.chip()).toHaveAttribute('data-phase', 'offline');
  await tablet.online();
  await tablet.synced();
  await expect(tablet.chip()).toHaveAttribute('data-issues', '2');

  await goTo(tablet, 'Синхронизация');
  await expect(tablet.page.getByText('1 изпратена, 2 изтеглени, 2 искат Вашето решение.')).toBeVisible();
  await tablet.page.getByRole('button', { name: 'Разбрах' }).click();
  await expect(tablet.page.getByRole('heading', { name: 'Отново на линия' })).toHaveCount(0);

  const double = card(tablet, 'Двоен час при Мария Петрова');
  await expect(double).toContainText('Силвия Маркова');
  await expect(double).toContainText('Борис Тенев');
  await expect(double.getByRole('link', { name: /Обадете се на Силвия Маркова/ })).toHaveAttribute('href', 'tel:+359888100002');
  await expect(double.getByRole('link', { name: /Обадете се на Борис Тенев/ })).toHaveAttribute('href', 'tel:+359888100003');
  await expect(double).toContainText('Предложение: преместете Силвия Маркова');
  await double.getByRole('button', { name: /^Премести в/ }).click();
  await expect(double).toHaveCount(0);

  const notes = card(tablet, 'Две различни промени на един час');
  await expect(notes.getByRole('radio', { name: /Моята промяна/ })).toContainText('Без аромат');
  const theirs = notes.getByRole('radio', { name: /Другата промяна/ });
  await expect(theirs).toContainText('Иска и маска');
  await expect(notes.getByRole('radio', { name: /Моята промяна/ })).toBeChecked();
  await notes.getByRole('button', { name: 'Запази избора' }).click();
  await expect(notes).toHaveCount(0);
  await expect(tablet.page.getByText('Нищо не чака решение.')).toBeVisible();
  await expect(tablet.chip()).toHaveAttribute('data-issues', '0');
  await tablet.synced();

  await tablet.page.getByRole('button', { name: 'Провери това устройство' }).click();
  await expect(tablet.page.getByText(/Всичко съвпада със сървъра/)).toBeVisible();
  // Somebody repaired a row in the database by hand, past the revisions: no device can hear of it.
  await backend.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`update clients set city = 'Русе' where salon_id = 1 and id = 'client-boris'`;
  });
  await tablet.page.getByRole('button', { name: 'Провери това устройство' }).click();
  await expect(tablet.page.getByText('Намерихме разлика в клиентите. Изтеглихме ги наново.')).toBeVisible();
  await tablet.page.getByRole('button', { name: 'Провери това устройство' }).click();
  await expect(tablet.page.getByText(/Всичко съвпада със сървъра/)).toBeVisible();

  await goTo(tablet, 'Календар');
  await tablet.calendarReady();
  const moved = await backend.sql<{ at: string; resource_id: string }[]>`
    select to_char(start_time at time zone 'Europe/Sofia', 'FMHH24:MI') as at, resource_id from events
    where salon_id = 1 and not deleted and client_id = 'client-silvia' and id not like 'event-%'`;
  expect(moved).toHaveLength(1);
  expect(moved[0]).not.toEqual({ at: '17:00', resource_id: 'maria' });
  expect(await backend.sql`select notes from events where id = 'event-50'`).toMatchObject([{ notes: 'Без аромат' }]);
  await expect.poll(async () => await desk.day()).toEqual(await tablet.day());
  await expect(desk.appointment('17:00–18:00', 'Борис Тенев', 'Мария')).toBeVisible();
  await expect(desk.chip()).toHaveAttribute('data-issues', '0');
  await tablet.close();
  await desk.close();
});

test('unsent work goes as a file to another device of the same person and is sent from there, once', { tag: '@all' }, async ({
  browser,
}) => {
  const tablet = await Device.open(browser, backend, TABLET);
  await tablet.settleIn('owner@greben.test');
  await tablet.offline();
  await tablet.book({
    employee: 'Мария Петрова',
    at: '17:00',
    service: 'Подстригване',
    newClient: { name: 'Йоана Нова', phone: '0888 555 123' },
  });
  await tablet.waiting(2);
  await goTo(tablet, 'Синхронизация');
  const download = tablet.page.waitForEvent('download');
  await tablet.page.getByRole('button', { name: 'Свали файл' }).click();
  const warning = tablet.page.getByRole('alertdialog', { name: 'Да свалим ли неизпратеното като файл?' });
  await expect(warning).toContainText('лични данни');
  await warning.getByRole('button', { name: 'Свали файл' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.json$/);
  const buffer = readFileSync(await file.path());
  await tablet.waiting(2); // here nothing has changed

  const desk = await Device.open(browser, backend);
  await desk.settleIn('owner@greben.test');
  await goTo(desk, 'Синхронизация');
  const open = (what: Buffer) =>
    desk.page
      .getByLabel('Отвори файл')
      .and(desk.page.locator('input'))
      .setInputFiles({ name: file.suggestedFilename(), mimeType: 'application/json', buffer: what });
  await open(Buffer.from('не е такъв файл'));
  await expect(desk.page.getByText('Това не е файл от Гребен или е повреден. Нищо не е взето.')).toBeVisible();
  await open(buffer);
  await expect(desk.page.getByText('Взети са 2 промени.')).toBeVisible();
  await desk.synced();
  await open(buffer);
  await expect(desk.page.getByText('2 вече бяха тук.')).toBeVisible();
  await desk.synced();
  const stored = () => backend.sql`
    select c.last_name, e.id, e.rev::text from events e join clients c on c.salon_id = e.salon_id and c.id = e.client_id
    where c.first_name = 'Йоана' and not e.deleted`;
  const sent = [...(await stored())];
  expect(sent).toMatchObject([{ last_name: 'Нова' }]);

  await tablet.online();
  await tablet.synced();
  expect([...(await stored())]).toEqual(sent); // the same row with the same revision
  await expect(tablet.chip()).toHaveAttribute('data-issues', '0');
  await expect(desk.chip()).toHaveAttribute('data-issues', '0');
  await tablet.close();
  await desk.close();
});
