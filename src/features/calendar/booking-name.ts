import { firstValueFrom } from 'rxjs';
import { clientsById$ } from '#data/clients.queries.ts';
import { formatTime } from '#domain/date-format.ts';
import { clientName } from '#domain/names.ts';
import type { Replica } from './calendar-reads.ts';
import type { ReservationValues } from './reservation-form.ts';

/** What is being booked, as people call it: „Виктор Пенчев, 16:00“. */
export async function bookingName(replica: Replica, values: ReservationValues): Promise<string> {
  const { block, title, client, newClient, hour, minute } = values;
  const known = block || newClient || !client ? undefined : (await firstValueFrom(clientsById$(replica, [client]))).get(client);
  const who = block ? title : (newClient?.name ?? (known ? clientName(known) : title));
  return [who, formatTime(hour * 60 + minute)].filter(Boolean).join(', ');
}
