/** Two devices book the same hour: whichever way the bookings come together, every device of the salon asks, until somebody decides. */
import { type Browser, expect, test } from '@playwright/test';
import { PULL, PUSH } from '../../support/proxy-requests.ts';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { WorkerHandle } from '../support/service-worker.ts';
import { crash } from '../support/tab-fates.ts';

let backend: TestBackend;
test.beforeEach(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterEach(() => backend.stop());

const AT = '17:00';
const OPEN = 'застъпва се, чака решение';

/** The tablet books without a line what the desk books meanwhile. */
async function bothBook(browser: Browser): Promise<{ tablet: Device; desk: Device }> {
  const tablet = await Device.open(browser, backend);
  const desk = await Device.open(browser, backend);
  await tablet.settleIn('owner@greben.test');
  await desk.settleIn('staff@greben.test');
  await tablet.offline();
  const hour = { employee: 'Мария Петрова', at: AT, service: 'Подстригване' };
  await tablet.book({ ...hour, client: { type: 'силвия', choose: 'Силвия Маркова' } });
  await tablet.waiting(1);
  await desk.book({ ...hour, client: { type: 'борис', choose: 'Борис Тенев' } });
  await desk.synced();
  return { tablet, desk };
}

/** The sync center and the calendar say the same. */
async function asks(device: Device): Promise<void> {
  await expect(device.chip()).toHaveAttribute('data-issues', '1');
  await expect(device.appointment('17:00–18:00', 'Силвия Маркова', OPEN)).toBeVisible();
  await expect(device.appointment('17:00–18:00', 'Борис Тенев', OPEN)).toBeVisible();
}

async function asksNothing(device: Device): Promise<void> {
  await expect(device.chip()).toHaveAttribute('data-issues', '0');
  await expect(device.page.getByRole('button', { name: OPEN })).toHaveCount(0);
}

async function reopened(device: Device): Promise<Device> {
  const tab = await device.newTab();
  await tab.visit('/calendar');
  await tab.calendarReady();
  await tab.synced();
  return tab;
}

test('the push arrived and the pull after it failed once: both devices ask, and one who leaves it so answers for both', {
  tag: '@all',
}, async ({ browser }) => {
  const { tablet, desk } = await bothBook(browser);
  tablet.proxy.fault(PULL, { kind: 'status', status: 502, body: 'Bad Gateway' }, 1);
  await tablet.online();
  await tablet.synced();
  await asks(tablet);
  await desk.synced();
  await asks(desk);

  await desk.chip().click();
  const card = desk.page.getByRole('article', { name: 'Двоен час при Мария Петрова' });
  await card.getByRole('button', { name: 'Остави двоен час' }).click();
  await expect(desk.page.getByText('Нищо не чака решение.')).toBeVisible();
  await desk.synced();
  await asksNothing(tablet);
  await expect(tablet.appointment('17:00–18:00', 'Силвия Маркова', 'застъпва се')).toBeVisible();

  // Whoever drops one over another has been shown it, and nobody is asked.
  await tablet.drag(tablet.appointment('15:00–16:00', 'Емил', 'Мария'), 'gabriela', '13:00');
  await expect(tablet.appointment('13:00–14:00', 'Емил', 'Габриела', 'застъпва се')).toBeVisible();
  await tablet.synced();
  await desk.page.getByRole('navigation', { name: 'Основно меню' }).getByRole('link', { name: 'Календар' }).click();
  await expect(desk.appointment('13:00–14:00', 'Емил', 'Габриела', 'застъпва се')).toBeVisible();
  await asksNothing(desk);
  await asksNothing(tablet);
  await tablet.close();
  await desk.close();
});

test('the service worker sent it while no window was open: both devices ask, and a move answers for both', {
  tag: '@all',
}, async ({ browser }) => {
  const { tablet, desk } = await bothBook(browser);
  const worker = await WorkerHandle.open(tablet.context, tablet.proxy.url);
  await tablet.page.close();
  await tablet.online();
  const sent = tablet.proxy.answered(PUSH);
  await worker.backgroundSync();
  await sent;
  await desk.synced();
  await asks(desk);
  const later = await reopened(tablet);
  await asks(later);

  await later.chip().click();
  await later.page
    .getByRole('article', { name: 'Двоен час' })
    .getByRole('button', { name: /^Премести в/ })
    .click();
  await expect(later.page.getByText('Нищо не чака решение.')).toBeVisible();
  await later.synced();
  await asksNothing(desk);
  await tablet.close();
  await desk.close();
});

test('the tab died as the pull was answered: whoever opens the app next is asked', { tag: '@all' }, async ({ browser }) => {
  const { tablet, desk } = await bothBook(browser);
  const pulled = tablet.proxy.hold(PULL, 'after');
  await tablet.online();
  await pulled.reached;
  pulled.release();
  await crash(tablet);
  const later = await reopened(tablet);
  await asks(later);
  await desk.synced();
  await asks(desk);
  await tablet.close();
  await desk.close();
});
