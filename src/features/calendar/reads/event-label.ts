import type { TFunction } from 'i18next';
import { formatTime } from '#domain/date-format.ts';

/** What of an appointment its fill shows. */
export type EventFill = 'booked' | 'arrived' | 'completed' | 'cancelled' | 'no-show' | 'blocked';
/** What became of a change that was not simply taken: refused by the server, or waiting for a person's decision. */
export type EventTrouble = 'rejected' | 'conflict';

export interface SpokenEvent {
  from: number;
  to: number;
  client: string;
  service: string | null;
  note: string | null;
  employee: string;
  /** When the client waits in it, and which part of a visit it is; empty for most. */
  more?: string;
  fill: EventFill;
  unsent: boolean;
  trouble: EventTrouble | null;
  /** It lies over another. */
  double: boolean;
  /** And nobody has said that it may. */
  open: boolean;
}

/** For screen readers and tests: an ordinary dash, none of the marks that hold a range together on screen. */
export const spokenRange = (from: number, to: number) => `${formatTime(from)}–${formatTime(to)}`;

/**
 * "10:00–11:00, client, service[, note], employee[, processing 10:30–10:45][, part 2 of 3], status[, not sent yet][, overlaps[, waits for a decision]]" (src/README.md, “The calendar”). It is the tooltip too,
 * and holds whatever the box has room for, in the same order (WCAG 2.5.3).
 */
export function eventLabel(event: SpokenEvent, t: TFunction<'calendar'>, range = spokenRange(event.from, event.to)): string {
  return words(range, event, t);
}

/** The same where only the start is shown, in a chip of the week: "10:00, client, until 11:00, service, …". */
export function chipLabel(event: SpokenEvent, t: TFunction<'calendar'>): string {
  return words(formatTime(event.from), { ...event, client: `${event.client}, ${t('until', { time: formatTime(event.to) })}` }, t);
}

type Spoken = EventFill | EventTrouble | 'unsent' | 'overlaps' | 'overlaps_open';
const spokenWords = new WeakMap<TFunction<'calendar'>, Map<Spoken, string>>();

/** Each word is looked up once for a language, not for each of a thousand appointments. */
function wordOf(t: TFunction<'calendar'>, name: Spoken): string {
  const known = spokenWords.get(t) ?? new Map<Spoken, string>();
  const word = known.get(name);
  if (word !== undefined) return word;
  const said = t(`spoken.${name}`);
  spokenWords.set(t, known.set(name, said));
  return said;
}

function words(time: string, event: SpokenEvent, t: TFunction<'calendar'>): string {
  let label = `${time}, ${event.client}`;
  if (event.service) label += `, ${event.service}`;
  if (event.note) label += `, ${event.note}`;
  label += `, ${event.employee}${event.more ?? ''}, ${wordOf(t, event.fill)}`;
  if (event.trouble) label += `, ${wordOf(t, event.trouble)}`;
  else if (event.unsent) label += `, ${wordOf(t, 'unsent')}`;
  return event.open || event.double ? `${label}, ${wordOf(t, event.open ? 'overlaps_open' : 'overlaps')}` : label;
}
