/** The result of dropping an appointment of the week on a cell: the new places of its whole visit, and the reasons against them. */
import type { EventRow } from '#calendar/reads/booking-view.ts';
import { partPlaces } from '#calendar/reads/reservation-checks.ts';
import { closedAt, type SalonDays } from '#domain/booking/open-days.ts';
import { holdsSlot, overlapsWith } from '#domain/booking/overlap.ts';
import type { PlaceRefusal } from '#domain/booking/placing.ts';
import type { Rooms } from '#domain/booking/taken-rooms.ts';
import { type PartPlace, spanOfVisit } from '#domain/booking/visits.ts';
import { addDays, daysBetween, type LocalDate, zonedParts } from '#domain/time/time.ts';
import { movedToDay } from '#domain/time/week.ts';
import type { WeekRowView } from './week-build.ts';

/** The shown week. */
export interface ShownWeek {
  readonly rows: readonly WeekRowView[];
  readonly events: readonly EventRow[];
  readonly zone: string;
  /** When the salon is open; none set by default. */
  readonly open?: SalonDays | null;
  readonly rooms?: Rooms | undefined;
}

export interface WeekReading {
  /** When the whole visit would be, ISO UTC; null: it is one appointment alone, or this part is moved alone. */
  readonly visit: ReturnType<typeof spanOfVisit>;
  /** Over how many appointments it would lie, with the rest of its visit. */
  readonly overlaps: number;
  /** Why it would be returned, as far as the week shows it; `employee`: whose part of the visit that is, where it is another one. */
  readonly refusal: { readonly why: PlaceRefusal; readonly employee: string | null } | null;
}

export const weekRowOf = (rows: readonly WeekRowView[], id: string): WeekRowView | undefined => rows.find((row) => row.id === id);

/** Returns its new place. An appointment over midnight stands in two cells: it moves by as many days as the chip that was taken. */
export function placeIn(event: EventRow, from: WeekCellId, to: WeekCellId, zone: string): PartPlace {
  const date = addDays(zonedParts(event.start_time, zone).date, daysBetween(from.date, to.date));
  return movedToDay(event, date, to.row, zone);
}

/** Says if the employee does not work on that day; false for one who is not shown, of whom nothing is known. */
function isOff({ rows, zone }: ShownWeek, { resource_id, start_time }: PartPlace): boolean {
  const row = weekRowOf(rows, resource_id);
  const cell = row?.cells.find(({ date }) => date === zonedParts(start_time, zone).date);
  return row !== undefined && (row.mark !== null || cell?.off === true);
}

/** @param alone of a visit this part only */
export function readCell(event: EventRow, from: WeekCellId, to: WeekCellId, alone: boolean, week: ShownWeek): WeekReading {
  const legs =
    event.visit_id && !alone && holdsSlot(event) ? week.events.filter(({ visit_id }) => visit_id === event.visit_id) : [event];
  const places = partPlaces(legs, event.id, placeIn(event, from, to, week.zone));
  const placed = legs.map((leg) => ({ ...leg, ...places.find(({ id }) => id === leg.id) }));
  let overlaps = 0;
  let refusal: WeekReading['refusal'] = null;
  for (const place of places) {
    const leg = legs.find(({ id }) => id === place.id);
    if (!leg) continue;
    const own = leg.id === event.id;
    const over = overlapsWith({ ...leg, ...place }, week.events, week.rooms);
    overlaps += over.filter(({ type }) => type !== 'blocking').length;
    const off = isOff(week, place) && (own || !isOff(week, leg));
    const at = zonedParts(place.start_time, week.zone);
    const isClosed = closedAt(week.open, at.date, at.minute) !== null;
    const why = off ? (isClosed ? 'closed' : 'off_shift') : over.some(({ type }) => type === 'blocking') ? 'blocked' : null;
    if (why) refusal ??= { why, employee: own ? null : (weekRowOf(week.rows, place.resource_id)?.name ?? '') };
  }
  return { visit: legs.length > 1 ? spanOfVisit(placed) : null, overlaps, refusal };
}

/** Which cell of the week lies under a pointer: plain arithmetic on what was measured when the drag began, in px of the scrolled content. */
export interface WeekBoxes {
  readonly days: readonly { readonly date: LocalDate; readonly left: number; readonly right: number }[];
  readonly rows: readonly { readonly id: string; readonly top: number; readonly bottom: number }[];
}

export interface WeekCellId {
  readonly date: LocalDate;
  /** The employee's id. */
  readonly row: string;
}

/** The nearest where the pointer lies beside all of them: a drop is never lost for a few pixels. Null: there is no cell at all. */
export function cellAt({ days, rows }: WeekBoxes, x: number, y: number): WeekCellId | null {
  const day = days.find(({ right }) => x < right) ?? days.at(-1);
  const row = rows.find(({ bottom }) => y < bottom) ?? rows.at(-1);
  return day && row ? { date: day.date, row: row.id } : null;
}
