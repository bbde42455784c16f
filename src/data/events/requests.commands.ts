/**
 * The answer that takes a customer's request away with the client that it made (nobody real, or nobody who will come): one call of
 * `write`, and one undo. The other answers are those of several (`confirmSeveral`, `cancelSeveral`).
 */
import { insideOf } from '#data/inside-replica.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { changeOf, rowNow, type UndoOutcome } from '#data/row-writes.ts';
import { ownClientOf } from '#domain/booking/customer-requests.ts';
import { type LocalRow, TABLES, type Values } from '#schemas/registry.ts';
import type { Change } from '#sync/replica.ts';
import { storedWhere } from '#sync/storage/rxdb/storage-reads.ts';
import { broughtBack, writeBack } from './event-edits.ts';
import { legNow } from './visit-edits.ts';
import { visitLegs } from './visit-legs.ts';

/** The bookings and the client that were taken away, as they were. `client`: null where one stays, or there was none. */
export interface RemovedRequest {
  readonly legs: readonly LocalRow<'events'>[];
  readonly client: LocalRow<'clients'> | null;
}

/** Returns the client that these bookings made, unless anything else is booked for them. */
async function clientToRemove(replica: OpenReplica, legs: RemovedRequest['legs']): Promise<LocalRow<'clients'> | null> {
  const [id] = legs.flatMap((leg) => ownClientOf(leg) ?? []);
  const client = id === undefined ? null : await rowNow(replica, 'clients', id);
  if (client === null) return null;
  const theirs = await storedWhere<'events'>(insideOf(replica).rows.events, { client_id: client.id, deleted: false });
  return theirs.every((one) => legs.some((leg) => leg.id === one.id)) ? client : null;
}

/**
 * Declines a request and deletes it, and the client that it made if nothing else is booked for them; on disk when it resolves.
 * @returns for `undoRemoved`. @throws Refusal `invalid_id`; RoleError for whoever may not delete clients
 */
export async function declineAndRemove(replica: OpenReplica, id: string): Promise<RemovedRequest> {
  const legs = await visitLegs(replica, await legNow(replica, id));
  const client = await clientToRemove(replica, legs);
  // The status tells the customer, whose page knows no deleted bookings.
  const changes: Change[] = legs.map((leg) => changeOf('events', leg.id, { status: 'cancelled', deleted: true }));
  if (client) changes.push(changeOf('clients', client.id, { deleted: true }));
  await insideOf(replica).write(changes);
  return { legs, client };
}

/** Brings a removed request back, with its client. What somebody else has brought back stays as it is. */
export async function undoRemoved(replica: OpenReplica, { legs, client }: RemovedRequest): Promise<UndoOutcome> {
  const changes: Change[] = [];
  if (client && !(await rowNow(replica, 'clients', client.id))) {
    const columns = Object.keys(TABLES.clients.columns) as (keyof Values<'clients'>)[];
    const values = Object.fromEntries(columns.map((column) => [column, client[column]]));
    changes.push(changeOf('clients', client.id, { ...values, deleted: false }));
  }
  for (const leg of legs) {
    const back = await broughtBack(replica, leg);
    if (back) changes.push({ ...back, change: { ...back.change, status: leg.status } } as Change);
  }
  return (await writeBack(replica, changes)) ? 'told' : 'undone';
}
