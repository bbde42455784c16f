/** Sockets that are opened and say nothing: how many of one address and of all are kept, and who is served beside them. */
import { afterEach, expect, it } from 'vitest';
import { CONNECTION_LIMITS } from '#local/http/connection-limits.ts';
import { REALTIME_LIMITS } from '#local/realtime/realtime-limits.ts';
import { type RawSocket, rawSocket } from '../../support/raw-socket.ts';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';

const HALF_A_HEAD = 'GET / HTTP/1.1\r\nHost: 127.';
const DEVICES_OF_A_SALON = 30;
const OF_A_BROWSER = 6;

let opened: RawSocket[] = [];
afterEach(() => {
  for (const { socket } of opened) socket.destroy();
  opened = [];
});

/** Of one address. `cut`: how many of them the server has ended without a word; one whose head takes too long is told so. */
async function halfOpen(backend: TestBackend, address: string, times: number) {
  const sockets: RawSocket[] = [];
  for (let n = 0; n < times; n++) sockets.push(await rawSocket(backend.url, HALF_A_HEAD, address));
  opened.push(...sockets);
  let cut = 0;
  for (const { ended, heard } of sockets) {
    void ended.then(() => {
      if (heard() === '') cut += 1;
    });
  }
  return { cut: () => cut };
}

const isServed = async ({ url, publishableKey }: TestBackend) =>
  (await fetch(`${url}/auth/v1/health`, { headers: { apikey: publishableKey } })).status;

it('of 2,000 half-open connections of one address 1,000 stand, and everybody else is served', async () => {
  const backend = await startBackend({ seed: 'none' });
  const hostile = await halfOpen(backend, '127.0.0.2', 2_000);
  await expect.poll(hostile.cut).toBe(2_000 - CONNECTION_LIMITS.ofAddress);
  expect(await isServed(backend)).toBe(200);
  const salons = await halfOpen(backend, '127.0.0.3', 3 * DEVICES_OF_A_SALON * OF_A_BROWSER);
  expect(await isServed(backend)).toBe(200);
  expect([hostile.cut(), salons.cut()]).toEqual([2_000 - CONNECTION_LIMITS.ofAddress, 0]);

  for (const { socket } of opened) socket.destroy();
  const asks = async () => {
    const one = await rawSocket(backend.url, 'GET /x.png HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n', '127.0.0.2');
    await one.ended;
    return one.heard();
  };
  await expect.poll(asks).toContain('404'); // the count of its address went with its connections
  await backend.stop();
});

it('a proxy’s own address is never counted', async () => {
  const backend = await startBackend({ seed: 'none', proxies: '127.0.0.2' });
  const people = await halfOpen(backend, '127.0.0.2', CONNECTION_LIMITS.ofAddress + 100);
  expect(await isServed(backend)).toBe(200); // the server has seen all of them by now
  expect(people.cut()).toBe(0);
  await backend.stop();
});

it('the limits leave room for all WebSockets that Realtime allows', () => {
  expect(CONNECTION_LIMITS.ofAddress).toBeGreaterThanOrEqual(3 * DEVICES_OF_A_SALON * OF_A_BROWSER + REALTIME_LIMITS.ofAddress);
  expect(CONNECTION_LIMITS.inAll).toBeGreaterThan(REALTIME_LIMITS.sockets + CONNECTION_LIMITS.ofAddress);
});
