import { firstValueFrom } from 'rxjs';
import { eventName } from '#calendar/reads/event-name.ts';
import { rangeWords } from '#calendar/reads/range-words.ts';
import { clientsById$ } from '#data/clients.queries.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { clockSpan } from '#domain/clock-span.ts';
import { i18n } from '#i18n/i18n.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { NamedEvent } from './event-actions.ts';

/** A saved event with its name, as its actions say it. */
export async function named(replica: OpenReplica, event: LocalRow<'events'>, zone: string): Promise<NamedEvent> {
  const range = rangeWords(event, zone, i18n.getFixedT(null, 'calendar'));
  return { event, name: await nameOf(replica, event), from: clockSpan(event, zone).from, range };
}

/** What an event is called: its client, or its title where the client cannot be read. */
export async function nameOf(replica: OpenReplica, event: Parameters<typeof eventName>[0]): Promise<string> {
  const client = event.type === 'blocking' || !event.client_id ? null : await clientOf(replica, event.client_id);
  return eventName(event, client, i18n.getFixedT(null, 'calendar'));
}

async function clientOf(replica: OpenReplica, id: string): Promise<LocalRow<'clients'> | 'unread' | undefined> {
  try {
    return (await firstValueFrom(clientsById$(replica, [id]))).get(id);
  } catch (error) {
    console.error('The client of what is saved could not be read', error);
    return 'unread';
  }
}
