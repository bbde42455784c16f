/** What long lists cost on a page: keys, openings, the work of the main thread. */
import type { CDPSession, Page } from '@playwright/test';
import { note, times } from './figures.ts';

/** As a tablet of a few years. */
export const SLOWED = 4;

/** From the click on a link to the frame in which a row of the list behind it stands. */
export const opened = (page: Page, link: string, row: string): Promise<number> =>
  page.evaluate(
    ([name, selector]) =>
      new Promise<number>((resolve, reject) => {
        const at = [...document.querySelectorAll('a')].find((one) => (one.ariaLabel ?? one.textContent ?? '').trim() === name);
        if (!at) return reject(new Error(`no link ${name}`));
        const from = performance.now();
        const look = () => {
          if (document.querySelector(selector ?? '')) requestAnimationFrame(() => resolve(performance.now() - from));
          else requestAnimationFrame(look);
        };
        at.click();
        requestAnimationFrame(look);
      }),
    [link, row],
  );

/** What typing a text into a field costs: until React is done with it, and until the frame after it has been painted. */
export async function key(page: Page, field: string, text: string): Promise<{ work: number; painted: number }> {
  return page.evaluate(
    async ([selector, value]) => {
      const input = document.querySelector<HTMLInputElement>(selector ?? '');
      if (!input) throw new Error(`no field ${selector}`);
      await new Promise(requestAnimationFrame);
      const from = performance.now();
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await Promise.resolve();
      const work = performance.now() - from;
      await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      return { work, painted: performance.now() - from };
    },
    [field, text],
  );
}

/** What the main thread has worked, ms: holds still on a busy machine, as wall times do not. */
export async function worked(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

export async function keys(page: Page, what: string, field: string, texts: readonly string[]): Promise<void> {
  const work: number[] = [];
  const painted = await times(texts.length, async (run) => {
    const cost = await key(page, field, texts[run] ?? '');
    work.push(cost.work);
    return cost.painted;
  });
  note(`${what}: work of a key`, work);
  note(`${what}: a key until it is painted`, painted);
}
