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

export interface Placing<T extends number | string> {
  /** Where it would stand. */
  readonly span: Span<T>;
  /** Where it ends now, if it stays with its employee and begins as before: only its length is another. Else null. */
  readonly resizedFrom: T | null;
  /** Whether its start lies in a shift of that employee (AVAIL-02: the start decides). */
  readonly onShift: boolean;
  /** Whether the employee has other blocked time in that span. */
  blockedIn(span: Span<T>): boolean;
}

/** Why it may not be put there; null: it may. What it lay over before it was only made longer is no reason. */
export function refusalAt<T extends number | string>({ span, resizedFrom, onShift, blockedIn }: Placing<T>): PlaceRefusal | null {
  if (resizedFrom === null) {
    if (!onShift) return 'off_shift';
    return blockedIn(span) ? 'blocked' : null;
  }
  return span.to > resizedFrom && blockedIn({ from: resizedFrom, to: span.to }) ? 'blocked' : null;
}
