/**
 * Decides who may receive a topic's messages: it checks tokens and asks the policies on realtime.messages, as hosted Realtime
 * does.
 */
import { randomUUID } from 'node:crypto';
import { type JWTPayload, jwtVerify } from 'jose';
import type { Sql, TransactionSql } from 'postgres';
import { PUBLISHABLE_KEY } from '#local/settings.ts';

export interface Claims extends JWTPayload {
  role: 'anon' | 'authenticated';
}

const isRole = (role: unknown): role is Claims['role'] => role === 'anon' || role === 'authenticated';

export interface TokenKeys {
  jwtSecret: string;
}

/**
 * Returns the claims of a token.
 * @throws if the token is expired, forged, or names no role of ours
 */
export async function claimsOf(token: string | null, keys: TokenKeys): Promise<Claims> {
  if (!token || token === PUBLISHABLE_KEY) return { role: 'anon' };
  const { payload } = await jwtVerify(token, new TextEncoder().encode(keys.jwtSecret), { algorithms: ['HS256'] });
  if (!isRole(payload.role)) throw new Error('Fields `role` and `exp` are required in JWT');
  return { ...payload, role: payload.role };
}

/**
 * Tells whether the policies show the message to this person. Both statements are sent together, because the second needs no
 * answer of the first.
 */
async function sees(tx: TransactionSql, id: string, topic: string, claims: Claims): Promise<boolean> {
  const [, seen] = await Promise.all([
    tx`select set_config('role', ${claims.role}, true),
      set_config('realtime.topic', ${topic}, true),
      set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
      set_config('request.jwt.claim.sub', ${claims.sub ?? ''}, true),
      set_config('request.jwt.claim.role', ${claims.role}, true)`,
    tx`select from realtime.messages where id = ${id}`,
  ]);
  return seen.length === 1;
}

class Undo extends Error {}

/** Inserts a probe row, becomes the person, looks whether they see it, and rolls back. */
export async function mayHear(sql: Sql, topic: string, claims: Claims): Promise<boolean> {
  let may = false;
  try {
    await sql.begin(async (tx) => {
      const id = randomUUID();
      await tx`insert into realtime.messages (id, topic, extension, private) values (${id}, ${topic}, 'broadcast', true)`;
      may = await sees(tx, id, topic, claims);
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  return may;
}

/**
 * Returns the listeners who may see an existing message: a person who was removed from the salon since joining gets nothing more.
 */
export async function whoHears<T extends { claims: Claims }>(sql: Sql, id: string, topic: string, listeners: readonly T[]) {
  return sql.begin(async (tx) => {
    const hearing = new Set<T>();
    await Promise.all(
      listeners.map(async (listener) => {
        if (await sees(tx, id, topic, listener.claims)) hearing.add(listener);
      }),
    );
    return hearing;
  }) as Promise<Set<T>>;
}
