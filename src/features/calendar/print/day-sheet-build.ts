/** The printed day and week: a section or row for each employee, in time order, also for those who are hidden on screen. */

import {
  type CalendarInput,
  type EventRow,
  groupByEmployee,
  shownPeople,
  spokenOf,
  timeOffOn,
  type Who,
  workedSpansOf,
} from '#calendar/reads/booking-view.ts';
import { rangeOn } from '#calendar/reads/event-words.ts';
import { minutesOn } from '#domain/booking/day-layout.ts';
import { openSpansOn } from '#domain/booking/open-days.ts';
import { displayPhone } from '#domain/people/phones.ts';
import { shiftLabel } from '#domain/shifts/availability.ts';
import type { LocalDate } from '#domain/time/time.ts';

export interface SheetRow {
  id: string;
  range: string;
  who: string;
  phone: string;
  service: string;
  notes: string;
  kind: 'booking' | 'cancelled' | 'blocked';
}

export interface SheetSection {
  id: string;
  name: string;
  position: string | null;
  /** Working hours; empty for whoever does not work. */
  hours: string;
  /** Why somebody does not work, as the calendar's column says it. */
  off: NonNullable<Who['mark']> | 'away' | 'day_off' | 'closed';
  rows: readonly SheetRow[];
  /** Without blocked time and cancelled ones. */
  bookings: number;
}

const NOBODY: ReadonlySet<string> = new Set();

export function buildSheet(input: CalendarInput, date: LocalDate): readonly SheetSection[] {
  return sectionsOn(input, [date]).map(({ on }) => on(date));
}

/** An employee's row of the printed week: what the day's section holds, for each day. */
export interface WeekSheetRow extends Pick<SheetSection, 'id' | 'name'> {
  days: readonly SheetSection[];
}

/** @param dates the days of the week, whose rows `input` holds */
export function buildWeekSheet(input: CalendarInput, dates: readonly LocalDate[]): readonly WeekSheetRow[] {
  return sectionsOn(input, dates).map(({ who, on }) => ({ id: who.id, name: who.name, days: dates.map(on) }));
}

/** Everybody who has a place on these dates, and what each date of theirs holds. */
function sectionsOn(input: CalendarInput, dates: readonly LocalDate[]) {
  const everybody = { ...input, hidden: NOBODY, onShift: false };
  const byEmployee = groupByEmployee(input.events);
  const positions = new Map(input.employees.map(({ id, position }) => [id, position]));
  return shownPeople(everybody, byEmployee, dates).map((who) => ({
    who,
    on: (date: LocalDate) => sectionOf(who, byEmployee.get(who.id) ?? [], positions.get(who.id) ?? null, date, input),
  }));
}

function sectionOf(
  who: Who,
  events: readonly EventRow[],
  position: string | null,
  date: LocalDate,
  input: CalendarInput,
): SheetSection {
  const closed = openSpansOn(input.open, date)?.length === 0;
  const rows = events
    .flatMap((event) => {
      const minutes = minutesOn(event, input.zone, date);
      return minutes ? [{ event, minutes }] : [];
    })
    .sort((a, b) => a.minutes.from - b.minutes.from || (a.event.id < b.event.id ? -1 : 1))
    .map(({ event, minutes }): SheetRow => {
      const { client, service, more = '', note, fill } = spokenOf(event, minutes, who, NOBODY, input);
      const phone = event.client_id ? displayPhone(input.client(event.client_id)?.phone) : '';
      // On paper nothing is dashed: whoever reads it must know that nobody has promised this yet.
      const name = fill === 'requested' ? `${client} · ${input.t('status.requested')}` : client;
      return {
        id: event.id,
        range: rangeOn(event, minutes, date, input.zone, input.t),
        ...{ who: name, phone, service: `${service ?? ''}${more}`, notes: (fill === 'blocked' ? event.notes : note) ?? '' },
        kind: fill === 'blocked' || fill === 'cancelled' ? fill : 'booking',
      };
    });
  return {
    ...{ id: who.id, name: who.name, position, rows },
    hours: shiftLabel(workedSpansOf(who, date, input)),
    off: who.mark ?? (closed ? 'closed' : timeOffOn(who, date, input) === null ? 'day_off' : 'away'),
    bookings: rows.filter(({ kind }) => kind === 'booking').length,
  };
}
