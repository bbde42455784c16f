/** The height of an hour: four steps, kept per device; the time in view stays in place (src/README.md, “How it looks”). */

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { GUTTER } from '#calendar/reads/grid-dom.ts';
import { keepZoom, keptZoom, ZOOMS, type Zoom } from '#calendar/state/calendar-memory.ts';

/** Wheel travel for one step, px: a notch of a mouse wheel is more, a trackpad's pinch adds up to it. */
const WHEEL_STEP = 60;
/** The density's own height where nothing was chosen (tokens.css). */
const DENSITY_DEFAULT = { desk: 60, touch: 100 } as const;
/** The elements that are stretched while the height of an hour changes. */
const HOURS = `.cal-col, ${GUTTER}`;
const GLIDE_MS = 200;
/** How many times their own height two fingers stretched the hours of a scroll box last. */
const stretched = new WeakMap<HTMLElement, number>();

/** The step nearest to a height. */
export function nearestZoom(height: number): Zoom {
  return ZOOMS.reduce((best, zoom) => (Math.abs(zoom - height) < Math.abs(best - height) ? zoom : best));
}

/** So many steps up or down, at most to the last one. */
export function zoomBy(from: Zoom, steps: number): Zoom {
  const at = Math.min(Math.max(ZOOMS.indexOf(from) + steps, 0), ZOOMS.length - 1);
  return ZOOMS[at] ?? from;
}

/**
 * Returns the scroll position at which the time `y` px below the box's top edge stays there; `above` px of heads and chips do not
 * grow with the hours.
 */
export function scrollAfterZoom(scrollTop: number, y: number, above: number, before: number, after: number): number {
  const inBody = scrollTop + y - above;
  return (inBody * after) / before - y + above;
}

const apply = (zoom: Zoom) => document.documentElement.setAttribute('data-zoom', String(zoom));

function densityZoom(): Zoom {
  return DENSITY_DEFAULT[document.documentElement.dataset.density === 'touch' ? 'touch' : 'desk'];
}

const chosen = createStore<{ zoom: Zoom | null }>(() => ({ zoom: keptZoom() }));

/** From now on an hour is so high, on this device. */
export function changeZoom(zoom: Zoom): void {
  keepZoom(zoom);
  chosen.setState({ zoom });
}

/** One step larger or smaller. */
export const stepZoom = (steps: 1 | -1): void => changeZoom(zoomBy(chosen.getState().zoom ?? densityZoom(), steps));

/** Returns the zoom chosen on this device; null: the density decides. */
export const chosenZoom = (): Zoom | null => chosen.getState().zoom;

/** The zoom, for who only shows it. */
export function useChosenZoom(): Zoom {
  return useStore(chosen, (state) => state.zoom) ?? densityZoom();
}

/** The zoom. The attribute at the root carries it: the grid's heights are one variable. */
export function useZoom(): Zoom {
  const zoom = useStore(chosen, (state) => state.zoom);
  useState(() => zoom && apply(zoom)); // before the grid is measured for the first time
  useLayoutEffect(() => {
    if (zoom) apply(zoom);
    return () => document.documentElement.removeAttribute('data-zoom');
  }, [zoom]);
  return zoom ?? densityZoom();
}

/** Keeps the time under the pointer (or in the middle) in place while an hour's height changes. */
export function useZoomAnchor(scroller: RefObject<HTMLElement | null>, hourHeight: number, anchor: RefObject<number | null>) {
  const before = useRef(hourHeight);
  /** The last scroll position, px: when the hours shrink, the browser may correct it before this code sees the new height. */
  const scrolled = useRef(0);
  useEffect(() => {
    const box = scroller.current;
    const follow = () => {
      scrolled.current = box?.scrollTop ?? 0;
    };
    follow();
    box?.addEventListener('scroll', follow, { passive: true });
    return () => box?.removeEventListener('scroll', follow);
  }, [scroller]);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box || before.current === hourHeight) return;
    const y = anchor.current ?? box.clientHeight / 2;
    const { top } = box.getBoundingClientRect();
    const hours = box.querySelector(GUTTER)?.getBoundingClientRect().top ?? top;
    const above = hours - top + box.scrollTop;
    scrolled.current = scrollAfterZoom(scrolled.current, y, above, before.current, hourHeight);
    box.scrollTop = scrolled.current;
    glide(box, before.current / hourHeight, top + y);
    before.current = hourHeight;
    anchor.current = null;
  }, [scroller, hourHeight, anchor]);
}

/** How far two fingers stretch the hours: between the first step and the last. */
export function pinchRatio(zoom: Zoom, spread: number): number {
  const height = Math.min(Math.max(zoom * spread, ZOOMS[0]), ZOOMS.at(-1) ?? zoom);
  return height / zoom || 1;
}

const apart = ([a, b]: TouchList | readonly Touch[]) => (a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0);

/** Ctrl and wheel over the grid, and two fingers on it. The page's own zoom elsewhere is left alone. */
export function useZoomGestures(scroller: RefObject<HTMLElement | null>, zoom: Zoom): RefObject<number | null> {
  const anchor = useRef<number | null>(null);
  const now = useRef(zoom);
  useLayoutEffect(() => {
    now.current = zoom;
  });
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    let travelled = 0;
    let pinch: { apart: number; zoom: Zoom; ratio: number; y: number } | null = null;
    const change = (next: Zoom, clientY: number) => {
      if (next === now.current) return;
      anchor.current = clientY - box.getBoundingClientRect().top;
      changeZoom(next);
    };
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      travelled = Math.sign(travelled) === Math.sign(event.deltaY) ? travelled + event.deltaY : event.deltaY;
      if (Math.abs(travelled) < WHEEL_STEP) return;
      change(zoomBy(now.current, travelled < 0 ? 1 : -1), event.clientY);
      travelled = 0;
    };
    const onTouch = (event: TouchEvent) => {
      const [a, b] = event.touches;
      if (a && b && !pinch && !('dragging' in box.dataset)) {
        pinch = { apart: apart(event.touches), zoom: now.current, ratio: 1, y: (a.clientY + b.clientY) / 2 };
      }
      if (!pinch) return;
      if (event.touches.length === 2) {
        if (event.cancelable) event.preventDefault();
        pinch.ratio = pinchRatio(pinch.zoom, apart(event.touches) / pinch.apart);
        pinchFollows(box, pinch.ratio, pinch.y);
      } else if (event.type !== 'touchmove') {
        const { zoom: was, ratio, y } = pinch;
        pinch = null;
        pinchEnds(box);
        const next = nearestZoom(was * ratio);
        if (next === was) glide(box, 1, y);
        else change(next, y);
      }
    };
    box.addEventListener('wheel', onWheel, { passive: false });
    for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const) {
      box.addEventListener(type, onTouch, { passive: false });
    }
    return () => {
      box.removeEventListener('wheel', onWheel);
      for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const) box.removeEventListener(type, onTouch);
    };
  }, [scroller]);
  return anchor;
}

/*
 * The hours change their height by a transform alone, about the time that stays in place: nothing is laid out for it. With reduced
 * motion only the fingers are followed.
 */

/** Returns the transform origin in the hours for a height in the window; all columns begin at the same height. */
const originOf = (box: HTMLElement, clientY: number) =>
  `0 ${clientY - (box.querySelector(HOURS)?.getBoundingClientRect().top ?? 0)}px`;

/** Two fingers hold the hours so many times as high as they are. */
function pinchFollows(box: HTMLElement, ratio: number, clientY: number): void {
  const origin = stretched.has(box) ? null : originOf(box, clientY);
  for (const hours of box.querySelectorAll<HTMLElement>(HOURS)) {
    if (origin) hours.style.transformOrigin = origin;
    hours.style.transform = `scaleY(${ratio})`;
  }
  stretched.set(box, ratio);
}

/** The fingers let go; `glide` goes on from where they held the hours. */
function pinchEnds(box: HTMLElement): void {
  for (const hours of box.querySelectorAll<HTMLElement>(HOURS)) {
    hours.style.transform = '';
    hours.style.transformOrigin = '';
  }
}

/** From so many times their height to their own, about that height of the window. */
function glide(box: HTMLElement, times: number, clientY: number): void {
  const from = times * (stretched.get(box) ?? 1);
  stretched.delete(box);
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
