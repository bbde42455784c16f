/** One drag of the week, from lift to drop, without React: the chip follows the pointer, the cell below it says whether it takes it. */

import { badgeMiddle, pulledStep, scrollStep } from '#calendar/move/drag-geometry.ts';
import { EVENT_ID, LIFTED, WEEK_DAY, WEEK_ROW, weekDayIs, weekRowIs } from '#calendar/reads/grid-dom.ts';
import { cellAt, type WeekBoxes, type WeekCellId } from './week-drop.ts';

/** How far above the chip its badge stands, px: a finger does not hide it. */
const BADGE_ABOVE = 40;

export interface WeekDragStart {
  readonly source: HTMLElement;
  readonly table: HTMLElement;
  readonly scroller: HTMLElement;
  readonly pointer: { readonly x: number; readonly y: number };
  readonly from: WeekCellId;
  /** Where it would stand, and why it would be returned from there, in words; empty: it would not. @param alone of a visit this part only */
  read(cell: WeekCellId, alone: boolean): { readonly words: string; readonly refusal: string };
}

export class WeekDrag {
  target: WeekCellId;
  /** Of a visit: this part only. */
  isAlone = false;

  private readonly boxes: WeekBoxes;
  private readonly view: DOMRect;
  private readonly home: DOMRect;
  private readonly layer = document.createElement('div');
  private readonly moving = document.createElement('div');
  private readonly badge = document.createElement('div');
  private readonly inset: { left: number; top: number };
  private marked: Element | null = null;
  private pointer: { x: number; y: number };
  /** Zero while nothing scrolls by itself. */
  private frame = 0;

  constructor(private readonly at: WeekDragStart) {
    const { source, table, scroller, from } = at;
    this.pointer = at.pointer;
    this.target = from;
    this.view = scroller.getBoundingClientRect();
    this.home = source.getBoundingClientRect();
    const across = scroller.scrollLeft - this.view.left;
    const down = scroller.scrollTop - this.view.top;
    const heads = [...table.querySelectorAll<HTMLElement>(`thead ${WEEK_DAY}`)];
    this.boxes = {
      days: heads.map((head) => {
        const { left, right } = head.getBoundingClientRect();
        return { date: head.dataset.day ?? '', left: left + across, right: right + across };
      }),
      rows: [...table.querySelectorAll<HTMLElement>(`tbody ${WEEK_ROW}`)].map((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return { id: row.dataset.row ?? '', top: top + down, bottom: bottom + down };
      }),
    };
    const corner = table.querySelector('.wk-corner')?.getBoundingClientRect();
    this.inset = { left: corner?.width ?? 0, top: corner?.height ?? 0 };
    this.lift();
    this.follow();
    scroller.addEventListener('scroll', this.follow, { passive: true });
  }

  /** @param x @param y px of the window */
  move(x: number, y: number): void {
    this.pointer = { x, y };
    this.follow();
    if (this.frame === 0 && this.pull()) this.frame = requestAnimationFrame(this.scroll);
  }

  /** As long as Alt is held. */
  alone(alone: boolean): void {
    if (alone === this.isAlone) return;
    this.isAlone = alone;
    this.show();
    this.follow();
  }

  end(): void {
    cancelAnimationFrame(this.frame);
    const { scroller, source } = this.at;
    scroller.removeEventListener('scroll', this.follow);
    scroller.removeAttribute('data-dragging');
    source.removeAttribute(LIFTED);
    this.marked?.removeAttribute('data-drop');
    this.layer.remove();
  }

  private lift(): void {
    const { source, scroller } = this.at;
    const copy = source.cloneNode(true) as HTMLElement;
    for (const name of [EVENT_ID, 'data-week-stop', 'tabindex', 'aria-label']) copy.removeAttribute(name);
    copy.inert = true;
    Object.assign(copy.style, { width: `${this.home.width}px`, height: `${this.home.height}px` });
    this.badge.className = 'dragbadge';
    this.badge.style.top = `${-BADGE_ABOVE}px`;
    this.moving.className = 'cal-lifted wk-lifted';
    this.moving.append(copy, this.badge);
    this.layer.className = 'cal-drag-layer';
    this.layer.setAttribute('aria-hidden', 'true');
    this.layer.append(this.moving);
    document.body.append(this.layer);
    source.setAttribute(LIFTED, '');
    scroller.setAttribute('data-dragging', '');
    this.show();
  }

  private readonly follow = (): void => {
    const { scroller, pointer } = this.at;
    const { x, y } = this.pointer;
    const left = this.home.left + x - pointer.x;
    const top = Math.max(this.home.top + y - pointer.y, BADGE_ABOVE + 4);
    this.moving.style.transform = `translate(${left}px, ${top}px)`;
    const letters = this.badge.textContent?.length ?? 0;
    this.badge.style.left = `${badgeMiddle(this.home.width / 2, letters, -left, window.innerWidth - left)}px`;
    const inContent = { x: x - this.view.left + scroller.scrollLeft, y: y - this.view.top + scroller.scrollTop };
    const next = cellAt(this.boxes, inContent.x, inContent.y);
    if (!next || (next.date === this.target.date && next.row === this.target.row)) return;
    this.target = next;
    this.show();
  };

  private show(): void {
    const { table, from, read } = this.at;
    const { date, row } = this.target;
    const stays = date === from.date && row === from.row;
    const { words, refusal } = read(this.target, this.isAlone);
    const bad = !stays && refusal !== '';
    this.badge.textContent = bad ? `${words} · ${refusal}` : words;
    this.badge.classList.toggle('bad', bad);
    this.marked?.removeAttribute('data-drop');
    this.marked = table.querySelector(`${weekRowIs(row)} > td${weekDayIs(date)}`);
    if (!stays) this.marked?.setAttribute('data-drop', bad ? 'bad' : 'ok');
  }

  /** How far the week scrolls in this frame: only near its edge, and once the chip is pulled towards it. */
  private pull(): { x: number; y: number } | null {
    const { x, y } = this.pointer;
    const { pointer } = this.at;
    const by = {
      x: pulledStep(scrollStep(x, this.view.left + this.inset.left, this.view.right), x - pointer.x),
      y: pulledStep(scrollStep(y, this.view.top + this.inset.top, this.view.bottom), y - pointer.y),
    };
    return by.x === 0 && by.y === 0 ? null : by;
  }

  private readonly scroll = (): void => {
    const by = this.pull();
    if (by) this.at.scroller.scrollBy(by.x, by.y);
    this.frame = by ? requestAnimationFrame(this.scroll) : 0;
  };
}
