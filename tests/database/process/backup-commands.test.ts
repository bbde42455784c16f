/** `npm run backup` and `npm run restore` as processes; what a file holds: tests/database/process/backup.test.ts. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { expect, it } from 'vitest';
import { openBackupFile } from '#local/backup/backup-file.ts';
import { PUBLISHABLE_KEY, ROOT } from '#local/settings.ts';
import { cloneDatabase } from '../../support/cluster.ts';
import { ended, npmStart, query, type Start } from '../../support/npm-start.ts';
import { allThatIsIn, emptyDatabase } from '../support/backups.ts';

const { folder, serveBefore, start } = npmStart();
const inFolder = (name: string) => path.join(folder(), name);
const data = (name = '') => inFolder(path.join('data', name));

interface Command {
  child: ChildProcess;
  /** Its exit code, and all that it has printed. */
  done: Promise<[number | null, string]>;
}

interface Circumstances {
  /** Of the files that it may write, in KB: a full disk for every user. */
  largest?: number;
  databaseUrl?: string;
}

function command(mode: 'backup' | 'restore', file: string, { largest, databaseUrl = '' }: Circumstances = {}): Command {
  const line = ['supabase/local/run.mjs', mode, inFolder(file)];
  const env = { ...process.env, GREBEN_DATA: data(), DATABASE_URL: databaseUrl };
  const limited = ['-c', `ulimit -f ${largest}; exec "$@"`, 'bash', process.execPath, ...line];
  const child = largest ? spawn('bash', limited, { cwd: ROOT, env }) : spawn(process.execPath, line, { cwd: ROOT, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  return { child, done: once(child, 'close').then(([code]) => [code as number | null, output]) };
}
const run = (...of: Parameters<typeof command>) => command(...of).done;

/** Looked at often; a machine that is busy may take its time. */
const SOON = { interval: 5, timeout: 200_000 };
/** Each of these starts several servers, one after the other. */
const LONG = 400_000;

const base = () => (existsSync(data('location')) ? readFileSync(data('location'), 'utf8').trim() : data());
const namesIn = (place: string, begin: string) => readdirSync(place).filter((name) => name.startsWith(begin));

const renewed = async ({ url }: Start, body: object, grant: string) => {
  const headers = { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/auth/v1/token?grant_type=${grant}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, token: ((await answer.json()) as { refresh_token: string }).refresh_token };
};

/** Incompressible: as large in every file. */
const messages = (megabytes: number) => `
  insert into realtime.messages (topic, extension, payload)
  select 'x', 'broadcast', to_jsonb((select string_agg(md5(random()::text || n || m), '') from generate_series(1, 625) m))
  from generate_series(1, ${50 * megabytes}) n`;

it(
  'backs up beside a running server, puts that state back, and leaves the former one to go back to',
  async () => {
    await serveBefore();
    const first = await start();
    const { token } = await renewed(first, { email: 'owner@greben.test', password: 'greben-demo' }, 'password');
    expect(await run('backup', 'a.backup')).toEqual([0, expect.stringMatching(/^Saved \d+ rows of \d+ tables in /)]);
    expect(statSync(inFolder('a.backup')).mode & 0o777).toBe(0o600);
    expect(await run('restore', 'a.backup')).toEqual([
      1,
      `Greben is already running on ${data()} (process ${first.child.pid}). Stop it first; nothing was restored.\n`,
    ]);
    await query(first.databaseUrl, "insert into public.clients (salon_id, id, first_name) values (1, 'later', 'x')");
    await query(first.databaseUrl, "update public.clients set erased_at = now() where salon_id = 1 and id = 'client-anna'");
    const epochs = (at: Start) => query(at.databaseUrl, 'select epoch::text from public.sync_heads order by salon_id');
    const erased = (at: Start) => query(at.databaseUrl, 'select client_id from private.erasures');
    const later = (at: Start) => query(at.databaseUrl, "select id from public.clients where id = 'later'");
    const [before, gone] = [await epochs(first), await erased(first)];
    await ended(first.child, 'SIGTERM');

    const [code, said] = await run('restore', 'a.backup');
    expect([code, said]).toEqual([
      0,
      expect.stringMatching(/Clients erased since the backup, and erased again: 1(.|\n)*Restored \d+ rows/),
    ]);
    const restored = await start();
    expect(await later(restored)).toEqual([]);
    expect([gone.length, await erased(restored)]).toEqual([1, gone]);
    expect(await epochs(restored)).not.toEqual(before);
    expect((await renewed(restored, { refresh_token: token }, 'refresh_token')).status).toBe(200); // still signed in
    await ended(restored.child, 'SIGTERM');

    execFileSync('sh', ['-c', /mv .*/.exec(said)?.[0] ?? 'false']);
    expect(existsSync(path.join(data(), 'secrets.restored.json'))).toBe(true); // what opens the restored one stays
    expect(await later(await start())).toEqual([{ id: 'later' }]);
  },
  LONG,
);

it(
  'leaves no file when it is killed, loses the database or finds no room',
  async () => {
    await serveBefore();
    const { databaseUrl } = await start();
    await query(databaseUrl, messages(3));
    expect(await run('backup', 'full.backup', { largest: 1_000 })).toEqual([
      1,
      `There is no room for ${inFolder('full.backup')}.\n`,
    ]);

    const sql = postgres(databaseUrl, { max: 2, onnotice: () => undefined });
    try {
      const waiting = () => sql`select pid from pg_stat_activity where wait_event_type = 'Lock' and query like 'lock table%'`;
      await sql.begin(async (tx) => {
        await tx`lock table public.clients in access exclusive mode`;
        const killed = command('backup', 'killed.backup');
        await expect.poll(waiting).toHaveLength(1);
        await ended(killed.child, 'SIGKILL');
        await sql`select pg_terminate_backend(${(await waiting())[0]?.pid})`;
        await expect.poll(waiting).toHaveLength(0);
        const lost = run('backup', 'lost.backup');
        await expect.poll(waiting).toHaveLength(1);
        await sql`select pg_terminate_backend(${(await waiting())[0]?.pid})`;
        expect(await lost).toEqual([1, expect.stringMatching(/^The line to the database broke .*: nothing was saved\.\n$/)]);
        const stopped = command('backup', 'stopped.backup');
        await expect.poll(waiting).toHaveLength(1);
        stopped.child.kill('SIGTERM');
        expect(await stopped.done).toEqual([1, 'The backup was stopped.\n']);
      });
    } finally {
      await sql.end();
    }
    const left = readdirSync(folder()).filter((name) => name.includes('.backup'));
    expect(left).toEqual([expect.stringMatching(/^killed\.backup\.\d+\.unfinished$/)]);
  },
  LONG,
);

it(
  'leaves the former database in its place when a restore is killed or finds no room, and can be repeated',
  async () => {
    await serveBefore();
    const first = await start();
    await query(first.databaseUrl, messages(20));
    await ended(first.child, 'SIGTERM');
    expect(await run('backup', 'a.backup')).toMatchObject([0, expect.anything()]); // without a server
    const secrets = readFileSync(data('secrets.json'), 'utf8');

    const [code, said] = await run('restore', 'a.backup', { largest: 17_000 });
    expect([code, said]).toEqual([1, expect.stringMatching(/The rows of realtime\.messages could not be restored.*\n$/)]);
    expect(namesIn(base(), 'resto')).toEqual([]);

    const restoring = () => namesIn(base(), 'restoring-').map((name) => path.join(base(), name, 'postgres'));
    for (const reached of [
      () => restoring().length > 0,
      () => restoring().some((cluster) => existsSync(path.join(cluster, 'postmaster.pid'))),
    ]) {
      const killed = command('restore', 'a.backup');
      await expect.poll(reached, SOON).toBe(true);
      await ended(killed.child, 'SIGKILL');
      expect([readFileSync(data('secrets.json'), 'utf8'), namesIn(data(), 'secrets.')]).toEqual([secrets, ['secrets.json']]);
    }
    const again = await start();
    expect(restoring()).toEqual([]);
    expect(await query(again.databaseUrl, 'select count(*)::int as n from realtime.messages')).toEqual([{ n: 1000 }]);
    await ended(again.child, 'SIGTERM');

    // However late it is killed, what is started then is whole.
    const late = command('restore', 'a.backup');
    await expect.poll(() => namesIn(base(), 'restored-').length, SOON).toBe(1);
    await ended(late.child, 'SIGKILL');
    const either = await start();
    expect(await query(either.databaseUrl, 'select count(*)::int as n from realtime.messages')).toEqual([{ n: 1000 }]);
  },
  LONG,
);

it('says in a sentence that DATABASE_URL leads nowhere', async () => {
  const databaseUrl = 'postgresql://greben:secret@127.0.0.1:1/greben';
  const said = 'The database in DATABASE_URL cannot be opened: connect ECONNREFUSED 127.0.0.1:1.\n';
  expect(await run('backup', 'a.backup', { databaseUrl })).toEqual([1, said]);
  expect(namesIn(inFolder(''), 'a.backup')).toEqual([]);
});

it('works on DATABASE_URL, and restores into an empty database only', async () => {
  const [from, to] = [await cloneDatabase({ seed: 'test' }), await emptyDatabase()];
  try {
    expect(await run('backup', 'a.backup', { databaseUrl: from.url })).toEqual([
      0,
      expect.stringContaining('Without a data folder it has no secrets: after a restore everybody signs in anew.'),
    ]);
    expect(await run('restore', 'a.backup', { databaseUrl: to.url })).toEqual([0, expect.stringMatching(/^Restored \d+ rows/)]);
    const [before, after] = [await allThatIsIn(from.sql), await allThatIsIn(to.sql)];
    expect({ ...after, 'public.sync_heads': [] }).toEqual({ ...before, 'public.sync_heads': [] }); // histories have new names
    expect(await run('restore', 'a.backup', { databaseUrl: to.url })).toEqual([
      1,
      expect.stringMatching(/is not empty .* Nothing was restored\.\n$/),
    ]);
    // By now the data folder is there, with the secrets of a server on that database and with no cluster.
    expect(await run('backup', 'b.backup', { databaseUrl: to.url })).toEqual([
      0,
      expect.stringContaining('It opens every account'),
    ]);
    const { header } = await openBackupFile(inFolder('b.backup'));
    expect(header.secrets?.jwtSecret).toBe(JSON.parse(readFileSync(data('secrets.json'), 'utf8')).jwtSecret);
  } finally {
    await from.drop();
    await to.drop();
  }
});

it('is stopped by a signal in DATABASE_URL as well, and has put in no row', async () => {
  const [from, to] = [await cloneDatabase({ seed: 'test' }), await emptyDatabase()];
  try {
    await run('backup', 'a.backup', { databaseUrl: from.url });
    const waiting = () => to.sql`select from pg_locks where locktype = 'advisory' and not granted`;
    const stopped = await to.sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(7340026)`; // of migrate.ts
      const restore = command('restore', 'a.backup', { databaseUrl: to.url });
      await expect.poll(waiting, SOON).toHaveLength(1);
      restore.child.kill('SIGTERM');
      return restore;
    });
    expect(await stopped.done).toEqual([1, 'The restore was stopped.\n']);
    expect(await to.sql`select from auth.users`).toHaveLength(0);
  } finally {
    await from.drop();
    await to.drop();
  }
});
