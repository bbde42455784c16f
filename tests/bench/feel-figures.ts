/**
 * How the main stories feel on a slow device (CPU slowed 4 times, as a cheap tablet): from a press to the next paint, how much the
 * page jumps, and a cold start without a network. Budgets of issue 15: p95 under 100 ms, under 0.02, p50 under 3.5 s.
 */
import type { Browser, Page } from '@playwright/test';
import { Device } from '../e2e/support/device.ts';
import { follow } from '../e2e/support/looks.ts';
import type { TestBackend } from '../support/test-backend.ts';
import { count, note, times, took } from './figures.ts';
import { HELD } from './presses-figures.ts';

const SLOWED = 4;
const ROUNDS = 5;

/** What the browser does not tell of takes less, ms. */
const LEAST = 16;

interface Felt {
  /** By the browser's number of the interaction: how long the slowest of its events took, ms. */
  presses: Record<number, number>;
  jumped: number;
}

/** Runs in the page before anything else. The durations are the browser's own, in steps of 8 ms. */
function feel(least: number): void {
  const felt: Felt = { presses: {}, jumped: 0 };
  Object.assign(window, { felt });
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if (interactionId) felt.presses[interactionId] = Math.max(duration, felt.presses[interactionId] ?? 0);
  }).observe({ type: 'event', durationThreshold: least, buffered: true } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { hadRecentInput: boolean; value: number })[])
      if (!entry.hadRecentInput) felt.jumped += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

async function slow(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
}

/** Looking at a day, booking, searching, counting: what a front desk presses most. */
async function work({ page }: Device): Promise<void> {
  await page.getByRole('button', { name: 'Следващ ден' }).click(HELD);
  await page.getByRole('button', { name: 'Предишен ден' }).click(HELD);
  await page.getByRole('button', { name: 'Нов час' }).first().click(HELD);
  await page.getByRole('dialog').getByRole('button', { name: 'Отказ' }).click(HELD);
  await page.keyboard.press('Control+K');
  await page.getByRole('dialog').getByRole('combobox').pressSequentially('ма');
  const palette = page.getByRole('dialog');
  while (await palette.isVisible()) await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Клиенти', exact: true }).click(HELD);
  await page.getByRole('searchbox').first().pressSequentially('ив');
  await page.getByRole('link', { name: 'Календар', exact: true }).click(HELD);
}

export async function feelFigures(browser: Browser, backend: TestBackend): Promise<void> {
  const tablet = await Device.open(browser, backend, { clock: null });
  await tablet.context.addInitScript(feel, LEAST);
  await tablet.signIn('owner@greben.test');
  await tablet.page.locator('[data-calendar][data-ready="true"]').waitFor();
  await tablet.synced();
  await slow(tablet.page);
  await times(ROUNDS, () => took(() => work(tablet)));
  const felt = await tablet.page.evaluate(() => {
    const { interactionCount } = performance as Performance & { interactionCount: number };
    return { ...(window as unknown as { felt: Felt }).felt, interactionCount };
  });
  const told = Object.values(felt.presses);
  const untold = Array.from({ length: felt.interactionCount - told.length }, () => LEAST);
  note(`slowed ${SLOWED} times: from a press to the next paint`, [...told, ...untold]);
  count(`slowed ${SLOWED} times: how much the page jumped, thousandths (at most 20)`, Math.round(felt.jumped * 1000));
  await follow(tablet.page, '/calendar');
  await tablet.offline();
  await tablet.page.close();
  note(
    `slowed ${SLOWED} times: cold start without a network: the calendar stands`,
    await times(ROUNDS, async () => {
      const page = await tablet.context.newPage();
      await slow(page);
      const ms = await took(async () => {
        await page.goto('/calendar');
        await page.locator('[data-calendar][data-ready="true"]').waitFor();
      });
      await page.close();
      return ms;
    }),
  );
  await tablet.close();
}
