import { useTranslation } from 'react-i18next';
import { firstValueFrom } from 'rxjs';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { placeWords } from '#calendar/reads/place-words.ts';
import { around$, checksOf, daysOf } from '#calendar/reads/reservation-checks.ts';
import type { EventPlace } from '#data/events/events.commands.ts';
import { workSpans } from '#domain/busy-spans.ts';
import { refusalAt, touches } from '#domain/placing.ts';
import { zonedParts } from '#domain/time.ts';
import { useReplica } from '#features/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { type NamedEvent, useEventActions } from './event-actions.ts';
import { sayReturned } from './say-returned.ts';

/**
 * Puts an appointment somewhere by a tap or a key. As with a drop: off shift and blocked time take nothing, taken time does
 * (DRAG-19); what is only made longer is not asked where it begins. False: it stays where it is, and that was said.
 */
export function usePlace(salon: SalonPart) {
  const replica = useReplica();
  const { move } = useEventActions();
  const { t } = useTranslation(['calendar', 'booking']);
  const zone = salon.config.timezone;
  const nameOf = (employeeId: string) => salon.employees.find(({ id }) => id === employeeId)?.name ?? '';
  const say = placeWords(nameOf, zone, useLanguage());
  return async ({ event, name }: Pick<NamedEvent, 'event' | 'name'>, place: EventPlace): Promise<boolean> => {
    const { first, last } = daysOf(place, zone);
    const around = await firstValueFrom(around$(replica, first, last, zone));
    const { off, over } = checksOf(around, { ...event, ...place }, zone, salon.weekly);
    const shown = over.map((one) => one.event);
    const blocks = shown.flatMap((other) => (other.type === 'blocking' ? { from: other.start_time, to: other.end_time } : []));
    const resized = place.resource_id === event.resource_id && place.start_time === event.start_time;
    const refusal = refusalAt<string>({
      spans: workSpans({ ...event, ...place }),
      before: resized ? workSpans(event) : null,
      onShift: off !== 'off_shift' && off !== 'no_shift',
      blockedIn: (taken) => blocks.some((block) => touches(block, taken)),
    });
    if (refusal === null) return move({ event, name }, place, shown, say);
    const minuteOf = (instant: string) => zonedParts(instant, zone).minute;
    const employee = nameOf(place.resource_id);
    sayReturned(t, { refusal, employee, resized, from: minuteOf(place.start_time), to: minuteOf(place.end_time) });
    return false;
  };
}
