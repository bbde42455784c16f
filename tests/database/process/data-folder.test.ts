import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DataFolder, isRoot, lookInto, openDataFolder, secretsIn } from '#local/postgres/data-folder.ts';
import { DataFolderError } from '#local/postgres/folder-lock.ts';
import { makeCluster } from '#local/postgres/new-cluster.ts';

let folder: string;
let opened: DataFolder;
/** All locations that this test's own folder was given: as root the cluster lies elsewhere. */
let made: Set<string>;

function open(): DataFolder {
  const data = openDataFolder(folder);
  data.lock.release();
  made.add(data.location);
  return data;
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'greben-data-'));
  made = new Set();
  opened = open();
});
afterEach(() => {
  for (const each of [...made, folder]) rmSync(each, { recursive: true, force: true });
});

const version = (cluster: string) => readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8');
function madeDatabase({ cluster }: DataFolder): void {
  mkdirSync(path.join(cluster, 'global'), { recursive: true });
  for (const name of ['PG_VERSION', 'global/pg_control']) writeFileSync(path.join(cluster, name), '17\n');
}
/** initdb is none of these: whoever calls it here fails. */
const NO_PROGRAMS = path.join(tmpdir(), 'no-such-folder');

it('a database whose secrets are missing is refused and stays as it is, also when the whole data folder is gone', () => {
  madeDatabase(opened);
  rmSync(path.join(folder, 'secrets.json'));
  expect(open).toThrow(DataFolderError);
  expect(version(opened.cluster)).toBe('17\n');
  if (!isRoot()) return; // it lies in the data folder and has gone with it
  rmSync(folder, { recursive: true });
  expect(open).toThrow(/secrets\.json is missing.*: mv '\/var\/lib\/greben-/);
  expect(version(opened.cluster)).toBe('17\n');
});

it('the command that a refusal ends with lets the next start begin anew, once and again', () => {
  for (const times of [1, 2, 3]) {
    madeDatabase(opened);
    rmSync(path.join(folder, 'secrets.json'));
    let said = '';
    try {
      open();
    } catch (error) {
      said = (error as Error).message;
    }
    execFileSync('sh', ['-c', said.slice(said.lastIndexOf(': ') + 2)]);
    const anew = open();
    expect(existsSync(anew.cluster)).toBe(false);
    expect(readdirSync(anew.location).filter((name) => name.startsWith('postgres.before'))).toHaveLength(times);
  }
});

it('what holds pg_control is never filled again, and what holds anything else is refused and stays', async () => {
  madeDatabase(opened);
  const order = { ...opened, password: 'unused' };
  await makeCluster(NO_PROGRAMS, order);
  rmSync(path.join(opened.cluster, 'global'), { recursive: true });
  await expect(makeCluster(NO_PROGRAMS, order)).rejects.toThrow(/is not empty and no whole database/);
  expect(version(opened.cluster)).toBe('17\n');
});

it('no cluster is made where one was: a folder that has had a database misses it', async () => {
  const order = { ...opened, password: 'unused' };
  await expect(makeCluster(NO_PROGRAMS, order)).rejects.toThrow('ENOENT'); // the precondition: a new one is made
  writeFileSync(opened.note, 'demo\n');
  await expect(makeCluster(NO_PROGRAMS, order)).rejects.toThrow(/is gone: nothing lies in .*: rm '/);
});

const asRoot = isRoot() ? it : null;
asRoot?.('as root PostgreSQL’s account reaches it under any umask', () => {
  rmSync(folder, { recursive: true });
  rmSync(opened.location, { recursive: true });
  const former = process.umask(0o077);
  try {
    expect(statSync(open().location).mode & 0o777).toBe(0o755);
  } finally {
    process.umask(former);
  }
});

asRoot?.('as root it lies in /var/lib; one that an earlier version put into /var/tmp goes on, and may be moved', () => {
  const name = path.basename(opened.location);
  expect(opened.location).toBe(`/var/lib/${name}`);
  expect(opened.moveAdvice).toBeUndefined();
  madeDatabase(opened);
  const former = `/var/tmp/${name}`;
  made.add(former);
  renameSync(opened.location, former);
  writeFileSync(path.join(folder, 'location'), `${former}\n`);
  expect(open()).toMatchObject({ location: former, cluster: `${former}/postgres` });
  rmSync(path.join(folder, 'location'));
  const found = open();
  expect(found.location).toBe(former);

  execFileSync('sh', ['-c', found.moveAdvice ?? '']);
  const moved = open();
  expect([moved.location, moved.moveAdvice]).toEqual([`/var/lib/${name}`, undefined]);
  expect(version(moved.cluster)).toBe('17\n');
});

it('a command beside the server says of another user’s data folder that it is one', () => {
  const location = path.join(folder, 'location');
  if (isRoot()) {
    rmSync(location);
    madeDatabase({ ...opened, cluster: path.join(folder, 'postgres') });
  } else writeFileSync(location, '/var/lib/greben-of-root\n');
  for (const look of [lookInto, secretsIn]) expect(() => look(folder)).toThrow(/was started by another user/);
});
