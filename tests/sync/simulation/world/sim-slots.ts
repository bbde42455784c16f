/** The times at which customers of a history book: ahead of the server's clock, which no history sets, and near enough to be requests. */

const MINUTE = 60_000;
const LENGTH = 30 * MINUTE;

/** Returns the starts, ISO UTC: in the trace of a history they have the same names whenever it runs. @param now epoch milliseconds */
export function slotsFrom(now: number): readonly string[] {
  const first = Math.ceil(now / (60 * MINUTE)) * 60 * MINUTE + 3 * 60 * MINUTE;
  return Array.from({ length: 8 }, (_, n) => new Date(first + n * LENGTH).toISOString());
}

export const endOfSlot = (start: string): string => new Date(Date.parse(start) + LENGTH).toISOString();
