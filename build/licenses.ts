import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** Licences under which code may go out with ours, as package.json names them. */
const ALLOWED = ['MIT', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'ISC', 'BlueOak-1.0.0', 'Unlicense', 'MPL-2.0'];

export interface Licensed {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The file itself, empty where the package has none. */
  readonly text: string;
}

/** Of `(MIT OR Apache-2.0)` one is enough. */
export const isAllowed = (license: string): boolean =>
  license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((one) => one.split(' AND ').every((part) => ALLOWED.includes(part)));

/** The folder of the package that a module is part of; null for our own files and what the build makes itself. */
export function packageOf(module: string): string | null {
  const file = module.replaceAll('\\', '/').replace(/^\0/, '').split('?')[0] ?? '';
  const found = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file);
  return found?.[1] ?? null;
}

/** @throws where a package names no licence, or one that is not allowed */
export function licenseOf(folder: string): Licensed {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  if (typeof license !== 'string' || !isAllowed(license))
    throw new Error(`${name} ${version}: the licence ${license} is not allowed`);
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  return { name, version, license, text: file ? readFileSync(path.join(folder, file), 'utf8').trim() : '' };
}

/** As a page of plain text, by name. */
export function licensesText(all: readonly Licensed[]): string {
  const head = ({ name, version, license }: Licensed) => `${name} ${version} (${license})`;
  const parts = all.map((one) => `${'='.repeat(72)}\n${head(one)}\n${'='.repeat(72)}\n\n${one.text || 'No text of its own.'}`);
  return `${[...all.map(head), '', ...parts].join('\n')}\n`;
}

/** `licenses.txt` in the build: every package whose code is in it, with its licence. The build fails above one that is not allowed. */
export function licenses(): Plugin {
  return {
    name: 'greben-licenses',
    apply: 'build',
    generateBundle() {
      const folders = new Set([...this.getModuleIds()].flatMap((module) => packageOf(module) ?? []));
      const found = [...folders].filter((folder) => existsSync(path.join(folder, 'package.json'))).map(licenseOf);
      const all = [...new Map(found.map((one) => [`${one.name} ${one.version}`, one])).values()];
      all.sort((a, b) => (a.name < b.name ? -1 : 1));
      this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: licensesText(all) });
    },
  };
}
