/** Nothing of a data folder is ever emptied on the absence of a proof: `npm start` on folders in which something is missing. */
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { isRoot, nobody, type UnixUser } from '#local/postgres/data-folder.ts';
import { ROOT } from '#local/settings.ts';
import { ended, locationIn, npmStart, query } from '../../support/npm-start.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000, expect: { poll: { timeout: 120_000, interval: 5 } } });

const { folder, folderOf, begin, start } = npmStart();
const data = () => path.join(folder(), 'data');

/** Whoever runs this; and as root somebody else too, where the clone can be read by others. */
function people(): { who: string; account: UnixUser | undefined }[] {
  const me = { who: isRoot() ? 'root' : 'an ordinary user', account: undefined };
  if (!isRoot()) return [me];
  const account = nobody();
  const reads = spawnSync(process.execPath, ['-e', 'require("./package.json")'], { ...account, cwd: ROOT }).status === 0;
  return reads ? [me, { who: 'an ordinary user', account }] : [me];
}

const annas = (url: string) => query(url, `select notes from public.clients where id = 'client-anna'`);

it.each(people())(
  'of the files beside a cluster none is needed, and all data is there without them ($who)',
  async ({ account }) => {
    const GREBEN_DATA = account ? folderOf(account) : data();
    const location = account ? GREBEN_DATA : locationIn(data());
    const first = await start({ GREBEN_DATA }, account);
    await query(first.databaseUrl, `update public.clients set notes = 'преди' where id = 'client-anna'`);
    await ended(first.child, 'SIGTERM');
    for (const name of readdirSync(location))
      if (!['postgres', 'secrets.json', 'location'].includes(name)) rmSync(path.join(location, name), { recursive: true });

    const again = await start({ GREBEN_DATA, GREBEN_SEED: '' }, account);
    expect(await annas(again.databaseUrl)).toEqual([{ notes: 'преди' }]);
    expect(again.output).not.toContain('Migrations applied');
  },
);

it('a start that is killed while it makes its cluster leaves nothing in the way of the next', async () => {
  const { child } = begin();
  const location = locationIn(data());
  const unfinished = () => readdirSync(location).filter((name) => name.startsWith('postgres.new-'));
  await expect.poll(() => unfinished().some((name) => existsSync(path.join(location, name, 'data', 'PG_VERSION')))).toBe(true);
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
  expect(existsSync(path.join(location, 'postgres'))).toBe(false); // the precondition: it was killed in the middle

  const again = await start();
  expect(again.output).toContain('Ctrl+C');
  expect(unfinished()).toEqual([]);
});

/** One line without a stack; the command at its end is run as the person would. */
async function refused(): Promise<string> {
  const { child, output } = await start();
  expect(child.exitCode).toBe(1);
  const [said = '', ...more] = output.trim().split('\n');
  expect(more).toEqual([]);
  return said;
}
const doAsTold = (said: string) => execFileSync('sh', ['-c', said.slice(said.lastIndexOf(': ') + 2)]);

it('a folder that holds something else is left as it is, and the start says what to do', async () => {
  const cluster = path.join(locationIn(data()), 'postgres');
  mkdirSync(path.join(cluster, 'base'), { recursive: true });
  writeFileSync(path.join(cluster, 'base', 'PG_VERSION'), 'of a cluster that was put back in part');
  writeFileSync(path.join(data(), 'secrets.json'), JSON.stringify({ jwtSecret: 'a', databasePassword: 'c' }));
  const said = await refused();
  expect(said).toContain(`${cluster} is not empty and no whole database`);
  expect(readdirSync(path.join(cluster, 'base'))).toEqual(['PG_VERSION']);

  doAsTold(said);
  expect(readdirSync(path.join(`${cluster}.before`, 'base'))).toEqual(['PG_VERSION']);
  expect((await start()).output).toContain('Ctrl+C');
});

it('a database that is gone, or not whole any more, is missed: no empty one takes its place', async () => {
  const cluster = path.join(locationIn(data()), 'postgres');
  const first = await start();
  await query(first.databaseUrl, `update public.clients set notes = 'преди' where id = 'client-anna'`);
  await ended(first.child, 'SIGTERM');
  const control = path.join(cluster, 'global', 'pg_control');
  renameSync(control, `${control}.away`);
  expect(await refused()).toContain(`${cluster} is not empty and no whole database`);
  renameSync(`${control}.away`, control);

  renameSync(cluster, `${cluster}.away`);
  const said = await refused();
  expect(said).toContain(`The database of ${data()} is gone: nothing lies in ${cluster}`);
  renameSync(`${cluster}.away`, cluster);
  const again = await start();
  expect(await annas(again.databaseUrl)).toEqual([{ notes: 'преди' }]);
  await ended(again.child, 'SIGTERM');

  renameSync(cluster, `${cluster}.away`);
  doAsTold(said);
  const anew = await start();
  expect(await annas(anew.databaseUrl)).toEqual([{ notes: null }]);
});

it('a database without its secrets is refused and kept, and one command begins anew', async () => {
  const cluster = path.join(locationIn(data()), 'postgres');
  const first = await start();
  await ended(first.child, 'SIGTERM');
  rmSync(path.join(data(), 'secrets.json'));
  const said = await refused();
  expect(said).toContain(`${path.join(data(), 'secrets.json')} is missing`);
  expect(existsSync(path.join(cluster, 'global', 'pg_control'))).toBe(true);

  doAsTold(said);
  expect(existsSync(path.join(`${cluster}.before`, 'global', 'pg_control'))).toBe(true);
  expect((await start()).output).toContain('Ctrl+C');
});
