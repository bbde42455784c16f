/** A tab dies while its push is on the way; whoever opens the app next finds and finishes its work. */
import { expect, test } from '@playwright/test';
import { PUSH } from '../../support/proxy-requests.ts';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { blocksOf } from '../support/stored.ts';
import { crash } from '../support/tab-fates.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

async function reopen(dead: Device): Promise<Device> {
  const tab = await dead.newTab();
  await tab.visit('/calendar');
  await tab.calendarReady();
  return tab;
}

test('a tab killed in the middle of a push, before the commit or after it, leaves exactly one row and nothing unsent', {
  tag: '@all',
}, async ({ browser }) => {
  const killed = await Device.open(browser, backend);
  await killed.settleIn('owner@greben.test');

  const committed = killed.proxy.hold(PUSH, 'after');
  await killed.blockTime('Ивайло Георгиев', '17:00');
  await committed.reached;
  const kept = await blocksOf(backend, 'ivaylo');
  expect(kept).toMatchObject([{ at: '17:00' }]); // the server has it
  await killed.waiting(1); // the tab does not know
  await crash(killed);
  committed.drop();

  const reopened = await reopen(killed);
  await reopened.synced();
  await expect(reopened.appointment('17:00–18:00', 'Ивайло', 'блокирано')).toBeVisible();
  expect(await blocksOf(backend, 'ivaylo')).toEqual(kept); // the same row with the same revision

  const onTheWay = reopened.proxy.hold(PUSH, 'before');
  await reopened.blockTime('Мария Петрова', '17:00');
  const request = await onTheWay.reached;
  expect(await blocksOf(backend, 'maria')).toEqual([]); // the server has never heard of it
  await reopened.waiting(1);
  await reopened.page.close();

  const last = await reopen(reopened);
  await last.synced();
  const sent = await blocksOf(backend, 'maria');
  expect(sent).toMatchObject([{ at: '17:00' }]);
  // What the dead tab sent arrives after all.
  const pushes = last.proxy.pushes.length;
  onTheWay.release();
  await expect.poll(() => last.proxy.pushes.length).toBe(pushes + 1);
  expect(JSON.parse(request.body.toString())).toMatchObject({ p_changes: [{ id: sent[0]?.id }] });
  await last.blockTime('Мария Петрова', '13:00');
  await last.synced();
  expect(await blocksOf(backend, 'maria')).toEqual([expect.objectContaining({ at: '13:00' }), sent[0]]);
  await expect(last.chip()).toHaveAttribute('data-issues', '0');
  expect(last.proxy.pushes.filter(({ id }) => id === kept[0]?.id)).toHaveLength(2); // the retry was one
  await last.close();
});
