import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import postgres from 'postgres';
import { expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { isAlive } from '#local/postgres/folder-lock.ts';
import { PUBLISHABLE_KEY } from '#local/settings.ts';
import { ended, npmStart, postmaster, query } from '../../support/npm-start.ts';
import { rawSocket, resetAfter, upgradeTo } from '../../support/raw-socket.ts';
import { TEST_ACCOUNTS } from '../../support/test-backend.ts';
import { signedIn } from '../../support/test-client.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const { folder, start } = npmStart();
const REALTIME = `/realtime/v1/websocket?apikey=${PUBLISHABLE_KEY}`;
/** It takes two seconds; on a machine with other work everything takes longer, but waits for none of these lines. */
const SOON_MS = 6_000;

it('no socket of a stranger ends it, and a signal ends it soon whatever is open', async () => {
  const { child, url, databaseUrl } = await start();
  for (const path of ['//', 'http://[', '/x', '/realtime/v1/websocket?apikey=wrong', REALTIME]) {
    for (let times = 0; times < 5; times++) await resetAfter(url, upgradeTo(path));
  }
  expect((await fetch(url)).status).toBe(200);

  const owner = await signedIn(url, TEST_ACCOUNTS.owner.email);
  const lock = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  const held = await lock.reserve();
  await held`begin`;
  await held`lock table public.users`;
  const inFlight = owner.from('users').select('id').then();
  await expect.poll(() => query(databaseUrl, `select from pg_stat_activity where wait_event_type = 'Lock'`)).toHaveLength(1);
  const listening = new WebSocket(`${url.replace('http', 'ws')}${REALTIME}`);
  await once(listening, 'open');
  const post = 'POST /auth/v1/token HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{';
  const open = [
    await rawSocket(url, upgradeTo('/x')), // refused, and our side stays open
    await rawSocket(url, upgradeTo(REALTIME)), // taken, and never says a word
    await rawSocket(url, post), // a body that does not come
    await rawSocket(url, 'GET / HTTP/1.1\r\nHost: 127.'), // a head that does not come
    await rawSocket(url, ''),
    await rawSocket(url, 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\n\r\n'),
  ];

  const pid = await postmaster(databaseUrl);
  const before = performance.now();
  expect(await ended(child, 'SIGTERM')).toBe(0);
  expect(performance.now() - before).toBeLessThan(SOON_MS);
  expect(isAlive(pid)).toBe(false);
  expect((await inFlight).error).not.toBeNull();
  for (const { socket } of open) socket.destroy();
  held.release();
  await lock.end({ timeout: 0 }).catch(() => undefined);
});

it('a process that lives without its port is replaced by the next start; one that is only busy is not', async () => {
  const first = await start();
  first.child.kill('SIGSTOP'); // takes nothing and answers nothing, and may be woken again
  const second = await start();
  expect([second.child.exitCode, second.output]).toEqual([1, expect.stringContaining('already running')]);

  // As if it had closed its port and hung while ending: the lock names a port where nobody listens.
  const nobody = createServer().listen(0, '127.0.0.1');
  await once(nobody, 'listening');
  const { port } = nobody.address() as { port: number };
  nobody.close();
  await once(nobody, 'close');
  const named = path.join(folder(), 'data', 'location');
  const lock = path.join(readFileSync(named, { encoding: 'utf8', flag: 'a+' }).trim() || path.join(folder(), 'data'), 'lock');
  writeFileSync(lock, JSON.stringify({ ...JSON.parse(readFileSync(lock, 'utf8')), serving: { host: '127.0.0.1', port } }));
  const gone = once(first.child, 'close');
  const third = await start();
  expect(third.output).toContain('Ctrl+C');
  await gone;
  expect(await ended(third.child, 'SIGTERM')).toBe(0);
});
