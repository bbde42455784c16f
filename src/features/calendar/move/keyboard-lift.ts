/** One appointment under the keys, from Space to Space: nothing is drawn by React until it is dropped. */

import { lengthOf } from '#calendar/reads/day-view.ts';
import { spokenRange } from '#calendar/reads/event-words.ts';
import { HEAD, RULER } from '#calendar/reads/grid-dom.ts';
import { hideLifted, say, showLifted } from '#calendar/state/lift-store.ts';
import { formatTime } from '#domain/date-format.ts';
import { GRID_END, GRID_START } from '#domain/day-grid.ts';
import { i18n } from '#i18n/i18n.ts';
import type { DropTarget } from './drag-geometry.ts';
import { leastLength, leastParts, shapeAt } from './drop-rules.ts';
import { afterKey, afterPull, type KeyPress } from './keyboard-geometry.ts';
import { type Lift, LiftView, type Reading, readTarget, waitWords } from './lift-view.ts';
import { measureGrid } from './measure-grid.ts';

const t = (key: string, words: Record<string, unknown> = {}) => i18n.t(key, words);

/** „10:15, Мария, застъпва се с 1 час“: the time, the employee, and what there is. */
export function spokenTarget(target: DropTarget, reading: Reading): string {
  const { column, span, refusal, refused, overlaps, visit } = reading;
  const time = target.end === undefined ? formatTime(span.from) : spokenRange(span.from, span.to);
  const state = refusal
    ? `${refused ? `${refused.employee}: ` : ''}${t(`booking:lift.${refusal}`)}`
    : overlaps > 0
      ? t('booking:lift.overlaps', { count: overlaps })
      : t('booking:lift.free');
  const whole = visit ? t('visits:whole', { range: spokenRange(visit.from, visit.to) }) : null;
  const waiting = waitWords(target, reading, spokenRange) || null;
  return [time, waiting, column?.head ?? '', whole, state].filter((words) => words !== null).join(', ');
}

export class KeyboardLift {
  target: DropTarget;
  reading: Reading;
  private readonly look: LiftView;

  constructor(readonly at: Lift) {
    const { event, columns, grid, scroller, interval } = at;
    const measured = measureGrid(grid, scroller, columns, at);
    this.look = new LiftView(at, measured, null);
    this.target = { columnId: event.columnId, start: event.from };
    this.reading = readTarget(at, this.target);
    this.look.show(this.target, this.reading);
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
    const { event, columns, interval } = this.at;
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
    this.reading = readTarget(this.at, this.target);
    this.look.show(this.target, this.reading);
    this.intoView();
    const said = spokenTarget(this.target, this.reading);
    say(still ? t('booking:lift.edge', { where: said }) : said);
    return true;
  }

  end(words: 'dropped' | 'back' | null): void {
    this.look.end();
    hideLifted();
    const { event } = this.at;
    const { column, span } = this.reading;
    if (words === 'dropped') say(t('booking:lift.dropped', { time: formatTime(span.from), employee: column?.head ?? '' }));
    if (words === 'back') say(t('booking:lift.back', { time: formatTime(event.from) }));
  }

  private intoView(): void {
    const { grid, scroller } = this.at;
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
