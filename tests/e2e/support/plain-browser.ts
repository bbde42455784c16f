/**
 * Chromium as people have it. Playwright's own keeps every tab awake and visible (`Page.setWebLifecycleState` answers and
 * does nothing) and no page for the way back; one that is only connected to has tabs that hide, freeze and return.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type BrowserContext, chromium } from '@playwright/test';
import config from '../../../playwright.config.ts';
import { installedBrowsers, thisMachine } from '../../chromium.mjs';

const { args = [] } = config.use?.launchOptions ?? {};
/** Never the headless shell: to that one every tab is in front, and no page is kept for the way back. */
const executablePath = installedBrowsers(thisMachine()).GREBEN_WHOLE_CHROMIUM ?? chromium.executablePath();

export interface PlainBrowser {
  /** Its only context: what this person has open. */
  readonly context: BrowserContext;
  close(): Promise<void>;
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stderr) throw new Error('Chromium has no voice');
  for await (const line of createInterface(child.stderr)) {
    const found = /ws:\/\/\S+/.exec(line);
    if (found) return found[0];
  }
  throw new Error('Chromium ended before it was ready');
}

export async function plainBrowser(): Promise<PlainBrowser> {
  const profile = mkdtempSync(path.join(tmpdir(), 'greben-browser-'));
  const own = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, '--accept-lang=bg-BG'];
  const child = spawn(executablePath, [...args, ...own, '--window-size=1440,900', 'about:blank'], {
    env: { ...process.env, TZ: 'Europe/Sofia' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const browser = await chromium.connectOverCDP(await addressOf(child), { noDefaults: true });
  child.stderr?.resume();
  const [context] = browser.contexts();
  if (!context) throw new Error('Chromium has no window');
  return {
    context,
    async close() {
      const gone = once(child, 'exit');
      await (await browser.newBrowserCDPSession()).send('Browser.close');
      await gone;
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
