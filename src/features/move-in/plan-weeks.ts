/** Makes the weeks of planned appointments as the calendar draws them, with those that the salon already has. */
import { eventStatusOf } from '#domain/booking/event-status.ts';
import type { PlannedAppointment, SalonNow } from '#domain/imports/appointments/planned-appointment.ts';
import { firstNameInitial } from '#domain/people/names.ts';
import { availableSpans } from '#domain/shifts/availability.ts';
import { type LocalDate, weekDates, zonedParts } from '#domain/time/time.ts';
import { formatTime } from '#domain/time/time-format.ts';
import { eventsByDay } from '#domain/time/week.ts';
import { clientWords } from '#features/shared/client-words.ts';
import { type EventFill, fillOf } from '#features/shared/event-marks.tsx';

/** An appointment of a drawn week. */
export interface PlanChip {
  readonly id: string;
  readonly time: string;
  /** „Йоана Х.“, or the title. */
  readonly name: string;
  readonly fill: EventFill;
  /** True if the salon already has it. */
  readonly isThere: boolean;
  readonly overlaps: boolean;
  readonly offShift: boolean;
}

/** An employee's day of a drawn week. */
export interface PreviewDay {
  readonly date: LocalDate;
  /** True if the employee does not work on this day. */
  readonly off: boolean;
  readonly chips: readonly PlanChip[];
}

export interface PreviewRow {
  readonly id: string;
  readonly name: string;
  readonly days: readonly PreviewDay[];
}

/** Returns true for an appointment that a plan puts into the calendar, or leaves there. */
const isDrawn = ({ shown, write }: PlannedAppointment) => shown !== null && write?.kind !== 'remove';

/** Returns the date of the first appointment that is written from today on, or of the first one at all; null if none is drawn. */
export function firstDate(
  planned: readonly PlannedAppointment[],
  { zone, now }: Pick<SalonNow, 'zone' | 'now'>,
): LocalDate | null {
  const starts = planned.flatMap(({ shown, write }) => (shown && write ? [shown.start_time] : [])).sort();
  const first = starts.find((start) => start >= now) ?? starts[0];
  return first ? zonedParts(first, zone).date : null;
}

/** Returns the week of each employee who gets an appointment, Monday first. */
export function previewWeek(planned: readonly PlannedAppointment[], salon: SalonNow, monday: LocalDate): readonly PreviewRow[] {
  const { zone, weekly, overrides, open } = salon;
  const clients = new Map(salon.clients.map((client) => [client.id, client]));
  const drawn = planned.filter(isDrawn);
  const ids = new Set(planned.map(({ id }) => id));
  const coming = drawn.flatMap(({ id, shown, client, overlaps, offShift }) =>
    shown
      ? [
          {
            ...shown,
            id,
            arrived_at: null,
            isThere: false,
            name: client?.name || shown.title || '',
            overlaps: overlaps.length > 0,
            offShift: offShift !== null,
          },
        ]
      : [],
  );
  const standing = salon.events
    .filter(({ id, deleted, status }) => !deleted && !ids.has(id) && eventStatusOf(status) !== 'cancelled')
    .map((event) => {
      const client = event.client_id ? clients.get(event.client_id) : undefined;
      const name = client ? clientWords(client) : (event.title ?? '');
      return { ...event, isThere: true, name, overlaps: false, offShift: false };
    });
  const touched = new Set(coming.map(({ resource_id }) => resource_id));
  const all = [...coming, ...standing].filter(({ resource_id }) => touched.has(resource_id));
  return salon.employees
    .filter(({ id }) => touched.has(id))
    .map(({ id, name }): PreviewRow => {
      const days = eventsByDay(
        all.filter(({ resource_id }) => resource_id === id),
        zone,
        monday,
      );
      return {
        id,
        name,
        days: weekDates(monday).map((date, day) => ({
          date,
          off: availableSpans(date, weekly, overrides, id, open).length === 0,
          chips: (days[day] ?? []).map(({ event, from }) => ({
            id: event.id,
            time: formatTime(from),
            name: event.type === 'blocking' || !event.client_id ? event.name : firstNameInitial(event.name),
            fill: fillOf(event),
            isThere: event.isThere,
            overlaps: event.overlaps,
            offShift: event.offShift,
          })),
        })),
      };
    });
}
