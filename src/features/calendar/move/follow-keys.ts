import type { RefObject } from 'react';
import { hoverEnds } from '#calendar/event/card-hover.ts';
import { lengthOf } from '#calendar/reads/day-view.ts';
import { spokenRange } from '#calendar/reads/event-words.ts';
import { HEAD, RULER } from '#calendar/reads/grid-dom.ts';
import { closeCard } from '#calendar/state/card-store.ts';
import { hideLifted, say, showLifted } from '#calendar/state/lift-store.ts';
import { GRID_END, GRID_START } from '#domain/booking/day-layout.ts';
import { formatTime } from '#domain/time/time-format.ts';
import { i18n } from '#i18n/i18n.ts';
import { enterBusy } from '#ui/timing/busy.ts';
import type { DropTarget } from './drag-geometry.ts';
import type { DragHost } from './drag-host.ts';
import { leastLength, leastParts, shapeAt } from './drop-rules.ts';
import { afterKey, afterPull, type KeyPress } from './keyboard-geometry.ts';
import { type Lift, LiftView, measureGrid, type Reading, readTarget, waitWords } from './lift-view.ts';
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
    const { event } = lift.lifted;
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

const t = (key: string, words: Record<string, unknown> = {}) => i18n.t(key, words);

/** „10:15, Мария, застъпва се с 1 час“: the time, the employee, and what there is. */
export function spokenTarget(target: DropTarget, reading: Reading): string {
  const { column, span, refusal, refused, overlaps, roomTaken, visit } = reading;
  const time = target.end === undefined ? formatTime(span.from) : spokenRange(span.from, span.to);
  const taken = roomTaken === null ? '' : t('booking:lift.room_taken', { room: roomTaken });
  const state = refusal
    ? `${refused ? `${refused.employee}: ` : ''}${t(`booking:lift.${refusal}`)}`
    : [overlaps > 0 ? t('booking:lift.overlaps', { count: overlaps }) : '', taken].filter(Boolean).join(', ') ||
      t('booking:lift.free');
  const whole = visit ? t('visits:whole', { range: spokenRange(visit.from, visit.to) }) : null;
  const waiting = waitWords(target, reading, spokenRange) || null;
  return [time, waiting, column?.head ?? '', whole, state].filter((words) => words !== null).join(', ');
}

/** One appointment under the keys, from Space to Space: nothing is drawn by React until it is dropped. */
class KeyboardLift {
  target: DropTarget;
  reading: Reading;
  private readonly view: LiftView;

  constructor(readonly lifted: Lift) {
    const { event, interval } = lifted;
    this.view = new LiftView(lifted, measureGrid(lifted), null);
    this.target = { columnId: event.columnId, start: event.from };
    this.reading = readTarget(lifted, this.target);
    this.view.show(this.target, this.reading);
    const from = t('booking:lift.from', { time: formatTime(event.from), employee: this.reading.column?.head ?? '' });
    showLifted(from, interval, event.waitFrom !== undefined);
    say(
      t(event.waitFrom === undefined ? 'booking:lift.taken' : 'booking:lift.taken_waits', {
        name: event.name,
        time: spokenRange(event.from, event.from + lengthOf(event)),
        employee: this.reading.column?.head ?? '',
      }),
    );
  }

  /** False for a key that means nothing to a lifted appointment. */
  press(key: KeyPress): boolean {
    const { event, columns, interval } = this.lifted;
    const grid = { columns: columns.map(({ id }) => id), interval, from: GRID_START, to: GRID_END };
    const length = lengthOf(event);
    const shape = shapeAt(event, this.target);
    const wanted =
      afterPull(grid, this.target, shape, leastParts(event, interval), key) ?? afterKey(grid, this.target, length, key);
    if (!wanted) return false;
    const least = leastLength(event, interval, shapeAt(event, wanted));
    const tooShort = least !== null && wanted.end !== undefined && wanted.end - wanted.start < least;
    const next = tooShort ? this.target : wanted;
    const still = next === this.target;
    // Back at its own length it is a plain move again, which keeps the seconds of a night of the clock change as well.
    const own = next.end === next.start + length && !next.work && !next.waiting;
    this.target = own ? { columnId: next.columnId, start: next.start } : next;
    this.reading = readTarget(this.lifted, this.target);
    this.view.show(this.target, this.reading);
    this.intoView();
    const said = spokenTarget(this.target, this.reading);
    say(still ? t('booking:lift.edge', { where: said }) : said);
    return true;
  }

  end(words: 'dropped' | 'back' | null): void {
    this.view.end();
    hideLifted();
    const { event } = this.lifted;
    const { column, span } = this.reading;
    if (words === 'dropped') say(t('booking:lift.dropped', { time: formatTime(span.from), employee: column?.head ?? '' }));
    if (words === 'back') say(t('booking:lift.back', { time: formatTime(event.from) }));
  }

  private intoView(): void {
    const { grid, scroller } = this.lifted;
    const copy = grid.querySelector<HTMLElement>('.kbd-move');
    const head = grid.querySelector(HEAD)?.getBoundingClientRect().bottom ?? 0;
    const ruler = grid.querySelector(RULER)?.getBoundingClientRect().right ?? 0;
    const view = scroller.getBoundingClientRect();
    const box = copy?.getBoundingClientRect();
    if (!box) return;
    const dy = box.top < head + 48 ? box.top - head - 48 : box.bottom > view.bottom - 96 ? box.bottom - view.bottom + 96 : 0;
    const dx = box.left < ruler ? box.left - ruler - 8 : box.right > view.right ? box.right - view.right + 8 : 0;
    if (dx !== 0 || dy !== 0) scroller.scrollBy(dx, dy);
  }
}
