/**
 * Tells who sends a request of the API: its address, salon and person. The person is that of the token. The salon is learned from
 * the answers of the database: if a member's call names a salon and succeeds, that salon is the person's until a call of theirs
 * is refused. The name alone does not count, because a stranger could use up a salon's share by naming it.
 */

import type { Claims } from '#local/realtime/realtime-access.ts';
import type { Requester } from './fair-share.ts';
import { CALLS } from './lite-pools.ts';

const PUSH = `${CALLS}push_changes`;
/** Each of these functions checks the membership first. */
const OF_MEMBERS: readonly string[] = [
  PUSH,
  ...['pull_changes', 'read_events', 'replica_checksums'].map((name) => `${CALLS}${name}`),
];
/** Only bodies up to this size are parsed for their salon, bytes. Every device also sends short ones. */
const LONGEST_READ = 16 * 1024;
const REMEMBERED = 10_000;

export interface Requesters {
  of(address: string, claims: Claims | null, url: URL, body: Buffer): Requester;
  /** Learns from the status of the answer. */
  answered(requester: Requester, url: URL, body: Buffer, status: number): void;
}

/** A customer's booking waits in the database for the other ones of its salon. */
const BOOKING = `${CALLS}book_online`;

/** Returns the lock that a request takes in the database, by what it names; null: none. */
function lockOf(url: URL, body: Buffer, salon: string): string | null {
  if (url.pathname === PUSH) return `push ${salon}`;
  if (url.pathname !== BOOKING || body.length > LONGEST_READ) return null;
  try {
    const slug = (JSON.parse(body.toString('utf8')) as { p_slug?: unknown } | null)?.p_slug;
    return typeof slug === 'string' ? `booking ${slug.slice(0, 41).toLowerCase()}` : null;
  } catch {
    return null; // as in namedSalon
  }
}

/** Returns the salon that a request names. If the name is repeated the last one counts, as in lite. */
function namedSalon(url: URL, body: Buffer): number | null {
  if (!OF_MEMBERS.includes(url.pathname) || url.search !== '' || body.length > LONGEST_READ) return null;
  try {
    const named = (JSON.parse(body.toString('utf8')) as { p_salon_id?: unknown } | null)?.p_salon_id;
    const number = typeof named === 'string' && /^[1-9]\d{0,15}$/.test(named) ? Number(named) : named;
    return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
  } catch {
    return null; // lite reports what is wrong with it
  }
}

export function learningRequesters(): Requesters {
  const salons = new Map<string, number>();
  return {
    of(address, claims, url, body) {
      const person = claims ? (claims.sub ?? claims.role) : `nobody at ${address}`;
      const salon = salons.get(person);
      const name = salon === undefined ? `of ${person}` : String(salon);
      const lock = lockOf(url, body, name);
      return { address, salon: name, person, bytes: body.length, ...(lock === null ? {} : { lock }) };
    },
    answered({ person }, url, body, status) {
      if (status === 401 || status === 403) salons.delete(person);
      const salon = status === 200 ? namedSalon(url, body) : null;
      if (salon === null) return;
      salons.delete(person); // keeps the least recent person first
      salons.set(person, salon);
      const [oldest] = salons.keys();
      if (salons.size > REMEMBERED && oldest !== undefined) salons.delete(oldest);
    },
  };
}
