/** `npm start` on data that is there already, or on another database (start.test.ts: the first start). */
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { isAlive } from '#local/postgres/folder-lock.ts';
import { ended, npmStart, postmaster, query } from '../../support/npm-start.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const { folder, start } = npmStart();

it('prints no password but when it is asked to, and no account’s name that a console would obey', async () => {
  const first = await start();
  const { password } = new URL(first.databaseUrl);
  await query(
    first.databaseUrl,
    `update public.users set email = e'a\\u001b[31m\nb@greben.test' where email = 'staff@greben.test'`,
  );
  await ended(first.child, 'SIGTERM');
  const second = await start({ GREBEN_SHOW_DATABASE: '' });
  expect(second.output).not.toContain(password);
  expect(second.output).toMatch(/postgresql:\/\/postgres@127\.0\.0\.1:\d+\/postgres .*secrets\.json/);
  expect(second.output).not.toContain('\u001b');
  expect(second.output).toContain('a\\u001b[31m\\nb@greben.test');
});

it('a second start on the same data says so and ends; a killed server starts again with the same data', async () => {
  const first = await start();
  await query(first.databaseUrl, `update public.clients set notes = 'преди' where id = 'client-anna'`);
  const second = await start();
  expect(second.output).toContain('already running');
  expect(second.child.exitCode).toBe(1);

  await ended(first.child, 'SIGKILL');
  const orphan = await postmaster(first.databaseUrl);
  for (let times = 0; times < 50; times++) {
    await query(first.databaseUrl, `do $$ begin raise log '%', repeat('x', 10000); end $$`); // nobody reads it
  }
  expect(isAlive(orphan)).toBe(true); // the precondition: PostgreSQL outlives its server
  const again = await start();
  expect(again.output).toContain('Ctrl+C');
  await expect.poll(() => isAlive(orphan)).toBe(false); // once init has buried it
  expect(await query(again.databaseUrl, `select notes from public.clients where id = 'client-anna'`)).toEqual([
    { notes: 'преди' },
  ]);

  const pid = await postmaster(again.databaseUrl);
  await ended(again.child, 'SIGKILL');
  process.kill(pid, 'SIGKILL'); // and now both at once: postmaster.pid names a dead process
  const third = await start();
  expect(await query(third.databaseUrl, `select notes from public.clients where id = 'client-anna'`)).toEqual([
    { notes: 'преди' },
  ]);
});

it('names the history anew after a restored backup, before it serves anybody, and only when it is told', async () => {
  const epochs = ({ databaseUrl }: { databaseUrl: string }) =>
    query(databaseUrl, 'select epoch::text from public.sync_heads order by salon_id');
  const first = await start();
  const before = await epochs(first);
  await ended(first.child, 'SIGTERM');
  const restored = await start({ GREBEN_RESTORED: '1' });
  const after = await epochs(restored);
  expect(after).toHaveLength(before.length);
  expect(after).not.toEqual(before);
  expect(restored.output).toContain('Leave GREBEN_RESTORED out of the next start.');
  await ended(restored.child, 'SIGTERM');
  const next = await start();
  expect(await epochs(next)).toEqual(after);
});

it('puts the backend on another PostgreSQL, and leaves that unseeded unless it is told', async () => {
  const host = await start({ GREBEN_SEED: 'none' });
  await query(host.databaseUrl, 'create database elsewhere');
  const elsewhere = host.databaseUrl.replace(/\/postgres$/, '/elsewhere');
  const guest = await start({ DATABASE_URL: elsewhere, GREBEN_SEED: '', GREBEN_DATA: path.join(folder(), 'other') });
  expect(guest.databaseUrl).toBe(elsewhere);
  expect(await query(elsewhere, 'select count(*)::int as n from public.users')).toEqual([{ n: 0 }]);
  await ended(guest.child, 'SIGTERM');
});

it('says of a data folder that an earlier version made what it is and what to do, and leaves it as it is', async () => {
  const first = await start({ GREBEN_SEED: 'none' });
  const noted = 'supabase_migrations.schema_migrations';
  await query(
    first.databaseUrl,
    `update ${noted} set version = '20261121091200', name = 'erased_in_every_order'
     where version = (select max(version) from ${noted})`,
  );
  await ended(first.child, 'SIGTERM');

  const again = await start();
  expect(again.child.exitCode).toBe(1);
  const said = again.output.trim().split('\n');
  expect(said).toHaveLength(1); // no stack
  expect(said[0]).toMatch(
    /\/data was made by an earlier version of Greben and cannot be .*: to begin anew remove that folder.*set GREBEN_DATA to another folder\.$/,
  );

  const elsewhere = await start({ GREBEN_DATA: path.join(folder(), 'other') }); // what it said to do
  expect(elsewhere.output).toContain('Ctrl+C');
});

it('a public address that was started with none is not filled by a later start, whose log names no demo account', async () => {
  const PUBLIC_URL = 'https://salon.example';
  const first = await start({ PUBLIC_URL, GREBEN_SEED: 'none' });
  await ended(first.child, 'SIGTERM'); // before anybody has registered
  for (const env of [{ PUBLIC_URL, GREBEN_SEED: '' }, { GREBEN_SEED: '' }]) {
    const next = await start(env);
    expect(next.output).not.toContain('greben-demo');
    expect(await query(next.databaseUrl, 'select count(*)::int as n from auth.users')).toEqual([{ n: 0 }]);
    await ended(next.child, 'SIGTERM');
  }
  const named = await start({ PUBLIC_URL, GREBEN_SEED: 'demo' });
  const [warning, , address] = named.output
    .trim()
    .split('\n')
    .map((line) => line.trim());
  expect(warning).toMatch(/^This server holds demo accounts/);
  expect(address).toContain(PUBLIC_URL);
});
