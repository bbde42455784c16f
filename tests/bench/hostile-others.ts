/** What others feel while somebody attacks: another salon's one-row pull, a push and a sign-in, each again and again. */
import { randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { PUBLISHABLE_KEY } from '../../supabase/local/settings.ts';
import { tokenOf } from '../support/session-token.ts';
import { DEMO_PASSWORD, TEST_ACCOUNTS, type TestBackend } from '../support/test-backend.ts';
import { brief } from './results.ts';

export const FELT = ['one-row pull', 'push of a row', 'sign-in'] as const;
export type Felt = (typeof FELT)[number];

/** Milliseconds of what was answered, and how often it was refused or came to nothing. */
export interface Others {
  readonly took: Readonly<Record<Felt, readonly number[]>>;
  readonly refused: number;
}

export interface Bystander {
  readonly salonId: number;
  readonly userId: string;
  readonly employee: string;
  /** Of this machine, 127.0.0.x. */
  readonly address: string;
}

/** Between two of the same, ms. */
const EVERY: Record<Felt, number> = { 'one-row pull': 400, 'push of a row': 1_500, 'sign-in': 1_500 };
const PATIENCE_MS = 15_000;

export async function othersFeel(backend: TestBackend, { salonId, userId, employee, address }: Bystander, seconds: number) {
  const token = await tokenOf(backend.sql, userId);
  const agent = new Agent({ keepAlive: true });
  const { port } = new URL(backend.url);
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    new Promise<number>((resolve) => {
      const given = { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json', ...headers };
      const options = { host: '127.0.0.1', port, path, method: 'POST', localAddress: address, agent, headers: given };
      const asked = request(options, (answer: IncomingMessage) => {
        answer.resume();
        answer.once('close', () => resolve(answer.statusCode ?? 0));
      });
      asked.setTimeout(PATIENCE_MS, () => asked.destroy());
      asked.once('error', () => resolve(0));
      asked.end(JSON.stringify(body));
    });
  const call = (name: string, body: object) =>
    post(`/rest/v1/rpc/${name}`, { p_salon_id: salonId, ...body }, { authorization: `Bearer ${token}` });
  const event = () => {
    const start = Date.UTC(2031, 0, 1) + Math.floor(Math.random() * 1e6) * 60_000;
    const times = { start_time: new Date(start).toISOString(), end_time: new Date(start + 1_800_000).toISOString() };
    return { table: 'events', id: randomUUID(), base_rev: 0, doc: { resource_id: employee, ...times } };
  };
  const ways: Record<Felt, () => Promise<number>> = {
    'one-row pull': () => call('pull_changes', { p_cursors: { salons: [0, ''] }, p_limit: 1 }),
    'push of a row': () => call('push_changes', { p_changes: [event()] }),
    'sign-in': () => post('/auth/v1/token?grant_type=password', { email: TEST_ACCOUNTS.staff.email, password: DEMO_PASSWORD }),
  };
  const took: Record<Felt, number[]> = { 'one-row pull': [], 'push of a row': [], 'sign-in': [] };
  let refused = 0;
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    FELT.map(async (felt) => {
      while (performance.now() < end) {
        const from = performance.now();
        const status = await ways[felt]();
        if (status === 200) took[felt].push(performance.now() - from);
        else refused += 1;
        await new Promise((resolve) => setTimeout(resolve, EVERY[felt]));
      }
    }),
  );
  agent.destroy();
  return { took, refused } satisfies Others;
}

export const shareOf = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

export const HEAD = ['attack', ...FELT.map((felt) => `${felt}, ms p50 / p95 (× idle)`), 'refused of these'];

/** A line of the table; beside the idle server of the same run. */
export function rowOf(what: string, { took, refused }: Others, idle: Others): string[] {
  const cell = (felt: Felt) => {
    const [p50, p95] = [0.5, 0.95].map((share) => shareOf(took[felt], share)) as [number, number];
    const [i50, i95] = [0.5, 0.95].map((share) => shareOf(idle.took[felt], share)) as [number, number];
    return `${brief(p50)} / ${brief(p95)} (${brief(p50 / i50)} / ${brief(p95 / i95)})`;
  };
  return [what, ...FELT.map(cell), String(refused)];
}
