/**
 * The hourly health check of a backend that runs by itself. It asks each part as a device does, through our own port, and writes
 * the result for every salon. On hosted Supabase `pg_cron` writes the counts, and the platform checks the parts.
 */
import { SignJWT } from 'jose';
import type { Sql } from 'postgres';
import { WebSocket } from 'ws';
import { REALTIME_PATH } from '#local/realtime/realtime.ts';
import { PUBLISHABLE_KEY } from '#local/settings.ts';

/** `ms` is the time until the answer; null if there was none. */
type Measured = { ok: boolean; ms: number | null };
type Measurement = Record<'api' | 'auth' | 'realtime' | 'storage', Measured>;

/** A part that has not answered after this counts as silent, ms. */
const LONGEST = 10_000;
/**
 * Makes a token for the check, because a request without one does not reach the database. It names nobody, so the database shows it
 * no row, and it expires at once.
 */
function passingToken(jwtSecret: string): Promise<string> {
  return new SignJWT({ role: 'authenticated', aud: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setExpirationTime('1 minute')
    .sign(new TextEncoder().encode(jwtSecret));
}

async function timed(answers: (signal: AbortSignal) => Promise<boolean>): Promise<Measured> {
  const began = performance.now();
  const signal = AbortSignal.timeout(LONGEST);
  const ok = await answers(signal).catch(() => false);
  return { ok, ms: ok ? Math.round(performance.now() - began) : null };
}

function opens(address: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const line = new WebSocket(address);
    const end = (opened: boolean) => {
      resolve(opened);
      line.terminate();
    };
    line.on('open', () => end(true));
    line.on('error', () => end(false));
    signal.addEventListener('abort', () => end(false));
  });
}

/**
 * Asks each part once.
 * @param url the address of the backend, such as http://127.0.0.1:3000
 * @param jwtSecret the secret with which it signs sessions
 */
export async function measureParts(url: string, jwtSecret: string): Promise<Measurement> {
  const ask = (path: string, more: Record<string, string> = {}) =>
    timed(async (signal) => {
      const returned = await fetch(`${url}${path}`, { headers: { apikey: PUBLISHABLE_KEY, ...more }, signal });
      await returned.body?.cancel();
      return returned.status === 200;
    });
  const authorization = `Bearer ${await passingToken(jwtSecret)}`;
  const [api, auth, realtime, storage] = await Promise.all([
    ask('/rest/v1/users?select=id&limit=1', { authorization }),
    ask('/auth/v1/health'),
    timed((signal) => opens(`${url.replace(/^http/, 'ws')}${REALTIME_PATH}?apikey=${PUBLISHABLE_KEY}&vsn=1.0.0`, signal)),
    ask('/storage/v1/status'),
  ]);
  return { api, auth, realtime, storage };
}

/** Measures the parts and writes one check for each salon. Returns the number of salons. */
export async function checkHealth(sql: Sql, url: string, jwtSecret: string): Promise<number> {
  const measured = await measureParts(url, jwtSecret);
  const [row] = await sql<{ written: number }[]>`select private.write_health_checks(${sql.json({ ...measured })}) as written`;
  return row?.written ?? 0;
}
