/** Clients: the form, and the client that is made on the spot while booking. */

import { isEmail } from '#domain/people/email.ts';
import { survivorOf } from '#domain/people/merged-clients.ts';
import { fullName, splitName } from '#domain/people/names.ts';
import { normalizePhone } from '#domain/people/phones.ts';
import { Refusal } from '#domain/records/refusal.ts';
import type { LocalRow, Values } from '#schemas/registry.ts';
import type { Change } from '#sync/replica.ts';
import { insideOf } from './inside-replica.ts';
import { newId } from './new-id.ts';
import type { OpenReplica } from './open-replica.ts';
import { changeOf, deleteRow, rowNow } from './row-writes.ts';

/** The client form's fields (document 2 §3); empty texts count as missing. */
export type ClientFields = Partial<
  Pick<Values<'clients'>, 'first_name' | 'last_name' | 'email' | 'phone' | 'address' | 'city' | 'birth_date' | 'notes'>
>;

/** A client made on the spot: a name typed in one go or its parts, and a phone if there is one. */
export interface ClientInput extends ClientFields {
  readonly name?: string;
  /**
   * The id of the client, given if the same input may be saved twice (a save fails for lack of room, and is repeated): one id
   * makes one client.
   */
  readonly id?: string;
}

const textOrNull = (text: string | null | undefined) => text?.trim() || null;

/** Returns the canonical values of the named fields; the phone in E.164 if it can be read as a number. */
function valuesOf(fields: ClientFields): ClientFields {
  const values: ClientFields = {};
  for (const [column, text] of Object.entries(fields) as [keyof ClientFields, string | null][]) values[column] = textOrNull(text);
  if (values.phone) values.phone = normalizePhone(values.phone);
  if (values.email && !isEmail(values.email)) throw new Refusal('email_invalid', 'email');
  return values;
}

/**
 * Returns the change that makes a client while booking (its `id` is the new client's). A name alone is enough: the first word is
 * the first name, the rest the last. @throws Refusal `name_required`, `email_invalid`.
 */
export function newClientChange({ id = newId(), name = '', ...fields }: ClientInput): Change & { readonly id: string } {
  const { first, last } = splitName(name);
  const values = valuesOf({ ...fields, first_name: fields.first_name || first, last_name: fields.last_name || last });
  const whole = fullName(values.first_name ?? null, values.last_name ?? null);
  if (!whole) throw new Refusal('name_required', 'name');
  return changeOf('clients', id, { ...values, name: whole });
}

/** Makes a client on the spot. @returns its id. @throws Refusal as `newClientChange`. */
export async function createClient(replica: OpenReplica, input: ClientInput): Promise<string> {
  const change = newClientChange(input);
  await insideOf(replica).write([change]);
  return change.id;
}

function checkNames(first: string | null | undefined, last: string | null | undefined): void {
  if (!first) throw new Refusal('first_name_required', 'first_name');
  if (!last) throw new Refusal('last_name_required', 'last_name');
}

/** Adds a client, from the form of `/clients/add`: both names are required (document 2 §5). @returns the new id. @throws Refusal */
export async function addClient(replica: OpenReplica, fields: ClientFields): Promise<string> {
  const values = valuesOf(fields);
  checkNames(values.first_name, values.last_name);
  const id = newId();
  await insideOf(replica).write([
    changeOf('clients', id, { ...values, name: fullName(values.first_name ?? null, values.last_name ?? null) }),
  ]);
  return id;
}

/** Tells whether the client was merged into another one meanwhile: nobody would see values that are written into it. */
async function isMerged(replica: OpenReplica, client: LocalRow<'clients'>): Promise<boolean> {
  const chain = new Map<string, LocalRow<'clients'>>();
  for (let at: LocalRow<'clients'> | null = client; at && !chain.has(at.id); ) {
    chain.set(at.id, at);
    at = at.merged_into === null ? null : await rowNow(replica, 'clients', at.merged_into);
  }
  return survivorOf(client.id, (id) => chain.get(id)) !== client.id;
}

/**
 * Changes a client, from the form of `/clients/edit/{id}`. Only the named fields change; `name` follows its parts.
 * @throws Refusal; `invalid_id` also for a client that was merged into another
 */
export async function updateClient(replica: OpenReplica, id: string, fields: ClientFields): Promise<void> {
  const values = valuesOf(fields);
  const was = await rowNow(replica, 'clients', id);
  if (!was || (await isMerged(replica, was))) throw new Refusal('invalid_id');
  const renamed = values.first_name !== undefined || values.last_name !== undefined;
  const { first_name = was.first_name, last_name = was.last_name } = values;
  if (renamed) checkNames(first_name, last_name);
  await insideOf(replica).write([
    changeOf('clients', id, renamed ? { ...values, name: fullName(first_name, last_name) } : values),
  ]);
}

/** Removes a client; bookings keep their title. Nothing happens if it is not there. */
export async function deleteClient(replica: OpenReplica, id: string): Promise<void> {
  await deleteRow(replica, 'clients', id);
}
