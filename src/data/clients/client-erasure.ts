/** Erases a client at their wish, for good and on all devices (src/README.md, “Erasing a client”). */
import { firstValueFrom } from 'rxjs';
import { type DraftOf, draftsOf, forgetDraft, readDraft } from '#data/browser/form-drafts.ts';
import { forgetHistory } from '#data/events/client-history.queries.ts';
import { clientEvents$ } from '#data/events/client-visits.ts';
import { forgetOlderDays } from '#data/events/older-days.ts';
import { insideOf } from '#data/inside-replica.ts';
import { rowOf } from '#data/live-rows.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { changeOf, rowNow } from '#data/row-writes.ts';
import { eventStatusOf } from '#domain/booking/event-status.ts';
import { Refusal } from '#domain/records/refusal.ts';

/**
 * Empties the client's record and those merged into it, takes the notes out of their bookings, cancels the coming ones, and forgets
 * drafts about them on this device (other devices do at their next start).
 * @param now ISO UTC. @returns how many appointments were cancelled. @throws Refusal `invalid_id`; what the storage threw
 */
export async function eraseClient(replica: OpenReplica, id: string, now: string): Promise<number> {
  if (!(await rowNow(replica, 'clients', id))) throw new Refusal('invalid_id');
  const { events } = await firstValueFrom(clientEvents$(replica, id));
  const found = await insideOf(replica)
    .rows.events.findByIds([...events])
    .exec();
  const coming = [...found.values()]
    .map((document) => rowOf<'events'>(document))
    .filter(
      ({ start_time, status, deleted }) =>
        !deleted && start_time > now && !['cancelled', 'no-show'].includes(eventStatusOf(status) ?? ''),
    );
  await insideOf(replica).write([
    ...coming.map((event) => changeOf('events', event.id, { status: 'cancelled' })),
    changeOf('clients', id, { erased_at: now }),
  ]);
  forgetHistory(replica, id);
  forgetOlderDays(replica);
  await forgetErasedDrafts(replica);
  return coming.length;
}

/** Forgets unsaved drafts on this device about clients who were erased: in their form and in bookings for them. */
export async function forgetErasedDrafts(replica: OpenReplica): Promise<void> {
  const { userId, salonId } = replica;
  const drafts = draftsOf({ userId, salonId });
  if (drafts.length === 0) return;
  const mentioned = new Map(drafts.map((draft) => [draft, clientsIn(draft)]));
  // An erased client is deleted, too, and a query of the rows finds no deleted ones.
  const found = await insideOf(replica).keptRows('clients', [...new Set([...mentioned.values()].flat())]);
  const isErased = (id: string) => (found.get(id)?.erased_at ?? null) !== null;
  for (const [draft, clients] of mentioned) if (clients.some(isErased)) forgetDraft(draft);
}

/** Returns the ids that may be a client's: of the form's row, and of the client of a booking. */
function clientsIn(draft: DraftOf): string[] {
  const { opened, typed } = readDraft(draft) ?? {};
  return [draft.form.split('/').at(-1), opened?.client, typed?.client].filter(
    (id): id is string => typeof id === 'string' && id !== '',
  );
}
