/**
 * The canonical text of a set of shifts (weekly) or of overrides (of one date). A set is one decision: it travels whole
 * in row 0, so two devices that replace it never end with a mixture that nobody chose.
 *
 * `[["09:00","13:00"],["14:00","18:00"]]` · `[["10:00","12:00","time_off"],[null,null,"time_off"]]`
 */
export const OVERRIDE_TYPES = ['time_off', 'additional_shift'] as const;
export type OverrideType = (typeof OVERRIDE_TYPES)[number];

/** Times are HH:mm in the salon's time zone; an end that is not after the start lies on the next day. */
export interface ShiftInterval {
  start: string;
  end: string;
}

/** Both times null: the whole day. */
export interface OverrideInterval {
  start: string | null;
  end: string | null;
  type: OverrideType;
}

const byTimes = (a: readonly unknown[], b: readonly unknown[]) => {
  const x = JSON.stringify(a);
  const y = JSON.stringify(b);
  return x < y ? -1 : x > y ? 1 : 0;
};

export function shiftIntervalsText(set: readonly ShiftInterval[]): string {
  return JSON.stringify(set.map((i) => [i.start, i.end]).sort(byTimes));
}

export function overrideIntervalsText(set: readonly OverrideInterval[]): string {
  return JSON.stringify(set.map((i) => [i.start, i.end, i.type]).sort(byTimes));
}

/** @throws SyntaxError when the text is not of the canonical form (never for a row that passed a door). */
export function shiftIntervalsOf(text: string): ShiftInterval[] {
  return (JSON.parse(text) as [string, string][]).map(([start, end]) => ({ start, end }));
}

/** @throws SyntaxError when the text is not of the canonical form (never for a row that passed a door). */
export function overrideIntervalsOf(text: string): OverrideInterval[] {
  return (JSON.parse(text) as [string | null, string | null, OverrideType][]).map(([start, end, type]) => ({ start, end, type }));
}
