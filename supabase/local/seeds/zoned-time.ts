/** Turns wall-clock times of a salon into instants, for seeds. The arithmetic of the product is in src/domain. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function offsetMinutes(instant: number, zone: string): number {
  const known = formatters.get(zone);
  const formatter =
    known ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
  if (!known) formatters.set(zone, formatter);
  const part: Record<string, number> = {};
  for (const { type, value } of formatter.formatToParts(instant)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part;
  return Math.round((Date.UTC(year, month - 1, day, hour, minute) - instant) / 60_000);
}

/**
 * Turns a minute of the local day, which may lie past midnight, into ISO UTC. In the hour that a DST night repeats, the first one
 * counts.
 */
export function instantAt(date: string, minute: number, zone: string): string {
  const wall = Date.parse(`${date}T00:00:00Z`) + minute * 60_000;
  const first = wall - offsetMinutes(wall - 12 * 3_600_000, zone) * 60_000;
  const settled = wall - offsetMinutes(first, zone) * 60_000;
  return new Date(settled).toISOString();
}

export function dateAfterDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the weekday, 0 is Sunday. */
export function dayOfWeek(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

export function minuteOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}

export function zoneToday(zone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date());
}
