/**
 * A command that failed has written nothing: what its first tables took is put back. Asked in the very step in which it
 * failed; not where the disk refused the putting back as well, where the tab died, or where a part has left meanwhile.
 */
import { type Fields, fieldOf, type StateRow } from '#sync/core/columns.ts';
import type { Operation } from '../people/people.ts';
import type { DeviceReport } from '../protocol.ts';
import type { SimDevice } from './sim-device.ts';

const canonical = (value: unknown) => (typeof value === 'string' ? value.trim() : (value ?? null));
const carries = (row: StateRow | null, change: Fields): boolean =>
  row !== null && Object.entries(change).every(([field, value]) => fieldOf(row, field) === canonical(value));

export function halfWritten(
  { changes, erases, name }: Operation,
  writeId: number,
  before: readonly (StateRow | null)[],
  device: SimDevice,
  { events }: DeviceReport,
): string | null {
  const failed = events.some((event) => event.saw === 'not-written' && event.writeId === writeId);
  if (!failed || erases !== undefined || changes.length < 2 || events.some(({ saw }) => saw === 'died')) return null;
  const refusals = events.flatMap((event) => (event.saw === 'storage-failed' ? [event.kind] : []));
  // A closed database is opened once more before a write fails.
  const once = refusals.join() === 'quota' || refusals.join() === 'unknown' || refusals.join() === 'closed,closed';
  if (!once) return null;
  const left = changes.flatMap(({ table, id, change }, n) => {
    const row = device.row(table, id);
    const stays = !carries(before[n] ?? null, change) && carries(row, change) && row?.sent === (before[n]?.sent ?? null);
    return stays ? [`${table}/${id}`] : [];
  });
  return left.length === 0
    ? null
    : `HALF ${device.device} “${name}” failed, and ${left.join(', ')} stands as it was to be written`;
}
