import { useTranslation } from 'react-i18next';
import { firstValueFrom } from 'rxjs';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { placeWords } from '#calendar/reads/place-words.ts';
import { around$, checksOf, daysOf } from '#calendar/reads/reservation-checks.ts';
import type { Booking } from '#calendar/reads/use-booking.ts';
import type { EventPlace } from '#data/events/events.commands.ts';
import { formatTime } from '#domain/date-format.ts';
import { zonedParts } from '#domain/time.ts';
import { useReplica } from '#features/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { toast } from '#ui/toast-store.ts';
import { useEventActions } from './event-actions.ts';

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
  return async ({ event, name }: Pick<Booking, 'event' | 'name'>, place: EventPlace): Promise<boolean> => {
    const { first, last } = daysOf(place, zone);
    const around = await firstValueFrom(around$(replica, first, last, zone));
    const { off, over } = checksOf(around, { ...event, ...place }, zone, salon.weekly);
    const resized = place.resource_id === event.resource_id && place.start_time === event.start_time;
    const since = resized ? event.end_time : place.start_time;
    const blocked = over.some(
      ({ event: other }) => other.type === 'blocking' && other.end_time > since && other.start_time < place.end_time,
    );
    const offShift = !resized && (off === 'off_shift' || off === 'no_shift');
    const shown = over.map((one) => one.event);
    if (!blocked && !offShift) return move({ event, name }, place, shown, say);

    const employee = nameOf(place.resource_id);
    const time = formatTime(zonedParts(resized ? place.end_time : place.start_time, zone).minute);
    const end = formatTime(zonedParts(place.end_time, zone).minute);
    const description = resized
      ? t('booking:returned_longer', { employee, time })
      : t(`drag.returned_${blocked ? 'blocked' : 'off_shift'}`, { employee, time, end });
    toast({ title: t('drag.returned'), description, variant: 'destructive' });
    return false;
  };
}
