/** Several devices of several salons: what one does the others see, and nobody else. */
import { expect, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

const TABLET = { viewport: { width: 1180, height: 820 }, touch: true };

test('a change at the desk appears on the tablet by the poke, and by the timer where pokes are lost', { tag: '@all' }, async ({
  browser,
}) => {
  const tablet = await Device.open(browser, backend, { ...TABLET, offlineCopy: false });
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  await tablet.settleIn('owner@greben.test');
  await desk.settleIn('staff@greben.test');
  await expect.poll(() => tablet.proxy.sockets).toBeGreaterThan(0);

  await desk.blockTime('Мария Петрова', '17:00');
  await expect(tablet.appointment('17:00–18:00', 'Мария', 'блокирано')).toBeVisible();

  tablet.proxy.silence('pokes');
  await desk.blockTime('Мария Петрова', '13:00');
  await desk.synced();
  await expect(tablet.appointment('17:00–18:00', 'Мария', 'блокирано')).toBeVisible();
  await expect(tablet.appointment('13:00–14:00', 'Мария', 'блокирано')).toHaveCount(0);
  await tablet.page.clock.fastForward('00:46'); // the timer of 45 s
  await expect(tablet.appointment('13:00–14:00', 'Мария', 'блокирано')).toBeVisible();
  await tablet.close();
  await desk.close();
});

test('a row that the server refuses stays with its content and an issue; the others are sent, and it is sent again on demand', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await Device.open(browser, backend, TABLET);
  const { page } = tablet;
  await tablet.settleIn('owner@greben.test');
  await tablet.offline();
  await tablet.book({
    employee: 'Ивайло Георгиев',
    at: '17:00',
    service: 'Брада',
    newClient: { name: 'Калоян Отказан', phone: '0888 777 001' },
  });
  await tablet.blockTime('Ивайло Георгиев', '18:00');
  await tablet.blockTime('Мария Петрова', '16:00');
  await tablet.waiting(4);
  await backend.sql`
    alter table events add constraint no_six_o_clock check (start_time <> '2026-11-18T16:00:00Z')`;
  try {
    await tablet.online();
    await expect(tablet.chip()).toHaveAttribute('data-issues', '1');
    await expect(tablet.chip()).toHaveAttribute('data-pending', '0');
    await expect(tablet.appointment('18:00–19:00', 'Ивайло', 'блокирано', 'не беше приета')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Нужно внимание · 1' })).toBeVisible();
    const stored = await backend.sql`
      select resource_id from events
      where not deleted and type = 'blocking' and start_time in ('2026-11-18T14:00:00Z', '2026-11-18T16:00:00Z')`;
    expect([...stored]).toEqual([{ resource_id: 'maria' }]);
    expect(
      await backend.sql`
      select 1 from events e join clients c on c.salon_id = e.salon_id and c.id = e.client_id
      where c.last_name = 'Отказан' and e.start_time = '2026-11-18T15:00:00Z'`,
    ).toHaveLength(1);
    await page.getByRole('button', { name: 'Нужно внимание · 1' }).click();
    const refused = page.getByRole('article', { name: 'Новият запис не беше приет' });
    await expect(refused).toContainText('Съдържанието нарушава правило на салона.');
    await expect(refused).toContainText('18:00');
  } finally {
    await backend.sql`alter table events drop constraint no_six_o_clock`;
  }
  // The rule is gone; what was kept goes up as it was.
  await page.getByRole('button', { name: 'Изпрати отново' }).click();
  await expect(page.getByText('Нищо не чака решение.')).toBeVisible();
  await tablet.synced();
  expect(
    await backend.sql`
    select 1 from events where not deleted and type = 'blocking' and resource_id = 'ivaylo' and start_time = '2026-11-18T16:00:00Z'`,
  ).toHaveLength(1);
  await tablet.close();
});

test('another salon sees nothing of the first, on its screens and in what its device is sent', { tag: '@all' }, async ({
  browser,
}) => {
  const other = await Device.open(browser, backend, { offlineCopy: false });
  const { page } = other;
  // Read on its way: Chromium keeps no body for later of an answer that the page has let go of.
  const answers: string[] = [];
  await page.route('**/rest/v1/**', async (route) => {
    const response = await route.fetch();
    answers.push(await response.text());
    await route.fulfill({ response });
  });
  await other.signIn('owner2@greben.test');
  await other.synced();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Main menu' }); // the salon speaks English
  await menu.getByRole('link', { name: 'Clients' }).click();
  await expect(page.getByRole('row', { name: /Grace Turner/ })).toBeVisible();
  await expect(page.getByText('Анна Василева')).toHaveCount(0);
  await menu.getByRole('link', { name: 'Employees' }).click();
  await expect(page.getByRole('row', { name: /Emma Clarke/ })).toBeVisible();
  await expect(page.getByText('Мария Петрова')).toHaveCount(0);
  const sent = answers.join('\n');
  expect(sent).toContain('Turner'); // its own rows came this way
  expect(sent).not.toContain('Василева');
  expect(sent).not.toContain('Студио Къдрица');
  await other.close();
});
