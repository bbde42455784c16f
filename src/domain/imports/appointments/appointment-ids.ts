/**
 * Ids of imported appointments and of the clients that they bring. Each follows from the entry alone, so that the same file makes
 * the same rows when it is imported twice, on one device or on two. An id is at least 128 bits of SHA-256.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { onceEach } from '#domain/imports/once-each.ts';
import { phoneKey } from '#domain/people/client-duplicates.ts';
import { nationalDigits } from '#domain/people/search.ts';

/** Separates the parts of a key. It stands nowhere else in a key. */
const BETWEEN = '\n';

/**
 * Returns the key of an entry.
 * @param occurrence tells apart the entries that share the first part; empty if there is only one
 */
export const appointmentKey = (own: string, occurrence = ''): string => {
  const plain = own.replaceAll(BETWEEN, ' ');
  return occurrence === '' ? plain : `${plain}${BETWEEN}${occurrence}`;
};

const HEX_DIGITS = 32; // 128 bits
const digest = onceEach((text) => bytesToHex(sha256(utf8ToBytes(text))).slice(0, HEX_DIGITS));

/** Returns the id of the appointment of an entry. The ids of one series begin alike. */
export function appointmentId(key: string): string {
  const [own = '', occurrence] = key.split(BETWEEN);
  const series = `imported.${digest(`appointment ${own}`)}`;
  return occurrence === undefined ? series : `${series}.${digest(occurrence)}`;
}

/** Returns the beginning that the ids of an imported series share; null for an id that no import has made. */
export const importedSeries = (id: string): string | null => /^imported\.[0-9a-f]{32}(?=\.[0-9a-f]{32}$|$)/.exec(id)?.[0] ?? null;

/** The facts by which a new client is known again. */
interface NewClient {
  readonly name: string;
  readonly phone: string | null;
  readonly email: string | null;
}

/**
 * Returns the id of a client who comes with an appointment. Entries with the same phone make one client, on one device or on two;
 * without a phone the same name does, and without a name the same e-mail.
 * @param again counts the clients who were erased under the earlier ids
 */
export function importedClientId({ name, phone, email }: NewClient, again = 0): string {
  const plain = (text: string) => text.normalize('NFC').toLowerCase();
  const own = name === '' ? `email ${plain(email ?? '')}` : `name ${plain(name)}`;
  const key = phoneKey(phone) === '' ? own : `phone ${nationalDigits(phone ?? '')}`;
  return `imported.${digest(again === 0 ? `client ${key}` : `client ${key} ${again}`)}`;
}
