import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBackupFile } from '#local/backup/backup-file.ts';
import { nightlyBackup } from '#local/backup/nightly-backup.ts';
import { maintenance } from '#local/server/maintenance.ts';
import { readSettings } from '#local/settings.ts';
import { cloneDatabase, type TestDatabase } from '../../support/cluster.ts';

const SECRETS = { jwtSecret: 'of sessions' };
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await cloneDatabase({ seed: 'none' });
});
afterAll(() => database.drop());
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'greben-nightly-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** By the server's clock, as the nightly backup reads it. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();
const nameOf = (time: number) => `greben-${new Date(time).toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;
const made = () => readdirSync(path.join(folder, 'backups')).sort();
const nightly = (kept: number, databaseUrl = database.url) => nightlyBackup({ databaseUrl, secrets: SECRETS, folder, kept });

describe('the nightly backup', () => {
  it('is made once a night after three, and in the first hour when the night was missed', async () => {
    const run = nightly(10);
    const runs = [at(1, 12), at(1, 13), at(2, 2, 59), at(2, 3, 1), at(2, 4), at(3, 2), at(5, 9), at(5, 10), at(6, 3)];
    for (const time of runs) await run(time);
    const due = [at(1, 12), at(2, 3, 1), at(5, 9), at(6, 3)];
    expect(made()).toEqual(due.map(nameOf).sort());
    await nightly(10)(at(6, 4)); // a server that was started anew knows it too
    expect(made()).toHaveLength(4);
  });

  it('keeps as many as are wanted, and removes nothing else', async () => {
    const run = nightly(2);
    await run(at(1, 4));
    const foreign = ['greben-2026-10-01.backup', 'notes.txt', `${nameOf(at(1, 1))}.${process.pid}.unfinished`];
    for (const name of foreign) writeFileSync(path.join(folder, 'backups', name), 'x');
    const leftByADeadOne = path.join(folder, 'backups', `${nameOf(at(1, 1))}.999999999.unfinished`);
    writeFileSync(leftByADeadOne, 'x');
    for (const day of [2, 3, 4]) await run(at(day, 4));
    expect(made()).toEqual([...foreign, nameOf(at(3, 4)), nameOf(at(4, 4))].sort());
    const { header } = await openBackupFile(path.join(folder, 'backups', nameOf(at(4, 4))));
    expect(header.secrets).toEqual(SECRETS);
  });

  it('that fails removes none, is said in the log, and is tried again an hour later', async () => {
    for (const day of [1, 2]) await nightly(2)(at(day, 4));
    const lines: string[] = [];
    const nowhere = Object.assign(new URL(database.url), { pathname: '/nowhere' }).href;
    const upkeep = (url: string) => maintenance(database.sql, at(1, 0), (line) => lines.push(line), { backup: nightly(2, url) });
    await upkeep(nowhere).run(at(3, 4));
    expect(lines).toEqual([expect.stringContaining('nowhere')]);
    expect(made()).toEqual([nameOf(at(1, 4)), nameOf(at(2, 4))].sort());
    await upkeep(database.url).run(at(3, 5));
    expect([lines.length, made()]).toEqual([1, [nameOf(at(2, 4)), nameOf(at(3, 5))].sort()]);
  });

  it('never goes for one that a wrong clock has dated later', async () => {
    const run = nightly(1);
    await run(at(20, 4));
    await run(at(2, 4));
    expect(made()).toEqual([nameOf(at(2, 4))]);
  });

  it('is off unless a number is set', () => {
    expect(readSettings({}).nightlyBackups).toBe(0);
    expect(readSettings({ GREBEN_NIGHTLY_BACKUPS: '7' }).nightlyBackups).toBe(7);
    expect(() => readSettings({ GREBEN_NIGHTLY_BACKUPS: 'yes' })).toThrow('GREBEN_NIGHTLY_BACKUPS must be a number');
  });
});
