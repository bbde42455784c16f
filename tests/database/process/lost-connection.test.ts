import { once } from 'node:events';
import { connect } from 'node:net';
import postgres from 'postgres';
import { expect, it } from 'vitest';
import { isLostConnection } from '#local/lost-connection.ts';
import { freePort } from '#local/postgres/postgres.ts';

it('a socket or a database whose other side has gone is a lost line', async () => {
  const port = await freePort();
  const [refused] = await once(connect({ host: '127.0.0.1', port }), 'error').catch((error: Error) => [error]);
  expect(isLostConnection(refused)).toBe(true);
  const sql = postgres({ host: '127.0.0.1', port, max: 1 });
  expect(await sql`select 1`.catch(isLostConnection)).toBe(true);
  await sql.end();
  expect(await sql`select 1`.catch(isLostConnection)).toBe(true);
  for (const code of ['ECONNRESET', 'EPIPE'])
    expect(isLostConnection(Object.assign(new Error(), { code, syscall: 'read' }))).toBe(true);
});

it('a mistake of ours, a full disk or a port in use is none', () => {
  expect(isLostConnection(new TypeError('Invalid URL'))).toBe(false);
  expect(isLostConnection(Object.assign(new Error(), { code: 'ENOSPC', syscall: 'write' }))).toBe(false);
  expect(isLostConnection(Object.assign(new Error(), { code: 'EADDRINUSE', syscall: 'listen' }))).toBe(false);
  expect(isLostConnection(Object.assign(new Error(), { code: '42501' }))).toBe(false);
});
