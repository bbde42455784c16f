import { firstValueFrom } from 'rxjs';
import { clockOf } from '#calendar/reads/booking-time.ts';
import { clientsById$ } from '#data/clients.queries.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { formatTime } from '#domain/date-format.ts';
import { clientName } from '#domain/names.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { ReservationValues } from './reservation-form.ts';

/** What is being booked, as people call it: „Виктор Пенчев, 16:00“; by its title where the client cannot be read. */
export async function bookingName(replica: OpenReplica, values: ReservationValues, zone: string): Promise<string> {
  const { block, title, client, newClient } = values;
  const known = block || newClient || !client ? undefined : await clientOf(replica, client);
  const who = block ? title : (newClient?.name ?? (known ? clientName(known) : title));
  return [who, formatTime(clockOf(values, zone).from)].filter(Boolean).join(', ');
}

async function clientOf(replica: OpenReplica, id: string): Promise<LocalRow<'clients'> | undefined> {
  try {
    return (await firstValueFrom(clientsById$(replica, [id]))).get(id);
  } catch (error) {
    console.error('The client of what is saved could not be read', error);
    return undefined;
  }
}
