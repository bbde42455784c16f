/** The built app with other texts in its files than those that it was built with. */
import { type Browser, expect, type Page } from '@playwright/test';
import { DEMO_PASSWORD, type TestBackend } from '../../support/test-backend.ts';
import { STORY_TIME } from './device.ts';

/** The files of the build that hold texts (build/code-groups.ts). */
const FILES = /\/assets\/texts-\w+-(?:first|later)-[\w-]{8}\.js$/;

/** A signed-in page whose texts are told otherwise. Without a service worker: it would bring the texts as they were built. */
export async function told(
  browser: Browser,
  backend: TestBackend,
  email: string,
  tell: (text: string) => string,
  viewport: { width: number; height: number },
): Promise<Page> {
  const context = await browser.newContext({
    ...{
      baseURL: backend.url,
      viewport,
      serviceWorkers: 'block',
      locale: 'bg-BG',
      timezoneId: 'Europe/Sofia',
      reducedMotion: 'reduce',
    },
  });
  await context.clock.install({ time: STORY_TIME });
  const page = await context.newPage();
  await page.route(FILES, async (route) => {
    const response = await route.fetch();
    const code = await response.text();
    const body = code.replace(/`((?:[^`\\]|\\.)*)`/g, (_, text: string) => `\`${tell(text)}\``);
    await route.fulfill({ response, body });
  });
  await page.goto('/login');
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(DEMO_PASSWORD);
  await page.locator('main button[type=submit]').click();
  // Passwords are hashed slowly on purpose, and here beside other stories.
  await expect(page).not.toHaveURL(/\/login$/, { timeout: 60_000 });
  return page;
}

/** What a text keeps: places to fill, and marks for what is drawn in them. */
const KEPT = /{{[^}]*}}|<\/?\w+>|\\./g;
export const between = (text: string, change: (part: string) => string): string => {
  const kept = text.match(KEPT) ?? [];
  return text
    .split(KEPT)
    .map((part, at) => change(part) + (kept[at] ?? ''))
    .join('');
};
