import { type DraftOf, draftsOf, forgetDraft, readDraft } from '#data/browser/form-drafts.ts';
import { insideOf } from '#data/inside-replica.ts';
import type { OpenReplica } from '#data/open-replica.ts';

/** Forgets what is typed on this device, and not saved, about clients who were erased: in their form and in bookings for them. */
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

/** The ids that may be a client's: of the row that the form is of, and of whom a booking is for. */
function clientsIn(draft: DraftOf): string[] {
  const { opened, typed } = readDraft(draft) ?? {};
  return [draft.form.split('/').at(-1), opened?.client, typed?.client].filter(
    (id): id is string => typeof id === 'string' && id !== '',
  );
}
