/** The app is built before it is served, and only then. */
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildIfNeeded } from '#local/build.ts';

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(path.join(tmpdir(), 'greben-dist-'));
});
afterEach(() => rmSync(dist, { recursive: true }));

/** Newer than any source. */
const LATER = new Date('2100-01-01');
let builds = 0;
/** Comes as far as the page. */
const endingWith = (code: number) => (folder: string) => {
  builds += 1;
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html>');
  utimesSync(path.join(folder, 'index.html'), LATER, LATER);
  return Promise.resolve(code);
};
const ignored = () => undefined;

it('what a build that failed has left is not served by the next start, which builds again', async () => {
  await expect(buildIfNeeded(dist, ignored, endingWith(1))).rejects.toThrow('The build failed');
  builds = 0;
  await buildIfNeeded(dist, ignored, endingWith(0));
  expect(builds).toBe(1);
  await buildIfNeeded(dist, ignored, endingWith(0));
  expect(builds).toBe(1);
});

it('a build that fails before it has written anything takes nothing away', async () => {
  const page = path.join(dist, 'index.html');
  writeFileSync(page, 'somebody’s own');
  utimesSync(page, new Date('2020-01-01'), new Date('2020-01-01')); // older than any source
  await expect(buildIfNeeded(dist, ignored, () => Promise.resolve(1))).rejects.toThrow('The build failed');
  expect(readFileSync(page, 'utf8')).toBe('somebody’s own');
});
