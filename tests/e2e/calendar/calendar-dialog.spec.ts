/** The reservation dialog, free slots and repeats as one works with them: mouse and keyboard, touch, without a line. */
import { expect, type Locator, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { follow } from '../support/looks.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

interface StoredEvent {
  at: string;
  minutes: number;
  resource_id: string;
  client: string | null;
  service_id: string | null;
  title: string | null;
  type: string;
  status: string | null;
  arrived: boolean;
}

/** What PostgreSQL holds, by Sofia's clock. */
async function stored(where: { client?: string; id?: string; resource?: string; type?: string }): Promise<StoredEvent[]> {
  const { client = null, id = null, resource = null, type = null } = where;
  const rows = await backend.sql<StoredEvent[]>`
    select to_char(e.start_time at time zone 'Europe/Sofia', 'MM-DD HH24:MI') as at,
      (extract(epoch from e.end_time - e.start_time) / 60)::int as minutes, e.resource_id, w.name as client, e.service_id,
      e.title, e.type, e.status, e.arrived_at is not null as arrived
    from events e left join clients c on c.id = e.client_id and c.salon_id = e.salon_id,
      lateral (select coalesce(c.name, concat_ws(' ', c.first_name, c.last_name)) as name) w
    where e.salon_id = 1 and not e.deleted and (${client}::text is null or w.name = ${client})
      and (${id}::text is null or e.id = ${id}) and (${resource}::text is null or e.resource_id = ${resource})
      and (${type}::text is null or e.type = ${type})
    order by e.start_time, e.id`;
  return [...rows];
}

const status = (dialog: Locator, name: string) =>
  dialog.getByRole('group', { name: 'Статус' }).getByRole('button', { name, exact: true });
const field = (dialog: Locator, name: string) => dialog.getByLabel(name, { exact: true });

test('at the desk: a client by шльокавица and by digits, services by category, warnings with free places, status, deletion and undo', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  const { page } = desk;
  await desk.settleIn('owner@greben.test');

  // The keyboard alone, from N to Enter.
  await page.keyboard.press('n');
  const dialog = desk.dialog('Нова резервация');
  await expect(field(dialog, 'Час')).toHaveText('09');
  await expect(field(dialog, 'Времетраене')).toHaveText('60 мин');
  await expect(dialog.getByText('Изберете служител, за да запазите.')).toBeVisible();
  const client = dialog.getByRole('combobox', { name: 'Клиент' });
  await expect(client).toBeFocused();
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await field(dialog, 'Служител').focus();
  await page.keyboard.press('Space');
  await page.getByRole('option', { name: 'Мария Петрова' }).waitFor();
  await expect(page.getByRole('option', { name: 'Борис с почивен ден' })).toHaveAttribute('data-focus');
  for (let row = 0; row < 4; row++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field(dialog, 'Служител')).toHaveText(/Мария Петрова/);
  await expect(dialog.getByText('Изберете клиент, за да запазите.')).toBeVisible();
  await client.fill('0002');
  await expect(page.getByRole('option').first()).toHaveText(/Силвия Маркова/);
  await client.fill('emil dragnev');
  await expect(page.getByRole('option', { name: /Емил Драгнев/ })).toBeVisible();
  await client.fill('silviq');
  await expect(page.getByRole('option', { name: /Силвия Маркова/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(client).toHaveValue('Силвия Маркова');
  await expect(dialog.getByText('Изберете услуга, за да запазите.')).toBeVisible();
  await field(dialog, 'Услуга').click();
  const services = page.getByRole('listbox', { name: 'Услуга' });
  await expect(services.getByRole('group', { name: 'Коса' }).getByRole('option')).toHaveText([/Боядисване/, /Подстригване/]);
  await services
    .getByRole('group', { name: 'Без категория' })
    .getByRole('option', { name: /Услуга 50 минути/ })
    .click();
  await expect(field(dialog, 'Времетраене')).toHaveText('50 мин');
  await expect(dialog.getByText(/край 9:50/)).toBeVisible();

  // Мария works at nine already: said, not forbidden, with the free places beside it.
  await expect(dialog.getByText(/Застъпва се с Анна Василева/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Запази' })).toBeEnabled();
  await desk.choose('Час', '07', dialog);
  await expect(dialog.getByText(/не е на смяна в 7:00/)).toBeVisible();
  await dialog
    .getByRole('group', { name: 'Свободни часове наоколо' })
    .getByRole('button', { name: '12:30', exact: true })
    .click();
  await expect(field(dialog, 'Час')).toHaveText('12');
  await expect(dialog.locator('[data-warning]')).toHaveCount(0);
  await field(dialog, 'Бележки по избор').fill('Къс бретон');
  await dialog.getByRole('button', { name: 'Запази' }).click();
  const booked = desk.appointment('12:30–13:20', 'Силвия Маркова', 'Мария');
  await expect(booked).toBeVisible();
  await desk.synced();
  await expect
    .poll(() => stored({ client: 'Силвия Маркова', resource: 'maria' }))
    .toContainEqual({
      ...{ at: '11-18 12:30', minutes: 50, resource_id: 'maria', client: 'Силвия Маркова', service_id: 'service-50' },
      ...{ title: 'Услуга 50 минути', type: 'appointment', status: 'booked', arrived: false },
    });

  // How it stands is saved at once, whatever else stands unsaved in the dialog.
  await booked.click();
  const editing = desk.dialog('Редакция на резервация');
  await field(editing, 'Бележки по избор').fill('Още не е запазено');
  await expect(status(editing, 'Записан')).toHaveAttribute('aria-pressed', 'true');
  await status(editing, 'Пристигна').click();
  await expect(status(editing, 'Пристигна')).toHaveAttribute('aria-pressed', 'true');
  await status(editing, 'Приключен').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Отбележи' }).click();
  await expect(status(editing, 'Приключен')).toHaveAttribute('aria-pressed', 'true');
  await status(editing, 'Записан').click();
  await expect(status(editing, 'Записан')).toHaveAttribute('aria-pressed', 'true');
  await status(editing, 'Не се яви').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Отбележи' }).click();
  await expect(status(editing, 'Не се яви')).toHaveAttribute('aria-pressed', 'true');
  await expect(editing.getByText(/Междувременно/)).toHaveCount(0);
  await expect(field(editing, 'Бележки по избор')).toHaveValue('Още не е запазено');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Не запазвай' }).click();
  await expect(editing).toBeHidden();
  await desk.synced();
  expect((await stored({ client: 'Силвия Маркова', resource: 'maria' })).find(({ at }) => at === '11-18 12:30')?.status).toBe(
    'no-show',
  );

  // Its own minute and length stay among the choices; a deletion is taken back.
  await desk.appointment('10:05–10:50', 'Силвия Маркова', 'Габриела').click();
  await expect(field(editing, 'Минути')).toHaveText('05');
  await editing.getByRole('button', { name: 'Изтрий резервацията' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Изтрий', exact: true }).click();
  await expect(editing).toBeHidden();
  await expect(desk.appointment('10:05–10:50')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(desk.appointment('10:05–10:50', 'Силвия Маркова', 'Габриела')).toBeVisible();
  await desk.synced();
  await expect.poll(() => stored({ id: 'event-five-past' })).toHaveLength(1);

  // The address with its parameters.
  await follow(page, '/calendar/add?client=client-galya&service=service-beard&employee=yana&start=2026-11-19T09:30');
  await expect(field(dialog, 'Служител')).toHaveText(/Яна Щерева/);
  await expect(dialog.getByRole('combobox', { name: 'Клиент' })).toHaveValue('Галя Стефанова');
  await expect(field(dialog, 'Услуга')).toHaveText(/Брада/);
  await expect(field(dialog, 'Минути')).toHaveText('30');
  await expect(dialog.locator('[data-warning]')).toHaveCount(0);

  // Shifts and what is off: weekday by weekday, Sunday first, and by the hour (AVAIL-04, 08, 09; RES-07).
  const day = async (name: string) => {
    await field(dialog, 'Дата').click();
    await page.getByRole('button', { name }).click();
  };
  await day('сряда, 18 ноември 2026');
  await expect(field(dialog, 'Дата')).toHaveText('ср, 18/11/2026');
  await desk.choose('Час', '12', dialog);
  await expect(dialog.getByText('Яна Щерева не е на смяна в 12:30.')).toBeVisible();
  await desk.choose('Служител', /^Борис/, dialog);
  await day('неделя, 22 ноември 2026');
  await expect(dialog.locator('[data-warning]')).toHaveCount(0);
  await day('сряда, 25 ноември 2026');
  await expect(dialog.getByText('Борис с почивен ден няма смяна на този ден.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Отказ', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Не запазвай' }).click();
  await expect(page).toHaveURL(/\/calendar$/);
  await page.getByRole('main').getByRole('button', { name: 'Днес', exact: true }).click();
  await desk.calendarReady();
  await desk.pressSlot('yana', '13:00');
  await expect(dialog).toHaveCount(0);
  // What a client is called: first and last name, the first alone, the name that says it all (CAL-29 to 31).
  for (const name of ['Анна Василева', 'Мира', 'Фирма „Пример“'])
    await expect(desk.appointment(`, ${name}, `).first()).toBeAttached();
  await desk.close();
});

test('by keys: a new client’s phone follows the name, and who goes on editing goes on in the same field', async ({ browser }) => {
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  await page.keyboard.press('n');
  const dialog = desk.dialog('Нова резервация');
  await expect(dialog.getByRole('combobox', { name: 'Клиент' })).toBeFocused();
  await page.keyboard.type('Зузу Нова');
  await expect(page.getByRole('option', { name: 'Зузу Нова' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('Телефон')).toBeFocused();
  await page.keyboard.type('0888999000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Нов клиент · 0888 999 000')).toBeVisible();
  const notes = dialog.getByLabel('Бележки');
  await notes.click();
  await page.keyboard.type('алергия към ');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Продължи редакцията' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(notes).toBeFocused();
  await page.keyboard.type('амоняк');
  await expect(notes).toHaveValue('алергия към амоняк');
  await expect(dialog.getByRole('combobox', { name: 'Клиент' })).toHaveValue('Зузу Нова');
  await desk.close();
});

test('without a line: the next free slot for a client made on the spot, then a repeat with its overlaps listed, and all taken back', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await Device.open(browser, backend);
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  await desk.offline();

  await page.keyboard.press('f');
  const find = desk.dialog('Следващ свободен час');
  await desk.choose('Услуга', /^Подстригване/, find);
  await desk.choose('При кого', 'Мария Петрова', find);
  // Today she has 12:30 to 15:00 and from 16:00 on at most; six appointments stand there tomorrow.
  const today = find.getByRole('region', { name: 'днес, сряда, 18 ноември' }).getByRole('button');
  await expect(today.last()).toBeVisible();
  await find.getByRole('button', { name: 'След 17' }).click();
  await expect(today).toHaveText([/17:00–18:00/]);
  // The chosen one is drawn in the grid, on its day, beside the list.
  const drawn = page.locator('.found-slot');
  await expect(drawn).toHaveText(/17:00–18:00/);
  await today.first().focus();
  await page.keyboard.press('ArrowDown');
  await desk.calendarReady('2026-11-19');
  await expect(drawn).toBeInViewport();
  await page.keyboard.press('ArrowUp');
  await desk.calendarReady();
  await page.keyboard.press('Escape');
  await expect(find).toBeHidden();
  await page.keyboard.press('f');
  await desk.choose('Услуга', /^Подстригване/, find);
  await desk.choose('При кого', 'Мария Петрова', find);
  await find.getByRole('button', { name: 'След 17' }).click();
  await expect(today).toHaveText([/17:00–18:00/]);
  await today.first().press('Enter');
  const dialog = desk.dialog('Нова резервация');
  await expect(field(dialog, 'Служител')).toHaveText(/Мария Петрова/);
  await expect(field(dialog, 'Час')).toHaveText('17');
  await expect(field(dialog, 'Услуга')).toHaveText(/Подстригване/);
  const client = dialog.getByRole('combobox', { name: 'Клиент' });
  await client.fill('0877 600 700');
  await page.getByRole('option', { name: 'Създай клиент „0877 600 700“' }).click();
  await dialog.getByLabel('Име и фамилия').fill('Зорница Нова');
  await dialog.getByRole('button', { name: 'Добави клиента' }).click();
  await expect(client).toHaveValue('Зорница Нова');
  await dialog.getByRole('button', { name: 'Запази' }).click();
  const booked = desk.appointment('17:00–18:00', 'Зорница Нова', 'Мария');
  await expect(booked).toBeVisible();

  // Somebody stands where the second repeat would be.
  await follow(page, '/calendar/add?client=client-boris&service=service-cut&employee=maria&start=2026-12-02T17:30');
  await dialog.getByRole('button', { name: 'Запази' }).click();
  await desk.calendarReady('2026-12-02');
  await page.getByRole('main').getByRole('button', { name: 'Днес', exact: true }).click();
  await desk.calendarReady();

  await expect(page.locator('.toast')).toHaveCount(0); // they stand over the appointment
  await booked.click({ button: 'right' });
  await page.getByRole('button', { name: 'Повтори' }).click();
  const repeat = desk.dialog('Повторение на часа');
  await expect(repeat.getByRole('checkbox')).toHaveCount(4);
  await expect(repeat.getByText('Застъпва се с Борис Тенев, 17:30–18:30')).toBeVisible();
  await repeat.getByRole('button', { name: 'Увеличи: Брой повторения' }).click();
  await expect(repeat.getByRole('checkbox')).toHaveCount(5);
  await repeat.getByRole('spinbutton', { name: 'Брой повторения' }).fill('3');
  await repeat.getByText('ср, 02/12/2026').click();
  await expect(repeat.getByText(/Застъпва се/)).toHaveCount(0);
  await repeat.getByRole('button', { name: 'Запази 2 повторения' }).click();
  await desk.toast('2 повторения');
  await expect(repeat).toBeHidden();
  await desk.online();
  await desk.synced();
  const all = async () => (await stored({ client: 'Зорница Нова' })).map(({ at, minutes }) => `${at} ${minutes}`);
  expect(await all()).toEqual(['11-18 17:00 60', '11-25 17:00 60', '12-09 17:00 60']);
  const [made] = await backend.sql`select phone from clients where salon_id = 1 and name = 'Зорница Нова'`;
  expect(made).toEqual({ phone: '+359877600700' });

  // One that is deleted may take those after it along, and they come back with it.
  await booked.press('Delete');
  const question = page.getByRole('alertdialog');
  await question.getByText('Изтрий и следващите 2 повторения').click();
  await question.getByRole('button', { name: 'Изтрий' }).click();
  await desk.toast('Зорница Нова, 17:00–18:00 (+2) · изтрито');
  await desk.synced();
  await expect.poll(all).toEqual([]);
  await page.keyboard.press('Control+z');
  await desk.synced();
  await expect.poll(all).toEqual(['11-18 17:00 60', '11-25 17:00 60', '12-09 17:00 60']);

  await page.keyboard.press('Control+z');
  await desk.toast('Върнато');
  await desk.synced();
  await expect.poll(all).toEqual(['11-18 17:00 60']);
  await desk.close();
});

test('by touch on a phone: time is blocked and the block edited, a status in the dialog, and nothing typed is lost to another device', {
  tag: '@all',
}, async ({ browser }) => {
  const phone = await Device.open(browser, backend, { viewport: { width: 390, height: 844 }, touch: true });
  const { page } = phone;
  await phone.settleIn('owner@greben.test');
  // Back closes what is open; the calendar is the first page here, as in an installed program.
  await page.getByRole('button', { name: 'Нов час' }).tap();
  await expect(phone.dialog('Нова резервация')).toBeVisible();
  await expect.poll(() => page.evaluate(() => (history.state as { idx: number }).idx)).toBe(1);
  await page.evaluate(() => history.back());
  await expect(phone.dialog()).toHaveCount(0);
  await expect(page).toHaveURL(/\/calendar$/);
  await page.getByRole('button', { name: 'Нов час' }).tap();
  await phone.choose('Служител', 'Десислава Тодорова', phone.dialog());
  await phone.choose('Час', '17');
  await phone.dialog().getByText('Блокирай времето').tap();
  const block = phone.dialog('Блокиране на време');
  await expect(block.getByRole('combobox', { name: 'Клиент' })).toHaveCount(0);
  await expect(block.getByText(/Бележки/)).toHaveCount(0);
  await block.getByRole('button', { name: 'Запази' }).tap();
  await expect(block).toBeHidden();
  await phone.synced();
  const blocks = () => stored({ resource: 'desislava', type: 'blocking' });
  expect((await blocks()).at(-1)).toMatchObject({ at: '11-18 17:00', title: 'Блокирано време', service_id: null, status: null });

  const [row] = await backend.sql`
    select id from events where salon_id = 1 and resource_id = 'desislava' and type = 'blocking' and id not like 'event-%'`;
  await follow(page, `/calendar?day=2026-11-18&event=${String(row?.id)}`);
  const editing = phone.dialog('Редакция на блокирано време');
  await expect(editing.getByRole('group', { name: 'Статус' })).toHaveCount(0);
  await phone.choose('Времетраене', '120 мин', editing);
  // It has a name by one tap, and the box says it.
  const name = editing.getByRole('textbox', { name: 'Име' });
  await expect(name).toHaveValue('');
  await editing.getByRole('button', { name: 'Обяд' }).tap();
  await expect(name).toHaveValue('Обяд');
  await phone.look();
  await editing.getByRole('button', { name: 'Запази' }).tap();
  await expect(editing).toBeHidden();
  await phone.synced();
  expect((await blocks()).at(-1)).toMatchObject({ at: '11-18 17:00', minutes: 120, title: 'Обяд' });
  await expect(page.locator(`[data-event="${String(row?.id)}"]`)).toContainText('Обяд');

  await follow(page, '/calendar?day=2026-11-18&event=event-movable');
  const dialog = phone.dialog('Редакция на резервация');
  await field(dialog, 'Бележки по избор').fill('Пише се');
  await status(dialog, 'Пристигна').tap();
  await phone.synced();
  // The server's own hand stands for another device.
  await backend.sql`update events set start_time = start_time + interval '1 hour', end_time = end_time + interval '1 hour'
    where salon_id = 1 and id = 'event-movable'`;
  await expect(dialog.getByText(/Междувременно от друго място: часът е 16:00\u2060–\u206017:00/)).toBeVisible({
    timeout: 60_000,
  });
  await expect(field(dialog, 'Бележки по избор')).toHaveValue('Пише се');
  await expect(field(dialog, 'Час')).toHaveText('16');
  await expect(dialog.getByText('Променено от друго място, беше 15:00\u2060–\u206016:00')).toBeVisible();
  await dialog.getByRole('button', { name: 'Запази' }).tap();
  await expect(dialog).toBeHidden();
  await phone.synced();
  await expect.poll(() => stored({ id: 'event-movable' })).toMatchObject([{ at: '11-18 16:00', arrived: true }]);
  const [note] = await backend.sql`select notes from events where salon_id = 1 and id = 'event-movable'`;
  expect(note).toEqual({ notes: 'Пише се' });
  await phone.close();
});

test('who is typing a client sees the field and what was found when the phone is turned', { tag: '@all' }, async ({
  browser,
}) => {
  const phone = await Device.open(browser, backend, { viewport: { width: 390, height: 844 }, touch: true, offlineCopy: false });
  const { page } = phone;
  await phone.settleIn('owner@greben.test');
  await page.getByRole('button', { name: 'Нов час' }).tap();
  const client = phone.dialog('Нова резервация').getByRole('combobox', { name: 'Клиент' });
  await client.tap();
  await client.pressSequentially('a');
  await page.setViewportSize({ width: 844, height: 390 });
  for (const part of [client, page.getByRole('option').first()]) await expect(part).toBeInViewport({ ratio: 1 });
  await phone.close();
});

test('a finger books the free quarter between two appointments, up to their edges', { tag: '@all' }, async ({ browser }) => {
  const at = (time: string) => new Date(`2026-11-19T${time}:00+02:00`);
  await backend.sql`
    insert into events (salon_id, id, resource_id, client_id, title, start_time, end_time, type, status)
    values
      (1, 'before-gap', 'gabriela', 'client-silvia', 'Боядисване', ${at('12:00')}, ${at('13:00')}, 'appointment', 'booked'),
      (1, 'after-gap', 'gabriela', 'client-silvia', 'Брада', ${at('13:15')}, ${at('14:00')}, 'appointment', 'booked')`;
  const tablet = await Device.open(browser, backend, {
    viewport: { width: 820, height: 1180 },
    touch: true,
    offlineCopy: false,
  });
  const { page } = tablet;
  await tablet.settleIn('owner@greben.test');
  await page.getByRole('button', { name: 'Следващ ден' }).click();
  await tablet.calendarReady('2026-11-19');
  const above = await tablet.appointment('12:00–13:00', 'Силвия Маркова').boundingBox();
  if (!above) throw new Error('not drawn');
  const x = above.x + above.width / 2;
  const edge = above.y + above.height;

  // Chromium gives a tap up to 10 px beside a button to the button.
  await page.touchscreen.tap(x, edge + 4);
  const dialog = tablet.dialog('Нова резервация');
  await expect(field(dialog, 'Час')).toHaveText('13');
  await expect(field(dialog, 'Минути')).toHaveText('00');
  await tablet.look();
  await dialog.getByRole('button', { name: 'Отказ' }).tap();
  await expect(dialog).toBeHidden();
  await tablet.look();
  await page.touchscreen.tap(x, edge - 4);
  await expect(page.getByRole('dialog', { name: /^Силвия Маркова/ })).toBeVisible();
});
