/** A browser freezes tabs that nobody looks at, whatever they hold just then. */
import { expect, type Request, test } from '@playwright/test';
import { PUSH } from '../../support/proxy-requests.ts';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { plainBrowser } from '../support/plain-browser.ts';
import { blocksOf } from '../support/stored.ts';
import { freeze } from '../support/tab-fates.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

const isPush = (request: Request) => request.url().includes(PUSH);

test('a tab frozen in the middle of a push holds up no other tab, and nothing is doubled when it thaws', {
  tag: '@all',
}, async () => {
  const browser = await plainBrowser();
  const first = await Device.openIn(browser.context, backend);
  await first.settleIn('owner@greben.test');
  const second = await first.newTab();
  await second.visit('/calendar');
  await second.calendarReady();
  await second.synced();

  await first.toFront();
  const hold = first.proxy.hold(PUSH, 'before');
  // Both tabs see the unsent row; mostly it is the tab that saved it whose round begins first.
  const sender = Promise.race([first, second].map((tab) => tab.page.waitForRequest(isPush).then(() => tab)));
  await first.blockTime('Мария Петрова', '17:00');
  await hold.reached;
  const pushing = await sender;
  const other = pushing === first ? second : first;
  const frozen = await freeze(pushing);
  await other.toFront();
  const stoodAt = await frozen.beats();
  const held = () => other.page.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name) ?? []);
  expect(await held()).toContainEqual(expect.stringMatching(/^greben-round:/)); // and nobody else pushes

  await other.blockTime('Ивайло Георгиев', '18:00');
  await expect.poll(() => blocksOf(backend, 'ivaylo'), { timeout: 40_000 }).toMatchObject([{ at: '18:00' }]);
  await other.synced();
  await other.blockTime('Габриела Илиева', '17:00');
  await other.synced();
  expect(await frozen.beats()).toBe(stoodAt); // all that while it did nothing
  const stored = [...(await blocksOf(backend, 'maria')), ...(await blocksOf(backend, 'ivaylo'))];
  expect(stored).toMatchObject([{ at: '17:00' }, { at: '18:00' }]); // the other tab has sent both

  const late = first.proxy.answered(PUSH);
  hold.release(); // the frozen tab's own push comes late, and is answered to nobody
  await late;
  expect(await frozen.beats()).toBe(stoodAt);
  await frozen.thaw();
  await expect.poll(frozen.beats).toBeGreaterThan(stoodAt);
  await pushing.synced();
  await other.synced();
  await pushing.blockTime('Мария Петрова', '13:00'); // it works on
  await other.toFront();
  await expect(other.appointment('13:00–14:00', 'Мария', 'блокирано')).toBeVisible();
  await first.synced();
  await second.synced();
  expect(await blocksOf(backend, 'maria')).toEqual([expect.objectContaining({ at: '13:00' }), stored[0]]);
  expect(await blocksOf(backend, 'ivaylo')).toEqual([stored[1]]);
  expect(await first.day()).toEqual(await second.day());
  await expect(first.chip()).toHaveAttribute('data-issues', '0');
  await first.close();
  await browser.close();
});
