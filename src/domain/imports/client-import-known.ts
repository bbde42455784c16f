/**
 * Finds the clients of a foreign table who are known already: by phone, by e-mail, by name and birth date, or because the row
 * says nothing new.
 */
import { phoneKey, spelledWords } from '#domain/people/client-duplicates.ts';
import { fullName } from '#domain/people/names.ts';
import { displayPhone, isE164, normalizePhone } from '#domain/people/phones.ts';
import type { Client } from '#schemas/clients.ts';
import type { Finder } from './import-rows.ts';

/** The values of a stored client with which rows are compared. */
export type KnownClient = Pick<Client, 'id' | 'name' | 'first_name' | 'last_name' | 'phone' | 'email' | 'birth_date'> &
  Partial<Pick<Client, 'address' | 'city' | 'notes'>>;

type Person = Omit<KnownClient, 'id' | 'name'> & {
  readonly id?: string;
  readonly name?: string | null;
};

const nameOf = ({ name, first_name, last_name }: Person) => name?.trim() || fullName(first_name, last_name);
const emailKey = (email: string | null) => email?.toLowerCase() ?? '';
const numberKey = (phone: string | null) => phoneKey(phone && !isE164(phone) ? normalizePhone(phone) : phone);

/** The most spellings of a name that are looked for. The words of a long name may have thousands. */
const MOST_SPELLINGS = 256;

const keysOfNames = new WeakMap<Person, readonly string[]>();

/**
 * Returns the spellings of a whole name, its words in alphabetical order; none for a single word, which names nobody. Two people have
 * the same name, in either script and any order of its words, if they share a spelling.
 */
function nameKeys(person: Person): readonly string[] {
  const known = keysOfNames.get(person);
  if (known) return known;
  const words = spelledWords(nameOf(person));
  let spellings: (readonly string[])[] = words.length < 2 ? [] : [[]];
  for (const keys of words) {
    const [only = '', ...others] = keys;
    spellings =
      others.length === 0
        ? spellings.map((own) => [...own, only])
        : spellings.flatMap((own) => keys.map((key) => [...own, key])).slice(0, MOST_SPELLINGS);
  }
  const keys = spellings.map((own) => own.toSorted().join(' '));
  keysOfNames.set(person, keys);
  return keys;
}

/** Holds the first of those who were added with a key. Thousands may share one. */
class Firsts<P> {
  readonly #byKey = new Map<string, P>();

  add(key: string, one: P): void {
    if (key !== '' && !this.#byKey.has(key)) this.#byKey.set(key, one);
  }

  find(...keys: readonly string[]): P | undefined {
    for (const key of keys) {
      const found = this.#byKey.get(key);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** Finds a person by something that a family shares. It is the one of that name, else the first. */
class Shared<P extends Person> {
  readonly #first = new Firsts<P>();
  readonly #named = new Firsts<P>();

  add(key: string, one: P): void {
    const first = this.#first.find(key);
    if (first === undefined) this.#first.add(key, one);
    else for (const name of nameKeys(one)) this.#named.add(`${key} ${name}`, one);
  }

  find(key: string, person: Person): P | undefined {
    const first = this.#first.find(key);
    return first && (this.#named.find(...nameKeys(person).map((name) => `${key} ${name}`)) ?? first);
  }
}

/** Returns true for a phone that reads back as it is shown. A stored client is known by it, and need not be known by all texts. */
const isUsual = (phone: string | null) => phone !== null && /^\+359[89]\d{8}$/.test(phone);

/** Returns the texts of a client as one key. Two clients with the same key say the same. */
const textKey = (texts: readonly (string | null | undefined)[]): string =>
  texts.map((text) => (text ? text.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase() : '')).join('\n');

/** Returns the texts of a stored client as our own export writes them. */
function storedKey(client: Person): string {
  const { phone, email, address, city, birth_date, notes } = client;
  const first = client.first_name ?? (client.last_name ? null : (client.name ?? null));
  return textKey([fullName(first, client.last_name), displayPhone(phone), email, address, city, birth_date, notes]);
}

/** Finds clients, and those with the same name among them. */
export interface ClientFinder<P> extends Finder<Person, P> {
  /** Returns a client with the same name, unless their birth dates differ. It is asked for a client who was not found. */
  namesakeOf(client: Person): P | undefined;
}

/**
 * Returns a finder of clients.
 * @param keyOf returns the texts of a row by field, as they stand in the file; a client with exactly these texts is known
 */
export function clientFinder<P extends Person>(keyOf: ((cells: readonly string[]) => readonly string[]) | null): ClientFinder<P> {
  const byPhone = new Shared<P>();
  const byEmail = new Shared<P>();
  const byNameAndBirth = new Firsts<P>();
  const byName = new Firsts<P>();
  const withoutBirth = new Firsts<P>();
  const byTexts = new Firsts<P>();
  const born = (name: string, { birth_date }: Person) => `${name} ${birth_date}`;
  return {
    add(person) {
      byPhone.add(numberKey(person.phone), person);
      byEmail.add(emailKey(person.email), person);
      if (keyOf && !isUsual(person.phone)) byTexts.add(storedKey(person), person);
      for (const name of nameKeys(person)) {
        byName.add(name, person);
        if (person.birth_date) byNameAndBirth.add(born(name, person), person);
        else withoutBirth.add(name, person);
      }
    },
    find(client, cells) {
      const phone = byPhone.find(numberKey(client.phone), client);
      if (phone) return { row: phone, by: 'phone' };
      const email = byEmail.find(emailKey(client.email), client);
      if (email) return { row: email, by: 'email' };
      const named = client.birth_date && byNameAndBirth.find(...nameKeys(client).map((name) => born(name, client)));
      if (named) return { row: named, by: 'name_and_birth' };
      // The row as it stands comes from our own export; the row as it was read comes from a file that was imported before.
      const same = keyOf ? byTexts.find(textKey(keyOf(cells)), storedKey(client)) : undefined;
      return same ? { row: same, by: 'name' } : null;
    },
    // A client with the same birth date, too, would have been found.
    namesakeOf: (client) => (client.birth_date ? withoutBirth : byName).find(...nameKeys(client)),
  };
}
