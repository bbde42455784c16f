import type { EventPlace } from '#data/events/events.commands.ts';
import { clockSpan } from '#domain/clock-span.ts';
import { formatTimeRange } from '#domain/date-format.ts';
import { zonedParts } from '#domain/time.ts';
import { formatDay } from '#i18n/formats.ts';
import type { Language } from '#schemas/constants.ts';

/** A place in words; `beside` is the other one, from or to which it is moved: the day is named only where they differ in it. */
export type PlaceWords = (place: EventPlace, beside: EventPlace) => string;

/** „пт, 20/11/2026, Мария Петрова, 15:00–16:00“. @param nameOf an employee's name, by id; empty: it is not known */
export function placeWords(nameOf: (employeeId: string) => string, zone: string, language: Language): PlaceWords {
  return (place, beside) => {
    const { date, from, to } = clockSpan(place, zone);
    const day = date === zonedParts(beside.start_time, zone).date ? '' : formatDay(date, language);
    return [day, nameOf(place.resource_id), formatTimeRange(from, to)].filter(Boolean).join(', ');
  };
}
