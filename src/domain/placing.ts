/**
 * Whether an appointment may be put somewhere (DRAG-19): off shift and blocked time return it, taken time does not. One rule
 * for a drop, whose times are minutes of the shown day, and for a tap or a key, whose times are instants; both sort.
 */

export type PlaceRefusal = 'off_shift' | 'blocked';

/** Minutes of a day, or instants in canonical ISO UTC; `to` is not taken any more. */
export interface Span<T extends number | string = number> {
  readonly from: T;
  readonly to: T;
}

/** Whether two spans share a minute. Touching ends do not. */
export const touches = <T extends number | string>(a: Span<T>, b: Span<T>): boolean => a.from < b.to && b.from < a.to;

/** What of the spans lies in none of the others: in order, and none of it empty. Those of each list do not share a minute. */
export function without<T extends number | string>(spans: readonly Span<T>[], others: readonly Span<T>[]): readonly Span<T>[] {
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

export interface Placing<T extends number | string> {
  /** When somebody would work in it: the waiting of a client is free for others. */
  readonly spans: readonly Span<T>[];
  /** When somebody does now, if it stays with its employee and begins as before: only its lengths are others. Else null. */
  readonly before: readonly Span<T>[] | null;
  /** Whether its start lies in a shift of that employee (AVAIL-02: the start decides). */
  readonly onShift: boolean;
  /** Whether the employee has other blocked time in that span. */
  blockedIn(span: Span<T>): boolean;
}

/** Why it may not be put there; null: it may. What it lay over before it was only made longer is no reason. */
export function refusalAt<T extends number | string>({ spans, before, onShift, blockedIn }: Placing<T>): PlaceRefusal | null {
  if (before === null && !onShift) return 'off_shift';
  return without(spans, before ?? []).some(blockedIn) ? 'blocked' : null;
}
