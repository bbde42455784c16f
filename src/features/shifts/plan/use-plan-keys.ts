import { type KeyboardEvent, type RefObject, useMemo, useRef } from 'react';
import type { MinuteSpan } from '#domain/shifts/availability.ts';
import { BAR_STEP, type BarPart, newBar, shiftBar } from '#domain/shifts/plan-bars.ts';
import { putBar } from './plan-picture.ts';
import type { PlanRow } from './plan-rows.ts';
import { type PlanHost, putBarBack } from './use-plan-drag.ts';

export interface PlanKeysHost extends PlanHost {
  /** Says what the keys do now: where the bar is; `null`: nothing is in hand. */
  say(row: PlanRow | null, bar: MinuteSpan | null): void;
}

const STOP = '[data-plan-stop]';
const HOUR = 60;

/** A bar in hand: moved by keys, not saved yet. */
interface InHand {
  readonly row: PlanRow;
  readonly element: HTMLElement;
  /** Null: a new one. */
  readonly bar: MinuteSpan | null;
  readonly others: readonly MinuteSpan[];
  now: MinuteSpan;
}

const stopsOf = (row: Element | null | undefined) =>
  [...(row?.querySelectorAll<HTMLElement>(STOP) ?? [])].filter((stop) => !stop.matches(':disabled'));

/** From one name, bar or plus to the next: sideways in the row, up and down to the same place of the next one. */
function neighbour(stop: HTMLElement, key: string): HTMLElement | undefined {
  const row = stop.closest('[data-row]');
  const stops = stopsOf(row);
  const at = stops.indexOf(stop);
  if (key === 'ArrowLeft') return stops[at - 1];
  if (key === 'ArrowRight') return stops[at + 1];
  if (key === 'Home') return stops[0];
  if (key === 'End') return stops.at(-1);
  const rows = [...(stop.closest('[data-plan-day]')?.querySelectorAll('[data-row]') ?? [])];
  const next = row ? rows[rows.indexOf(row) + (key === 'ArrowUp' ? -1 : 1)] : undefined;
  const there = stopsOf(next);
  return stop.matches('[data-add]') ? there.at(-1) : there[Math.min(at, Math.max(there.length - 2, 0))];
}

/** Returns the part of the bar in hand that a key moves, and the minutes; null for another key. */
function stepOf({ key, shiftKey, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>) {
  const minutes = { ArrowLeft: -BAR_STEP, ArrowRight: BAR_STEP, PageUp: -HOUR, PageDown: HOUR }[key];
  if (minutes === undefined) return null;
  const part: BarPart = shiftKey ? 'end' : ctrlKey || metaKey ? 'start' : 'whole';
  return { part, minutes };
}

/**
 * The plan by keys. Each day is one tab stop; arrows go from name to bars to plus. Space takes a bar in hand, or on a plus draws
 * one: then arrows move it, with Shift its end, with Ctrl its start; Space or Enter saves, Escape puts it back, Delete removes it.
 */
export function usePlanKeys(host: RefObject<PlanKeysHost>) {
  const hand = useRef<InHand | null>(null);
  return useMemo(() => {
    const letGo = () => {
      const held = hand.current;
      hand.current = null;
      if (held) delete held.element.dataset.moving;
      host.current.say(null, null);
      return held;
    };
    const putBack = () => {
      const held = letGo();
      if (held?.bar) putBarBack(held.element, held.bar, host.current);
      else if (held) held.element.hidden = true;
    };
    const show = (held: InHand) => {
      held.element.dataset.moving = '';
      putBar(held.element, held.now, host.current.axis);
      host.current.say(held.row, held.now);
    };
    const take = (stop: HTMLElement) => {
      const row = host.current.rowAt(stop);
      if (!row) return;
      const bar = stop.matches('[data-add]') ? null : (row.bars[Number(stop.dataset.bar)] ?? null);
      const others = row.bars.filter((one) => one !== bar);
      const element = bar ? stop : stop.closest('[data-row]')?.querySelector<HTMLElement>('[data-draft]');
      const now = bar ?? newBar(others);
      if (!element || !now) return;
      hand.current = { row, element, bar, others, now };
      show(hand.current);
    };
    const save = async (bars: (held: InHand) => readonly MinuteSpan[]) => {
      const held = hand.current;
      if (!held) return;
      letGo();
      const saved = await host.current.save(held.row, bars(held));
      if (!held.bar) held.element.hidden = true;
      else if (!saved) putBarBack(held.element, held.bar, host.current);
    };
    const remove = () => {
      const held = hand.current;
      if (!held) return;
      void save(({ others }) => others);
      // The bar goes with its focus: the row's name takes it. Its plus may be off with the day.
      held.element.closest('[data-row]')?.querySelector<HTMLElement>('[data-name]')?.focus();
    };
    const inHand = (event: KeyboardEvent, held: InHand) => {
      const step = stepOf(event);
      if (step) {
        held.now = shiftBar(held.now, step.part, step.minutes, held.others);
        show(held);
      } else if (event.key === ' ' || event.key === 'Enter') void save(({ others, now }) => [...others, now]);
      else if (event.key === 'Escape') putBack();
      else if (event.key === 'Delete' || event.key === 'Backspace') remove();
      else return false;
      return true;
    };
    const free = (event: KeyboardEvent, stop: HTMLElement) => {
      if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false;
      const isBar = stop.matches('[data-bar]');
      if (event.key === ' ' && !stop.matches('[data-name]')) take(stop);
      else if (event.key === 'Enter' && stop.matches('[data-add]')) take(stop);
      else if ((event.key === 'Delete' || event.key === 'Backspace') && isBar) {
        take(stop);
        remove();
      } else if (/^(Arrow|Home|End)/.test(event.key)) neighbour(stop, event.key)?.focus();
      else return false;
      return true;
    };
    return {
      onKeyDown(event: KeyboardEvent) {
        const stop = event.target instanceof Element ? event.target.closest<HTMLElement>(STOP) : null;
        if (!stop || event.altKey) return;
        if (hand.current?.element.isConnected === false) letGo(); // its bar has gone, and no blur told so
        const done = hand.current ? inHand(event, hand.current) : free(event, stop);
        if (!done) return;
        event.preventDefault();
        event.stopPropagation();
      },
      onKeyUp(event: KeyboardEvent) {
        // A button is pressed when the space bar is let go.
        if (event.key === ' ' && event.target instanceof Element && event.target.closest(STOP)?.matches(':not([data-name])'))
          event.preventDefault();
      },
      onBlur: putBack,
      onFocus({ target }: { target: EventTarget }) {
        if (!(target instanceof HTMLElement) || !target.matches(STOP)) return;
        const day = target.closest('[data-plan-day]');
        for (const old of day?.querySelectorAll<HTMLElement>(`${STOP}[tabindex="0"]`) ?? []) old.tabIndex = -1;
        target.tabIndex = 0;
      },
    };
  }, [host]);
}
