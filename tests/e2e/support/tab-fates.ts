/** What a browser does to a tab behind a person's back, by the browser's own commands. */
import { expect } from '@playwright/test';
import type { Device } from './device.ts';

/** The tab's process dies, as when the system is short of memory: its locks are gone and its requests broken off. */
export async function crash(tab: Device): Promise<void> {
  const cdp = await tab.context.newCDPSession(tab.page);
  const crashed = tab.page.waitForEvent('crash');
  // Nobody is left to answer the command.
  cdp.send('Page.crash').catch(() => undefined);
  await crashed;
  await tab.page.close();
}

export interface FrozenTab {
  /** How often its heart has beaten so far, read past the page's own scripts. */
  beats(): Promise<number>;
  /** In front again, as when the person returns to it. */
  thaw(): Promise<void>;
}

declare global {
  interface Window {
    heartbeats?: number;
  }
}

/** Freezes a tab of a plain browser, whose heart has been seen beating. That it stands still is the story's to assert. */
export async function freeze(tab: Device): Promise<FrozenTab> {
  const cdp = await tab.context.newCDPSession(tab.page);
  const beats = async () => {
    const { result } = await cdp.send('Runtime.evaluate', { expression: 'window.heartbeats' });
    return Number(result.value);
  };
  await tab.page.evaluate(() => {
    window.heartbeats = 0;
    setInterval(() => {
      window.heartbeats = (window.heartbeats ?? 0) + 1;
    }, 20);
  });
  await expect.poll(beats).toBeGreaterThan(2);
  await cdp.send('Page.setWebLifecycleState', { state: 'frozen' });
  return {
    beats,
    async thaw() {
      await cdp.send('Page.setWebLifecycleState', { state: 'active' });
      await tab.page.bringToFront();
    },
  };
}
