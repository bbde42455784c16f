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
  fill: EventFill;
  unsent: boolean;
  trouble: EventTrouble | null;
  double: boolean;
}

/** For screen readers and tests: an ordinary dash, none of the marks that hold a range together on screen. */
export const spokenRange = (from: number, to: number) => `${formatTime(from)}–${formatTime(to)}`;

/**
 * "10:00–11:00, client, service[, note], employee, status[, not sent yet][, overlaps]" (CALENDAR.md). It is the tooltip too,
 * and holds whatever the box has room for, in the same order (WCAG 2.5.3).
 */
export function eventLabel(event: SpokenEvent, t: TFunction<'calendar'>): string {
  return words(spokenRange(event.from, event.to), event, t);
}

/** The same where only the start is shown, in a chip of the week: "10:00, client, until 11:00, service, …". */
export function chipLabel(event: SpokenEvent, t: TFunction<'calendar'>): string {
  return words(formatTime(event.from), { ...event, client: `${event.client}, ${t('until', { time: formatTime(event.to) })}` }, t);
}

interface SpokenWords extends Record<EventFill | EventTrouble, string> {
  unsent: string;
  overlaps: string;
}
const spokenWords = new WeakMap<TFunction<'calendar'>, SpokenWords>();

/** Looked up once for a language, not for each of a thousand appointments. */
function wordsOf(t: TFunction<'calendar'>): SpokenWords {
  const known = spokenWords.get(t);
  if (known) return known;
  const made: SpokenWords = {
    booked: t('spoken.booked'),
    arrived: t('spoken.arrived'),
    completed: t('spoken.completed'),
    cancelled: t('spoken.cancelled'),
    'no-show': t('spoken.no-show'),
    blocked: t('spoken.blocked'),
    rejected: t('spoken.rejected'),
    conflict: t('spoken.conflict'),
    unsent: t('spoken.unsent'),
    overlaps: t('spoken.overlaps'),
  };
  spokenWords.set(t, made);
  return made;
}

function words(time: string, event: SpokenEvent, t: TFunction<'calendar'>): string {
  const said = wordsOf(t);
  let label = `${time}, ${event.client}`;
  if (event.service) label += `, ${event.service}`;
  if (event.note) label += `, ${event.note}`;
  label += `, ${event.employee}, ${said[event.fill]}`;
  if (event.trouble) label += `, ${said[event.trouble]}`;
  else if (event.unsent) label += `, ${said.unsent}`;
  return event.double ? `${label}, ${said.overlaps}` : label;
}
