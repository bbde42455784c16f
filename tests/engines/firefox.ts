/** Debian's stock Firefox ESR, driven by puppeteer-core over WebDriver BiDi, with a profile on the disk. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import puppeteer from 'puppeteer-core';
import type { Engine } from './engine.ts';

const FIREFOX = process.env.GREBEN_FIREFOX ?? '/usr/bin/firefox-esr';

export async function firefox(): Promise<Engine> {
  const profile = mkdtempSync(path.join(tmpdir(), 'greben-firefox-'));
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    userDataDir: profile,
    headless: true,
    defaultViewport: { width: 1440, height: 900 },
    env: { ...process.env, TZ: 'Europe/Sofia', MOZ_DISABLE_CONTENT_SANDBOX: '1' },
    // The question whether data may be kept is Firefox's own; nobody is there to answer it.
    extraPrefsFirefox: { 'intl.accept_languages': 'bg-BG,bg,en', 'permissions.default.persistent-storage': 2 },
  });
  const [page = await browser.newPage()] = await browser.pages();
  return {
    name: 'Firefox',
    goto: async (url) => void (await page.goto(url)),
    // Its own reload says NS_BINDING_ABORTED where the page has begun to fetch in the background.
    reload: async () => void (await page.goto(page.url())),
    ask: (body, ...given) => page.evaluate(`(function (arguments_) { ${body} })(${JSON.stringify(given)})`) as Promise<never>,
    press: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    async close() {
      await browser.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }); // its last processes may still write
    },
  };
}
