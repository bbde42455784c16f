/** Realtime that says nothing any more, though its socket stays open: it costs time, never data. */
import { expect, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

test('with Realtime silently dead a change arrives within a minute all the same', { tag: '@all' }, async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  const desk = await Device.open(browser, backend);
  await tablet.settleIn('owner@greben.test');
  await desk.settleIn('staff@greben.test');
  await expect.poll(() => tablet.proxy.sockets).toBe(1);

  tablet.proxy.silence('everything');
  const swallowed = tablet.proxy.nextSwallowed();
  await desk.blockTime('Мария Петрова', '17:00');
  await desk.synced();
  await swallowed; // the poke was there, and was lost
  expect(tablet.proxy.sockets).toBe(1); // nothing tells the tablet
  await expect(tablet.appointment('17:00–18:00', 'Мария', 'блокирано')).toHaveCount(0);
  await tablet.page.clock.fastForward('01:00'); // a minute of the tablet's own clock
  await expect(tablet.appointment('17:00–18:00', 'Мария', 'блокирано')).toBeVisible();
  await tablet.close();
  await desk.close();
});
