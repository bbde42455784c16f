/** Whatever somebody sends who asks for a WebSocket, the server answers, closes and goes on. */
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { rawSocket, resetAfter, upgradeTo } from '../../support/raw-socket.ts';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await startBackend({ seed: 'none' });
});
afterAll(() => backend.stop());

const TIMES = [1, 2, 3, 4, 5];
const REALTIME = '/realtime/v1/websocket';
const goesOn = async () => {
  const health = await fetch(`${backend.url}/auth/v1/health`, { headers: { apikey: backend.publishableKey } });
  expect(health.status).toBe(200);
};

it.each([
  ['//', 404],
  ['http://[', 400],
  ['http://[::1', 400],
  ['*', 400],
  ['/x', 404],
  ['/realtime/v1/websocket/', 404],
  [REALTIME, 401],
  [`${REALTIME}?apikey=wrong`, 401],
])('an upgrade to %s is answered %i and closed, five times', async (path, status) => {
  for (const _ of TIMES) {
    const raw = await rawSocket(backend.url, upgradeTo(path));
    await raw.ended;
    expect(raw.heard()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    raw.socket.destroy();
  }
  await goesOn();
});

it.each(['//', '/x', `${REALTIME}?apikey=wrong`])('an upgrade to %s that is reset ends nothing, five times', async (path) => {
  for (const _ of TIMES) await resetAfter(backend.url, upgradeTo(path));
  await goesOn();
});

it('an open WebSocket that is reset ends nothing, five times', async () => {
  for (const _ of TIMES) await resetAfter(backend.url, upgradeTo(`${REALTIME}?apikey=${backend.publishableKey}`));
  await goesOn();
});

it('an upgrade to another protocol than WebSocket is refused, on the real path too', async () => {
  for (const path of ['/', `${REALTIME}?apikey=${backend.publishableKey}`]) {
    const raw = await rawSocket(
      backend.url,
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`,
    );
    await raw.ended;
    expect(raw.heard()).toMatch(/^HTTP\/1.1 40[04] /);
    raw.socket.destroy();
  }
  await goesOn();
});

it('a WebSocket with the right key still opens', async () => {
  const socket = new WebSocket(`${backend.url.replace('http', 'ws')}${REALTIME}?apikey=${backend.publishableKey}`);
  await once(socket, 'open');
  socket.terminate();
});
