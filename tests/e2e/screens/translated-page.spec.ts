/**
 * A browser that offers to translate the page: what it rewrites is no text node of React's any more, and what changes afterwards is
 * written into a node that nobody sees. So the page, which has both languages itself, asks to be left as it is.
 */
import { expect, type Page, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { follow } from '../support/looks.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

/**
 * As Chrome translates: each text, also one that comes later, stands in two <font> of its own in place of the node that was there; what
 * is not to be translated is left.
 */
const translate = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const take = (text: Text) => {
      const parent = text.parentElement;
      if (!parent?.translate || !/[\p{L}\p{N}]/u.test(text.data) || parent.closest('font, script, style, textarea')) return;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.append(text.data);
      outer.append(inner);
      text.replaceWith(outer);
    };
    const within = (root: Node) => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (texts.nextNode()) found.push(texts.currentNode as Text);
      found.forEach(take);
    };
    within(document.body);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) node instanceof Text ? take(node) : within(node);
    }).observe(document.body, { childList: true, subtree: true });
  });

test('a page that its browser translates shows the time that was chosen and the week that one went to', async ({ browser }) => {
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  await translate(page);

  await page.keyboard.press('n');
  const dialog = desk.dialog('Нова резервация');
  const head = dialog.locator('header');
  await expect(head).toContainText('9:00–10:00');
  await desk.choose('Час', '14', dialog);
  await expect(head).toContainText('14:00–15:00');
  await expect(head).not.toContainText('9:00');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await follow(page, '/shifts');
  const week = page.getByRole('button', { name: /^Изберете седмица/ });
  await expect(week).toHaveText('16–22 ноември 2026');
  await page.getByRole('button', { name: 'Следваща седмица' }).click();
  await expect(week).toHaveAccessibleName(/23–29 ноември 2026$/);
  await expect(week).toHaveText('23–29 ноември 2026');

  // Chrome asks this line, and not the attribute, whether to offer a translation at all; and translates what it is told to.
  await expect(page.locator('meta[name="google"]')).toHaveAttribute('content', 'notranslate');
  await desk.close();
});
