/** The live changes that the calendar shows while a person is in the middle of something. */
import { useEffect, useState } from 'react';
import {
  BehaviorSubject,
  combineLatest,
  distinctUntilChanged,
  filter,
  type MonoTypeOperatorFunction,
  map,
  type Observable,
  scan,
} from 'rxjs';
import { openPanels } from '#ui/overlay/open-panels.ts';
import type { EventRow } from './booking-view.ts';
import type { DayRows } from './calendar-reads.ts';

/** `all`: nothing is drawn (a drag). `others`: only what is done here (a card, a list or a menu stands over the grid). */
export type Pause = 'free' | 'others' | 'all';

/**
 * Live changes that arrive during a pause wait; the newest one passes when it ends.
 * @param own of two values the shown one, with what was done here: what may be drawn while only others' changes wait.
 */
export function whileFree<T>(pause$: Observable<Pause>, own = (shown: T, _next: T): T => shown): MonoTypeOperatorFunction<T> {
  return (source) =>
    combineLatest([source, pause$]).pipe(
      filter(([, pause]) => pause !== 'all'),
      scan(
        (shown: { value: T } | null, [next, pause]) => ({ value: shown && pause === 'others' ? own(shown.value, next) : next }),
        null,
      ),
      map((shown) => (shown as { value: T }).value),
      distinctUntilChanged(),
    );
}

/** The columns of an appointment that a person sees. */
const SEEN = [
  ...(['start_time', 'end_time', 'resource_id', 'client_id', 'service_id'] as const),
  ...(['title', 'notes', 'type', 'status', 'arrived_at', 'price', 'currency'] as const),
];

/** The shown appointments, each with what was done to it here: what this device has not sent yet, or only that it is sent now. */
export function withOwnChanges(shown: DayRows, next: DayRows): DayRows {
  const now = new Map(next.events.map((event) => [event.id, event]));
  const events = shown.events.map((event): EventRow => {
    const changed = now.get(event.id);
    return changed && (changed.pending === 1 || SEEN.every((field) => changed[field] === event[field])) ? changed : event;
  });
  return events.every((event, i) => event === shown.events[i]) ? shown : { ...shown, events };
}

/** Nobody has touched mouse or keyboard for so long: whoever opened a card has gone, and the day shows what there is, ms. */
export const IDLE_MS = 30_000;
const INPUT = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const;

function createHold() {
  const pause$ = new BehaviorSubject<Pause>('free');
  let drags = 0;
  let idle = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = () => {
    const next = drags > 0 ? 'all' : openPanels.getState().count > 0 && !idle ? 'others' : 'free';
    if (next !== pause$.value) pause$.next(next);
  };
  const rest = () => {
    idle = true;
    settle();
  };
  const stir = () => {
    clearTimeout(timer);
    timer = setTimeout(rest, IDLE_MS);
    if (!idle) return;
    idle = false;
    settle();
  };
  let watching: AbortController | null = null;
  /** Input is listened for only while something is open. */
  const watch = (on: boolean) => {
    if (on === (watching !== null)) return;
    watching?.abort();
    watching = on ? new AbortController() : null;
    clearTimeout(timer);
    idle = false;
    if (!watching) return;
    const options = { capture: true, passive: true, signal: watching.signal };
    for (const input of INPUT) window.addEventListener(input, stir, options);
    stir();
  };
  return {
    pause$,
    follow() {
      const unsubscribe = openPanels.subscribe(({ count }) => {
        watch(count > 0);
        settle();
      });
      return () => {
        unsubscribe();
        watch(false);
      };
    },
    /** For a drag; returns the function that lets go. */
    hold() {
      let on = true;
      drags += 1;
      settle();
      return () => {
        if (on) drags -= 1;
        on = false;
        settle();
      };
    },
  };
}

/** Live reads wait while something is dragged, others' changes also under whatever is open over the grid. */
export function usePausedUpdates() {
  const [{ pause$, hold, follow }] = useState(createHold);
  useEffect(follow, [follow]);
  return { pause$, hold };
}
