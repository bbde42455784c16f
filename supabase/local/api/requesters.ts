/**
 * Tells for whom a request of the API asks: address, salon, person. The person is the token's. The salon is learned from the database's
 * answers: a call of members that names a salon and is let through makes that salon the person's, until a call of theirs is refused. The
 * name by itself is not believed: a stranger could use up the share of a salon by naming it.
 */

import type { Claims } from '#local/realtime/realtime-access.ts';
import type { Requester } from './fair-share.ts';
import { CALLS } from './lite-pools.ts';

const PUSH = `${CALLS}push_changes`;
/** Each asks for membership before all else. */
const OF_MEMBERS: readonly string[] = [
  PUSH,
  ...['pull_changes', 'read_events', 'replica_checksums'].map((name) => `${CALLS}${name}`),
];
/** Bytes. A longer body is not parsed for it: every device also sends short ones. */
const LONGEST_READ = 16 * 1024;
const REMEMBERED = 10_000;

export interface Requesters {
  of(address: string, claims: Claims | null, url: URL, body: Buffer): Requester;
  /** What became of it. */
  answered(requester: Requester, url: URL, body: Buffer, status: number): void;
}

/** As lite reads it: of a repeated name the last one. */
function namedSalon(url: URL, body: Buffer): number | null {
  if (!OF_MEMBERS.includes(url.pathname) || url.search !== '' || body.length > LONGEST_READ) return null;
  try {
    const named = (JSON.parse(body.toString('utf8')) as { p_salon_id?: unknown } | null)?.p_salon_id;
    const number = typeof named === 'string' && /^[1-9]\d{0,15}$/.test(named) ? Number(named) : named;
    return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
  } catch {
    return null; // lite says what is wrong with it
  }
}

export function learningRequesters(): Requesters {
  const salons = new Map<string, number>();
  return {
    of(address, claims, url, body) {
      const person = claims ? (claims.sub ?? claims.role) : `nobody at ${address}`;
      const salon = salons.get(person);
      const name = salon === undefined ? `of ${person}` : String(salon);
      return { address, salon: name, person, bytes: body.length, ...(url.pathname === PUSH ? { lock: `push ${name}` } : {}) };
    },
    answered({ person }, url, body, status) {
      if (status === 401 || status === 403) salons.delete(person);
      const salon = status === 200 ? namedSalon(url, body) : null;
      if (salon === null) return;
      salons.delete(person); // so that the one not heard of for longest stands first
      salons.set(person, salon);
      const [oldest] = salons.keys();
      if (salons.size > REMEMBERED && oldest !== undefined) salons.delete(oldest);
    },
  };
}
