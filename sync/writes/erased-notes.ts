/**
 * Writes about an erased client's booking carry no note, neither a person's change nor a new issue; nothing about the client is put
 * back.
 */
import { clientsIn } from '#sync/core/beyond-backup.ts';
import { type Fields, fieldOf, isErased } from '#sync/core/columns.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import type { RowStore } from '#sync/storage/stores.ts';

async function erasedAmong(store: RowStore, ids: Iterable<unknown>): Promise<ReadonlySet<unknown>> {
  const clients = [...new Set(ids)].filter((id): id is string => typeof id === 'string');
  if (clients.length === 0) return new Set();
  const stored = await store.read('clients', clients);
  return new Set(clients.filter((id) => isErased('clients', stored.get(id)?.row ?? {})));
}

const hasNote = (row: Fields | null): row is Fields => row !== null && fieldOf(row, 'notes') !== null;

/**
 * Returns the issues without what they say of erased clients: no note in any of them, and none about a restored backup that
 * refers to such a client.
 * @throws what the storage threw
 */
export async function issuesWithoutErased(store: RowStore, all: readonly SyncIssue[]): Promise<readonly SyncIssue[]> {
  const restored = all.filter(({ kind }) => kind === 'restored');
  const erasedClients = await erasedAmong(store, restored.flatMap(clientsIn));
  const issues =
    erasedClients.size === 0
      ? all
      : all.filter((issue) => issue.kind !== 'restored' || !clientsIn(issue).some((id) => erasedClients.has(id)));
  const sides = issues.flatMap(({ table, ours, server }) => (table === 'events' ? [ours, server].filter(hasNote) : []));
  if (sides.length === 0) return issues;
  const clientIds = issues.flatMap(({ ours, server }) => [ours?.client_id, server?.client_id]);
  const erased = await erasedAmong(store, clientIds);
  if (erased.size === 0) return issues;
  const withoutNote = (row: Fields | null) => (row === null ? null : { ...row, notes: null });
  return issues.map((issue) =>
    issue.table === 'events' && (erased.has(issue.ours?.client_id) || erased.has(issue.server?.client_id))
      ? { ...issue, ours: withoutNote(issue.ours), server: withoutNote(issue.server) }
      : issue,
  );
}

/** A person's changes of bookings, without notes on those of erased clients. */
export async function changesWithoutErasedNotes(
  store: RowStore,
  changes: ReadonlyMap<string, Fields>,
): Promise<ReadonlyMap<string, Fields>> {
  const withNotes = [...changes].filter(([, change]) => hasNote(change));
  if (withNotes.length === 0) return changes;
  const stored = await store.read(
    'events',
    withNotes.map(([id]) => id),
  );
  const clientOf = (id: string, change: Fields): unknown => change.client_id ?? stored.get(id)?.row?.client_id;
  const erased = await erasedAmong(
    store,
    withNotes.map(([id, change]) => clientOf(id, change)),
  );
  if (erased.size === 0) return changes;
  return new Map(
    [...changes].map(([id, change]) => [id, erased.has(clientOf(id, change)) ? { ...change, notes: null } : change]),
  );
}
