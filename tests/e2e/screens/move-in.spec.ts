/** A salon moves in on its first evening: clients, prices and appointments out of the files of other programs, to the first booking. */
import { expect, type Page, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { fits, judge, readable } from '../support/looks.ts';
import { crash } from '../support/tab-fates.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

const CLIENTS = `First Name,Last Name,Phone 1 - Value,E-mail 1 - Value,Birthday,Notes
Йоана,Маринова,+359 88 711 2233,joana.m@example.com,--05-21,
Петя,Данева,0879 445 566,,1988-02-03,без амоняк
,,0888 000 111,,,`;

const PRICES = `Услуга;Категория;Времетраене;Цена
Терапия с кератин;Коса;120 мин;140,00
Вежди;Лице;20;от 15 лв.`;

/** A contact as an iPhone exports it. */
const CONTACT = [
  'BEGIN:VCARD',
  'VERSION:3.0',
  'PRODID:-//Apple Inc.//iPhone OS 17.6//EN',
  'N:Колева;Цветана;;;',
  'FN:Цветана Колева',
  'TEL;type=CELL;type=VOICE;type=pref:+359 87 654 3210',
  'END:VCARD',
].join('\r\n');

/** A calendar as Google exports it; the day after the story's. */
const CALENDAR = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Google Inc//Google Calendar 70.9054//EN',
  'X-WR-CALNAME:Мария Петрова',
  'X-WR-TIMEZONE:Europe/Sofia',
  ...event('one', '20261119T080000Z', '20261119T090000Z', 'Йоана Маринова - Терапия с кератин', '0887112233'),
  ...event('two', '20261119T083000Z', '20261119T093000Z', 'Нова Позната', ''),
  'BEGIN:VEVENT',
  'UID:three@google.com',
  'DTSTAMP:20261101T080000Z',
  'DTSTART;VALUE=DATE:20261207',
  'DTEND;VALUE=DATE:20261209',
  'SUMMARY:Отпуск',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n');

function event(uid: string, start: string, end: string, summary: string, description: string): readonly string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${uid}@google.com`,
    'DTSTAMP:20261101T080000Z',
    `DTSTART:${start}`,
    `DTEND:${end}`,
    `SUMMARY:${summary}`,
    `DESCRIPTION:${description}`,
    'STATUS:CONFIRMED',
    'END:VEVENT',
  ];
}

const file = (name: string, content: string) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
const choose = (page: Page, ...files: ReturnType<typeof file>[]) => page.locator('input[type=file]').setInputFiles(files);
const looksFine = async (page: Page) => {
  await fits(page);
  await readable(page);
  await judge(page);
};

test('contacts, prices and a calendar come in together without a line, and are in the calendar and at the salon', async ({
  browser,
}) => {
  const desk = await Device.open(browser, backend);
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  await desk.visit('/clients/import');
  await expect(page).toHaveURL(/\/salon\/move-in\?kind=clients$/);
  await desk.visit('/salon');
  await page.getByRole('link', { name: 'Пренасяне' }).click();
  await page.getByText('Google', { exact: true }).click();
  await expect(page.getByRole('list', { name: 'Как да вземете файла: Google Контакти' }).getByRole('listitem')).toHaveCount(5);
  await looksFine(page);
  await desk.offline();

  await choose(page, file('contacts.csv', CLIENTS), file('prices.csv', PRICES), file('maria.ics', CALENDAR));
  await expect(page.getByRole('tab')).toHaveText([/^Клиенти 21$/, /^Услуги 2$/, /^Часове 3$/]);
  await expect(page.getByText(/В бележките: Birthday „--05-21“/)).toBeVisible();
  await looksFine(page);
  await page.getByRole('tab', { name: /^Часове/ }).click();
  const whose = page.getByRole('region', { name: 'На кого са часовете' });
  await expect(whose.getByRole('button', { name: /Служител за Мария Петрова/ })).toHaveText('Мария Петрова');
  const week = page.getByRole('region', { name: 'Как ще изглеждат седмиците' });
  await expect(week.getByText('застъпва се с друг час').first()).toBeAttached();
  await looksFine(page);
  await page.getByRole('button', { name: 'Внеси 7 записа' }).click();
  await desk.toast('Пренесено е');
  const report = page.getByRole('region', { name: 'Пренесено', exact: true });
  await expect(report.getByRole('listitem')).toHaveCount(3);
  await report.getByRole('link', { name: 'Към календара' }).click();

  await page.getByRole('button', { name: 'Следващ ден' }).click();
  await expect(desk.appointment('10:00–11:00', 'Йоана Маринова')).toBeVisible();
  await desk.online();
  await desk.synced();
  const booked = await backend.sql`
    select c.first_name, c.phone, s.name as service from events e
    join clients c on c.salon_id = e.salon_id and c.id = e.client_id
    left join services s on s.salon_id = e.salon_id and s.id = e.service_id
    where e.salon_id = 1 and e.start_time = '2026-11-19T08:00:00Z' and c.last_name = 'Маринова'`;
  expect(booked).toMatchObject([{ first_name: 'Йоана', phone: '+359887112233', service: 'Терапия с кератин' }]);
  await desk.close();
});

test('a phone of 390 px: its contacts and the price list of a wall are looked through and taken in', async ({ browser }) => {
  const phone = await Device.open(browser, backend, { viewport: { width: 390, height: 844 }, touch: true, offlineCopy: false });
  const { page } = phone;
  await phone.settleIn('owner@greben.test');
  await phone.visit('/salon/move-in');
  await page.getByText('Тетрадка', { exact: true }).tap();
  await looksFine(page);
  await choose(page, file('cenorazpis.csv', 'Услуга;Цена\nМигли;60\nЛифтинг на вежди;\n'), file('contacts.vcf', CONTACT));
  await expect(page.getByRole('listitem').filter({ hasText: 'Няма ценаГрешка' })).toBeVisible();
  await looksFine(page);
  await page.getByRole('button', { name: 'Приеми цена 0 за 1 ред без цена' }).tap();
  await page.getByRole('tab', { name: /^Клиенти/ }).tap();
  await expect(page.getByText('0876 543 210')).toBeVisible();
  await looksFine(page);
  await page.getByRole('button', { name: 'Внеси 3 записа' }).tap();
  await phone.toast('Пренесено е');
  await looksFine(page);
  await page
    .getByRole('region', { name: 'Внесено от това устройство' })
    .getByRole('listitem')
    .filter({ hasText: 'cenorazpis.csv' })
    .getByRole('button', { name: 'Върни внасянето' })
    .tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Върни внасянето' }).tap();
  await expect
    .poll(() => backend.sql`select phone from clients where salon_id = 1 and first_name = 'Цветана' and not deleted`)
    .toMatchObject([{ phone: '+359876543210' }]);
  await expect
    .poll(() => backend.sql`select deleted from services where salon_id = 1 and name = 'Мигли'`)
    .toMatchObject([{ deleted: true }]);
  await phone.close();
});

test('a page that is killed in the middle goes on with everything when the app is opened again, and doubles nobody', {
  tag: '@all',
}, async ({ browser }) => {
  const killed = await Device.open(browser, backend);
  const { page } = killed;
  await killed.settleIn('owner@greben.test');
  await killed.visit('/salon/move-in');
  const people = Array.from({ length: 1500 }, (_, n) => `Пренесена${n};Клиентка;+3598790${String(n).padStart(5, '0')}`);
  await choose(
    page,
    file('many.csv', `Име;Фамилия;Телефон\n${people.join('\n')}`),
    file('prices.csv', 'Услуга;Цена\nНова услуга;12'),
  );
  await page.getByRole('button', { name: /^Внеси 1.?501 записа$/ }).click();
  await expect(page.getByRole('progressbar').first()).toBeVisible();
  await crash(killed);

  const reopened = await killed.newTab();
  await reopened.visit('/calendar');
  await reopened.calendarReady();
  await expect
    .poll(
      async () => (await backend.sql`select count(*)::int as n from clients where last_name = 'Клиентка' and not deleted`)[0]?.n,
      {
        timeout: 120_000,
      },
    )
    .toBe(1500);
  expect(await backend.sql`select 1 from services where name = 'Нова услуга' and not deleted`).toHaveLength(1);
  await reopened.close();
});
