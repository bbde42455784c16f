/** Finds whom an entry means: the employee of its calendar, and its client among those of the salon. */

import { onceEach } from '#domain/imports/once-each.ts';
import { mapped, type Steps } from '#domain/imports/steps.ts';
import { phoneKey } from '#domain/people/client-duplicates.ts';
import { survivorOf } from '#domain/people/merged-clients.ts';
import { clientName } from '#domain/people/names.ts';
import { foldName, nationalDigits } from '#domain/people/search.ts';
import { isWalkIn } from '#domain/people/walk-in.ts';
import type { Resource } from '#schemas/resources.ts';
import type { EntryClient } from './appointment-entry.ts';
import { importedClientId } from './appointment-ids.ts';
import type { PlannedClient, SalonClient } from './planned-appointment.ts';

const foldOf = onceEach(foldName);
const lettersOf = (text: string): string[] => text.match(/[\p{L}\p{M}]+/gu) ?? [];

/** Returns true if two words are the same in either script. */
const isSameWord = (one: string, other: string): boolean => foldOf(one).some((key) => foldOf(other).includes(key));

/**
 * Returns the employee whom a calendar's name or a cell names, in either script: by the whole name, else by a first name that
 * only one employee has and no other surname follows. Returns null if it names nobody, or several.
 */
export function employeeNamed<E extends Pick<Resource, 'id' | 'name'>>(text: string, employees: readonly E[]): E | null {
  const words = lettersOf(text.replace(/@.*$/, '').replaceAll('_', ' '));
  const names = employees.map((employee) => ({ employee, own: lettersOf(employee.name) })).filter(({ own }) => own.length > 0);
  const has = (name: string) => words.some((word) => isSameWord(word, name));
  const whole = names.filter(({ own }) => own.every(has));
  const longest = Math.max(0, ...whole.map(({ own }) => own.length));
  const best = whole.filter(({ own }) => own.length === longest);
  const hasFirstAlone = (name: string) =>
    words.some((word, at) => isSameWord(word, name) && !/^\p{Lu}\p{L}/u.test(words[at + 1] ?? ''));
  const found = best.length > 0 ? best : names.filter(({ own: [first = ''] }) => hasFirstAlone(first));
  return found.length === 1 ? (found[0]?.employee ?? null) : null;
}

/** The most spellings of a name that are looked up. Of a name with more, only the first is. */
const MOST_SPELLINGS = 16;

/** Returns the keys under which a name is found: its words in any order and either script. */
function nameKeys(name: string): string[] {
  const spellings = lettersOf(name)
    .map(foldOf)
    .filter((keys) => keys.length > 0);
  if (spellings.length === 0) return [];
  const combined = spellings.reduce<string[][]>(
    (all, keys) =>
      all.length * keys.length <= MOST_SPELLINGS
        ? keys.flatMap((key) => all.map((one) => [...one, key]))
        : all.map((one) => [...one, keys[0] ?? '']),
    [[]],
  );
  return [...new Set(combined.map((words) => words.sort().join(' ')))];
}

/** Returns true for a name of two words or more. A single word may be anybody's. */
export const isWholeName = (name: string): boolean => lettersOf(name).length >= 2;

/** Adds a value to the list of a key. */
export function added<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

const digitsOf = (phone: string | null): string => (phoneKey(phone) === '' ? '' : nationalDigits(phone ?? ''));

/** The clients of a salon, found by the facts that an entry says of one. */
export interface KnownClients {
  /**
   * Returns the existing client: by phone (of several with one phone, the one of that name), by e-mail, by the import that made
   * them, or by a name that only one client has, unless the two have different phones. Returns null for a new client.
   */
  existing(client: EntryClient): PlannedClient | null;
  /** Returns the id that a new client gets. It is never the id of an erased one. */
  newId(client: EntryClient): string;
  /** Returns true if exactly one client has this name. */
  isKnownName(name: string): boolean;
}

const byTheirIds = (a: SalonClient, b: SalonClient): number => (a.id < b.id ? -1 : 1);
/** Returns a client of the salon as a plan has one. */
export const plannedOf = (client: SalonClient, by: PlannedClient['by']): PlannedClient => ({
  id: client.id,
  name: clientName(client),
  phone: client.phone,
  email: client.email,
  isNew: false,
  by,
});

/**
 * Makes the index. A client who was merged into another one is found as that one; the walk-in is not found.
 * @param clients those of the salon, deleted ones too
 */
export function* knownClients(clients: readonly SalonClient[]): Steps<KnownClients> {
  const byId = new Map(clients.map((client) => [client.id, client]));
  const isLive = (client: SalonClient | undefined): client is SalonClient =>
    client !== undefined && !client.deleted && client.erased_at === null;
  const survivor = (client: SalonClient): SalonClient => {
    const last = client.merged_into === null ? client : byId.get(survivorOf(client.id, (id) => byId.get(id)));
    return isLive(last) ? last : client;
  };
  const byPhone = new Map<string, SalonClient[]>();
  const byEmail = new Map<string, SalonClient[]>();
  const byName = new Map<string, SalonClient[]>();
  yield* mapped([...clients].sort(byTheirIds), (client) => {
    if (!isLive(client) || isWalkIn(client.id)) return [];
    const one = survivor(client);
    const digits = digitsOf(client.phone);
    if (digits !== '') added(byPhone, digits, one);
    if (client.email) added(byEmail, client.email.toLowerCase(), one);
    if (client.name || client.first_name || client.last_name)
      for (const key of nameKeys(clientName(client))) added(byName, key, one);
    return [];
  });
  const names = new Map<string, ReadonlySet<SalonClient>>();
  const named = (name: string): ReadonlySet<SalonClient> => {
    const known = names.get(name);
    if (known) return known;
    const found = new Set(nameKeys(name).flatMap((key) => byName.get(key) ?? []));
    names.set(name, found);
    return found;
  };
  const isErased = (id: string): boolean => byId.get(id)?.erased_at != null;
  return {
    existing(client) {
      const { name, phone, email } = client;
      const digits = digitsOf(phone);
      const sharing = new Set(byPhone.get(digits));
      const phoned = (sharing.size > 1 ? [...sharing].find((one) => named(name).has(one)) : undefined) ?? [...sharing][0];
      if (phoned) return plannedOf(phoned, 'phone');
      const [mailed] = byEmail.get(email?.toLowerCase() ?? '') ?? [];
      if (mailed) return plannedOf(mailed, 'email');
      const made = byId.get(importedClientId(client));
      if (isLive(made)) return plannedOf(survivor(made), 'import');
      const ofName = named(name);
      const [only] = ofName;
      const isOther = only && digits !== '' && digitsOf(only.phone) !== '' && digitsOf(only.phone) !== digits;
      return only && ofName.size === 1 && !isOther ? plannedOf(only, 'name') : null;
    },
    newId(client) {
      for (let again = 0; ; again++) {
        const id = importedClientId(client, again);
        if (!isErased(id)) return id;
      }
    },
    isKnownName: (name) => named(name).size === 1,
  };
}

/** The longest texts that a client's columns hold, with room for the space between two names. */
const [LONGEST_NAME, LONGEST_PHONE] = [100, 40];

/**
 * Returns the better name: the longer one, because it tells more. Of two names of one length it is the first by letters, whatever
 * the order of the entries.
 */
const betterName = (one: string, other: string): string =>
  one.length !== other.length ? (one.length > other.length ? one : other) : one < other ? one : other;

/**
 * Returns a function that finds the client of an entry: one of the salon, or the new one that the entries bring.
 * @param brought all clients that the entries name; a new one is made once, whatever the order of the entries
 */
export function* entryClientFinder(
  index: KnownClients,
  brought: readonly EntryClient[],
): Steps<(client: EntryClient) => PlannedClient | null> {
  const made = new Map<string, PlannedClient>();
  const byName = new Map<string, PlannedClient[]>();
  const keep = (client: EntryClient): void => {
    const id = index.newId(client);
    const other = made.get(id);
    const email = [other?.email, client.email].filter((mail): mail is string => Boolean(mail)).sort()[0] ?? null;
    const name = betterName(client.name, other?.name ?? '');
    const phone = client.phone !== null && client.phone.length > LONGEST_PHONE ? null : client.phone;
    made.set(id, { id, name: name.slice(0, LONGEST_NAME).trimEnd(), phone, email, isNew: true, by: null });
  };
  /** Returns the one client with this whole name whom another entry brings with a phone. */
  const ofName = (name: string): PlannedClient | null => {
    const found = isWholeName(name) ? new Set(nameKeys(name).flatMap((key) => byName.get(key) ?? [])) : new Set<PlannedClient>();
    const [only] = found;
    return only && found.size === 1 ? only : null;
  };
  const hasPhone = ({ phone }: EntryClient) => digitsOf(phone) !== '';
  const distinct = new Map(brought.map((client) => [JSON.stringify([client.name, client.phone, client.email]), client]));
  const unknown = yield* mapped([...distinct.values()], (client) => (index.existing(client) === null ? [client] : []));
  for (const client of unknown.filter(hasPhone)) keep(client);
  for (const client of made.values()) for (const key of nameKeys(client.name)) added(byName, key, client);
  for (const client of unknown) if (!hasPhone(client) && (client.name || client.email) && !ofName(client.name)) keep(client);
  return (client) =>
    index.existing(client) ?? (hasPhone(client) ? null : ofName(client.name)) ?? made.get(index.newId(client)) ?? null;
}
