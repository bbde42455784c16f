/** Each screen once in each look: it stands, shows what there is, fits, and says nothing wrong to anybody. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { DEMO_PASSWORD, startBackend, type TestBackend } from '../../support/test-backend.ts';
import { ADMIN_SCREENS, SCREENS, type Screen } from '../support/all-screens.ts';
import { Device } from '../support/device.ts';
import { fits, follow, judge, under } from '../support/looks.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

interface Look {
  name: string;
  language?: 'en';
  dark?: true;
  viewport: { width: number; height: number };
  touch?: true;
  /** Judged by axe-core too. */
  judged?: true;
  /** In `npm test` too. */
  always?: true;
}

const DESK = { width: 1440, height: 900 };
const LOOKS: readonly Look[] = [
  { name: 'Bulgarian, light, on a desk', viewport: DESK, judged: true, always: true },
  { name: 'English, on a desk', language: 'en', viewport: DESK },
  { name: 'dark, on a desk', dark: true, viewport: DESK, judged: true },
  { name: 'a phone of 390 px', viewport: { width: 390, height: 844 }, touch: true, always: true },
  { name: 'an upright tablet of 820 px', viewport: { width: 820, height: 1180 }, touch: true },
];

async function stands(page: Page, shows: Screen['shows']): Promise<void> {
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveCount(1);
  await expect(title).toBeVisible();
  await expect(title).not.toBeEmpty();
  if (shows) await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible();
  await fits(page);
}

/** A device in that look, on the landing page, with an ear for errors: what a page says of them, what its policy refuses, who else is asked. */
async function openIn(look: Look, browser: Browser): Promise<{ device: Device; errors: string[] }> {
  const device = await Device.open(browser, backend, { viewport: look.viewport, touch: look.touch ?? false });
  const { page } = device;
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  // A browser may refuse without a word: an inline style, a script's address that is only text.
  await page.exposeFunction('refused', (what: string) => errors.push(`refused by the policy: ${what}`));
  await page.addInitScript(() => {
    const { refused } = window as unknown as { refused(what: string): void };
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      refused(`${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  const ours = [device.proxy.url, device.proxy.url.replace('http', 'ws'), 'data:', 'blob:'];
  const hear = (asked: { url(): string }) => {
    if (!ours.some((start) => asked.url().startsWith(start))) errors.push(`somebody else was asked: ${asked.url()}`);
  };
  device.context.on('request', hear);
  page.on('websocket', hear);
  if (look.dark) await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-theme', look.dark ? 'dark' : 'light');
  if (look.language === 'en') await page.getByRole('radio', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', look.language ?? 'bg');
  return { device, errors };
}

async function signIn(page: Page, look: Look, email: string): Promise<void> {
  const words = look.language === 'en' ? (['Email', 'Password', 'Login'] as const) : (['Имейл', 'Парола', 'Вход'] as const);
  const form = under(page, words[2]);
  await form.getByLabel(words[0]).fill(email);
  await form.getByLabel(words[1], { exact: true }).fill(DEMO_PASSWORD);
  await form.getByRole('button', { name: words[2], exact: true }).click();
}

for (const look of LOOKS) {
  const details = look.always ? {} : { tag: '@all' };
  test(`every screen stands: ${look.name}`, details, async ({ browser }) => {
    const { device, errors } = await openIn(look, browser);
    const { page } = device;
    const visit = (screen: Screen) =>
      test.step(screen.path, async () => {
        if (new URL(page.url()).pathname !== screen.path) await follow(page, screen.path);
        await stands(page, screen.shows);
        if (screen.judged && look.judged) await judge(page);
        expect(errors).toEqual([]);
      });
    // This server holds a seed: what tries it out reads its accounts.
    const doors = ['/', '/register', '/join', '/login'].map((path) => ({
      path,
      ...(path === '/register' || path === '/join' ? {} : { shows: 'greben-demo' }),
    }));
    for (const door of doors) await visit({ ...door, judged: true });
    await signIn(page, look, 'owner@greben.test');
    await device.calendarReady();
    await device.synced();
    for (const screen of SCREENS) await visit(screen);
    await follow(page, '/calendar/add');
    await expect(page.getByRole('dialog')).toBeVisible();
    if (look.judged) await judge(page);
    await device.close();
  });

  // `npm test` looks at the administrator's screens on a desk, where they are used; `npm run test:all` under fingers too.
  test(`every screen of the administrator stands: ${look.name}`, look.touch ? { tag: '@all' } : details, async ({ browser }) => {
    const { device, errors } = await openIn(look, browser);
    const { page } = device;
    await follow(page, '/login');
    await signIn(page, look, 'admin@greben.test');
    await expect(page).toHaveURL(/\/admin$/);
    for (const { path, shows } of ADMIN_SCREENS) {
      await test.step(path, async () => {
        await follow(page, path);
        await stands(page, shows);
        expect(errors).toEqual([]);
      });
    }
    await device.close();
  });
}
