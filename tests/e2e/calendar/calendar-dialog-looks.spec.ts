/** How the calendar's dialogs look on a desk, a tablet and a phone, and how they come in. */
import { expect, type Page, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { fits, follow, judge } from '../support/looks.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

const LOOKS = [
  { name: 'a desk', viewport: { width: 1440, height: 900 } },
  { name: 'an upright tablet', viewport: { width: 820, height: 1180 } },
  { name: 'a phone', viewport: { width: 390, height: 844 } },
] as const;

/** In both themes; without motion, so that no colour is looked at on its way. */
async function judged(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await fits(page);
    await judge(page);
    await page.screenshot({ path: test.info().outputPath(`${name}-${colorScheme}.png`) });
  }
}

for (const look of LOOKS) {
  test(`the dialogs fit and read well in both themes on ${look.name}`, { tag: '@all' }, async ({ browser }) => {
    const device = await Device.open(browser, backend, { viewport: look.viewport });
    const { page } = device;
    await device.settleIn('owner@greben.test');
    await follow(page, '/calendar/add?client=client-silvia&service=service-50&employee=gabriela&start=2026-11-18T10:30');
    await expect(device.dialog('Нова резервация').getByText(/Застъпва се с/)).toBeVisible();
    await expect(
      device.dialog().getByRole('group', { name: 'Свободни часове наоколо' }).getByRole('button').first(),
    ).toBeVisible();
    await judged(page, 'new');
    await device.dialog().getByRole('button', { name: 'Отказ', exact: true }).click();
    await follow(page, '/calendar?day=2026-11-18&event=event-trio-1');
    await expect(device.dialog('Редакция на резервация').getByRole('group', { name: 'Статус' })).toBeVisible();
    await judged(page, 'edit');
    await device.dialog().getByRole('button', { name: 'Отказ', exact: true }).click();
    await expect(device.dialog()).toHaveCount(0);
    await page.keyboard.press('f');
    await device.choose('Услуга', /^Боядисване/, device.dialog('Следващ свободен час'));
    await expect(
      device
        .dialog()
        .getByRole('button', { name: /Запиши$/ })
        .first(),
    ).toBeVisible();
    await judged(page, 'find');
    await device.dialog().getByRole('button', { name: 'Затвори' }).last().click();
    await expect(device.dialog()).toHaveCount(0);
    await device.appointment('9:00–10:00', 'Анна Василева', 'Мария').press('ContextMenu');
    await device.dialog('Час на Анна Василева').getByRole('button', { name: 'Повтори' }).click();
    await expect(device.dialog('Повторение на часа').getByRole('checkbox').first()).toBeVisible();
    await judged(page, 'repeat');
    await device.close();
  });
}

test('a dialog comes in once: from its first frame on it only gets clearer, and by the tenth it can be seen', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  // As on a slow device, where a frame is painted between the steps of what opens it.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const browserSide = await page.context().newCDPSession(page);
  await browserSide.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  for (const time of ['first', 'second']) {
    // How clear the panel was, frame by frame, while it came.
    const shown = page.evaluate(async () => {
      const clear: number[] = [];
      while (clear.length < 40) {
        await new Promise(requestAnimationFrame);
        const panel = document.querySelector('.dialog-panel');
        if (panel) clear.push(Number(getComputedStyle(panel).opacity));
      }
      return clear;
    });
    await page.keyboard.press('n');
    await expect(desk.dialog('Нова резервация').getByRole('combobox', { name: 'Клиент' })).toBeFocused();
    const clear = await shown;
    expect(clear, time).toEqual(clear.toSorted((a, b) => a - b));
    expect(clear[9], time).toBeGreaterThan(0);
    expect(clear.at(-1)).toBe(1);
    await page.keyboard.press('Escape');
    await expect(desk.dialog()).toBeHidden();
  }
  await desk.close();
});
