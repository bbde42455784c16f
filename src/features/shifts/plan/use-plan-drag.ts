import { type RefObject, useEffect } from 'react';
import type { MinuteSpan } from '#domain/shifts/availability.ts';
import { type BarPart, drawBar, shiftBar } from '#domain/shifts/plan-bars.ts';
import { type Dragged, followDrags } from '#ui/input/drag-gesture.ts';
import { enterBusy } from '#ui/timing/busy.ts';
import { minuteAt, putBar } from './plan-picture.ts';
import { isAway, type PlanRow } from './plan-rows.ts';

export interface PlanHost {
  axis: MinuteSpan;
  rowAt(element: Element): PlanRow | undefined;
  save(row: PlanRow, bars: readonly MinuteSpan[]): Promise<boolean>;
}

/** Shows a bar where its row has it now: it may have been changed elsewhere while it was in hand. */
export function putBarBack(element: HTMLElement, bar: MinuteSpan, { axis, rowAt }: PlanHost): void {
  putBar(element, rowAt(element)?.bars[Number(element.dataset.bar)] ?? bar, axis);
}

/** How near to an end of a bar a press takes that end, px. */
const EDGE = { mouse: 7, touch: 16 } as const;

interface Drag {
  readonly row: PlanRow;
  readonly axis: MinuteSpan;
  readonly track: DOMRect;
  readonly element: HTMLElement;
  /** Null while a new one is drawn. */
  readonly bar: MinuteSpan | null;
  readonly others: readonly MinuteSpan[];
  readonly part: BarPart;
  /** The minute under the press. */
  readonly at: number;
  now: MinuteSpan | null;
  readonly free: () => void;
}

/** Which part of a bar a press takes: of a short one always the whole. */
function partAt(box: DOMRect, x: number, pointerType: string): BarPart {
  const edge = pointerType === 'mouse' ? EDGE.mouse : EDGE.touch;
  if (box.width < 3 * edge) return 'whole';
  return x < box.left + edge ? 'start' : x > box.right - edge ? 'end' : 'whole';
}

function begin({ source, pointerType, x }: Dragged, { axis, rowAt }: PlanHost): Drag | null {
  const row = rowAt(source);
  if (!row || isAway(row)) return null;
  const track = source.getBoundingClientRect();
  const at = minuteAt(x, track, axis);
  const boxes = [...source.querySelectorAll<HTMLElement>('[data-bar]')];
  const element = boxes.find((one) => {
    const box = one.getBoundingClientRect();
    return box.left <= x && x <= box.right;
  });
  const bar = element ? (row.bars[Number(element.dataset.bar)] ?? null) : null;
  const others = row.bars.filter((one) => one !== bar);
  const common = { row, axis, track, others, at };
  if (element && bar) {
    const part = partAt(element.getBoundingClientRect(), x, pointerType);
    return { ...common, element, bar, part, now: bar, free: enterBusy('drag') };
  }
  const draft = source.querySelector<HTMLElement>('[data-draft]');
  const now = drawBar(at, at, row.bars);
  return draft && now ? { ...common, element: draft, bar: null, part: 'end', now, free: enterBusy('drag') } : null;
}

const targetOf = ({ bar, part, others, at }: Drag, minute: number) =>
  bar ? shiftBar(bar, part, minute - at, others) : drawBar(at, minute, others);

/** Bars follow the pointer without a React render: the handlers read the ref, and write to the bar itself. */
export function usePlanDrag(surface: RefObject<HTMLElement | null>, host: RefObject<PlanHost>) {
  useEffect(() => {
    const context = surface.current;
    if (!context) return;
    let drag: Drag | null = null;

    const rest = ({ element, bar }: Drag) => {
      delete element.dataset.moving;
      if (bar) putBarBack(element, bar, host.current);
      else element.hidden = true;
    };
    const take = () => {
      const taken = drag;
      drag = null;
      taken?.free();
      return taken;
    };
    return followDrags(context, '[data-track]', {
      press: () => () => undefined,
      start(dragged) {
        drag = begin(dragged, host.current);
        if (!drag?.now) return false;
        drag.element.dataset.moving = '';
        putBar(drag.element, drag.now, drag.axis);
        return true;
      },
      move(x) {
        if (!drag) return;
        const next = targetOf(drag, minuteAt(x, drag.track, drag.axis));
        if (!next || (next.from === drag.now?.from && next.to === drag.now.to)) return;
        drag.now = next;
        putBar(drag.element, next, drag.axis);
      },
      drop() {
        const dropped = take();
        if (!dropped?.now) return;
        const { row, bar, now, others } = dropped;
        if (bar && bar.from === now.from && bar.to === now.to) return rest(dropped);
        void host.current.save(row, [...others, now]).then((saved) => {
          if (saved && bar) delete dropped.element.dataset.moving;
          else rest(dropped);
        });
      },
      cancel() {
        const dropped = take();
        if (dropped) rest(dropped);
      },
    });
  }, [surface, host]);
}
