import { defineConfig } from '@playwright/test';
import { installedBrowsers, thisMachine } from './tests/chromium.mjs';

/** Chromium's address bar loads two pages of its own into every window, which cost half of what opening a window costs. */
const NO_ADDRESS_BAR = '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup';
/** The last such switch counts, so these are Playwright's own again, as far as they matter here. */
const AS_PLAYWRIGHT =
  'AvoidUnnecessaryBeforeUnloadCheckSync,HttpsUpgrades,MediaRouter,OptimizationHints,ThirdPartyStoragePartitioning';

/** The installed browser, without a window where there is such a one (tests/chromium.mjs); without any Playwright takes its own. */
const { GREBEN_CHROMIUM: installed } = installedBrowsers(thisMachine());

/** The browser's stories: the production build, the real backend, a real service worker, an installed Chromium. */
export default defineConfig({
  testDir: './tests/e2e',
  globalSetup: ['./tests/support/global-setup.ts', './tests/support/backend-setup.ts'],
  outputDir: './test-results',
  // These limits end what hangs, also on a busy machine; how fast something is, the bench measures.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  use: {
    browserName: 'chromium',
    locale: 'bg-BG',
    timezoneId: 'Europe/Sofia',
    viewport: { width: 1440, height: 900 },
    // A trace costs a story a fifth of its time: `GREBEN_TRACE=retain-on-failure node tests/run.mjs e2e` when one is needed.
    trace: process.env.GREBEN_TRACE === 'retain-on-failure' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    launchOptions: {
      ...(installed ? { executablePath: installed } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        `${NO_ADDRESS_BAR},${AS_PLAYWRIGHT}`,
        // For the stories only: the bench takes these options too, and measures Chromium as people have it.
        ...(process.env.GREBEN_STORY_SWITCHES?.split(' ') ?? []),
      ],
    },
  },
});
