/** A device whose clock is wrong: here it is the server's that is set. */
import { expect, test } from '@playwright/test';
import { PULL } from '../../support/proxy-requests.ts';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device, STORY_TIME } from '../support/device.ts';
import { follow } from '../support/looks.ts';

const MINUTE = 60_000;
const AHEAD = 17 * MINUTE;

let backend: TestBackend;
test.beforeEach(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterEach(() => backend.stop());

/** The device's clock is so much ahead of the server's from now on, ms; a story's device begins at its time. */
const deviceIsAhead = (ms: number) => {
  const shift = Date.parse(STORY_TIME) - Date.now() - ms;
  return backend.sql.unsafe(
    `create or replace function private.server_time() returns timestamptz language sql volatile as $$ select clock_timestamp() + interval '${shift} ms' $$`,
  );
};
const notice = ({ page }: Device) => page.getByRole('region', { name: 'Часовникът на това устройство не е верен' });
const roundOf = async ({ page, proxy }: Device) => {
  const asked = proxy.answered(PULL);
  await page.getByRole('button', { name: 'Опитай сега' }).click();
  await asked;
};

test('who works with a wrong clock is told once, with both times, until it is right', { tag: '@all' }, async ({ browser }) => {
  await deviceIsAhead(AHEAD);
  const tablet = await Device.open(browser, backend);
  const { page } = tablet;
  await tablet.settleIn('owner@greben.test');
  await expect(notice(tablet)).toContainText(/Той показва 10:4\d, а на сървъра е 10:2\d\./);
  await tablet.blockTime('Ивайло Георгиев', '17:00'); // it is in nobody's way
  await tablet.synced();

  await notice(tablet).getByRole('button', { name: 'Разбрах' }).click();
  await expect(notice(tablet)).toHaveCount(0);
  await page.reload();
  await tablet.calendarReady();
  await follow(page, '/sync');
  await roundOf(tablet);
  await tablet.synced();
  await expect(notice(tablet)).toHaveCount(0);

  await deviceIsAhead(0);
  await roundOf(tablet);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('greben.clock-told'))).toBeNull();
  await deviceIsAhead(-AHEAD);
  await roundOf(tablet);
  await expect(notice(tablet)).toContainText(/Той показва 10:4\d, а на сървъра е 1[01]:[05]\d\./);
  await deviceIsAhead(0);
  await roundOf(tablet);
  await expect(notice(tablet)).toHaveCount(0);
  await tablet.close();
});

test('a right clock and a slow line are no reason to say anything', { tag: '@all' }, async ({ browser }) => {
  await deviceIsAhead(0);
  const tablet = await Device.open(browser, backend);
  const { page, proxy } = tablet;
  await tablet.settleIn('owner@greben.test');
  await follow(page, '/sync');
  const hold = proxy.hold(PULL, 'after');
  const asked = proxy.answered(PULL);
  await page.getByRole('button', { name: 'Опитай сега' }).click();
  await hold.reached;
  // By all that this device knows the answer was under way for so long.
  await page.clock.setSystemTime(Date.parse(STORY_TIME) + 9 * MINUTE);
  hold.release();
  await asked;
  await tablet.synced();
  await expect(notice(tablet)).toHaveCount(0);
  await tablet.close();
});
