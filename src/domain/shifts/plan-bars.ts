/**
 * The plan as a picture: each shift that begins on a date is a bar, and bars are drawn, moved and resized in steps. A bar stays in
 * the gap between its neighbours, so that no two shifts of one person ever overlap.
 */

import { clockOfMinute, MINUTES_OF_DAY } from '#domain/time/time.ts';
import type { OverrideInterval, ShiftInterval } from '#schemas/intervals.ts';
import { type MinuteSpan, mergeSpans, minuteSpanOf, subtractMinuteSpans } from './availability.ts';
import { absencesOf, cutsAround } from './own-hours.ts';

/** The step of bars: a quarter of an hour (SHIFT-29). */
export const BAR_STEP = 15;
/** The longest bar: a step shorter than a day, because a shift with equal ends would mean nothing (SHIFT-23). */
const LONGEST = MINUTES_OF_DAY - BAR_STEP;
/** Length of a shift that is drawn by a key alone, in minutes: nine to five. */
const DRAWN = 8 * 60;
const DRAWN_AT = 9 * 60;

/** The part of a bar that is moved: the whole bar, or one end. */
export type BarPart = 'whole' | 'start' | 'end';

const nearest = (minute: number) => Math.round(minute / BAR_STEP) * BAR_STEP;
const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/**
 * Returns the free room around a bar: up to its neighbours, and beginning on its date.
 * @param others all bars but this one
 */
function gapAround(bar: MinuteSpan, others: readonly MinuteSpan[]): MinuteSpan {
  const before = others.filter(({ to }) => to <= bar.from).map(({ to }) => to);
  const after = others.filter(({ from }) => from >= bar.to).map(({ from }) => from);
  return { from: Math.max(0, ...before), to: Math.min(2 * MINUTES_OF_DAY, ...after) };
}

/**
 * Returns the bar after it, or one of its ends, was moved by some minutes: in steps, within its gap, at least a step and less than
 * a day long, beginning on its date.
 */
export function shiftBar(bar: MinuteSpan, part: BarPart, minutes: number, others: readonly MinuteSpan[]): MinuteSpan {
  const gap = gapAround(bar, others);
  if (part === 'start') {
    const low = Math.max(gap.from, bar.to - LONGEST);
    return { from: clamp(nearest(bar.from + minutes), low, Math.min(bar.to, MINUTES_OF_DAY) - BAR_STEP), to: bar.to };
  }
  if (part === 'end') {
    const high = Math.min(gap.to, bar.from + LONGEST);
    return { from: bar.from, to: clamp(nearest(bar.to + minutes), bar.from + BAR_STEP, high) };
  }
  const length = bar.to - bar.from;
  const from = clamp(nearest(bar.from + minutes), gap.from, Math.min(gap.to - length, MINUTES_OF_DAY - BAR_STEP));
  return { from, to: from + length };
}

/** Returns the bar that a pointer draws from one minute to another, in either direction; null if another bar lies under its start. */
export function drawBar(from: number, to: number, others: readonly MinuteSpan[]): MinuteSpan | null {
  const anchor = clamp(Math.floor(from / BAR_STEP) * BAR_STEP, 0, MINUTES_OF_DAY - BAR_STEP);
  if (others.some((one) => one.from < anchor + BAR_STEP && anchor < one.to)) return null;
  const gap = gapAround({ from: anchor, to: anchor + BAR_STEP }, others);
  const other = clamp(nearest(to), Math.max(gap.from, anchor + BAR_STEP - LONGEST), Math.min(gap.to, anchor + LONGEST));
  return other <= anchor ? { from: other, to: anchor + BAR_STEP } : { from: anchor, to: Math.max(other, anchor + BAR_STEP) };
}

/** Returns the bar that a key draws: nine to five, or as much of it as fits into the first gap; null on a full day. */
export function newBar(others: readonly MinuteSpan[]): MinuteSpan | null {
  const parts = [
    { from: DRAWN_AT, to: MINUTES_OF_DAY },
    { from: 0, to: DRAWN_AT },
  ];
  const free = parts.flatMap((part) => subtractMinuteSpans([part], others));
  const gap = free.find((one) => one.to - one.from >= BAR_STEP);
  if (!gap) return null;
  return { from: gap.from, to: Math.min(gap.to, gap.from + DRAWN) };
}

/** Returns the shifts of a weekly set as bars: sorted, minutes from midnight, beyond 1440 too, with touching ones joined. */
export const barsOfSet = (set: readonly ShiftInterval[]): MinuteSpan[] =>
  mergeSpans(set.map(({ start, end }) => minuteSpanOf(start, end)));

/** Returns bars as the rows of a set: an end at or after midnight is on the next day's clock. */
export function rowsOf(bars: readonly MinuteSpan[]): ShiftInterval[] {
  return mergeSpans(bars).map(({ from, to }) => ({ start: clockOfMinute(from), end: clockOfMinute(to) }));
}

/** Returns the minutes that hourly overrides cover. */
const offOf = (set: readonly OverrideInterval[]): MinuteSpan[] =>
  set.flatMap(({ start, end }) => (start === null || end === null ? [] : barsOfSet([{ start, end }])));

/** True if no bar overlaps an override with hours. */
const isClear = (one: OverrideInterval, bars: readonly MinuteSpan[]) =>
  offOf([one]).some((off) => bars.every((bar) => bar.to <= off.from || off.to <= bar.from));

/**
 * Returns the overrides that give a date exactly these bars, whatever the weeks hold now or later (own-hours.ts). None if the
 * weekly shifts say the same; a whole day off if no bar is left; null if a weekly shift would have to end earlier after midnight,
 * because only the next date's overrides can do that.
 * @param wanted minutes from the date's midnight
 * @param regular the weekly set of that weekday
 * @param tail the hours that a shift of the evening before has on the date; they are not cut out
 * @param own the present set of the date; an absence under no bar is kept
 */
export function datedSet(
  wanted: readonly MinuteSpan[],
  regular: readonly ShiftInterval[],
  tail: readonly MinuteSpan[] = [],
  own: readonly OverrideInterval[] = [],
): OverrideInterval[] | null {
  const bars = mergeSpans(wanted);
  const usual = barsOfSet(regular);
  if (bars.length === 0 && usual.length > 0) return [{ start: null, end: null, type: 'time_off' }];
  const kept = absencesOf(own).filter((one) => isClear(one, bars));
  const isUsual =
    subtractMinuteSpans(bars, usual).length === 0 && subtractMinuteSpans(usual, [...bars, ...tail, ...offOf(kept)]).length === 0;
  if (isUsual) return kept;
  const cuts = cutsAround(bars, usual, tail);
  if (cuts.some(({ from }) => from >= MINUTES_OF_DAY)) return null;
  return [
    ...rowsOf(bars).map((row) => ({ ...row, type: 'additional_shift' as const })),
    ...cuts.flatMap((cut) => rowsOf([cut])).map((row) => ({ ...row, type: 'time_off' as const })),
    ...kept,
  ];
}

/** The number of people at work in a stretch of a day, from one change to the next; `ids` in the given order. */
export interface OnDuty extends MinuteSpan {
  readonly ids: readonly string[];
}

/** Returns who is on duty in each hour between two minutes of the day. */
export function dutyByHour(
  days: readonly { readonly id: string; readonly stretches: readonly MinuteSpan[] }[],
  from: number,
  to: number,
): OnDuty[] {
  const hours: OnDuty[] = [];
  for (let at = from; at < to; at += 60) {
    const ids = days.filter(({ stretches }) => stretches.some((s) => s.from < at + 60 && at < s.to)).map(({ id }) => id);
    hours.push({ from: at, to: at + 60, ids });
  }
  return hours;
}

/** Returns the whole hours that a plan shows: seven to ten in the evening, and more if somebody works then. */
export function axisOf(bars: readonly MinuteSpan[]): MinuteSpan {
  const from = Math.min(7 * 60, ...bars.map((bar) => Math.floor(bar.from / 60) * 60));
  const to = Math.max(22 * 60, ...bars.map((bar) => Math.ceil(bar.to / 60) * 60));
  return { from, to };
}
