import { expect, it, vi } from 'vitest';
import { isAlive } from '#local/postgres/folder-lock.ts';
import { ended, npmStart, postmaster } from '../../support/npm-start.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const { start } = npmStart();

it('prints what a person needs, serves app and API from one address, and SIGTERM ends PostgreSQL too', async () => {
  const { child, output, url, databaseUrl } = await start();
  for (const text of ['sb_publishable_', 'owner@greben.test', 'admin@greben.test', 'greben-demo']) expect(output).toContain(text);
  expect((await fetch(`${url}/auth/v1/health`, { headers: { apikey: 'sb_publishable_localdevlocaldevlocalde' } })).status).toBe(
    200,
  );

  const route = await fetch(`${url}/calendar/add?start=1`, { headers: { accept: 'text/html' } });
  expect([route.status, route.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  expect(await route.text()).toContain('Гребен');
  expect(route.headers.get('content-security-policy')).toContain("script-src 'self'");
  const asset = await fetch(`${url}/assets/app-1234.js`, { headers: { 'accept-encoding': 'br' } });
  expect([asset.headers.get('cache-control'), asset.headers.get('content-encoding')]).toEqual([
    'public, max-age=31536000, immutable',
    'br',
  ]);
  expect(await asset.text()).toContain('console.log');
  for (const missing of ['/assets/app-0000.js', '/icons/none.png', '/..%2f..%2fpackage.json']) {
    expect((await fetch(url + missing)).status).toBe(404);
  }

  const pid = await postmaster(databaseUrl);
  expect(isAlive(pid)).toBe(true);
  expect(await ended(child, 'SIGTERM')).toBe(0);
  expect(isAlive(pid)).toBe(false);
});

it('says in a sentence what is wrong with a setting', async () => {
  const wrong = await start({ GREBEN_SEED: 'show' });
  expect([wrong.child.exitCode, wrong.output.trim()]).toEqual([1, 'GREBEN_SEED must be one of demo, test, none.']);
  const nowhere = await start({ DATABASE_URL: 'postgresql://greben:secret@127.0.0.1:1/greben' });
  expect([nowhere.child.exitCode, nowhere.output.trim()]).toEqual([
    1,
    'The database in DATABASE_URL cannot be opened: connect ECONNREFUSED 127.0.0.1:1.',
  ]);
});
