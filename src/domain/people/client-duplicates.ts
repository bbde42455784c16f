/**
 * Finds clients who may be one person: the same phone, the same e-mail, or the same name in either script. Only a person can decide
 * that they are one.
 */
import type { Client } from '#schemas/clients.ts';
import { clientName } from './names.ts';
import { foldName } from './search.ts';
import { isWalkIn } from './walk-in.ts';

type Person = Pick<Client, 'id' | 'name' | 'first_name' | 'last_name' | 'phone' | 'email' | 'birth_date'>;

/** The reason why two may be one, the strongest first. */
export type Likeness = 'phone' | 'email' | 'name';
const LIKENESSES: readonly Likeness[] = ['phone', 'email', 'name'];

/** Fewer digits do not identify anybody. */
const LEAST_DIGITS = 6;

/** Returns the words of a name, each in all spellings under which it is found. */
export const spelledWords = (name: string): readonly (readonly string[])[] =>
  (name.match(/[\p{L}\p{M}]+/gu) ?? []).map(foldName).filter((keys) => keys.length > 0);

const folded = new WeakMap<object, readonly (readonly string[])[]>();

function nameWords(client: Person): readonly (readonly string[])[] {
  const known = folded.get(client);
  if (known) return known;
  const words = spelledWords(client.name || client.first_name || client.last_name ? clientName(client) : '');
  folded.set(client, words);
  return words;
}

/** True if both have the same words in any order, in either script. A single word does not identify anybody. */
export function isSameName(a: Person, b: Person): boolean {
  const [own, others] = [nameWords(a), [...nameWords(b)]];
  if (own.length < 2 || own.length !== others.length) return false;
  return own.every((keys) => {
    const at = others.findIndex((other) => other.some((key) => keys.includes(key)));
    if (at >= 0) others.splice(at, 1);
    return at >= 0;
  });
}

/** Returns the digits by which a phone is compared; empty if it identifies nobody. */
export function phoneKey(phone: string | null): string {
  const digits = phone?.replace(/\D/g, '') ?? '';
  return digits.length >= LEAST_DIGITS ? digits : '';
}

/** Returns the reason why two clients may be one; null if there is none. Different birth dates mean two people who share a name. */
export function likenessOf(a: Person, b: Person): Likeness | null {
  if (a.id === b.id || isWalkIn(a.id) || isWalkIn(b.id)) return null;
  if (phoneKey(a.phone) !== '' && phoneKey(a.phone) === phoneKey(b.phone)) return 'phone';
  if (a.email && a.email.toLowerCase() === b.email?.toLowerCase()) return 'email';
  if (a.birth_date && b.birth_date && a.birth_date !== b.birth_date) return null;
  return isSameName(a, b) ? 'name' : null;
}

/** Returns the clients who may be the same person as this one, the likeliest first. It takes some ms for 20,000. */
export function duplicatesOf<P extends Person>(client: Person, all: readonly P[]): { client: P; by: Likeness }[] {
  const found = all.flatMap((other) => {
    const by = likenessOf(client, other);
    return by ? [{ client: other, by }] : [];
  });
  return found.sort((a, b) => LIKENESSES.indexOf(a.by) - LIKENESSES.indexOf(b.by));
}
