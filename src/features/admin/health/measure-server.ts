/**
 * How the parts of the server answer this browser. The database says itself how long it took, when the checks are written
 * (`run_health_checks`).
 */
import type { AdminClient } from '#admin/reads/admin-reads.ts';
import { call } from '#admin/reads/admin-reads.ts';

/** `ms`: until the answer, rounded; null where there was none. */
interface Measured {
  ok: boolean;
  ms: number | null;
}
export type MeasuredPart = 'api' | 'auth' | 'realtime' | 'storage';
export type Measurement = Record<MeasuredPart, Measured>;

export interface MeasureOptions {
  url: string;
  key: string;
  send?: typeof fetch;
  socket?: (url: string) => WebSocket;
  /** Milliseconds that only go forward. */
  now?: () => number;
}

/** In ms: what takes longer does not answer. */
const LONGEST = 10_000;

/** Each part by itself: one that hangs or fails says nothing of the others. Never rejects. */
export async function measureServer(client: AdminClient, options: MeasureOptions): Promise<Measurement> {
  const { url, key, send = fetch, socket = (address) => new WebSocket(address), now = () => performance.now() } = options;
  const timed = async (answers: (signal: AbortSignal) => PromiseLike<boolean>): Promise<Measured> => {
    const began = now();
    const signal = AbortSignal.timeout(LONGEST);
    const late = new Promise<boolean>((resolve) => signal.addEventListener('abort', () => resolve(false)));
    const ok = await Promise.race([answers(signal), late]).catch(() => false);
    return { ok, ms: ok ? Math.round(now() - began) : null };
  };
  const get = (path: string) => timed(async (signal) => (await send(`${url}${path}`, { headers: { apikey: key }, signal })).ok);
  const [api, auth, realtime, storage] = await Promise.all([
    timed(async (signal) => !(await client.from('users').select('id').limit(1).retry(false).abortSignal(signal)).error),
    get('/auth/v1/health'),
    timed((signal) => opens(socket(`${url.replace(/^http/, 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=1.0.0`), signal)),
    get('/storage/v1/status'),
  ]);
  return { api, auth, realtime, storage };
}

function opens(line: WebSocket, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (opened: boolean) => {
      resolve(opened);
      line.close();
    };
    line.addEventListener('open', () => end(true));
    line.addEventListener('error', () => end(false));
    signal.addEventListener('abort', () => end(false));
  });
}

/** Writes one check a salon with what was measured. Returns how many. @throws AuthProblem */
export const writeChecks = (client: AdminClient, measured: Measurement) =>
  call<number>(client, 'run_health_checks', { p_measured: measured });
