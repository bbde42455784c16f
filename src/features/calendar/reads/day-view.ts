/**
 * The values that the day grid draws. They are plain, so that a column whose appointments did not change keeps its object and is
 * not drawn again.
 */

import type { ExtraTimes } from '#domain/booking/busy-spans.ts';
import type { MinuteSpan } from '#domain/shifts/availability.ts';
import type { EventFill } from '#features/shared/event-marks.tsx';
import type { LocalRow } from '#schemas/registry.ts';
import type { Room } from '#schemas/rooms.ts';
import type { EventTrouble } from './event-words.ts';

export interface EventView {
  id: string;
  columnId: string;
  /** Minutes of the day; `top` and `bottom` are the part that the grid shows. */
  from: number;
  to: number;
  top: number;
  bottom: number;
  /** How much longer it runs after midnight, minutes; only where it does. */
  beyond?: number;
  /** When it is, where `from` and `to` do not say it: past midnight, and on a night of the clock change. */
  range?: string;
  /** When the client waits in it; only where somebody does. What stands then shares no width with it. */
  waitFrom?: number;
  waitTo?: number;
  /** When the employee has finished cleaning up after it; only where that takes time. */
  until?: number;
  /** The visit that it is a part of; only where it has others. */
  visit?: string;
  /** The room that it takes; only where its service needs one. */
  room?: Room;
  lane: number;
  lanes: number;
  span: number;
  /** A cancelled one beside others: it stands in the narrow lane at the right. */
  aside: boolean;
  /** The part of the right edge that its group keeps free: for the "+N", the narrow lane, or both. */
  rail: 'more' | 'aside' | 'both' | null;
  time: string;
  name: string;
  service: string | null;
  note: string | null;
  label: string;
  color: string;
  fill: EventFill;
  unsent: boolean;
  trouble: EventTrouble | null;
  /** It lies over another; `open`: and nobody has said that it may. */
  double: boolean;
  open: boolean;
  /** It began on another day, and is moved in its dialog; or only the server has it, and it is not moved at all. */
  fixed: boolean;
  /** Older than what this device keeps: it can be looked at, not changed. */
  onlyRead: boolean;
  /** Was just dropped and is being saved: dimmed and not clickable. */
  updating: boolean;
}

/** Minutes from its first on this day to its end, also where that is another day's. */
export const lengthOf = ({ from, to, beyond = 0 }: Pick<EventView, 'from' | 'to' | 'beyond'>): number => to - from + beyond;

/** When it takes the employee's time: what stands between these takes none of it. Minutes of the day. */
export function busyPartsOf({ from, to, waitFrom, waitTo, until = to }: EventView): readonly MinuteSpan[] {
  if (waitFrom === undefined || waitTo === undefined) return [{ from, to: until }];
  return [
    { from, to: waitFrom },
    { from: waitTo, to: until },
  ];
}

/** The place of a dropped event until its saved row is read. */
export type Placement = Pick<LocalRow<'events'>, 'start_time' | 'end_time' | 'resource_id'> & ExtraTimes;

export interface OverflowView {
  id: string;
  count: number;
  top: number;
  bottom: number;
  events: readonly EventView[];
}

export interface ColumnView {
  id: string;
  name: string;
  head: string;
  color: string;
  /** Working hours, or why there are none. */
  shift: string;
  mark: 'day-off' | 'inactive' | 'removed' | null;
  /** No shift on any weekday, and none on this date: the column says so, and offers hours. */
  bare?: boolean;
  stretches: readonly MinuteSpan[];
  off: readonly MinuteSpan[];
  /** When the salon is open; only where it has set hours, or is closed. */
  open?: readonly MinuteSpan[];
  /** Time off of it, within the grid's hours. */
  away?: readonly MinuteSpan[];
  /** Something lies before or after the grid's hours. */
  early: boolean;
  late: boolean;
  events: readonly EventView[];
  overflow: readonly OverflowView[];
  before: readonly EventView[];
  after: readonly EventView[];
}

/** The name of the button in the column of somebody without any shift. */
export const bareStop = (columnId: string): string => `?${columnId}`;

export function sameFlat<T extends object>(a: T, b: T): boolean {
  const keys = Object.keys(a) as (keyof T)[];
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

function sameList<T extends object>(a: readonly T[], b: readonly T[], same: (x: T, y: T) => boolean): boolean {
  return a.length === b.length && a.every((x, i) => x === b[i] || same(x, b[i] as T));
}

const sameOverflow = (a: OverflowView, b: OverflowView) =>
  a.count === b.count && a.top === b.top && a.bottom === b.bottom && sameList(a.events, b.events, sameFlat);

export function sameColumn(a: ColumnView, b: ColumnView): boolean {
  return (
    a.name === b.name &&
    a.head === b.head &&
    a.color === b.color &&
    a.shift === b.shift &&
    a.mark === b.mark &&
    a.bare === b.bare &&
    sameList(a.stretches, b.stretches, sameFlat) &&
    sameList(a.away ?? [], b.away ?? [], sameFlat) &&
    (a.open === undefined) === (b.open === undefined) &&
    sameList(a.open ?? [], b.open ?? [], sameFlat) &&
    sameList(a.events, b.events, (x, y) => x === y) &&
    sameList(a.overflow, b.overflow, sameOverflow) &&
    sameList(a.before, b.before, sameFlat) &&
    sameList(a.after, b.after, sameFlat)
  );
}

/** Every appointment of the column, those behind a "+N" and outside the hours too: what a drop has to look at. */
export function eventsIn({ before, events, overflow, after }: ColumnView): readonly EventView[] {
  const shown = new Set(events.map(({ id }) => id));
  const hidden = overflow.flatMap((more) => more.events.filter(({ id }) => !shown.has(id)));
  return [...before, ...events, ...hidden, ...after];
}

/** An appointment of the day and whose it is, wherever it stands. */
export function findEvent(columns: readonly ColumnView[], id: string): { employee: string; event: EventView } | null {
  for (const { name, events, overflow, before, after } of columns) {
    const event = [...events, ...overflow.flatMap((more) => more.events), ...before, ...after].find((e) => e.id === id);
    if (event) return { employee: name, event };
  }
  return null;
}
