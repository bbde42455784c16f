import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import type { ClientInput } from '#data/clients.commands.ts';
import type { ShownOver } from '#data/events/events.commands.ts';
import { undoDeleteVisit } from '#data/events/visit-edits.ts';
import { addVisit, saveVisit } from '#data/events/visits.commands.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import type { Language } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { ReservationValues } from './reservation-form.ts';
import type { VisitReady } from './reservation-legs.tsx';
import { newLegs, reservationsOf, savedLegs } from './visit-values.ts';

interface Writing {
  replica: OpenReplica;
  /** Of the appointment that the dialog stands open for; null: a new one. */
  id: string | null;
  /** Its parts that were deleted elsewhere while the dialog was open: they come back first. */
  deleted: readonly LocalRow<'events'>[];
  salon: SalonPart;
  language: Language;
  newClient: ClientInput | undefined;
}

/**
 * Saves a reservation of several services, or one that was such and is one now.
 * @param ready the legs with their employees (null: only one is left), and what they were shown to lie over
 * @returns the ids of the legs that it made, or of the booking that was there
 */
export async function writeVisit(
  { replica, id, deleted, salon, language, newClient }: Writing,
  values: ReservationValues,
  opened: ReservationValues,
  ready: { readonly legs: VisitReady['legs'] | null; readonly over: VisitReady['over'] | ShownOver },
): Promise<readonly string[]> {
  const zone = salon.config.timezone;
  const legs = ready.legs ?? reservationsOf(values, zone);
  const { over } = ready;
  if (id === null) {
    const made = newLegs(legs, zone).map((leg) => ({
      ...leg,
      over: over.filter(({ resource_id }) => resource_id === leg.resource_id),
    }));
    return addVisit(replica, { client_id: values.client || null, legs: made }, newClient, language);
  }
  if (deleted.length > 0) await undoDeleteVisit(replica, deleted);
  const client = values.client !== opened.client ? { client_id: values.client || null } : {};
  await saveVisit(replica, { id, over, ...client, ...savedLegs(legs, opened, zone, salon.services) }, newClient, language);
  return [id];
}
