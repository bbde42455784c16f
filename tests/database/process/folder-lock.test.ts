import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DataFolderInUseError, takeLock } from '#local/postgres/folder-lock.ts';

vi.setConfig({ testTimeout: 120_000 });

let folder: string;
const lock = () => path.join(folder, 'lock');
const started: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'greben-lock-'));
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill();
  rmSync(folder, { recursive: true });
});

/** As a killed server leaves it: no process has this number and began then. */
const leaveDead = () => writeFileSync(lock(), JSON.stringify({ pid: process.pid, startedAt: 'before', folder }));

it('is let go of by whoever holds it, and by nobody else', () => {
  const mine = takeLock(folder, folder);
  expect(() => takeLock(folder, folder)).toThrow(DataFolderInUseError);
  const other = JSON.stringify({ pid: process.ppid, startedAt: 'another', folder });
  writeFileSync(lock(), other);
  mine.release();
  expect(readFileSync(lock(), 'utf8')).toBe(other);
});

it('of starts that find a dead server’s lock at one moment one has it', async () => {
  const STARTS = 4;
  const ROUNDS = 60;
  for (let n = 0; n < STARTS; n++) {
    started.push(fork(path.join(import.meta.dirname, 'lock-process.ts'), [], { execArgv: ['--import', 'tsx'] }));
  }
  const asked = async (child: ChildProcess, tell: (child: ChildProcess) => void) => {
    const answer = once(child, 'message');
    tell(child);
    return String((await answer)[0]);
  };
  const all = (tell: (child: ChildProcess) => void) => Promise.all(started.map((child) => asked(child, tell)));
  await all(() => undefined);
  const holders: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    leaveDead();
    const said = await all((child) => child.send({ take: folder }));
    holders.push(said.filter((each) => each === 'held').length);
    await all((child) => child.send('release'));
    expect(existsSync(lock())).toBe(false);
  }
  expect(holders.filter((n) => n !== 1)).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});
