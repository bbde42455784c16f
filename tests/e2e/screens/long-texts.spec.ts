/**
 * There is room for a language of longer words: every screen and dialog on a phone, its texts longer by 40 % (the design allows for
 * 35 %). Spaces that break no line make a word longer, because what a name is compared by leaves them out: everything is found as ever.
 */
import { expect, type Page, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { ADMIN_DIALOGS, DIALOGS } from '../support/all-dialogs.ts';
import { goTo, open, openedAt, readsBarcodes } from '../support/all-opened.ts';
import { ADMIN_SCREENS, SCREENS } from '../support/all-screens.ts';
import { fits } from '../support/looks.ts';
import { between, told } from '../support/told.ts';

/**
 * Not asked: what an open dialog lies over, appointments, which show as much as there is room for, and the value of a field, which
 * the list that the field opens shows whole.
 */
const OUTSIDE = 'script, style, .sr-only, [inert], [aria-hidden=true], .evt, .input';
const PHONE = { width: 390, height: 844 };
/** Two are about as wide as a letter. */
const SPACE = '\u00a0';
const longer = (text: string) =>
  text.replace(/\S*\p{L}{2}\S*/gu, (word) => SPACE.repeat(2 * Math.round(word.length * 0.4)) + word);

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
  // Somebody to compare with.
  await backend.sql`
    insert into clients (salon_id, id, first_name, last_name, name, phone)
    select 1, 'client-twin', first_name, last_name, name, phone from clients where salon_id = 1 and id = 'client-silvia'`;
});
test.afterAll(() => backend.stop());

/** Texts of which something cannot be read: it stands out of what clips it, or of the box that is drawn around it. */
const cut = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([space, outside]) => {
      const isDrawn = (style: CSSStyleDeclaration) =>
        style.backgroundColor !== 'rgba(0, 0, 0, 0)' ||
        (style.borderTopWidth !== '0px' && style.borderTopColor !== 'rgba(0, 0, 0, 0)');
      /** By which side, and what it stands out of. */
      const outOf = (text: DOMRect, box: Element, sides: { x: boolean; y: boolean }) => {
        const { left, right, top, bottom } = box.getBoundingClientRect();
        const isOut =
          (sides.x && (text.left < left - 1 || text.right > right + 1)) ||
          (sides.y && (text.top < top - 1 || text.bottom > bottom + 1));
        return isOut ? `${box.tagName} .${box.getAttribute('class')}` : null;
      };
      const found: string[] = [];
      const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
        const said = node.nodeValue ?? '';
        const parent = node.parentElement;
        if (!said.includes(space) || !parent || parent.closest(outside)) continue;
        if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const text = range.getBoundingClientRect();
        if (text.width === 0) continue;
        const clips = { x: true, y: true };
        let isBoxed = false;
        for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
          const style = getComputedStyle(box);
          if (style.display === 'contents') continue;
          // Words for a screen reader alone.
          if (style.clipPath !== 'none' && box.clientWidth <= 1) break;
          const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
          const isBox: boolean = !isBoxed && isDrawn(style);
          isBoxed ||= isBox;
          const out = outOf(text, box, {
            x: clips.x && (isBox || hides(style.overflowX)),
            y: clips.y && (isBox || hides(style.overflowY)),
          });
          if (out) {
            found.push(`“${said.replaceAll(space, '')}” out of ${out}`);
            break;
          }
          if (/auto|scroll/.test(style.overflowX)) clips.x = false;
          if (/auto|scroll/.test(style.overflowY)) clips.y = false;
          if (style.position === 'fixed') break;
        }
      }
      return found;
    },
    [SPACE, OUTSIDE] as const,
  );

for (const { who, email, screens, dialogs } of [
  { who: 'an owner', email: 'owner@greben.test', screens: SCREENS, dialogs: DIALOGS },
  { who: 'an administrator', email: 'admin@greben.test', screens: ADMIN_SCREENS, dialogs: ADMIN_DIALOGS },
]) {
  test(`texts longer by 40 % are cut on no screen and in no dialog of ${who} at 390 px`, { tag: '@all' }, async ({ browser }) => {
    const page = await told(browser, backend, email, (text) => between(text, longer), PHONE);
    await page.addInitScript(readsBarcodes);
    await page.reload();
    const understood = page.getByRole('button', { name: 'Разбрах' });
    await page.addLocatorHandler(understood, () => understood.click());
    const found: string[] = [];
    const look = async (title: string) => {
      await fits(page);
      for (const text of await cut(page))
        if (!found.some((known) => known.endsWith(`: ${text}`))) found.push(`${title}: ${text}`);
    };
    for (const { path } of screens) {
      await test.step(path, async () => {
        await goTo(page, path);
        await look(path);
      });
    }
    for (const { title, presses, dialog } of openedAt(PHONE.width, dialogs)) {
      await test.step(title, async () => {
        await open(page, presses, dialog);
        await look(title);
      });
    }
    expect(found).toEqual([]);
    await page.context().close();
  });
}
