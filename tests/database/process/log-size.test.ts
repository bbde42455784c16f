/** What strangers, and PostgreSQL itself, may make the server write: neither its output nor a file of its data folder grows with it. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { beforeEach, expect, it, vi } from 'vitest';
import { PUBLISHABLE_KEY } from '#local/settings.ts';
import { npmStart } from '../../support/npm-start.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const { folder, serveBefore, start } = npmStart();
beforeEach(serveBefore);
const HALF_A_MB = 500_000;
/** The log and its one predecessor, whatever was written. */
const MOST = 4 * 1024 * 1024;

function logFiles(): string[] {
  const data = path.join(folder(), 'data');
  const named = path.join(data, 'location'); // as root the cluster lies elsewhere
  const location = existsSync(named) ? readFileSync(named, 'utf8').trim() : data;
  return readdirSync(location)
    .filter((name) => name.startsWith('postgres.log'))
    .map((name) => path.join(location, name));
}
const bytes = () => logFiles().reduce((sum, file) => sum + statSync(file).size, 0);
const logged = () => logFiles().reduce((all, file) => all + readFileSync(file, 'utf8'), '');

it('PostgreSQL that refuses half a megabyte a hundred times, and says what it likes, fills no disk', async () => {
  const { databaseUrl } = await start();
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  const refused = (work: PromiseLike<unknown>) => expect(Promise.resolve(work)).rejects.toThrow();
  /** What was said before stands in the log when this does. */
  const isWritten = async (mark: string) => {
    await sql.unsafe(`do $$ begin raise log '${mark}'; end $$`);
    await expect.poll(logged).toContain(`LOG:  ${mark}`);
  };
  const before = bytes();
  const text = 'x'.repeat(HALF_A_MB);
  for (let times = 0; times < 25; times++) {
    await refused(sql.unsafe(`select 1 from nowhere -- ${text}`));
    await refused(sql.unsafe(`select '${text}'::int`)); // the message quotes the value
    await refused(sql`select ${text}::text::int`);
    await refused(
      sql.unsafe(`do $$ begin raise exception 'refused' using detail = repeat(E'a line\\n', ${HALF_A_MB / 7}); end $$`),
    );
  }
  await isWritten('refused statements are written');
  expect(bytes() - before).toBeLessThan(25_000);
  expect(logged()).not.toContain('x'.repeat(1_000));
  expect(logged()).toContain('invalid input syntax for type integer'); // what went wrong is told, short

  await sql.unsafe(`do $$ begin for i in 1..4000 loop raise log '%', repeat('y', 5000); end loop; end $$`);
  await isWritten('twenty megabytes are written');
  expect(bytes()).toBeLessThan(MOST);
  expect(logFiles().map((file) => [path.basename(file), (statSync(file).mode & 0o777).toString(8)])).toEqual([
    ['postgres.log', '600'],
    ['postgres.log.1', '600'],
  ]);
  await sql.end();
});

it('seven hundred embedded tables in an address of a stranger’s, and calls that lite finds wrong, are some short lines', async () => {
  const { url, printed } = await start();
  const before = { file: bytes(), output: printed().length };
  const embedded = Array.from({ length: 700 }, (_, n) => `e${n}:events(*)`).join(',');
  const headers = { apikey: PUBLISHABLE_KEY };
  for (let times = 0; times < 3; times++) {
    const answer = await fetch(`${url}/rest/v1/clients?select=${embedded}`, { headers });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  }
  expect(printed().slice(before.output)).toBe(''); // no door: lite and the database hear nothing of it

  const credentials = JSON.stringify({ email: 'owner@greben.test', password: 'greben-demo' });
  const signIn = await fetch(`${url}/auth/v1/token?grant_type=password`, { method: 'POST', headers, body: credentials });
  const { access_token } = (await signIn.json()) as { access_token: string };
  const asOwner = { ...headers, authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
  for (let times = 0; times < 100; times++) {
    const body = JSON.stringify({ p_salon_id: 'x'.repeat(10_000) });
    expect((await fetch(`${url}/rest/v1/rpc/help_notices`, { method: 'POST', headers: asOwner, body })).status).toBe(400);
  }
  const told = printed().slice(before.output);
  expect(told).toContain('22P02'); // what was wrong is told
  expect(told.split('\n').length).toBeLessThan(70); // of the minute, and of the next one where the test goes over its end
  expect(told.length).toBeLessThan(20_000);
  expect(bytes() - before.file).toBeLessThan(100_000);
});
