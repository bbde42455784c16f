import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { firstValueFrom } from 'rxjs';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { notOfferedWords, placeWords } from '#calendar/reads/place-words.ts';
import {
  type Around,
  aroundDays$,
  checksOf,
  datesOf,
  type PartChecks,
  partChecks,
  partPlaces,
} from '#calendar/reads/reservation-checks.ts';
import type { EventPlace } from '#data/events/events.commands.ts';
import { visitLegs } from '#data/events/visit-legs.ts';
import { workSpans } from '#domain/booking/busy-spans.ts';
import { holdsSlot } from '#domain/booking/overlap.ts';
import { type PlaceRefusal, refusalAt, touches } from '#domain/booking/placing.ts';
import { zonedParts } from '#domain/time/time.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { type NamedEvent, sayReturned, useEventActions } from './event-actions.ts';

const isOff = ({ off }: Pick<PartChecks, 'off'>): boolean => off !== null && off !== 'beyond_shift' && off !== 'beyond_hours';
/** Says if the salon is not open where it would begin. */
const isClosed = ({ off }: Pick<PartChecks, 'off'>): boolean => off === 'closed' || off === 'outside_hours';
const isResized = ({ event, place }: PartChecks): boolean =>
  place.resource_id === event.resource_id && place.start_time === event.start_time;

/** @param wasOff it stands off shift already, and is taken along: that was promised before */
function refusalOf(part: PartChecks, wasOff: boolean): PlaceRefusal | null {
  const { event, place, over } = part;
  const blocks = over.flatMap(({ event: other }) =>
    other.type === 'blocking' ? { from: other.start_time, to: other.end_time } : [],
  );
  return refusalAt<string>({
    spans: workSpans(place),
    before: isResized(part) ? workSpans(event) : null,
    onShift: wasOff || !isOff(part),
    isClosed: isClosed(part),
    blockedIn: (taken) => blocks.some((block) => touches(block, taken)),
  });
}

/** Returns the warnings of the toast, by employee: taken time, work off shift, a service that the employee does not offer. */
function warningsOf(t: TFunction, parts: readonly PartChecks[], id: string): string {
  const words = parts.flatMap((part) => {
    const { event, place, over, off, notOffered, employeeName } = part;
    const own = event.id === id;
    const isNew = !own || place.resource_id !== event.resource_id;
    const said = [
      over.length > 0 ? t('booking:lift.overlaps', { count: over.length }) : null,
      (off === 'beyond_shift' || off === 'beyond_hours') && !isResized(part)
        ? t(`visits:${off}`)
        : off && !own
          ? t(isClosed(part) ? 'booking:lift.closed' : 'booking:lift.off_shift')
          : null,
      isNew ? notOfferedWords(notOffered) : null,
    ].filter(Boolean);
    return said.length > 0 ? [`${employeeName}: ${said.join(', ')}`] : [];
  });
  return words.join('; ');
}

/**
 * Puts an appointment somewhere by a tap, a key or a drag over the week, and the rest of its visit with it. As with a drop: off shift and
 * blocked time take nothing, taken time does (DRAG-19); what is only made longer is not asked where it begins, nor is another part of
 * the visit that stands off shift already. False: it stays where it is, and that was said. `alone`: of a visit this part only.
 */
export function usePlace(salon: SalonPart) {
  const replica = useReplica();
  const { move } = useEventActions();
  const { t } = useTranslation(['calendar', 'booking', 'visits']);
  const zone = salon.config.timezone;
  const language = useLanguage();
  const nameOf = (employeeId: string) => salon.employees.find(({ id }) => id === employeeId)?.name ?? '';
  const say = placeWords(nameOf, zone, language);
  const wasOff = (around: Around, { event }: PartChecks) => isOff(checksOf(around, event, salon));
  return async ({ event, name }: Pick<NamedEvent, 'event' | 'name'>, to: EventPlace, alone = false): Promise<boolean> => {
    const legs = event.visit_id && !alone && holdsSlot(event) ? await visitLegs(replica, event) : [event];
    const places = partPlaces(legs, event.id, to);
    const around = await firstValueFrom(aroundDays$(replica, datesOf([...places, ...legs], zone), zone));
    const parts = partChecks(legs, places, around, salon, language);
    for (const part of parts) {
      const { place } = part;
      const refusal = refusalOf(part, part.event.id !== event.id && wasOff(around, part));
      if (refusal === null) continue;
      const minuteOf = (instant: string) => zonedParts(instant, zone).minute;
      const where = { from: minuteOf(place.start_time), to: minuteOf(place.end_time) };
      sayReturned(t, { refusal, employee: nameOf(place.resource_id), resized: isResized(part), ...where });
      return false;
    }
    const shown = [...new Set(parts.flatMap(({ over }) => over.map((one) => one.event)))];
    return move({ event, name }, to, shown, say, alone, warningsOf(t, parts, event.id));
  };
}
