/**
 * How the height of an hour changes before one's eyes: the hours are stretched by transform alone, about the time that stays in
 * place; nothing is laid out for it. Where less motion is asked for, only fingers are followed.
 */
const HOURS = `.cal-col, ${GUTTER}`;
const GLIDE_MS = 200;
/** How many times as high as they are the hours were held last, by their scroll box. */
const held = new WeakMap<HTMLElement, number>();

import { GUTTER } from '#calendar/reads/grid-dom.ts';

/** Where in the hours that height of the window lies; all columns stand equally high. */
const originOf = (box: HTMLElement, clientY: number) =>
  `0 ${clientY - (box.querySelector(HOURS)?.getBoundingClientRect().top ?? 0)}px`;

/** Two fingers hold the hours so many times as high as they are. */
export function pinchFollows(box: HTMLElement, ratio: number, clientY: number): void {
  const origin = held.has(box) ? null : originOf(box, clientY);
  for (const hours of box.querySelectorAll<HTMLElement>(HOURS)) {
    if (origin) hours.style.transformOrigin = origin;
    hours.style.transform = `scaleY(${ratio})`;
  }
  held.set(box, ratio);
}

/** The fingers let go; `glide` goes on from where they held the hours. */
export function pinchEnds(box: HTMLElement): void {
  for (const hours of box.querySelectorAll<HTMLElement>(HOURS)) {
    hours.style.transform = '';
    hours.style.transformOrigin = '';
  }
}

/** From so many times their height to their own, about that height of the window. */
export function glide(box: HTMLElement, times: number, clientY: number): void {
  const from = times * (held.get(box) ?? 1);
  held.delete(box);
  if (from === 1 || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const transformOrigin = originOf(box, clientY);
  const frames = [
    { transform: `scaleY(${from})`, transformOrigin },
    { transform: 'none', transformOrigin },
  ];
  for (const hours of box.querySelectorAll<HTMLElement>(HOURS)) {
    hours.animate(frames, { duration: GLIDE_MS, easing: 'cubic-bezier(.2, .7, .2, 1)' });
  }
}
