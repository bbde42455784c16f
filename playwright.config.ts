import { defineConfig } from '@playwright/test';

/** The browser's stories: the production build, the real backend, a real service worker, Debian's Chromium. */
export default defineConfig({
  testDir: './tests/e2e',
  globalSetup: './tests/support/global-setup.ts',
  outputDir: './test-results',
  timeout: 180_000,
  expect: { timeout: 15_000 },
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  use: {
    browserName: 'chromium',
    locale: 'bg-BG',
    timezoneId: 'Europe/Sofia',
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    actionTimeout: 15_000,
    launchOptions: {
      executablePath: process.env.GREBEN_CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
