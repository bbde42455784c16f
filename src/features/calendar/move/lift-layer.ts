/**
 * The parts that the drags of the day and of the week share, without React: the copy that flies under the pointer with its badge,
 * the cover that lies over the page meanwhile, and the scrolling near an edge. Nothing is measured again while a drag goes on.
 */
import { EDGE, EVENT_ID, LIFTED } from '#calendar/reads/grid-dom.ts';
import { badgeMiddle, pulledStep, scrollStep, sidePull } from './drag-geometry.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** How far above what is lifted its badge stands, so that a hand does not hide it, px. */
export const BADGE_ABOVE = 46;

export function newBadge(): HTMLElement {
  const badge = document.createElement('div');
  badge.className = 'dragbadge flex items-center gap-2';
  badge.setAttribute('aria-hidden', 'true');
  return badge;
}

export function sayInBadge(badge: HTMLElement, words: string, bad: boolean): void {
  badge.textContent = words;
  badge.classList.toggle('bad', bad);
}

/** A copy of what is lifted, in its size, without what finds it or names it. */
export function copyOf(source: HTMLElement, { width, height }: DOMRect): HTMLElement {
  const copy = source.cloneNode(true) as HTMLElement;
  for (const name of [EVENT_ID, LIFTED, EDGE, 'data-rail', 'data-week-stop', 'title', 'aria-label', 'id', 'tabindex'])
    copy.removeAttribute(name);
  copy.inert = true;
  copy.setAttribute('aria-hidden', 'true');
  Object.assign(copy.style, { width: `${width}px`, height: `${height}px` });
  return copy;
}

/** Marks what is lifted and what scrolls it. Returns the function that takes the marks away. */
export function markLifted(source: HTMLElement, scroller: HTMLElement): () => void {
  source.setAttribute(LIFTED, '');
  scroller.setAttribute('data-dragging', '');
  return () => {
    source.removeAttribute(LIFTED);
    scroller.removeAttribute('data-dragging');
  };
}

/**
 * Covers the page: nothing below answers a pointer that drags, and no move looks for what lies under it, which costs more than the
 * move itself. The wheel scrolls on.
 */
export function coverPage(scroller: HTMLElement, part: 'whole' | 'edge'): HTMLElement {
  const cover = document.createElement('div');
  cover.className = 'cal-drag-layer';
  cover.dataset.part = part;
  cover.setAttribute('aria-hidden', 'true');
  const onWheel = ({ deltaX, deltaY, deltaMode, ctrlKey }: WheelEvent) => {
    if (!ctrlKey && deltaMode === WheelEvent.DOM_DELTA_PIXEL) scroller.scrollBy(deltaX, deltaY);
  };
  cover.addEventListener('wheel', onWheel, { passive: true });
  document.body.append(cover);
  return cover;
}

/** How far to each side of the window's corner something can be put, px. */
const REACH = 20_000;

/**
 * Puts an element anywhere in the window by the times of two paused animations, one a px. A transform that a style sets anew
 * makes the browser compose every layer of the page anew, which is half of what a move costs (measured in Chromium 156).
 */
function placer(element: HTMLElement): (x: number, y: number) => void {
  const along = (frames: PropertyIndexedKeyframes) => {
    const animation = element.animate(frames, 2 * REACH);
    animation.pause();
    return animation;
  };
  const across = along({ transform: [`translateX(${-REACH}px)`, `translateX(${REACH}px)`] });
  const down = along({ translate: [`0 ${-REACH}px`, `0 ${REACH}px`] });
  return (x, y) => {
    across.currentTime = REACH + x;
    down.currentTime = REACH + y;
  };
}

/** A copy that flies over the page under the pointer, its badge above it. */
export class Flight {
  readonly badge = newBadge();
  private readonly place: (x: number, y: number) => void;
  private readonly windowWidth = window.innerWidth;
  private left = 0;
  private badgeTop = Number.NaN;

  /** @param box where it flies from. @param look a class of its own */
  constructor(
    cover: HTMLElement,
    copy: HTMLElement,
    private readonly box: DOMRect,
    look = '',
  ) {
    const moving = document.createElement('div');
    moving.className = `cal-lifted ${look}`.trim();
    moving.append(copy, this.badge);
    cover.append(moving);
    this.place = placer(moving);
    this.follow({ x: 0, y: 0 });
  }

  /** @param travel of the pointer since it was pressed, px */
  follow(travel: Point): void {
    this.left = this.box.left + travel.x;
    const top = this.box.top + travel.y;
    this.place(this.left, top);
    this.centreBadge();
    // At the window's upper edge the badge stays in view.
    const badgeTop = Math.max(4 - top, -BADGE_ABOVE);
    if (badgeTop === this.badgeTop) return;
    this.badgeTop = badgeTop;
    this.badge.style.top = `${badgeTop}px`;
  }

  say(words: string, bad: boolean): void {
    sayInBadge(this.badge, words, bad);
    this.centreBadge();
  }

  /** Above the middle of the copy, never beyond the window. */
  private centreBadge(): void {
    const letters = this.badge.textContent?.length ?? 0;
    const left = `${badgeMiddle(this.box.width / 2, letters, -this.left, this.windowWidth - this.left)}px`;
    if (this.badge.style.left !== left) this.badge.style.left = left;
  }
}

interface DragArea {
  readonly scroller: HTMLElement;
  /** The width of the hours at the left and the height of the heads above, px: neither scrolls. */
  readonly inset: { readonly left: number; readonly top: number };
  /** How far the pointer is pulled before it scrolls sideways, px; null: never. */
  readonly sideways: number | null;
}

/** The pointer of a drag over what scrolls. Near an edge, and pulled towards it, it scrolls frame by frame. */
export class DragPointer {
  private now: Point;
  private readonly view: DOMRect;
  /** How far it is scrolled: what is asked of the document in a move would lay it out in the middle of it. */
  private scrolled: { readonly left: number; readonly top: number };
  /** Zero while nothing scrolls by itself. */
  private frame = 0;

  /** @param moved called once the pointer, or what lies below it, is elsewhere */
  constructor(
    private readonly pressed: Point,
    private readonly area: DragArea,
    private readonly moved: () => void,
  ) {
    const { scroller } = area;
    this.now = pressed;
    this.view = scroller.getBoundingClientRect();
    this.scrolled = { left: scroller.scrollLeft, top: scroller.scrollTop };
    scroller.addEventListener('scroll', this.onScroll, { passive: true });
  }

  get travel(): Point {
    return { x: this.now.x - this.pressed.x, y: this.now.y - this.pressed.y };
  }

  /** A point of the window in the scrolled content, px. */
  toContent({ x, y }: Point): Point {
    return { x: x - this.view.left + this.scrolled.left, y: y - this.view.top + this.scrolled.top };
  }

  get inContent(): Point {
    return this.toContent(this.now);
  }

  /** Px of the window. */
  move(x: number, y: number): void {
    this.now = { x, y };
    this.moved();
    if (this.frame === 0 && this.step() !== null) this.frame = requestAnimationFrame(this.scroll);
  }

  end(): void {
    cancelAnimationFrame(this.frame);
    this.area.scroller.removeEventListener('scroll', this.onScroll);
  }

  private readonly onScroll = (): void => {
    const { scrollLeft: left, scrollTop: top } = this.area.scroller;
    this.scrolled = { left, top };
    this.moved();
  };

  /** How far it scrolls in this frame; null: not at all. */
  private step(): Point | null {
    const { inset, sideways } = this.area;
    const { travel, view, pressed } = this;
    const left = view.left + inset.left;
    const across = sideways === null ? 0 : scrollStep(this.now.x, left, view.right);
    const down = scrollStep(this.now.y, view.top + inset.top, view.bottom);
    const room = across > 0 ? view.right - pressed.x : pressed.x - left;
    const by = { x: pulledStep(across, travel.x, sidePull(room, sideways ?? 0)), y: pulledStep(down, travel.y) };
    return by.x === 0 && by.y === 0 ? null : by;
  }

  private readonly scroll = (): void => {
    const by = this.step();
    if (by) this.area.scroller.scrollBy(by.x, by.y);
    this.frame = by ? requestAnimationFrame(this.scroll) : 0;
  };
}
