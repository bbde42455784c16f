/** The words for an event: its name, its range of times, and its label for a screen reader. */
import type { TFunction } from 'i18next';
import { clientName } from '#domain/people/names.ts';
import { isWalkIn } from '#domain/people/walk-in.ts';
import { clockSpan } from '#domain/time/clock-span.ts';
import { type LocalDate, MINUTES_OF_DAY, minutesBetween, zonedParts } from '#domain/time/time.ts';
import { formatTime, formatTimeRange } from '#domain/time/time-format.ts';
import { walkInWord } from '#features/shared/client-words.ts';
import type { EventFill } from '#features/shared/event-marks.tsx';
import type { LocalRow } from '#schemas/registry.ts';

/** The trouble with a change that the server did not simply accept: it was refused, or it waits for a person's decision. */
export type EventTrouble = 'rejected' | 'conflict';

export interface SpokenEvent {
  from: number;
  to: number;
  client: string;
  service: string | null;
  note: string | null;
  employee: string;
  /** Its room, when the client waits in it, and which part of a visit it is; empty for most. */
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
 * "10:00–11:00, client, service[, note], employee[, laser room][, processing 10:30–10:45][, part 2 of 3], status[, not sent yet][, overlaps[, waits for a decision]]" (src/README.md, “The calendar”). It is the tooltip too,
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

interface Times {
  readonly start_time: string;
  readonly end_time: string;
}

/**
 * „9:00–10:00“, as the clock on the wall shows it. On a night of the clock change, where that says something else than how long
 * it lasts, with its length: „3:30–3:15 (45 мин)“.
 */
export function rangeWords(times: Times, zone: string, t: TFunction<'calendar'>): string {
  const { from, to } = clockSpan(times, zone);
  const minutes = minutesBetween(times.start_time, times.end_time);
  const range = formatTimeRange(from, to);
  return to - from === minutes ? range : `${range} (${t('calendar:reservation.minutes', { count: minutes })})`;
}

/**
 * The same for a list of one day: what began on another day, or runs on for more than one, is said by its minutes of this day.
 * @param minutes of this day, clipped to it
 */
export function rangeOn(
  times: Times,
  minutes: { readonly from: number; readonly to: number },
  date: LocalDate,
  zone: string,
  t: TFunction<'calendar'>,
): string {
  const whole =
    zonedParts(times.start_time, zone).date === date && minutesBetween(times.start_time, times.end_time) <= MINUTES_OF_DAY;
  return whole ? rangeWords(times, zone, t) : formatTimeRange(minutes.from, minutes.to);
}

/** A range of times in a sentence is never broken over two lines (src/README.md, “How it looks”): word joiners, because a text has no spans. */
export const unbroken = (words: string): string => words.replaceAll('–', '\u2060–\u2060');

type Client = LocalRow<'clients'>;

/**
 * Returns the name of the client of an appointment.
 * @param id the client's id in the event
 * @param client the client's row; none: the client was removed, or the event names nobody
 */
export function personName(id: string | null, client: Client | null | undefined, t: TFunction<'calendar'>): string {
  if (isWalkIn(id)) return walkInWord();
  return client ? clientName(client) : t(id ? 'calendar:removed_client' : 'calendar:no_client');
}

/**
 * Returns the name of an event, as the grid, its card and the toasts say it: blocked time is called by its title, an appointment by
 * its client. @param client `unread`: the client is not read yet, and the title stands for the name
 */
export function eventName(
  event: Pick<LocalRow<'events'>, 'type' | 'title' | 'client_id'>,
  client: Client | 'unread' | null | undefined,
  t: TFunction<'calendar'>,
): string {
  if (event.type === 'blocking') return event.title || t('calendar:blocked_title');
  if (client === 'unread' && !isWalkIn(event.client_id)) return event.title || t('calendar:older.booking');
  return personName(event.client_id, client === 'unread' ? null : client, t);
}
