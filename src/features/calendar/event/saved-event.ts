import { firstValueFrom } from 'rxjs';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { eventName, rangeWords } from '#calendar/reads/event-words.ts';
import { placeWords } from '#calendar/reads/place-words.ts';
import { clientsById$ } from '#data/clients.queries.ts';
import { type BookingSave, bookingsNow, hasChanged, undoSave } from '#data/events/booking-saves.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { spanOfVisit } from '#domain/booking/visits.ts';
import { clockSpan } from '#domain/time/clock-span.ts';
import { offerUndo } from '#features/shared/undo.ts';
import { i18n } from '#i18n/i18n.ts';
import type { Language } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { NamedEvent } from './event-actions.ts';

type Events = BookingSave['was'];

/** The bookings that the dialog has saved: their rows before (none if they are new), and their ids now. */
export interface Saved {
  readonly was: Events;
  readonly ids: readonly string[];
}

interface Words {
  replica: OpenReplica;
  salon: SalonPart;
  language: Language;
}

const placeOf = (event: LocalRow<'events'>) => {
  const { resource_id, start_time, end_time } = event;
  return { resource_id, start_time, end_time };
};

/** „Емил Драгнев · Мария Петрова, 15:00–16:00“, with the day where the other one is on another. */
async function lineOf({ replica, salon, language }: Words, legs: Events, beside: Events): Promise<string> {
  const [event] = legs;
  if (!event) return '';
  const zone = salon.config.timezone;
  const say = placeWords((id) => salon.employees.find((one) => one.id === id)?.name ?? '', zone, language);
  return `${await nameOf(replica, event)} · ${say(placeOf(event), placeOf(beside[0] ?? event), legs.length > 1 ? spanOfVisit(legs) : null)}`;
}

/** Says that it was saved, and offers to take it back; nothing where nothing was changed. */
export async function offerSaved(words: Words, { was, ids }: Saved): Promise<void> {
  const { replica, salon } = words;
  const save = { was, is: await bookingsNow(replica, ids) };
  const [event] = save.is;
  if (!event || !hasChanged(save)) return;
  const text = await lineOf(words, save.is, was);
  const { name, range } = await named(replica, event, salon.config.timezone);
  const back = was.length > 0 ? await lineOf(words, was, save.is) : i18n.t('booking:deleted', { name, range });
  offerUndo({ eventId: event.id, text, back, undo: () => undoSave(replica, save) });
}

/** A saved event with its name, as its actions say it. */
export async function named(replica: OpenReplica, event: LocalRow<'events'>, zone: string): Promise<NamedEvent> {
  const range = rangeWords(event, zone, i18n.getFixedT(null, 'calendar'));
  return { event, name: await nameOf(replica, event), from: clockSpan(event, zone).from, range };
}

/** Returns an event's name: that of its client, or its title if the client cannot be read. */
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
