/** Services and their categories (document 2 §3, §5). A service names its category by the category's name. */
import { waitsWithin } from '#domain/booking/busy-spans.ts';
import { durationOf, LONGEST_SERVICE_MINUTES } from '#domain/booking/service-duration.ts';
import { Refusal } from '#domain/records/refusal.ts';
import type { Values } from '#schemas/registry.ts';
import type { Change } from '#sync/replica.ts';
import { insideOf } from './inside-replica.ts';
import { newId } from './new-id.ts';
import type { OpenReplica } from './open-replica.ts';
import { changeOf, deleteRow, pricedWhole, rowNow, rowsWhere } from './row-writes.ts';

/**
 * `duration` in minutes, `price` an amount and always with its `currency`; `name` follows the names in the two languages if they
 * are given.
 */
export type ServiceFields = Partial<Omit<Values<'services'>, 'deleted'>>;

const text = (value: string | null | undefined) => value?.trim() || null;

/** Returns the fields with `name`: the Bulgarian name, or the English one if there is no other (SVC-18). */
function named(fields: ServiceFields): ServiceFields {
  const { name, name_bg, name_en, ...rest } = fields;
  if (name_bg === undefined && name_en === undefined) return fields;
  const bulgarian = text(name_bg) ?? text(name);
  const whole = bulgarian ?? text(name_en) ?? '';
  return { ...rest, name: whole, name_bg: bulgarian, name_en: text(name_en) };
}

/** The columns that are one decision with the duration, and are written with it. */
const TIMES = ['duration', 'processing_after', 'processing_minutes', 'buffer_after'] as const;

/** Checks the named fields. */
function checked(fields: ServiceFields): ServiceFields {
  const { name, duration, price, currency } = fields;
  pricedWhole(price, currency);
  if (name !== undefined && !name.trim()) throw new Refusal('name_required', 'name');
  const fits = duration == null || (duration >= 5 && duration <= LONGEST_SERVICE_MINUTES && duration % 5 === 0);
  if (!fits) throw new Refusal('duration_invalid', 'duration');
  if (fields.processing_minutes && !waitsWithin(durationOf({ duration: duration ?? null }), fields))
    throw new Refusal('waiting_invalid', 'processing_minutes');
  if (price !== undefined && !(price >= 0)) throw new Refusal('price_invalid', 'price');
  return fields;
}

/**
 * Returns the change that makes a service.
 * @throws Refusal `name_required`, `duration_invalid` (5 to 1440, step 5), `price_invalid`, `waiting_invalid` (within the
 * duration).
 */
export const newServiceChange = (id: string, fields: ServiceFields): Change =>
  changeOf('services', id, checked({ name: '', ...named(fields) }));

/** Adds a service. @returns the new id. @throws Refusal as `newServiceChange`. */
export async function addService(replica: OpenReplica, fields: ServiceFields): Promise<string> {
  const id = newId();
  await insideOf(replica).write([newServiceChange(id, fields)]);
  return id;
}

/** Changes the named fields of a service. @throws Refusal as `addService`, and `invalid_id`. */
export async function updateService(replica: OpenReplica, id: string, fields: ServiceFields): Promise<void> {
  const was = await rowNow(replica, 'services', id);
  if (!was) throw new Refusal('invalid_id');
  const { name_bg = was.name_bg, name_en = was.name_en } = fields;
  const renamed = fields.name_bg !== undefined || fields.name_en !== undefined;
  const timed = TIMES.some((column) => fields[column] !== undefined);
  const times = timed ? Object.fromEntries(TIMES.map((column) => [column, fields[column] ?? was[column]])) : {};
  const whole: ServiceFields = { ...fields, ...times, ...(fields.duration === undefined ? {} : { duration: fields.duration }) };
  await insideOf(replica).write([changeOf('services', id, checked(renamed ? named({ ...whole, name_bg, name_en }) : whole))]);
}

/** Removes a service; bookings keep their title and price. Nothing happens if it is not there. */
export async function deleteService(replica: OpenReplica, id: string): Promise<void> {
  await deleteRow(replica, 'services', id);
}

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

/**
 * Adds services in one call of `write`, with those of their categories that the salon lacks.
 * @param services `duration` in minutes, `price` an amount; each has a category
 * @throws Refusal as `addService`; what `write` throws
 */
export async function addServices(replica: OpenReplica, services: readonly ServiceFields[]): Promise<void> {
  const known = new Set((await rowsWhere(replica, 'service_groups', {})).map(({ name }) => name));
  const wanted = new Set(services.flatMap(({ category }) => category ?? []));
  const groups = [...wanted].filter((name) => !known.has(name)).map((name) => changeOf('service_groups', newId(), { name }));
  await insideOf(replica).write([...groups, ...services.map((fields) => newServiceChange(newId(), fields))]);
}
