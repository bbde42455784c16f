/** Arithmetic on calendar dates (yyyy-MM-dd) for drawing a month; no zones are involved. */
const DAY = 86_400_000;

function utc(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}

function text(date: Date): string {
  return date.toISOString().slice(0, 10);
}

export function daysLater(date: string, days: number): string {
  return text(new Date(utc(date).getTime() + days * DAY));
}

/** Returns the same day some months later, or the last day of a shorter month. */
export function addMonths(date: string, months: number): string {
  const from = utc(date);
  const target = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0));
  target.setUTCDate(Math.min(from.getUTCDate(), target.getUTCDate()));
  return text(target);
}

/** Returns the weeks, Monday first, that hold the month of `date`. */
export function monthWeeks(date: string): string[][] {
  const first = `${date.slice(0, 7)}-01`;
  const month = date.slice(0, 7);
  const weeks: string[][] = [];
  let monday = daysLater(first, -((utc(first).getUTCDay() + 6) % 7));
  while (monday.slice(0, 7) <= month) {
    const start = monday;
    weeks.push(Array.from({ length: 7 }, (_, day) => daysLater(start, day)));
    monday = daysLater(monday, 7);
  }
  return weeks;
}

/** Returns today by the device's calendar, for places that do not know the salon's time zone. */
export function deviceToday(): string {
  const now = new Date();
  return text(new Date(now.getTime() - now.getTimezoneOffset() * 60_000));
}
