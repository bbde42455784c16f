/** Names of people on screen. */
import type { Client } from '#schemas/clients.ts';

type Named = Pick<Client, 'name' | 'first_name' | 'last_name'>;

/** Returns `name`, else first and last name, else the only one of them, else `Client #{id}` (document 3 §3). */
export function clientName(client: Named & { readonly id: string }): string {
  return joinName(client.first_name, client.last_name, client.name) || `Client #${client.id}`;
}

function joinName(first: string | null, last: string | null, name: string | null): string {
  return (
    name?.trim() ||
    [first, last]
      .map((part) => part?.trim())
      .filter(Boolean)
      .join(' ')
  );
}

/** Joins first and last name: the stored `name` of a client (document 2 §3). */
export function fullName(first: string | null, last: string | null): string {
  return joinName(first, last, null);
}

/** Splits a name typed in one go: the first word, and all others as the last name (empty if there is none). */
export function splitName(text: string): { first: string; last: string } {
  const [first = '', ...rest] = text.trim().split(/\s+/u);
  return { first, last: rest.join(' ') };
}

/** Cuts a text to this many characters, with an ellipsis only if something was cut (document 2 §2, §9: 8 under an avatar). */
export function shortName(name: string, length = 8): string {
  const letters = [...name.trim()];
  return letters.length > length ? `${letters.slice(0, length).join('').trimEnd()}…` : letters.join('');
}

/** Returns „Мария И.“, the first word and the initial of the next one, for narrow places. */
export function firstNameInitial(name: string): string {
  const { first, last } = splitName(name);
  const initial = [...last][0];
  return initial ? `${first} ${initial.toLocaleUpperCase('bg')}.` : first;
}

const collator = new Intl.Collator('bg', { sensitivity: 'base', numeric: true });

/** Compares names for all lists. */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b);
}
