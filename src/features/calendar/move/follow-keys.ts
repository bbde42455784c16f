import type { RefObject } from 'react';
import { hoverEnds } from '#calendar/event/card-hover.ts';
import { closeCard } from '#calendar/state/card-store.ts';
import { enterBusy } from '#ui/busy.ts';
import type { DragHost } from './drag-host.ts';
import { KeyboardLift } from './keyboard-lift.ts';
import { liftsBy, MOVABLE } from './movable.ts';

/** Nobody has pressed a key for so long: whoever lifted it has gone, and live changes wait no more, ms. */
export const LEFT_ALONE_MS = 60_000;

/**
 * Space or M lifts the appointment that has the focus; the keys move it; Space or Enter drops it, Escape brings it back. Returns
 * what ends that.
 */
export function followKeys(context: HTMLElement, box: HTMLElement, host: RefObject<DragHost>): () => void {
  let lift: KeyboardLift | null = null;
  let leave: (() => void)[] = [];
  let dropping = false;
  let alone: ReturnType<typeof setTimeout> | undefined;

  const finish = (words: 'dropped' | 'back' | null) => {
    clearTimeout(alone);
    lift?.end(words);
    lift = null;
    for (const undo of leave) undo();
    leave = [];
  };

  const stir = () => {
    clearTimeout(alone);
    alone = setTimeout(() => finish('back'), LEFT_ALONE_MS);
  };

  const drop = () => {
    if (!lift || dropping) return;
    const { target, reading } = lift;
    const { event } = lift.at;
    // It is drawn anew where it was dropped, which takes the focus from the old one: nobody has gone away.
    dropping = true;
    const { moved, refusal, refused } = reading;
    // The move is shown before live changes pass again, as with the mouse.
    if (moved && !refusal) host.current.drop(event, target);
    dropping = false;
    finish(moved && !refusal ? 'dropped' : 'back');
    if (moved && refusal) host.current.refuse(refused?.event ?? event, refused?.target ?? target, refusal);
  };

  const begin = (source: HTMLElement) => {
    const { columns, hourHeight, interval } = host.current;
    const event = columns.flatMap((c) => c.events).find((e) => e.id === source.dataset.event);
    if (!event || event.fixed || event.updating) return;
    hoverEnds();
    closeCard();
    lift = new KeyboardLift({ source, event, columns, hourHeight, interval, grid: context, scroller: box });
    const away = () => {
      if (!dropping) finish('back');
    };
    source.addEventListener('blur', away);
    window.addEventListener('pointerdown', away, true);
    leave = [
      host.current.hold(),
      enterBusy('drag'),
      () => source.removeEventListener('blur', away),
      () => window.removeEventListener('pointerdown', away, true),
    ];
  };

  // In the capture phase: while something is lifted no other key of the calendar means anything.
  const onKey = (key: KeyboardEvent) => {
    const taken = () => {
      key.preventDefault();
      key.stopPropagation();
    };
    if (!lift) {
      const source = key.target instanceof Element ? key.target.closest<HTMLElement>(MOVABLE) : null;
      if (!source || !context.contains(source) || !liftsBy(key)) return;
      taken();
      begin(source);
      if (lift) stir();
      return;
    }
    stir();
    if (key.key === 'Escape') finish('back');
    else if (key.key === ' ' || key.key === 'Enter' || key.code === 'KeyM') {
      if (!key.repeat) drop();
    } else if (!lift.press(key) && (key.ctrlKey || key.metaKey || key.key === 'Shift')) return;
    taken();
  };
  // A button is pressed when Space is let go; only what Space lifts is not meant.
  const onKeyUp = (key: KeyboardEvent) => {
    if (key.key === ' ' && key.target instanceof Element && context.contains(key.target.closest(MOVABLE))) key.preventDefault();
  };
  window.addEventListener('keydown', onKey, true);
  window.addEventListener('keyup', onKeyUp, true);
  return () => {
    if (lift) finish(null);
    window.removeEventListener('keydown', onKey, true);
    window.removeEventListener('keyup', onKeyUp, true);
  };
}
