import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mustBeBuildFolder } from '../../build/build-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'greben-dist-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const put = (...names: string[]) => {
  for (const name of names) writeFileSync(path.join(folder, name), '');
};

it('a build takes a folder that is new, empty or a build’s', () => {
  mustBeBuildFolder(path.join(folder, 'new'));
  mustBeBuildFolder(folder);
  put('index.html', 'boot.js', 'rescue.js', 'licenses.txt');
  mkdirSync(path.join(folder, 'assets'));
  mustBeBuildFolder(folder);
});

it('and none that holds anything else, which stays', () => {
  put('index.html', 'photos.zip');
  expect(() => mustBeBuildFolder(folder)).toThrow(/holds something else than a build/);
  expect(readdirSync(folder)).toEqual(['index.html', 'photos.zip']);
});
