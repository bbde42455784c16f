/** What is asked of a screen in every look. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Locator, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** As a link would: without loading the app anew. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/**
 * What stands under this headline. An address changes before the screen of the former one goes, and sign-in and registration
 * have fields of the same name: what is typed by the name alone may be typed into the screen that is about to go.
 */
export const under = (page: Page, headline: string): Locator =>
  page.getByRole('main').filter({ has: page.getByRole('heading', { level: 1, name: headline, exact: true }) });

/** Nothing sticks out to the side. */
export async function fits(page: Page): Promise<void> {
  const { needed, there } = await page.evaluate(() => ({
    needed: Math.max(document.documentElement.scrollWidth, document.body.scrollWidth),
    there: document.documentElement.clientWidth,
  }));
  expect(needed).toBeLessThanOrEqual(there);
}

/** By axe-core: nothing serious. */
export async function judge(page: Page): Promise<void> {
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`));
  });
  expect(found).toEqual([]);
}
