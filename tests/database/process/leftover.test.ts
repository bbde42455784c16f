/** What a killed server leaves behind, before its data folder is used again. */
import { type ChildProcessWithoutNullStreams as Child, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isAlive } from '#local/postgres/folder-lock.ts';
import { clearLeftover } from '#local/postgres/postgres.ts';

it('an orphan that has ended holds nobody up, though no init is there to bury it', async () => {
  const cluster = mkdtempSync(path.join(tmpdir(), 'greben-leftover-'));
  const orphan = `"${process.execPath}" -e "console.log(process.pid); setInterval(() => {}, 1000)" "${cluster}"`;
  const parent = spawn('sh', ['-c', `${orphan} & exec sleep 300`], { stdio: ['ignore', 'pipe', 'ignore'] });
  const pid = Number(String((await once(parent.stdout, 'data'))[0]));
  writeFileSync(path.join(cluster, 'postmaster.pid'), `${pid}\n`);

  await clearLeftover(cluster);
  expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toBe('');
  expect(isAlive(pid)).toBe(true); // the precondition: its number is still taken
  await clearLeftover(cluster);
  expect(existsSync(path.join(cluster, 'postmaster.pid'))).toBe(false);
  parent.kill();
  rmSync(cluster, { recursive: true, force: true });
});

it('an orphan is found by the folder that it works in, also when that was moved since, and no other program is ended for its number', async () => {
  const home = mkdtempSync(path.join(tmpdir(), 'greben-leftover-'));
  const [former, cluster] = [path.join(home, 'former'), path.join(home, 'cluster')];
  mkdirSync(former);
  const works = 'console.log("works"); setInterval(() => {}, 1000)';
  const [orphan, other] = [former, home].map((cwd) => spawn(process.execPath, ['-e', works], { cwd })) as [Child, Child];
  await Promise.all([orphan, other].map(({ stdout }) => once(stdout, 'data')));
  renameSync(former, cluster);
  const ends = once(orphan, 'exit');

  writeFileSync(path.join(cluster, 'postmaster.pid'), `${other.pid}\n`);
  await clearLeftover(cluster);
  expect([other.exitCode, other.signalCode, existsSync(path.join(cluster, 'postmaster.pid'))]).toEqual([null, null, false]);

  writeFileSync(path.join(cluster, 'postmaster.pid'), `${orphan.pid}\n`);
  await clearLeftover(cluster);
  expect(await ends).toEqual([null, 'SIGINT']);
  expect(existsSync(path.join(cluster, 'postmaster.pid'))).toBe(true); // PostgreSQL itself removes it
  other.kill();
  rmSync(home, { recursive: true, force: true });
});
