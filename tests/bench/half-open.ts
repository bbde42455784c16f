/**
 * Thousands of connections of one address that begin a request and never end it: what another salon's device feels, which opens a
 * connection of its own for each pull, as after a pause. The hostile sockets are this process's own: part of what is seen is their work.
 */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type RawSocket, rawSocket } from '../support/raw-socket.ts';
import { startBackend, TEST_ACCOUNTS, type TestBackend } from '../support/test-backend.ts';
import { signedIn } from '../support/test-client.ts';
import { took } from './figures.ts';
import { brief, markdownTable } from './results.ts';

const HALF_OPEN = 2_000;
const HOSTILE_ADDRESS = '127.0.0.2';
const HALF_A_HEAD = 'GET / HTTP/1.1\r\nHost: 127.';
const PULLS = 200;

/** A pull of one row, over a connection of its own. */
async function puller(backend: TestBackend): Promise<() => Promise<number>> {
  const owner = await signedIn(backend.url, TEST_ACCOUNTS.owner2.email);
  const token = (await owner.auth.getSession()).data.session?.access_token;
  const headers = {
    apikey: backend.publishableKey,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  };
  return () =>
    took(async () => {
      const asked = request(`${backend.url}/rest/v1/rpc/pull_changes`, { method: 'POST', headers, agent: false });
      asked.end(JSON.stringify({ p_salon_id: 2, p_limit: 1 }));
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      answer.resume();
      await once(answer, 'end');
      if (answer.statusCode !== 200) throw new Error(`pull: ${answer.statusCode}`);
    });
}

async function measured(pull: () => Promise<number>): Promise<{ p50: number; p95: number }> {
  await pull();
  const all: number[] = [];
  for (let n = 0; n < PULLS; n++) all.push(await pull());
  const sorted = all.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}

/** Keeps so many open: what the server ends is opened again, until it is told to stop. */
function attack(url: string): { opened(): number; standing(): number; stop(): Promise<void> } {
  const standing = new Set<RawSocket>();
  let opened = 0;
  let going = true;
  const one = async () => {
    while (going) {
      const socket = await rawSocket(url, HALF_A_HEAD, HOSTILE_ADDRESS);
      opened += 1;
      standing.add(socket);
      await socket.ended;
      standing.delete(socket);
      socket.socket.destroy();
      await new Promise((resolve) => setTimeout(resolve, 1_000)); // as a tool does that is refused
    }
  };
  const all = Array.from({ length: HALF_OPEN }, one);
  return {
    opened: () => opened,
    standing: () => standing.size,
    async stop() {
      going = false;
      for (const { socket } of standing) socket.destroy();
      await Promise.all(all);
    },
  };
}

/** A table of another salon's pulls on the idle server and beside the attack, of one run. */
export async function halfOpenFigures(): Promise<string> {
  const backend = await startBackend({ seed: 'test' });
  try {
    const pull = await puller(backend);
    const idle = await measured(pull);
    const hostile = attack(backend.url);
    while (hostile.opened() < HALF_OPEN) await new Promise((resolve) => setTimeout(resolve, 50));
    const beside = await measured(pull);
    const standing = hostile.standing();
    await hostile.stop();
    const row = (what: string, { p50, p95 }: { p50: number; p95: number }, open: number) => [
      ...[what, brief(p50), brief(p95), brief(p95 / idle.p95), String(open)],
    ];
    return markdownTable(
      [
        'another salon pulls one row, over a new connection',
        'p50, ms',
        'p95, ms',
        'p95 to idle',
        'hostile connections that stand',
      ],
      [
        row('on the idle server', idle, 0),
        row(`beside ${HALF_OPEN.toLocaleString('en')} half-open connections of one address`, beside, standing),
      ],
    );
  } finally {
    await backend.stop();
  }
}
