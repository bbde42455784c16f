/**
 * Roles that change under people who work. What must hold: a device writes nothing that the role which it knows may not write, and
 * no write is refused for the role that nobody has made there.
 */
import type { SalonRole } from '#schemas/constants.ts';
import type { StateRow } from '#sync/core/columns.ts';
import { beyondRole, serverVersion } from '#sync/core/role-gate.ts';
import type { Operation } from '../people/people.ts';
import type { DiskContent } from '../protocol.ts';
import type { Written } from './sim-checks.ts';
import type { SimDevice } from './sim-device.ts';

/** Tells whether an erasure waits on this device. */
export const hasUnsentErasure = (device: SimDevice): boolean =>
  [...device.disk].some(([key, { row }]) => key.startsWith('clients/') && row.pending === 1 && row.erased_at !== null);

/**
 * Returns what a command wrote beyond the role that its device knew.
 * @param role as it was known when the command was given, and is still. @param before its rows as they stood then
 */
export function writtenBeyond(
  { device }: SimDevice,
  role: SalonRole,
  { name, changes }: Operation,
  before: readonly (StateRow | null)[],
): string[] {
  return changes.flatMap(({ table, id, change }, n) => {
    const beyond = beyondRole(role, table, serverVersion(before[n] ?? null), change);
    return beyond.length === 0 ? [] : [`BEYOND ${device} “${name}” wrote ${table}/${id}.${beyond.join()} as ${role}`];
  });
}

/** Returns the refusals for the role of rows that nobody has written on that device. */
export function uncausedRefusals(
  devices: readonly { readonly name: string; readonly content: DiskContent }[],
  writes: readonly Written[],
): string[] {
  const caused = new Set(writes.map(({ device, table, id }) => `${device}/${table}/${id}`));
  return devices.flatMap(({ name, content }) =>
    content.issues
      .filter(({ constraint, table, rowId }) => constraint === 'role' && !caused.has(`${name}/${table}/${rowId}`))
      .map(({ id }) => `UNCAUSED ${name} ${id}: refused for the role, and nobody wrote it here`),
  );
}
