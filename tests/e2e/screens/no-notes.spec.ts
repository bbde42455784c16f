/** Browsers that keep no small notes for the app (`dom.storage.enabled`, a SecurityError): the databases are there, and all works. */
import { expect, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

for (const throws of [true, false])
  test(`a person signs in, books, reloads and signs out where asking for localStorage ${throws ? 'throws' : 'yields nothing'}`, {
    tag: '@all',
  }, async ({ browser }) => {
    const tablet = await Device.open(browser, backend);
    await tablet.context.addInitScript((refuses) => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            if (refuses) throw new DOMException('The operation is insecure.', 'SecurityError');
            return null;
          },
        });
    }, throws);
    const errors: string[] = [];
    tablet.page.on('pageerror', (error) => errors.push(error.message));
    await tablet.settleIn('owner@greben.test');
    await tablet.blockTime('Ивайло Георгиев', throws ? '17:00' : '18:00');
    await tablet.synced();
    await tablet.page.reload();
    await tablet.calendarReady();
    await expect(tablet.appointment('Ивайло', 'блокирано').first()).toBeVisible();
    await tablet.signOut();
    expect(errors).toEqual([]);
    await tablet.close();
  });
