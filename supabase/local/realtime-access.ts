/** Who may listen and speak on a topic: tokens are checked, private topics are asked of the policies on realtime.messages. */
import { randomUUID } from 'node:crypto';
import { type JWTPayload, jwtVerify } from 'jose';
import type { Sql, TransactionSql } from 'postgres';
import { PUBLISHABLE_KEY } from './keys.ts';

export interface Claims extends JWTPayload {
  role: 'anon' | 'authenticated' | 'service_role';
}

export interface Rights {
  read: boolean;
  write: boolean;
}

const isRole = (role: unknown): role is Claims['role'] => role === 'anon' || role === 'authenticated' || role === 'service_role';

export interface TokenKeys {
  jwtSecret: string;
  secretKey: string;
}

/** @throws when the token is expired, forged or names no role of ours. */
export async function claimsOf(token: string | null, keys: TokenKeys): Promise<Claims> {
  if (!token || token === PUBLISHABLE_KEY) return { role: 'anon' };
  if (token === keys.secretKey) return { role: 'service_role' };
  const { payload } = await jwtVerify(token, new TextEncoder().encode(keys.jwtSecret), { algorithms: ['HS256'] });
  if (!isRole(payload.role)) throw new Error('Fields `role` and `exp` are required in JWT');
  return { ...payload, role: payload.role };
}

class Undo extends Error {}

async function become(tx: TransactionSql, topic: string, claims: Claims): Promise<void> {
  await tx`select set_config('realtime.topic', ${topic}, true),
    set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
    set_config('request.jwt.claim.sub', ${claims.sub ?? ''}, true),
    set_config('request.jwt.claim.role', ${claims.role}, true)`;
  await tx.unsafe(`set local role ${claims.role}`);
}

async function mayWrite(tx: TransactionSql, topic: string): Promise<boolean> {
  try {
    await tx.savepoint(async (inner) => {
      await inner`insert into realtime.messages (topic, extension, private) values (${topic}, 'broadcast', true)`;
    });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === '42501') return false;
    throw error;
  }
}

/** As hosted Realtime does it: puts a probe row there, becomes the user, looks what RLS lets them see and insert, undoes all. */
export async function rightsOn(sql: Sql, topic: string, claims: Claims): Promise<Rights> {
  const rights: Rights = { read: false, write: false };
  try {
    await sql.begin(async (tx) => {
      const id = randomUUID();
      await tx`insert into realtime.messages (id, topic, extension, private) values (${id}, ${topic}, 'broadcast', true)`;
      await become(tx, topic, claims);
      rights.read = (await tx`select from realtime.messages where id = ${id}`).length === 1;
      rights.write = await mayWrite(tx, topic);
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  return rights;
}
