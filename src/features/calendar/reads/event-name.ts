/** What an event is called, wherever it is named: in the grid, on its card, in the toasts, in what it lies over. */
import type { TFunction } from 'i18next';
import { clientName } from '#domain/names.ts';
import type { LocalRow } from '#schemas/registry.ts';

type Client = LocalRow<'clients'>;

/**
 * Whom an appointment is for. @param id as the event names them
 * @param client who that is; none: they were removed, or it names nobody
 */
export function personName(id: string | null, client: Client | null | undefined, t: TFunction<'calendar'>): string {
  return client ? clientName(client) : t(id ? 'calendar:removed_client' : 'calendar:no_client');
}

/** Blocked time by its title, an appointment by its client. @param client `unread`: nobody knows yet; its title stands for them */
export function eventName(
  event: Pick<LocalRow<'events'>, 'type' | 'title' | 'client_id'>,
  client: Client | 'unread' | null | undefined,
  t: TFunction<'calendar'>,
): string {
  if (event.type === 'blocking') return event.title || t('calendar:blocked_title');
  if (client === 'unread') return event.title || t('calendar:older.booking');
  return personName(event.client_id, client, t);
}
