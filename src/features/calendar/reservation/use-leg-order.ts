import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';

interface LegDrag {
  /** How many legs there are. */
  count: number;
  /** Gives a leg another place in the order. */
  onMove(from: number, to: number): void;
}

/**
 * The order of the legs by a handle: dragged with mouse or finger past the middle of a neighbour, or with the arrow keys. The
 * handle keeps the focus, wherever its leg goes. Escape puts a dragged one back, and closes nothing.
 */
export function useLegDrag({ count, onMove }: LegDrag) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const focused = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (focused.current === null) return;
    list.current?.querySelectorAll<HTMLElement>('[data-grip]')[focused.current]?.focus();
    focused.current = null;
  });
  const move = (from: number, to: number) => {
    if (to < 0 || to >= count || to === from) return;
    onMove(from, to);
  };
  const takenAt = useRef(0);
  const putBack = () => {
    if (dragged !== null) move(dragged, takenAt.current);
    setDragged(null);
  };
  const escaped = useRef(putBack);
  escaped.current = putBack;
  const isDragging = dragged !== null;
  useEffect(() => {
    if (!isDragging) return;
    // Before the dialog, which would ask to close.
    const onEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      escaped.current();
    };
    document.addEventListener('keydown', onEscape, true);
    return () => document.removeEventListener('keydown', onEscape, true);
  }, [isDragging]);
  const handle = (at: number) => ({
    'data-grip': true,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      takenAt.current = at;
      list.current?.setPointerCapture(event.pointerId);
      setDragged(at);
    },
    onKeyDown(event: KeyboardEvent) {
      const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
      if (by === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      if (at + by < 0 || at + by >= count) return;
      focused.current = at + by;
      move(at, at + by);
    },
  });
  const end = () => setDragged(null);
  const onPointerMove = ({ clientY }: PointerEvent) => {
    if (dragged === null) return;
    const boxes = [...(list.current?.children ?? [])].map((leg) => leg.getBoundingClientRect());
    const middle = (at: number) => {
      const box = boxes[at];
      return box ? (box.top + box.bottom) / 2 : Number.NaN;
    };
    const to = clientY < middle(dragged - 1) ? dragged - 1 : clientY > middle(dragged + 1) ? dragged + 1 : dragged;
    if (to === dragged) return;
    setDragged(to);
    move(dragged, to);
  };
  return { list, dragged, handle, surface: { ref: list, onPointerMove, onPointerUp: end, onPointerCancel: end } };
}

/**
 * Keeps the focus with whoever adds a service or takes one out by keys: it goes to the new one's field, or to the button that adds.
 * What another device adds takes it from nobody.
 * @param count how many services there are. Returns the ref of what is around them: `[data-leg]` each, `[data-add-leg]` the button
 */
export function useLegFocus(count: number) {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(count);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = count;
    const now = document.activeElement;
    const isLost = now === null || now === document.body || now.hasAttribute('data-add-leg');
    if (was === count || !isLost) return;
    const last = [...(box.current?.querySelectorAll('[data-leg]') ?? [])].at(-1);
    const target = count > was ? last?.querySelector<HTMLElement>('button.select') : null;
    (target ?? box.current?.querySelector<HTMLElement>('[data-add-leg]'))?.focus();
  });
  return box;
}
