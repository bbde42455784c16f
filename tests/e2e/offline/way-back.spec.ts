/** The browser keeps a page aside for the way back (BFCache), its connections cut meanwhile: it must heal, not reload. */
import { expect, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { type PlainBrowser, plainBrowser } from '../support/plain-browser.ts';
import { blocksOf } from '../support/stored.ts';

let backend: TestBackend;
let plain: PlainBrowser;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
  plain = await plainBrowser();
});
test.afterAll(async () => {
  await plain.close();
  await backend.stop();
});

declare global {
  interface Window {
    /** `persisted` of each `pageshow` of this document. */
    shown?: boolean[];
  }
}

test('a page that the browser kept for the way back has what came meanwhile, hears pokes again, saves and sends', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await Device.open(browser, backend);
  await desk.settleIn('staff@greben.test');
  await plain.context.addInitScript(() => {
    // RxDB asks to be told of its garbage, and Chromium tells a kept page as well, which by its own rule ends the keeping, as
    // a script ran there.
    window.FinalizationRegistry = class<T> extends FinalizationRegistry<T> {
      override register(): void {
        // When garbage is told of is the browser's affair: in this story never.
      }
    };
    window.shown = [];
    addEventListener('pageshow', (event: PageTransitionEvent) => window.shown?.push(event.persisted));
  });
  const tablet = await Device.openIn(plain.context, backend);
  await tablet.settleIn('owner@greben.test');
  expect(await tablet.page.evaluate(() => window.shown)).toEqual([false]);
  await expect.poll(() => tablet.proxy.sockets).toBe(1);
  await desk.blockTime('Габриела Илиева', '17:00');
  await expect(tablet.appointment('17:00–18:00', 'Габриела', 'блокирано')).toBeVisible();
  await tablet.synced();
  // A page in the middle of a round is not kept: it is loaded anew, and finds everything on the disk.
  const locks = () => tablet.page.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name) ?? []);
  await expect.poll(locks).toEqual([expect.stringMatching(/^greben-form:/)]);
  const cdp = await tablet.context.newCDPSession(tablet.page);
  await cdp.send('Page.enable');
  const whyNot: unknown[] = [];
  cdp.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => whyNot.push(...notRestoredExplanations));

  await tablet.page.goto(`${desk.proxy.url}/manifest.webmanifest`); // another site
  await expect.poll(() => tablet.proxy.sockets).toBe(0);
  await desk.blockTime('Ивайло Георгиев', '18:00');
  await desk.synced();

  await tablet.goBack();
  // A busy machine may still run a script of the page as it leaves: then the browser loads it anew, and all the rest holds.
  const wasBusy = whyNot.some((why) => (why as { reason?: string }).reason === 'JavaScriptExecution');
  if (!wasBusy) expect(whyNot).toEqual([]);
  await tablet.calendarReady();
  expect(await tablet.page.evaluate(() => window.shown)).toEqual(wasBusy ? [false] : [false, true]);
  await expect(tablet.appointment('18:00–19:00', 'Ивайло', 'блокирано')).toBeVisible();
  await tablet.blockTime('Мария Петрова', '17:00');
  await expect(tablet.appointment('17:00–18:00', 'Мария', 'блокирано')).toBeVisible();
  await tablet.synced();
  expect(await blocksOf(backend, 'maria')).toMatchObject([{ at: '17:00' }]);
  await expect(desk.appointment('17:00–18:00', 'Мария', 'блокирано')).toBeVisible();

  await expect.poll(() => tablet.proxy.sockets).toBe(1);
  await desk.blockTime('Мария Петрова', '13:00');
  await expect(tablet.appointment('13:00–14:00', 'Мария', 'блокирано')).toBeVisible(); // long before the timer
  expect(await tablet.page.evaluate(() => window.shown)).toEqual([false, true]); // the same page all along
  await tablet.close();
  await desk.close();
});
