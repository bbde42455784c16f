/**
 * Every word on a screen comes from the texts, and there is room for longer ones: the built app with other texts in its files. The
 * salon's own rows are of digits, so that a letter that is left is one that somebody wrote beside the texts.
 */
import { expect, type Page, test } from '@playwright/test';
import { STARTER_SERVICES } from '#features/first-steps/starter-list.ts';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { follow } from '../support/looks.ts';
import { between, told } from '../support/told.ts';

const SCREENS = [
  ...['/calendar', '/employees', '/employees/add', '/services', '/employees/edit/maria', '/services/add', '/services/categories'],
  ...['/services/edit/service-cut', '/products', '/products/add', '/products/groups', '/products/edit/product-toner'],
  ...['/products/revision', '/clients', '/clients/add', '/clients/client-anna', '/clients/edit/client-anna'],
  ...[
    '/shifts',
    '/salon',
    '/salon/people',
    '/salon/move-in',
    '/profile',
    '/sync',
    '/first-steps',
    '/first-steps/services',
    '/calendar/add',
  ],
];

/** The columns of the seed that a person reads. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  salons: ['name_bg', 'name_en', 'comment'],
  resources: ['name', 'position', 'username'],
  employee_groups: ['name'],
  services: ['name', 'name_bg', 'name_en', 'category'],
  service_groups: ['name'],
  clients: ['name', 'first_name', 'last_name', 'address', 'city', 'notes'],
  products: ['name', 'group_name', 'unit'],
  product_groups: ['name'],
  events: ['title', 'notes'],
  users: ['name'],
  user_errors: ['error_message', 'error_stack', 'page_url', 'browser_info'],
};

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
  for (const [table, columns] of Object.entries(OWN)) {
    const set = columns.map((column) => `${column} = regexp_replace(${column}, '[[:alpha:]]', '7', 'g')`).join(', ');
    await backend.sql.unsafe(`update public.${table} set ${set}`);
  }
});
test.afterAll(() => backend.stop());

async function walk(page: Page, look: (path: string) => Promise<void>): Promise<void> {
  for (const path of SCREENS) {
    await test.step(path, async () => {
      if (new URL(page.url()).pathname !== path) {
        // An address changes before its screen is there: the former one is marked, and none of two that follow draws the other's.
        await page.evaluate(() => document.querySelector('main')?.setAttribute('data-former', ''));
        await follow(page, path);
      }
      const screen = page.locator('main:not([data-former])');
      await expect(screen.locator('h1').first()).toBeVisible();
      await expect(screen.locator('.skeleton, [data-calendar-loading]')).toHaveCount(0);
      if (path === '/calendar/add') await expect(page.getByRole('dialog')).toBeVisible();
      await look(path);
    });
  }
}

/** The starter list is a table of its own, in both languages. */
const STARTERS = Object.values(STARTER_SERVICES)
  .flat()
  .flatMap(({ name, category }) => `${name.bg} ${category.bg}`.split(/[ -]/))
  .map((word) => new RegExp(`^${word}$`));

/** Words that are no texts: dates as the language writes them, amounts, sizes, zones, keys, the languages' own names, the brand. */
const NO_TEXTS = [
  /\p{L}+(?:@[\w.]+)/u,
  /^(?:януари|февруари|март|април|май|юни|юли|август|септември|октомври|ноември|декември|яну|фев|мар|апр|юни|юли|авг|сеп|окт|ное|дек)$/u,
  /^(?:понеделник|вторник|сряда|четвъртък|петък|събота|неделя|пн|вт|ср|чт|пт|сб|нд|г|ч|лв|бр|KB|MB|GB|B|кБ|МБ|ГБ)$/u,
  /^(?:Ctrl|Shift|Esc|Enter|Home|End|PageUp|PageDown|Delete|F|N|K|T|D|W|M|Z|X|V|B)$/,
  /^(?:Europe|America|Asia|Australia|Sofia|London|Paris|New_York|Los_Angeles|Tokyo|Dubai|Sydney|dd|MM|yyyy|BGN|EUR|USD)$/,
  /^(?:Гребен|Greben|Български|English|BG|EN|OW|NU|owner|greben|test|http|localhost)$/,
  /^[ПВСЧН]$/u, // weekdays at their narrowest
  /^(?:Chrome|Linux)$/, // what a device calls itself
  ...STARTERS,
  /^(?:CC|Client|client|nameless)$/, // someone without a name is called by the id (document 3 §3)
];

test('no screen says a word that is not in the texts', { tag: '@all' }, async ({ browser }) => {
  test.setTimeout(240_000);
  const page = await told(
    browser,
    backend,
    'owner@greben.test',
    (text) => `⟦${between(text, (part) => part.replace(/\p{L}/gu, '·'))}⟧`,
    {
      width: 1440,
      height: 900,
    },
  );
  const found: string[] = [];
  await walk(page, async (path) => {
    const said = await page.evaluate(() => {
      const words: string[] = [];
      const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
        if (node.parentElement?.closest('script, style, input, textarea')) continue;
        words.push(node.textContent ?? '');
      }
      for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) words.push(element.getAttribute(name) ?? '');
      return words;
    });
    const words = said
      .map((text) => text.replace(/#[0-9a-f]{6}\b/gi, '')) // a colour is called by its number
      .flatMap((text) => text.match(/[\p{L}_@.]*\p{L}[\p{L}_@.]*/gu) ?? [])
      .map((word) => word.replace(/\.+$/, ''));
    const bare = new Set(words.filter((word) => !NO_TEXTS.some((known) => known.test(word))));
    if (bare.size > 0) found.push(`${path}: ${[...bare].join(' ')}`);
  });
  expect(found).toEqual([]);
  await page.context().close();
});
