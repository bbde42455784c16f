/** Services that a new salon takes from the starter list, with the categories that they stand in. */
import { insideOf } from '#data/inside-replica.ts';
import { newId } from '#data/new-id.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { changeOf, rowsWhere } from '#data/row-writes.ts';
import { newServiceChange, type ServiceFields } from '#data/services.commands.ts';

/**
 * Adds them in one call of the door, together with those categories that the salon has not.
 * @param services `duration` in minutes, `price` an amount; each has a category
 * @throws Refusal as `addService`; what the door throws
 */
export async function addServices(replica: OpenReplica, services: readonly ServiceFields[]): Promise<void> {
  const known = new Set((await rowsWhere(replica, 'service_groups', {})).map(({ name }) => name));
  const wanted = new Set(services.flatMap(({ category }) => category ?? []));
  const groups = [...wanted].filter((name) => !known.has(name)).map((name) => changeOf('service_groups', newId(), { name }));
  await insideOf(replica).write([...groups, ...services.map((fields) => newServiceChange(newId(), fields))]);
}
