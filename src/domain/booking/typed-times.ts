/** The three times of a service or a booking as a person types them: their faults, and the parts that they make. */
import { MOST_BUFFER } from '#schemas/events.ts';
import { type ExtraTimes, fittingTimes } from './busy-spans.ts';

/** The columns with the waiting and the cleaning up of a booking, in minutes. */
export const TIMES_FIELDS = ['processing_after', 'processing_minutes', 'buffer_after'] as const;
/** One of these columns. */
export type TimesField = (typeof TIMES_FIELDS)[number];
/** Minutes as typed; empty for none. */
export type TypedTimes = Readonly<Record<TimesField, string>>;

/** Reads a whole number of minutes as typed; 0 for an empty field (undefined from formik), NaN for anything else. */
export const minutesTyped = (text = ''): number =>
  text.trim() === '' ? 0 : /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;

const text = (minutes = 0) => (minutes > 0 ? String(minutes) : '');

/** Returns the times as the texts of the fields; waiting that does not fit is left empty. */
export function typedTimes(minutes: number, times: ExtraTimes): TypedTimes {
  const { processing_after, processing_minutes, buffer_after } = fittingTimes(minutes, times);
  return {
    processing_after: text(processing_after),
    processing_minutes: text(processing_minutes),
    buffer_after: text(buffer_after),
  };
}

/** Reads typed times in minutes; NaN for a field that holds no number. */
export const timesTyped = (typed: TypedTimes): Required<ExtraTimes> => ({
  processing_after: minutesTyped(typed.processing_after),
  processing_minutes: minutesTyped(typed.processing_minutes),
  buffer_after: minutesTyped(typed.buffer_after),
});

/** The fault of a typed time. */
export type TimesFault =
  | 'times_number'
  | 'duration_step'
  | 'processing_required'
  | 'processing_after_required'
  | 'processing_beyond'
  | 'buffer_most';

/**
 * Returns the faults of typed times, by field.
 * @param whole minutes of all of it; NaN or 0 if not known
 * @param step the number of minutes of which each has to be a multiple
 */
export function timesFaults(typed: TypedTimes, whole: number, step: number): Partial<Record<TimesField, TimesFault>> {
  const { processing_after: after, processing_minutes: wait, buffer_after: buffer } = timesTyped(typed);
  const faults: Partial<Record<TimesField, TimesFault>> = {};
  for (const [field, minutes] of Object.entries({ processing_after: after, processing_minutes: wait, buffer_after: buffer })) {
    if (Number.isNaN(minutes)) faults[field as TimesField] = 'times_number';
    else if (minutes % step !== 0) faults[field as TimesField] = 'duration_step';
  }
  if (after && wait === 0) faults.processing_minutes ??= 'processing_required';
  if (wait && after === 0) faults.processing_after ??= 'processing_after_required';
  if (after && wait && whole > 0 && after + wait >= whole) faults.processing_minutes ??= 'processing_beyond';
  if (buffer > MOST_BUFFER) faults.buffer_after ??= 'buffer_most';
  return faults;
}

/** A part of the time of a booking, for the picture. */
export interface TimePart {
  readonly kind: 'work' | 'wait' | 'clean';
  /** Minutes from the start. */
  readonly from: number;
  readonly minutes: number;
}

/**
 * Returns the parts of this many minutes in their order.
 * @param times that fit into them (`timesFaults`)
 */
export function timeParts(whole: number, times: Required<ExtraTimes>): readonly TimePart[] {
  const { processing_after: after, processing_minutes: wait, buffer_after: buffer } = times;
  const parts: TimePart[] = [{ kind: 'work', from: 0, minutes: wait > 0 ? after : whole }];
  if (wait > 0) {
    const back = after + wait;
    parts.push({ kind: 'wait', from: after, minutes: wait }, { kind: 'work', from: back, minutes: whole - back });
  }
  if (buffer > 0) parts.push({ kind: 'clean', from: whole, minutes: buffer });
  return parts;
}
