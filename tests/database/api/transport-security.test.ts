/** What every answer says of HTTPS, and that nobody keeps the word that a file is missing. */
import { expect, it } from 'vitest';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';

const ASKED = [
  '/',
  '/assets/none-0000.js',
  '/rest/v1/clients?select=id',
  '/auth/v1/health',
  '/auth/v1/verify',
  '/storage/v1/status',
  '/functions/v1/none',
];

const answersOf = (backend: TestBackend) =>
  Promise.all(ASKED.map(async (path) => [path, (await fetch(backend.url + path)).headers.get('strict-transport-security')]));

it('with an https address every answer asks browsers to stay with HTTPS; without one none does', async () => {
  const behindHttps = await startBackend({ seed: 'none', publicUrl: 'https://salon.example' });
  expect(await answersOf(behindHttps)).toEqual(ASKED.map((path) => [path, 'max-age=15552000']));
  const foreign = await fetch(behindHttps.url, { headers: { origin: 'https://elsewhere.example' } });
  expect([foreign.status, foreign.headers.get('strict-transport-security')]).toEqual([403, 'max-age=15552000']);
  await behindHttps.stop();

  const plain = await startBackend({ seed: 'none' });
  expect(await answersOf(plain)).toEqual(ASKED.map((path) => [path, null]));
  await plain.stop();
});

it('a missing asset is a 404 that no cache keeps', async () => {
  const backend = await startBackend({ seed: 'none' });
  for (const path of ['/assets/start-0000.js', '/assets/', '/assets/none', '/icons/none.png']) {
    const { status, headers } = await fetch(backend.url + path);
    expect([path, status, headers.get('cache-control')]).toEqual([path, 404, 'no-store']);
  }
  await backend.stop();
});
