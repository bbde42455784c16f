/** Categories of services. A service names its category by the group's name (document 2 §3). */
import { Refusal } from '#domain/refusal.ts';
import { insideOf } from './inside-replica.ts';
import { newId } from './new-id.ts';
import type { OpenReplica } from './open-replica.ts';
import { changeOf, deleteRow, rowNow, rowsWhere } from './row-writes.ts';

function checkedName(name: string): string {
  const trimmed = name.trim();
  if (!trimmed) throw new Refusal('group_name_required', 'name');
  return trimmed;
}

/** Adds a category. @returns the new id. @throws Refusal `group_name_required`. */
export async function addServiceGroup(replica: OpenReplica, name: string): Promise<string> {
  const id = newId();
  await insideOf(replica).write([changeOf('service_groups', id, { name: checkedName(name) })]);
  return id;
}

/** Renames a category, and with it the category that its services name. @throws Refusal `group_name_required`, `invalid_id`. */
export async function renameServiceGroup(replica: OpenReplica, id: string, name: string): Promise<void> {
  const was = await rowNow(replica, 'service_groups', id);
  if (!was) throw new Refusal('invalid_id');
  const renamed = checkedName(name);
  const services = await rowsWhere(replica, 'services', { category: was.name });
  await insideOf(replica).write([
    changeOf('service_groups', id, { name: renamed }),
    ...services.map((service) => changeOf('services', service.id, { category: renamed })),
  ]);
}

/** Removes a category; its services keep its name. Nothing happens if it is not there. */
export async function deleteServiceGroup(replica: OpenReplica, id: string): Promise<void> {
  await deleteRow(replica, 'service_groups', id);
}
