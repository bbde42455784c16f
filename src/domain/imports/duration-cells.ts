/** Reads the minutes of a cell: in hours and minutes, from one time to another, or with words beside them. */
import { HOUR_WORDS, MINUTE_WORDS, minutesWithoutUnit, minutesWithUnit, settledTime } from './import-cells.ts';
import type { LeftOutReason } from './import-rows.ts';
import { isNothing, plainCell } from './looks.ts';

/** The minutes of a cell, and the reason why its text is kept as well. */
export interface DurationCell {
  /** A multiple of 5; null if the cell holds none. */
  readonly minutes: number | null;
  /** Null if the minutes say all that the cell says. */
  readonly why: LeftOutReason | null;
}

const NO_TIME: DurationCell = { minutes: null, why: null };
const UNREAD: DurationCell = { minutes: null, why: 'unread' };

/** The longest cell that is read. A longer text is a story with a number in it, and the patterns would take long for it. */
const LONGEST_CELL = 300;
/** Every time of a booking is a multiple of these minutes. */
const STEP = 5;

const RANGE = /\s*(?:[-–—÷/]|\.\.\.?|…|(?<!\p{L})(?:до|to|или|or)(?!\p{L}))\s*/u;
/** Matches words that do not change which number counts. */
const ABOUT =
  /^(?:около|ок\.|от|до|прибл\.?|приблизително|минимум|мин\.|поне|средно|from|up to|about|approx\.?|around|ca\.?|min\.?|[~≈<>≥≤])\s*|\s*(?:\+|\*+|и повече|нагоре|or more)$/u;
const FOUND = new RegExp(
  String.raw`(?<![\d.,:])(?:\d{1,2}:[0-5]\d(?!\d)|\d+(?:[.,]\d+)?\s*${HOUR_WORDS}(?:\s*(?:и|and|,)?\s*\d{1,2}\s*${MINUTE_WORDS})?|\d+\s*${MINUTE_WORDS})`,
  'u',
);

/** Returns the first of several times: „45–60 мин“, „1-2 часа“. */
function firstOfRange(text: string, inHours: boolean): number | null {
  const [first = '', second = ''] = text.split(RANGE).filter((part) => part !== '');
  if (second === '') return null;
  const own = minutesWithUnit(first);
  if (own !== null) return own;
  const unit = /^[\d.,]+\s*(\D+)$/u.exec(second)?.[1] ?? '';
  return (
    (unit !== '' && /^[\d.,]+$/.test(first) ? minutesWithUnit(`${first} ${unit}`) : null) ?? minutesWithoutUnit(first, inHours)
  );
}

function partOf(text: string, inHours: boolean): number | null {
  const ranged = firstOfRange(text, inHours);
  if (ranged !== null) return ranged;
  const bare = text.replace(ABOUT, '').replace(ABOUT, '');
  const about = minutesWithUnit(bare) ?? minutesWithoutUnit(bare, inHours);
  return about ?? minutesWithUnit(FOUND.exec(text)?.[0] ?? '');
}

/**
 * Reads a cell of durations. Of several times the first counts, and one that is no multiple of 5 minutes is rounded up to the
 * next. In both cases the text is kept as well.
 * @param most minutes; a longer time is none
 * @param inHours true if the head of the column says that plain numbers are hours
 */
export function readDurationCell(cell: string, most: number, inHours = false): DurationCell {
  const text = settledTime(plainCell(cell));
  if (text.length > LONGEST_CELL) return UNREAD;
  if (isNothing(text) || /^0+\s*\D*$/u.test(text)) return NO_TIME;
  const exact = minutesWithUnit(text) ?? minutesWithoutUnit(text, inHours);
  const minutes = exact ?? partOf(text, inHours);
  if (minutes === null || minutes <= 0 || minutes > most) return UNREAD;
  const whole = Math.ceil(minutes / STEP) * STEP;
  return { minutes: whole, why: exact === null ? 'part' : whole === minutes ? null : 'rounded_up' };
}

const CLEANING_WORDS =
  /(?:blocked|extra|buffer|clean(?:ing)?[\s-]?up|cleaning|cleanup|time|after|padding|почистване|след|допълнително|време)/giu;
const OTHER_TIME = /processing|престой|before|преди|wait|изчакване/iu;

/** Reads a cell of cleaning-up times: "10min blocked time after" is 10. A time that does not follow the service is not read. */
export function readCleaningCell(cell: string, most: number): DurationCell {
  const text = plainCell(cell);
  return OTHER_TIME.test(text) ? UNREAD : readDurationCell(text.replace(CLEANING_WORDS, ' ').trim(), most);
}
