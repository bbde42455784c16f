/**
 * Cuts a calendar file into its entries. ical.js parses each of them alone, so that an error of the other program costs one entry
 * and not the whole file.
 */
import ICAL from 'ical.js';
import { mapped, type Steps } from '#domain/imports/steps.ts';

/** The parts of a calendar file. */
export interface CalendarParts {
  /** X-WR-CALNAME; empty if the file does not name its calendar. */
  readonly name: string;
  /** X-WR-TIMEZONE, as written. */
  readonly zone: string | null;
  /** True for METHOD:CANCEL. Then all entries are cancelled. */
  readonly isCancel: boolean;
  readonly zones: readonly ICAL.Component[];
  /** The VEVENTs in their order; the component is null if it cannot be parsed. */
  readonly events: readonly { readonly component: ICAL.Component | null; readonly text: string }[];
}

const BEGINNING = /^[A-Za-z][A-Za-z0-9-]*(?:;[^:]*)?:/;

/** Returns the lines of the file, unfolded. A line that is none, since its writer broke a text, goes on the one before. */
function* linesOf(text: string): Steps<string[]> {
  const lines: string[] = [];
  yield* mapped(text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/), (line) => {
    const last = lines.length - 1;
    if (/^[ \t]/.test(line) && last >= 0) lines[last] += line.slice(1);
    else if (BEGINNING.test(line) || last < 0) lines.push(line);
    else if (line !== '') lines[last] += `\\n${line}`;
    return [];
  });
  return lines.filter((line) => BEGINNING.test(line));
}

const textAfterColon = (line: string): string => line.slice(line.indexOf(':') + 1).trim();
const unescaped = (text: string): string =>
  text.replace(/\\([\\;,nN])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? ' ' : sign)).trim();

/** Parses one component. Returns null if ical.js refuses it. */
function parsed(lines: readonly string[]): ICAL.Component | null {
  try {
    return new ICAL.Component(ICAL.parse(lines.join('\r\n')) as unknown[]);
  } catch {
    return null;
  }
}

/** Reads the parts of an iCalendar file (RFC 5545). A file that was cut off keeps its whole entries. */
export function* partsOf(text: string): Steps<CalendarParts> {
  const zones: ICAL.Component[] = [];
  const events: { component: ICAL.Component | null; text: string }[] = [];
  let [name, zone, isCancel]: [string, string | null, boolean] = ['', null, false];
  let open: { readonly kind: string; readonly lines: string[] } | null = null;
  for (const line of yield* linesOf(text)) {
    if (open === null) yield;
    if (open) {
      open.lines.push(line);
      if (line.trim().toUpperCase() !== `END:${open.kind}`) continue;
      const component = parsed(open.lines);
      if (open.kind === 'VEVENT') events.push({ component, text: summaryOf(open.lines) });
      else if (component) zones.push(component);
      open = null;
      continue;
    }
    const [, kind = ''] = /^BEGIN:(VEVENT|VTIMEZONE)\s*$/i.exec(line) ?? [];
    if (kind !== '') open = { kind: kind.toUpperCase(), lines: [line] };
    else if (/^X-WR-CALNAME[;:]/i.test(line)) name = unescaped(textAfterColon(line));
    else if (/^X-WR-TIMEZONE[;:]/i.test(line)) zone = textAfterColon(line);
    else if (/^METHOD:\s*CANCEL\s*$/i.test(line)) isCancel = true;
  }
  return { name, zone, isCancel, zones, events };
}

const summaryOf = (lines: readonly string[]): string => {
  const line = lines.find((one) => /^SUMMARY[;:]/i.test(one));
  return line ? unescaped(textAfterColon(line)) : '';
};
