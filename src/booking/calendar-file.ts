/** The visit as a file for the visitor's own calendar (RFC 5545). It holds no key: calendars are synced to others. */

export interface CalendarEntry {
  readonly id: string;
  /** ISO UTC. */
  readonly start: string;
  readonly end: string;
  readonly title: string;
  readonly place: string | null;
  readonly text: string | null;
  /** ISO UTC: when the file was made. */
  readonly made: string;
  /** A whole number that only grows. */
  readonly version: number;
}

const stamp = (iso: string) => new Date(iso).toISOString().replace(/[-:]|\.\d{3}/g, '');
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n|\r/g, '\\n');

/** A line has at most 75 bytes; what is longer goes on in the next one, and no letter is torn. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  const lines: string[] = [];
  let current = '';
  let bytes = 0;
  for (const letter of line) {
    const size = encoder.encode(letter).length;
    if (bytes + size > 75) {
      lines.push(current);
      current = ' ';
      bytes = 1;
    }
    current += letter;
    bytes += size;
  }
  return [...lines, current].join('\r\n');
}

/** Returns the text of an `.ics`. */
export function calendarFile({ id, start, end, title, place, text, made, version }: CalendarEntry): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Greben//Booking//BG',
    'BEGIN:VEVENT',
    `UID:${id}`,
    `DTSTAMP:${stamp(made)}`,
    `SEQUENCE:${version}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(end)}`,
    `SUMMARY:${escaped(title)}`,
    ...(place ? [`LOCATION:${escaped(place)}`] : []),
    ...(text ? [`DESCRIPTION:${escaped(text)}`] : []),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
