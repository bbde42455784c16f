import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DataFolder, openDataFolder } from '../../supabase/local/data-folder.ts';
import { DataFolderError } from '../../supabase/local/folder-lock.ts';

let folder: string;
let opened: DataFolder;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'greben-data-'));
  opened = openDataFolder(folder);
  opened.lock.release();
});
afterEach(() => {
  // As root the cluster lies elsewhere.
  for (const each of [opened.location, folder]) rmSync(each, { recursive: true, force: true });
});

const madeDatabase = () => {
  writeFileSync(path.join(opened.cluster, 'PG_VERSION'), '17\n');
  writeFileSync(path.join(opened.location, 'postgres.complete'), '');
};

it('a database whose secrets are missing is refused and stays as it is', () => {
  madeDatabase();
  rmSync(path.join(folder, 'secrets.json'));
  expect(() => openDataFolder(folder)).toThrow(DataFolderError);
  expect(readFileSync(path.join(opened.cluster, 'PG_VERSION'), 'utf8')).toBe('17\n');
});

it('a data folder that was removed begins anew', () => {
  madeDatabase();
  rmSync(folder, { recursive: true });
  const anew = openDataFolder(folder);
  anew.lock.release();
  expect(existsSync(path.join(anew.location, 'postgres.complete'))).toBe(false);
  expect(anew.secrets).not.toEqual(opened.secrets);
});
