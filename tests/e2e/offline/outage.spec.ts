/** The story that Greben exists for: an outage at the front desk. */
import { type Browser, expect, test } from '@playwright/test';
import { PUSH } from '../../support/proxy-requests.ts';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';

let backend: TestBackend;
test.beforeEach(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterEach(() => backend.stop());

const TABLET = { viewport: { width: 1180, height: 820 }, touch: true };
const openTablet = (browser: Browser) => Device.open(browser, backend, TABLET);

/** What PostgreSQL holds of the story's day, in the form in which the calendar speaks. */
async function stored() {
  const rows = await backend.sql<
    { id: string; who: string | null; resource_id: string; at: string; type: string; rev: string }[]
  >`
    select e.id, coalesce(c.name, concat_ws(' ', c.first_name, c.last_name)) as who, e.resource_id, e.type, e.rev::text,
      to_char(e.start_time at time zone 'Europe/Sofia', 'FMHH24:MI') as at
    from events e left join clients c on c.salon_id = e.salon_id and c.id = e.client_id
    where e.salon_id = 1 and not e.deleted and (e.start_time at time zone 'Europe/Sofia')::date = '2026-11-18'
    order by e.start_time, e.id`;
  return [...rows];
}

test('a tablet books, moves and blocks through an outage, is reloaded in it, and both devices and the database end the same', async ({
  browser,
}) => {
  const tablet = await openTablet(browser);
  const desk = await Device.open(browser, backend, { motion: true });
  await tablet.settleIn('owner@greben.test');
  await desk.settleIn('staff@greben.test');
  const before = await stored();

  await tablet.offline();
  await tablet.book({
    employee: 'Мария Петрова',
    at: '13:00',
    service: 'Подстригване',
    newClient: { name: 'Йоана Нова', phone: '0888 555 123' },
  });
  await expect(tablet.appointment('13:00–14:00', 'Йоана Нова', 'чака изпращане')).toBeVisible();
  await tablet.drag(tablet.appointment('15:00–16:00', 'Емил Драгнев', 'Мария'), 'maria', '16:30', 'touch');
  await expect(tablet.appointment('16:30–17:30', 'Емил Драгнев', 'чака изпращане')).toBeVisible();
  await tablet.blockTime('Ивайло Георгиев', '17:00');
  await expect(tablet.appointment('17:00–18:00', 'Ивайло', 'блокирано', 'чака изпращане')).toBeVisible();
  await tablet.waiting(4); // the client, her booking, the move, the block

  await tablet.page.reload();
  await tablet.calendarReady();
  await expect(tablet.chip()).toHaveAttribute('data-phase', 'offline');
  await tablet.waiting(4);
  await expect(tablet.appointment('13:00–14:00', 'Йоана Нова', 'чака изпращане')).toBeVisible();
  await expect(tablet.appointment('16:30–17:30', 'Емил Драгнев', 'чака изпращане')).toBeVisible();
  await expect(tablet.appointment('17:00–18:00', 'блокирано', 'чака изпращане')).toBeVisible();

  await desk.book({
    employee: 'Габриела Илиева',
    at: '16:00',
    service: 'Брада',
    client: { type: 'boris', choose: 'Борис Тенев' },
  });
  await desk.appointment('11:00–11:50', 'Габриела').click();
  await desk
    .dialog('Редакция на резервация')
    .getByLabel(/^Бележки/)
    .fill('Иска и маска');
  await desk.dialog().getByRole('button', { name: 'Запази' }).click();
  await desk.synced();
  expect(await stored()).toHaveLength(before.length + 1);

  await tablet.online();
  await tablet.synced();
  await desk.synced();
  await expect(tablet.appointment('16:00–16:30', 'Борис Тенев', 'Габриела')).toBeVisible();
  await expect(desk.appointment('13:00–14:00', 'Йоана Нова', 'Мария')).toBeVisible();
  await expect(desk.appointment('16:30–17:30', 'Емил Драгнев', 'Мария')).toBeVisible();
  await expect(desk.appointment('17:00–18:00', 'Ивайло', 'блокирано')).toBeVisible();
  await expect(tablet.page.getByRole('button', { name: /чака изпращане/ })).toHaveCount(0);
  expect(await tablet.day()).toEqual(await desk.day());

  const after = await stored();
  expect(after).toHaveLength(before.length + 3);
  const at = (hour: string, resource: string) => after.filter((row) => row.at === hour && row.resource_id === resource);
  expect(at('13:00', 'maria')).toMatchObject([{ who: 'Йоана Нова' }]);
  expect(at('16:30', 'maria')).toMatchObject([{ id: 'event-movable', who: 'Емил Драгнев' }]);
  expect(at('17:00', 'ivaylo')).toMatchObject([{ type: 'blocking' }]);
  expect(at('16:00', 'gabriela')).toMatchObject([{ who: 'Борис Тенев' }]);
  expect(await backend.sql`select notes from events where id = 'event-50'`).toMatchObject([{ notes: 'Иска и маска' }]);
  expect(await backend.sql`select phone from clients where first_name = 'Йоана' and last_name = 'Нова'`).toMatchObject([
    { phone: '+359888555123' },
  ]);
  // What is said next stands above the strip that says what became of the outage's work, and leaves its buttons free.
  const strip = tablet.page.locator('[data-notice="receipt"]');
  await expect(strip.getByRole('button')).toBeVisible();
  const bottomOfToasts = () => tablet.page.locator('.toasts').evaluate((region) => region.getBoundingClientRect().bottom);
  const topOfStrip = await strip.evaluate((element) => element.getBoundingClientRect().top);
  await expect.poll(bottomOfToasts).toBeLessThanOrEqual(topOfStrip);
  await strip.getByRole('button').click();
  await expect.poll(bottomOfToasts).toBeGreaterThan(topOfStrip);
  await tablet.close();
  await desk.close();
});

test('a server killed before the commit of a push costs nothing: the row goes up once when it is back', { tag: '@all' }, async ({
  browser,
}) => {
  const tablet = await openTablet(browser);
  await tablet.settleIn('owner@greben.test');
  const rows = (await stored()).length;

  const hold = tablet.proxy.hold(PUSH, 'before');
  await tablet.blockTime('Ивайло Георгиев', '17:00');
  await hold.reached;
  expect(await stored()).toHaveLength(rows); // the request stands before the server: nothing is committed
  await backend.kill();
  hold.drop();
  await expect(tablet.chip()).toHaveAttribute('data-phase', 'offline');
  await tablet.waiting(1);

  await backend.restart();
  await tablet.synced();
  const after = await stored();
  expect(after).toHaveLength(rows + 1);
  expect(after.filter((row) => row.type === 'blocking' && row.resource_id === 'ivaylo')).toHaveLength(1);
  await expect(tablet.chip()).toHaveAttribute('data-issues', '0');
  await tablet.close();
});

test('a server killed after the commit, its answer lost, leads to no double and no false conflict', { tag: '@all' }, async ({
  browser,
}) => {
  const tablet = await openTablet(browser);
  await tablet.settleIn('owner@greben.test');
  const rows = (await stored()).length;

  const hold = tablet.proxy.hold(PUSH, 'after');
  await tablet.blockTime('Ивайло Георгиев', '17:00');
  await hold.reached;
  const committed = await stored();
  expect(committed).toHaveLength(rows + 1); // the server has it, the tablet does not know
  await tablet.waiting(1);
  await backend.kill();
  hold.drop();
  await expect(tablet.chip()).toHaveAttribute('data-phase', 'offline');

  await backend.restart();
  await tablet.synced();
  expect(await stored()).toEqual(committed); // the same row with the same revision: the retry changed nothing
  await expect(tablet.chip()).toHaveAttribute('data-issues', '0');
  await tablet.close();
});
