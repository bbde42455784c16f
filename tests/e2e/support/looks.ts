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

/** Nothing sticks out to the side or below, nor out of the top bar, which would hide it. */
export async function fits(page: Page): Promise<void> {
  const { needed, there } = await page.evaluate(() => ({
    needed: Math.max(document.documentElement.scrollWidth, document.body.scrollWidth),
    there: document.documentElement.clientWidth,
  }));
  expect(needed).toBeLessThanOrEqual(there);
  const cut = await page
    .locator('.topbar :is(button, a)')
    .evaluateAll((parts) =>
      parts
        .filter((part) => part.getBoundingClientRect().right > innerWidth + 1)
        .map((part) => part.getAttribute('aria-label') ?? part.textContent),
    );
  expect(cut, 'what the top bar cuts').toEqual([]);
  // In the frame of the app the screen's own part scrolls, never the whole page: it would leave the bar and the menu behind.
  // But on a phone's layout as low for its text as a desk's window at 400 %, where nothing else would have room (shell.css).
  const below = await page.evaluate(() =>
    document.querySelector('.topbar') && !(document.querySelector('.tabbar') && matchMedia('(max-height: 27rem)').matches)
      ? document.documentElement.scrollHeight - document.documentElement.clientHeight
      : 0,
  );
  expect(below, 'how far the whole page scrolls').toBe(0);
  // That part scrolls in itself, so nothing in it makes the page wider; what is wide on purpose has a part of its own that scrolls.
  const aside = await page
    .locator('main > .overflow-auto')
    .evaluateAll((parts) => parts.map((part) => part.scrollWidth - part.clientWidth));
  expect(Math.max(0, ...aside), 'how far the screen scrolls to the side').toBe(0);
}

/** Words stand in lines: nothing is so narrow that its words are broken into letters, one below the other. */
export async function readable(page: Page): Promise<void> {
  const squeezed = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('h1, h2, h3, p, a, b, button, dt, dd, td, th, label, li, span')]
      .filter((element) =>
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && /\p{L}{5}/u.test(`${node.nodeValue}`)),
      )
      .filter(
        (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest('.sr-only'),
      )
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        const { fontSize, textOverflow } = getComputedStyle(element);
        const letter = Number.parseFloat(fontSize);
        // Nor does a chosen value end in three dots after its first letters.
        if (textOverflow === 'ellipsis' && element.closest('button.input'))
          return element.scrollWidth > width + 1 && width < 4 * letter;
        return width > 1 && width < 3 * letter && height > 4 * letter;
      })
      .map((element) => `${element.tagName} “${element.textContent?.trim().slice(0, 40)}”`)
      .concat(
        [...document.querySelectorAll<HTMLInputElement>('input.input, textarea')]
          .filter(
            (field) => field.checkVisibility() && field.clientWidth < 3 * Number.parseFloat(getComputedStyle(field).fontSize),
          )
          .map((field) => `${field.tagName} “${field.labels?.[0]?.textContent ?? field.getAttribute('aria-label')}”`),
      ),
  );
  expect.soft(squeezed, 'what is squeezed').toEqual([]);
}

/**
 * Nothing said or pressed is cut off at a side, lies beside the screen or spills out of its button, and nothing scrolls sideways.
 * Not what does so on purpose: the calendar's grid, tables, program text, the strip of the team, names that end in three dots.
 */
export async function withinSides(page: Page): Promise<void> {
  const wrong = await page.evaluate(() => {
    const seen = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) =>
        !element.closest('.cal, [role=grid], .overflow-x-auto, pre, .sr-only, [inert], [aria-hidden=true]') &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    );
    const told = (element: Element) =>
      `${element.tagName} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`;
    /** What there is to see of it lies between these; `null`: it ends in three dots. */
    const room = (element: Element): { from: number; to: number } | null => {
      const whole = { from: 0, to: innerWidth };
      for (let part: Element | null = element; part && part !== document.body; part = part.parentElement) {
        const { overflowX, textOverflow, position } = getComputedStyle(part);
        if (textOverflow === 'ellipsis') return null;
        const { left, right } = part.getBoundingClientRect();
        if (overflowX !== 'visible') Object.assign(whole, { from: Math.max(whole.from, left), to: Math.min(whole.to, right) });
        if (position === 'fixed') break;
      }
      return whole;
    };
    const range = document.createRange();
    const aside = seen
      .filter((element) => !element.closest('table'))
      .flatMap((element) => {
        const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
        const boxes = texts.flatMap((text) => {
          range.selectNodeContents(text);
          return [...range.getClientRects()];
        });
        if (element.matches('button, a, input, select, textarea')) boxes.push(element.getBoundingClientRect());
        const place = boxes.length > 0 ? room(element) : null;
        if (!place) return [];
        const left = Math.min(...boxes.map((box) => box.left));
        const right = Math.max(...boxes.map((box) => box.right));
        const { from, to } = place;
        if (to - from <= 1) return []; // for screen readers only
        return left < from - 1 || right > to + 1
          ? [`${told(element)} from ${Math.round(left)} to ${Math.round(right)} in ${Math.round(from)} to ${Math.round(to)}`]
          : [];
      });
    const spilling = seen
      .filter((element) => element.matches('button, .btn, [role=radio]') && getComputedStyle(element).overflowX === 'visible')
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 2)
      .map((element) => `${told(element)} spills ${element.scrollWidth} of ${element.clientWidth}`);
    const scrolling = seen
      .filter((element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX))
      .filter((element) => !element.querySelector('.cal, [role=grid]') && element.scrollWidth > element.clientWidth)
      .map((element) => `${element.className} scrolls ${element.scrollWidth} of ${element.clientWidth}`);
    return [...aside, ...spilling, ...scrolling];
  });
  expect.soft(wrong, 'what lies beside the screen').toEqual([]);
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

/** Nothing moves where a person has asked for less motion. */
export async function calm(page: Page): Promise<void> {
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().endTime) > 0)
        .map((animation) => {
          const { target } = animation.effect as KeyframeEffect;
          return `${target?.tagName} .${target?.className}: ${(animation as CSSAnimation).animationName ?? (animation as CSSTransition).transitionProperty}`;
        }),
    );
  expect.soft(await moving(), 'what moves').toEqual([]);
  // Nor would anything: a press, the pointer or the next dialog begins what stands in the styles.
  const wouldMove = await page.evaluate(() => {
    const longest = (times: string) =>
      Math.max(...times.split(',').map((time) => Number.parseFloat(time) * (time.trim().endsWith('ms') ? 1 : 1000)));
    return [...document.querySelectorAll('*')].flatMap((element) =>
      ['', '::before', '::after'].flatMap((part) => {
        const { transitionDuration, animationName, animationDuration } = getComputedStyle(element, part);
        const ms = Math.max(longest(transitionDuration), animationName === 'none' ? 0 : longest(animationDuration));
        return ms > 1 ? [`${element.tagName} .${element.getAttribute('class')}${part}: ${ms} ms`] : [];
      }),
    );
  });
  expect.soft(wouldMove, 'what would move').toEqual([]);
}

/**
 * Whatever can be pressed or filled in can be scrolled to, and nothing stands over its middle. Not the calendar's grid and not
 * tables: they scroll in themselves, both ways. A link to a place of the page itself shows when it has the focus.
 */
export async function reachable(page: Page, within = 'body'): Promise<void> {
  const hidden = await page.evaluate((root) => {
    const pressed = 'button, a[href]:not([href^="#"]), input, select, textarea, [role=button], [role=switch], [role=combobox]';
    const own = (element: Element, hit: Element | null) =>
      hit !== null && (element.contains(hit) || hit.contains(element) || (element.closest('label')?.contains(hit) ?? false));
    return [...document.querySelectorAll(`${root} :is(${pressed})`)]
      .filter((element) => !element.closest('[data-calendar] .cal, [role=grid], table, [aria-hidden=true], [inert], .sr-only'))
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .flatMap((element) => {
        const before = element.getBoundingClientRect();
        if (before.width < 2 || before.height < 2) return [];
        element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
        const { x, y, width, height } = element.getBoundingClientRect();
        const hit = document.elementFromPoint(x + width / 2, y + height / 2);
        if (own(element, hit)) return [];
        const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
        return [
          `${element.tagName} “${name.trim().slice(0, 40)}” at ${Math.round(x)},${Math.round(y)} under ${hit?.outerHTML.slice(0, 120)}`,
        ];
      });
  }, within);
  expect.soft(hidden, 'what is covered').toEqual([]);
}
