/** What a killed server leaves behind, before its data folder is used again. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isAlive } from '../../supabase/local/folder-lock.ts';
import { clearLeftover } from '../../supabase/local/postgres.ts';

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
