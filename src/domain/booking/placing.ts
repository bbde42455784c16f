/**
 * Decides whether an appointment may be put somewhere (DRAG-19): off shift and blocked time return it, taken time does not. One
 * rule serves a drop, whose times are minutes of the shown day, and a tap or a key, whose times are instants; both sort.
 */

/** The reason why a booking may not be put at a place; `closed`: nobody is on shift, because the salon is not open. */
export type PlaceRefusal = 'off_shift' | 'closed' | 'blocked';

/** Minutes of a day, or instants in canonical ISO UTC; `to` is not included. */
export interface Span<T extends number | string = number> {
  readonly from: T;
  readonly to: T;
}

/** True if two spans share a minute. Touching ends do not count. */
export const touches = <T extends number | string>(a: Span<T>, b: Span<T>): boolean => a.from < b.to && b.from < a.to;

/** Returns the parts of the spans that lie in none of the others, in order and not empty. The spans of each list are disjoint. */
export function subtractSpans<T extends number | string>(
  spans: readonly Span<T>[],
  others: readonly Span<T>[],
): readonly Span<T>[] {
  return others.reduce<readonly Span<T>[]>(
    (left, other) =>
      left.flatMap((span) =>
        touches(span, other)
          ? [
              { from: span.from, to: other.from },
              { from: other.to, to: span.to },
            ].filter(({ from, to }) => from < to)
          : [span],
      ),
    spans,
  );
}

/** A booking at a new place, as far as the rules of placing need it. */
export interface Placing<T extends number | string> {
  /** The times of work in it; a client's waiting is free for others. */
  readonly spans: readonly Span<T>[];
  /** The present times of work if employee and start stay and only its lengths change; else null. */
  readonly before: readonly Span<T>[] | null;
  /** True if its start lies in a shift of that employee (AVAIL-02: the start decides). */
  readonly onShift: boolean;
  /** True if the salon is not open at its start. */
  readonly isClosed?: boolean;
  /** True if the employee has other blocked time in that span. */
  blockedIn(span: Span<T>): boolean;
}

/**
 * Returns why the booking may not be put there; null if it may. Blocked time that it overlapped before it was made longer is no
 * reason.
 */
export function refusalAt<T extends number | string>({
  spans,
  before,
  onShift,
  isClosed,
  blockedIn,
}: Placing<T>): PlaceRefusal | null {
  if (before === null && !onShift) return isClosed ? 'closed' : 'off_shift';
  return subtractSpans(spans, before ?? []).some(blockedIn) ? 'blocked' : null;
}
