/** A backup is restored while two devices hold what was written after it: nothing of that is gone without a word. */
import { expect, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';

let backend: TestBackend;
test.beforeEach(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterEach(() => backend.stop());

/** What the salon's clients and bookings are now; what it returns restores them, as an operator does. */
async function backup(): Promise<() => Promise<void>> {
  const { sql } = backend;
  const clients = await sql`select * from clients where salon_id = 1`;
  const events = await sql`select * from events where salon_id = 1`;
  const [head] = await sql`select rev from sync_heads where salon_id = 1`;
  return async () => {
    await sql.begin(async (transaction) => {
      await transaction`set local session_replication_role = replica`;
      await transaction`delete from events where salon_id = 1`;
      await transaction`delete from clients where salon_id = 1`;
      for (const row of clients) await transaction`insert into clients ${transaction(row)}`;
      for (const row of events) await transaction`insert into events ${transaction(row)}`;
      await transaction`update sync_heads set rev = ${head?.rev as number}, xid = '0' where salon_id = 1`;
    });
    await sql`select private.restored_from_backup()`;
  };
}

const stored = () => backend.sql`
  select c.name, e.deleted from events e join clients c on c.salon_id = e.salon_id and c.id = e.client_id
  where e.salon_id = 1 and c.name = 'Зорница Нова'`;
const card = (device: Device) => device.page.getByRole('region', { name: /Данните на салона са върнати/ });

test('a booking and its new client from after the backup are listed on both devices, put back on one, and gone from both lists', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await Device.open(browser, backend, { viewport: { width: 1180, height: 820 }, touch: true });
  const desk = await Device.open(browser, backend);
  await tablet.settleIn('owner@greben.test');
  await desk.settleIn('staff@greben.test');
  const restore = await backup();
  await desk.book({
    employee: 'Мария Петрова',
    at: '17:00',
    service: 'Подстригване',
    newClient: { name: 'Зорница Нова', phone: '0888123123' },
  });
  await desk.synced();
  await expect(tablet.page.getByRole('button', { name: /Зорница Нова/ })).toBeVisible();
  await restore();
  expect(await stored()).toEqual([]);

  for (const device of [tablet, desk]) {
    await device.chip().click();
    await device.page.getByRole('button', { name: 'Опитай сега' }).click();
    await expect(card(device)).toContainText('Това устройство пази 2 записа');
    await expect(card(device)).toContainText('Зорница Нова');
    await expect(card(device)).toContainText('Подстригване');
  }
  await expect(tablet.page.getByText('Нищо не чака решение.')).toHaveCount(0);
  expect(await stored()).toEqual([]);

  await desk.page.reload();
  await expect(card(desk)).toContainText('Това устройство пази 2 записа');
  await desk.offline();
  await card(desk).getByRole('button', { name: 'Върни 2 избрани' }).click();
  await expect(card(desk)).toHaveCount(0);
  await desk.waiting(2);
  await desk.online();
  await desk.synced();
  expect(await stored()).toMatchObject([{ name: 'Зорница Нова', deleted: false }]);

  await tablet.page.getByRole('button', { name: 'Опитай сега' }).click();
  await expect(card(tablet)).toHaveCount(0);
  await expect(tablet.page.getByText('Нищо не чака решение.')).toBeVisible();
  await tablet.synced();
});
