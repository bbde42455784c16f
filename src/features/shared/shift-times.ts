import { SHIFT_STEP } from '#domain/shifts/shift-hours.ts';
import { clockOfMinute, MINUTES_OF_DAY, minuteOfClock } from '#domain/time/time.ts';
import { formatTime } from '#domain/time/time-format.ts';

/** Every time of the day in steps of 15 minutes (SHIFT-29, SHIFT-30). */
const TIMES = Array.from({ length: MINUTES_OF_DAY / SHIFT_STEP }, (_, step) => ({
  value: clockOfMinute(step * SHIFT_STEP),
  label: formatTime(step * SHIFT_STEP),
}));

/** The times to choose from; one that was stored between the steps stays among them. */
export const timesWith = (time: string) =>
  time === '' || TIMES.some(({ value }) => value === time)
    ? TIMES
    : [...TIMES, { value: time, label: formatTime(minuteOfClock(time)) }].sort((a, b) => (a.value < b.value ? -1 : 1));
