import type { EventPlace } from '#data/events/events.commands.ts';
import { hasWaiting, workSpans } from '#domain/booking/busy-spans.ts';
import { serviceName } from '#domain/booking/service-duration.ts';
import { isOfferedBy } from '#domain/booking/service-offers.ts';
import { clockSpan } from '#domain/time/clock-span.ts';
import { zonedParts } from '#domain/time/time.ts';
import { formatTimeRange } from '#domain/time/time-format.ts';
import { formatDay } from '#i18n/formats.ts';
import { i18n } from '#i18n/i18n.ts';
import type { Language } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { SalonPart } from './calendar-reads.ts';

/** When something is, as instants in ISO UTC. */
type Times = Pick<EventPlace, 'start_time' | 'end_time'>;

/**
 * A place in words; `beside` is the other one, from or to which it is moved: the day and the client's waiting are named only where they
 * differ in it. `visit`: when the whole visit is then.
 */
export type PlaceWords = (place: EventPlace, beside: EventPlace, visit?: Times | null) => string;

/** When the client waits, where a part of it was pulled: else the times say all. */
function waitingOf(place: EventPlace, beside: EventPlace): Times | null {
  const { processing_after: after, processing_minutes: waiting } = place;
  const isOther =
    after !== undefined &&
    beside.processing_after !== undefined &&
    (after !== beside.processing_after || waiting !== beside.processing_minutes);
  const [work, again] = isOther && hasWaiting(place) ? workSpans(place) : [];
  return work && again ? { start_time: work.to, end_time: again.from } : null;
}

/** „пт, 20/11/2026, Мария Петрова, 15:00–16:00“. @param nameOf an employee's name, by id; empty: it is not known */
export function placeWords(nameOf: (employeeId: string) => string, zone: string, language: Language): PlaceWords {
  const named = (key: 'waits' | 'whole', times: Times | null | undefined) => {
    if (!times) return '';
    const { from, to } = clockSpan(times, zone);
    return i18n.t(`visits:${key}`, { lng: language, range: formatTimeRange(from, to) });
  };
  return (place, beside, visit) => {
    const { date, from, to } = clockSpan(place, zone);
    const day = date === zonedParts(beside.start_time, zone).date ? '' : formatDay(date, language);
    const waiting = named('waits', waitingOf(place, beside));
    return [day, nameOf(place.resource_id), formatTimeRange(from, to), waiting, named('whole', visit)].filter(Boolean).join(', ');
  };
}

type Event = LocalRow<'events'>;

/** The service that an appointment is for, where an employee does not offer it: its name. */
export function notOfferedBy(
  event: Pick<Event, 'service_id' | 'type'>,
  employee: string,
  services: SalonPart['services'],
  language: Language,
): string | null {
  const service = event.service_id && event.type !== 'blocking' ? services.get(event.service_id) : undefined;
  return service && !isOfferedBy(service, employee) ? serviceName(service, language) : null;
}

/** „не предлага „Брада““; empty: that is not so. */
export const notOfferedWords = (service: string | null): string =>
  service === null ? '' : i18n.t('visits:not_offered_short', { service });
