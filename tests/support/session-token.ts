/** An access token as a sign-in gives it, without the work of a password: signed as the server signs, with a session that stands. */
import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Sql } from 'postgres';
import { TEST_KEYS } from './test-backend.ts';

/** @param claims `sub`, `session_id` and what else a token says; nothing is looked up */
export const signedToken = (claims: Readonly<Record<string, unknown>>): Promise<string> =>
  new SignJWT({ role: 'authenticated', ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setExpirationTime('2h')
    .sign(new TextEncoder().encode(TEST_KEYS.jwtSecret));

/** @param sql as the superuser: a session is made for it */
export async function tokenOf(sql: Sql, userId: string): Promise<string> {
  const session = randomUUID();
  await sql`insert into auth.sessions (id, user_id) values (${session}, ${userId})`;
  return signedToken({ sub: userId, session_id: session });
}
