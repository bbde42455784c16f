import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { isAllowed, licenseOf, licensesText, packageOf } from '../../build/licenses.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { dependencies } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { dependencies: Record<string, string> };

it('every package that the app is made of has a licence under which its code may go out', () => {
  const all = Object.keys(dependencies).map((name) => licenseOf(`${root}/node_modules/${name}`));
  expect(all.map(({ name }) => name)).toEqual(Object.keys(dependencies));
  expect(licensesText(all)).toContain('react 19');
});

it('a licence that asks for more than its text is refused', () => {
  expect(['MIT', '(MIT OR Apache-2.0)', 'MIT OR GPL-3.0', 'BSD-3-Clause AND MIT'].every(isAllowed)).toBe(true);
  expect(['GPL-3.0', 'AGPL-3.0', 'MIT AND GPL-3.0', 'UNLICENSED', 'SEE LICENSE IN x'].some(isAllowed)).toBe(false);
});

it('a module is known by its package, ours by none', () => {
  expect(packageOf('/x/node_modules/@noble/hashes/sha2.js')).toBe('/x/node_modules/@noble/hashes');
  expect(packageOf('/x/node_modules/a/node_modules/b/c.js?commonjs')).toBe('/x/node_modules/a/node_modules/b');
  expect(packageOf('/x/src/app/start/main.tsx')).toBeNull();
});

it('a build carries the list', async () => {
  const { default: config } = await import('../../vite.config.ts');
  const names = [config.plugins].flat(3).map((plugin) => (plugin as { name?: string } | null)?.name);
  expect(names).toContain('greben-licenses');
});
