import { nameOf } from '#calendar/event/saved-event.ts';
import { clockOf } from '#calendar/reads/booking-time.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { formatTime } from '#domain/date-format.ts';
import type { ReservationValues } from './reservation-form.ts';

/** What is being booked, as people call it: „Виктор Пенчев, 16:00“; by its title where the client cannot be read. */
export async function bookingName(replica: OpenReplica, values: ReservationValues, zone: string): Promise<string> {
  const { block, title, client, newClient } = values;
  const event = { type: block ? 'blocking' : 'appointment', title, client_id: client || null } as const;
  const who = !block && newClient ? newClient.name : await nameOf(replica, event);
  return `${who}, ${formatTime(clockOf(values, zone).from)}`;
}
