import { type RefObject, useEffect, useLayoutEffect } from 'react';
import type { LocalDate } from '#domain/time/time.ts';

/** px: a finger that goes back so far wants the people again; one that trembles does not fold them away. */
const BACK = 24;
const AWAY = 8;

/** Which way a scroll goes that a finger began: a turn counts from where it was made. */
export class ScrollTurns {
  private from: number;
  private last: number;

  constructor(top: number) {
    this.from = top;
    this.last = top;
  }

  /**
   * @param top the new position, px
   * @param room the height that the strip takes at the top of the day, px: above it nothing is gained by folding
   * @returns true: it may fold; false: it is wanted; null: as it is
   */
  to(top: number, room: number): boolean | null {
    const down = top > this.last;
    if (down !== this.last > this.from) this.from = this.last;
    this.last = top;
    if (top <= room) return false;
    if (down) return top - this.from >= AWAY ? true : null;
    return this.from - top >= BACK ? false : null;
  }
}

/** The part of the page that has both the strip and the day. */
const PAGE = 'main';
const FOLDED = 'data-folded';

/**
 * On a phone the strip of people stands over the top of the day (`--strip-room`, calendar.css) and goes under the bar while a finger
 * scrolls down: the day gains its height, and no row moves under the finger, as it would if the day itself became higher. A turn
 * back, the top of the day, another day and the keyboard's focus bring it again. Before a finger or a wheel has scrolled, nothing folds it.
 */
export function useFoldingStrip(scroller: RefObject<HTMLElement | null>, date: LocalDate): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day has its people in sight
  useLayoutEffect(() => {
    scroller.current?.closest(PAGE)?.removeAttribute(FOLDED);
  }, [scroller, date]);
  useEffect(() => {
    const box = scroller.current;
    const page = box?.closest<HTMLElement>(PAGE);
    if (!box || !page) return;
    const shown = new AbortController();
    const options = { passive: true, signal: shown.signal };
    let turns: ScrollTurns | null = null;
    const begin = () => {
      turns ??= new ScrollTurns(box.scrollTop);
    };
    box.addEventListener('touchmove', begin, options);
    box.addEventListener('wheel', begin, options);
    box.addEventListener(
      'scroll',
      () => {
        const room = Number.parseFloat(page.style.getPropertyValue(STRIP_ROOM));
        // A notice stands above the day, or the people have no strip here.
        if (!turns || !room || box.parentElement?.firstElementChild !== box || box.hasAttribute('data-dragging')) return;
        const folded = turns.to(box.scrollTop, room);
        if (folded !== null) page.toggleAttribute(FOLDED, folded);
      },
      options,
    );
    return () => {
      shown.abort();
      page.removeAttribute(FOLDED);
    };
  }, [scroller]);
}

const STRIP_ROOM = '--strip-room';

/** Keeps the height of the strip for the day below it. @param stands over the day; false: above it */
export function useStripRoom(strip: RefObject<HTMLElement | null>, stands: boolean): void {
  useLayoutEffect(() => {
    const page = strip.current?.closest<HTMLElement>(PAGE);
    if (!page || !strip.current || !stands) return;
    const element = strip.current;
    const measure = () => page.style.setProperty(STRIP_ROOM, `${element.offsetHeight}px`);
    measure();
    const measured = new ResizeObserver(measure);
    measured.observe(element);
    return () => {
      measured.disconnect();
      page.style.removeProperty(STRIP_ROOM);
    };
  }, [strip, stands]);
}
