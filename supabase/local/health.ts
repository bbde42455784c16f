/**
 * The hourly health check of a backend that runs by itself: each part is asked as a device asks it, through our own port, and what
 * came of it is written for every salon. On hosted Supabase `pg_cron` writes the counts; there the parts are the platform's.
 */
import type { Sql } from 'postgres';
import { WebSocket } from 'ws';
import { PUBLISHABLE_KEY } from './keys.ts';
import { REALTIME_PATH } from './realtime.ts';

/** `ms`: until the answer; null where there was none. */
export type Measured = { ok: boolean; ms: number | null };
export type Measurement = Record<'api' | 'auth' | 'realtime' | 'storage', Measured>;

/** In ms: what takes longer does not answer. */
const LONGEST = 10_000;

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

/** @param url of the backend, such as http://127.0.0.1:3000 */
export async function measureParts(url: string): Promise<Measurement> {
  const ask = (path: string, fine: (status: number) => boolean) =>
    timed(async (signal) => {
      const returned = await fetch(`${url}${path}`, { headers: { apikey: PUBLISHABLE_KEY }, signal });
      await returned.body?.cancel();
      return fine(returned.status);
    });
  const [api, auth, realtime, storage] = await Promise.all([
    // Nobody is signed in: a refusal is an answer of the database's.
    ask('/rest/v1/users?select=id&limit=1', (status) => status < 500),
    ask('/auth/v1/health', (status) => status === 200),
    timed((signal) => opens(`${url.replace(/^http/, 'ws')}${REALTIME_PATH}?apikey=${PUBLISHABLE_KEY}&vsn=1.0.0`, signal)),
    ask('/storage/v1/status', (status) => status === 200),
  ]);
  return { api, auth, realtime, storage };
}

/** Measures and writes one check a salon. Returns how many. */
export async function checkHealth(sql: Sql, url: string): Promise<number> {
  const measured = await measureParts(url);
  const [row] = await sql<{ written: number }[]>`select private.write_health_checks(${sql.json({ ...measured })}) as written`;
  return row?.written ?? 0;
}
