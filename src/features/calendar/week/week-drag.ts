/** One drag of the week, from lift to drop, without React: the chip follows the pointer, the cell below it says whether it takes it. */

import type { LiftedDrag } from '#calendar/move/follow-lifts.ts';
import { copyOf, coverPage, DragPointer, Flight, markLifted, type Point } from '#calendar/move/lift-layer.ts';
import { WEEK_DAY, WEEK_ROW, weekDayIs, weekRowIs } from '#calendar/reads/grid-dom.ts';
import { cellAt, type WeekBoxes, type WeekCellId } from './week-drop.ts';

export interface WeekDragStart {
  readonly source: HTMLElement;
  readonly table: HTMLElement;
  readonly scroller: HTMLElement;
  readonly pressed: Point;
  readonly from: WeekCellId;
  /**
   * Returns in words where it would stand, and why it would be returned from there; empty: it would not be.
   * @param alone of a visit this part only
   */
  read(cell: WeekCellId, alone: boolean): { readonly words: string; readonly refusal: string };
}

export class WeekDrag implements LiftedDrag {
  target: WeekCellId;
  /** Of a visit: this part only. */
  isAlone = false;

  private readonly boxes: WeekBoxes;
  private readonly pointer: DragPointer;
  private readonly cover: HTMLElement;
  private readonly flight: Flight;
  private readonly unmark: () => void;
  private marked: Element | null = null;

  constructor(readonly start: WeekDragStart) {
    const { source, table, scroller, from, pressed } = start;
    this.target = from;
    const corner = table.querySelector('.wk-corner')?.getBoundingClientRect();
    const inset = { left: corner?.width ?? 0, top: corner?.height ?? 0 };
    this.pointer = new DragPointer(pressed, { scroller, inset, sideways: 0 }, () => this.follow());
    this.boxes = this.measureCells();
    const box = source.getBoundingClientRect();
    this.cover = coverPage(scroller, 'whole');
    this.flight = new Flight(this.cover, copyOf(source, box), box, 'wk-lifted');
    this.unmark = markLifted(source, scroller);
    this.show();
    this.follow();
  }

  move(x: number, y: number): void {
    this.pointer.move(x, y);
  }

  alone(alone: boolean): void {
    if (alone === this.isAlone) return;
    this.isAlone = alone;
    this.show();
  }

  end(): void {
    this.pointer.end();
    this.unmark();
    this.marked?.removeAttribute('data-drop');
    this.cover.remove();
  }

  private measureCells(): WeekBoxes {
    const { table } = this.start;
    const heads = [...table.querySelectorAll<HTMLElement>(`thead ${WEEK_DAY}`)];
    const rows = [...table.querySelectorAll<HTMLElement>(`tbody ${WEEK_ROW}`)];
    const { x: across, y: down } = this.pointer.toContent({ x: 0, y: 0 });
    return {
      days: heads.map((head) => {
        const { left, right } = head.getBoundingClientRect();
        return { date: head.dataset.day ?? '', left: left + across, right: right + across };
      }),
      rows: rows.map((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return { id: row.dataset.row ?? '', top: top + down, bottom: bottom + down };
      }),
    };
  }

  private follow(): void {
    this.flight.follow(this.pointer.travel);
    const { x, y } = this.pointer.inContent;
    const next = cellAt(this.boxes, x, y);
    if (!next || (next.date === this.target.date && next.row === this.target.row)) return;
    this.target = next;
    this.show();
  }

  private show(): void {
    const { table, from, read } = this.start;
    const { date, row } = this.target;
    const stays = date === from.date && row === from.row;
    const { words, refusal } = read(this.target, this.isAlone);
    const bad = !stays && refusal !== '';
    this.flight.say(bad ? `${words} · ${refusal}` : words, bad);
    this.marked?.removeAttribute('data-drop');
    this.marked = table.querySelector(`${weekRowIs(row)} > td${weekDayIs(date)}`);
    if (!stays) this.marked?.setAttribute('data-drop', bad ? 'bad' : 'ok');
  }
}
