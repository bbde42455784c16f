/** Looks into a page that may be loading itself anew. */
import type { Page } from '@playwright/test';

/** As `page.evaluate`; a page that goes away under the look is looked at again once it is there. */
export async function throughReload<T>(page: Page, look: () => T | Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await page.evaluate(look);
    } catch (error) {
      if (!/Execution context was destroyed|Cannot find context/.test(String(error))) throw error;
      await page.waitForLoadState();
    }
  }
}
