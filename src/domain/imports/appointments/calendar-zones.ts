/** Finds the instant of a calendar's time by the name of its zone, as programs write it. */
import ICAL from 'ical.js';
import {
  clockOfMinute,
  daysBetween,
  instantOf,
  isLocalDate,
  type LocalDate,
  MINUTE_MS,
  MINUTES_OF_DAY,
} from '#domain/time/time.ts';

/** Zones as Windows and Outlook name them (Unicode CLDR, windowsZones, territory 001). */
const WINDOWS_ZONES: Readonly<Record<string, string>> = {
  'FLE Standard Time': 'Europe/Sofia', 'GTB Standard Time': 'Europe/Bucharest', 'E. Europe Standard Time': 'Europe/Chisinau',
  'Turkey Standard Time': 'Europe/Istanbul', 'W. Europe Standard Time': 'Europe/Berlin', 'Romance Standard Time': 'Europe/Paris',
  'Central Europe Standard Time': 'Europe/Budapest', 'Central European Standard Time': 'Europe/Warsaw',
  'GMT Standard Time': 'Europe/London', 'Greenwich Standard Time': 'Atlantic/Reykjavik', 'Russian Standard Time': 'Europe/Moscow',
  'Belarus Standard Time': 'Europe/Minsk', 'Kaliningrad Standard Time': 'Europe/Kaliningrad', 'Israel Standard Time': 'Asia/Jerusalem',
  'Egypt Standard Time': 'Africa/Cairo', 'South Africa Standard Time': 'Africa/Johannesburg', 'Arab Standard Time': 'Asia/Riyadh',
  'Arabian Standard Time': 'Asia/Dubai', 'Georgian Standard Time': 'Asia/Tbilisi', 'Azerbaijan Standard Time': 'Asia/Baku',
  'India Standard Time': 'Asia/Kolkata', 'China Standard Time': 'Asia/Shanghai', 'Singapore Standard Time': 'Asia/Singapore',
  'Tokyo Standard Time': 'Asia/Tokyo', 'AUS Eastern Standard Time': 'Australia/Sydney', 'W. Australia Standard Time': 'Australia/Perth',
  'New Zealand Standard Time': 'Pacific/Auckland', 'Eastern Standard Time': 'America/New_York',
  'Central Standard Time': 'America/Chicago', 'Mountain Standard Time': 'America/Denver', 'Pacific Standard Time': 'America/Los_Angeles',
  'US Mountain Standard Time': 'America/Phoenix', 'Atlantic Standard Time': 'America/Halifax', 'Alaskan Standard Time': 'America/Anchorage',
  'Hawaiian Standard Time': 'Pacific/Honolulu', 'E. South America Standard Time': 'America/Sao_Paulo',
  'Argentina Standard Time': 'America/Buenos_Aires', UTC: 'UTC', GMT: 'UTC', Z: 'UTC', 'Coordinated Universal Time': 'UTC',
}; // biome-ignore format: a table reads better in rows

const known = new Map<string, boolean>();
function isZone(name: string): boolean {
  const found = known.get(name);
  if (found !== undefined) return found;
  let is = true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    is = false;
  }
  known.set(name, is);
  return is;
}

/**
 * Returns the IANA name that the name of a zone means; null if it means none. Some programs write more before the name:
 * `/freeassociation.sourceforge.net/Europe/Sofia`.
 */
export function ianaZoneOf(name: string): string | null {
  const plain = name.trim().replace(/^"|"$/g, '');
  const windows = WINDOWS_ZONES[plain.replace(/Daylight Time$/, 'Standard Time')];
  if (windows) return windows;
  const parts = plain.split('/').filter((part) => part !== '');
  for (let from = 0; from < parts.length; from++) {
    const rest = parts.slice(from).join('/');
    if (/^[A-Za-z]/.test(rest) && isZone(rest)) return rest;
  }
  return null;
}

/** A time on a wall clock. `minute` counts from midnight; an all-day entry has only a date. */
export interface WallTime {
  readonly date: LocalDate;
  readonly minute: number;
}

/** Reads `2026-12-01` and `2026-12-01T10:00:00` without the Z. Returns null for any other text. Seconds are left out. */
export function wallTimeOf(text: string): WallTime | null {
  const [, date = '', hour = '0', minute = '0'] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d):(\d\d)(?::\d\d)?)?$/.exec(text) ?? [];
  const inDay = Number(hour) * 60 + Number(minute);
  return isLocalDate(date) && inDay <= MINUTES_OF_DAY ? { date, minute: inDay } : null;
}

/** Returns the time as ical.js counts with it, without a zone. */
export const timeOfWall = ({ date, minute }: WallTime): ICAL.Time =>
  ICAL.Time.fromDateTimeString(`${date}T${clockOfMinute(minute)}:00`);

/** Turns times of a wall clock into instants, ISO UTC. */
export interface ZoneClock {
  instant(wall: WallTime): string;
  /** The IANA name; null if only the file describes the zone. */
  readonly zone: string | null;
}

const clockOf = (zone: string): ZoneClock => ({ zone, instant: ({ date, minute }) => instantOf(date, minute, zone) });

/** Returns the clock of a zone that only the file describes. */
function describedClock(zone: ICAL.Timezone): ZoneClock {
  return {
    zone: null,
    instant({ date, minute }) {
      const time = timeOfWall({ date, minute });
      const east = zone.utcOffset(time) * 1000;
      return new Date(daysBetween('1970-01-01', date) * MINUTES_OF_DAY * MINUTE_MS + minute * MINUTE_MS - east).toISOString();
    },
  };
}

/**
 * Returns a function that finds a clock by the name of a zone: the zone that the name means, else the one that the file describes
 * under the name, else the salon's. The name counts before the description, because programs shorten the description to the rules
 * of one year.
 * @param described the VTIMEZONEs of the file
 * @param own the zone (IANA name) of times without one
 */
export function zoneClocks(described: readonly ICAL.Component[], own: string): (name: string | null) => ZoneClock {
  const clocks = new Map<string, ZoneClock>();
  const find = (name: string): ZoneClock => {
    const iana = ianaZoneOf(name);
    if (iana) return clockOf(iana);
    const component = described.find((one) => one.getFirstPropertyValue('tzid') === name);
    const place = component?.getFirstPropertyValue('x-lic-location');
    const located = typeof place === 'string' ? ianaZoneOf(place) : null;
    if (located) return clockOf(located);
    return component ? describedClock(new ICAL.Timezone({ component, tzid: name })) : clockOf(own);
  };
  return (name) => {
    const key = name ?? '';
    const found = clocks.get(key) ?? (name === null ? clockOf(own) : find(name));
    clocks.set(key, found);
    return found;
  };
}
