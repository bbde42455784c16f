/** Who sends a request slowly does not hold a socket for as long as they like. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rawSocket } from '../../support/raw-socket.ts';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await startBackend({ seed: 'none' });
});
afterAll(() => backend.stop());

/** Node's own limit for a head is a minute, and it looks every half: under load ours may take a few seconds more than 25. */
const LONGEST_MS = 45_000;

it('a head that does not end is answered 408 and closed within half a minute', { timeout: 60_000 }, async () => {
  const from = Date.now();
  const raw = await rawSocket(backend.url, 'POST /auth/v1/token?grant_type=password HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow:');
  await raw.ended;
  expect(raw.heard()).toMatch(/^HTTP\/1.1 408 /);
  expect(Date.now() - from).toBeLessThan(LONGEST_MS);
  raw.socket.destroy();
});
