/** One page for each calendar, built by Vite as it would be shipped, and a server for all of them. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build as bundle } from 'esbuild';
import { build, type InlineConfig } from 'vite';
import { compiledWhileLoading } from '../../../build/compile-hints.ts';
import { serveFolder } from '../served-folder.ts';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Bytes, gzip; `beyond` is the calendar's own, without React. */
export interface Size {
  readonly scripts: number;
  readonly beyond: number;
  readonly styles: number;
}

export interface BenchPages {
  readonly names: readonly string[];
  readonly player: string;
  urlOf(name: string): string;
  sizeOf(name: string): Size;
  close(): void;
}

export const OURS = 'greben';
const PEERS = readdirSync(here('adapters')).flatMap((file) => (file.endsWith('.js') ? [path.parse(file).name] : []));

/** What of our page is the calendar: what any app with it would ship, React and the texts aside. */
const CALENDAR = /src[\\/](features[\\/]calendar|domain)[\\/]/;

/** A peer's page is all peer, beside React. */
const BESIDE_REACT = /^(?!react)/;

function sizeIn(folder: string, own: RegExp): { scripts: number; own: number; styles: number } {
  const size = { scripts: 0, own: 0, styles: 0 };
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|css)$/.test(file)) continue;
    const bytes = gzipSync(readFileSync(path.join(folder, file)), { level: 9 }).length;
    if (file.endsWith('.css')) size.styles += bytes;
    if (!file.endsWith('.js')) continue;
    size.scripts += bytes;
    if (own.test(file)) size.own += bytes;
  }
  return size;
}

/** @param names of adapters, and `greben` for our own page */
export async function buildPages(names: readonly string[]): Promise<BenchPages> {
  const dist = mkdtempSync(path.join(tmpdir(), 'greben-bench-'));
  const sizes = new Map<string, Size>();
  for (const name of names) {
    const outDir = path.join(dist, name);
    const ours = name === OURS;
    const root = ours ? here('page') : mkdtempSync(here('adapters/node_modules/.page-'));
    const config: InlineConfig = {
      configFile: false,
      root,
      base: './',
      publicDir: false,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"', 'globalThis.GREBEN_VERSION': '""' },
      plugins: ours ? [react(), tailwindcss(), compiledWhileLoading(['bench', 'react', 'texts', 'calendar'])] : [],
      build: {
        outDir,
        emptyOutDir: true,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: path.join(root, 'bench.html'),
          output: {
            entryFileNames: '[name].js',
            chunkFileNames: '[name].js',
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
                { name: 'texts', test: /node_modules[\\/](i18next|react-i18next|lucide-react)[\\/]|src[\\/]i18n/ },
                ...(ours ? [{ name: 'calendar', test: CALENDAR }] : []),
              ],
            },
          },
        },
      },
    };
    if (!ours) {
      const adapter = JSON.stringify(here(`adapters/${name}.js`));
      writeFileSync(path.join(root, 'main.js'), `import adapter from ${adapter}; window.benchAdapter = adapter;`);
      writeFileSync(
        path.join(root, 'bench.html'),
        '<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><body><script type="module" src="./main.js"></script>',
      );
    }
    await build(config);
    if (!ours) rmSync(root, { recursive: true });
    const { scripts, own, styles } = sizeIn(outDir, ours ? /^calendar/ : BESIDE_REACT);
    sizes.set(name, { scripts, beyond: own, styles });
  }
  const player = await bundle({ entryPoints: [here('player.ts')], bundle: true, write: false, format: 'iife', target: 'es2022' });
  const site = await serveFolder(dist);
  return {
    names,
    player: player.outputFiles[0]?.text ?? '',
    urlOf: (name) => `${site.url}/${name}/bench.html`,
    sizeOf(name) {
      const size = sizes.get(name);
      if (!size) throw new Error(`no page ${name}`);
      return size;
    },
    close() {
      site.stop();
      rmSync(dist, { recursive: true, force: true });
    },
  };
}

/** All of them, or those asked for, in the order of their names; ours last. @throws Error on an unknown name */
export function namesOf(asked: string | undefined): string[] {
  const all = [...PEERS, OURS];
  const names = asked ? asked.split(',') : all;
  for (const name of names) if (!all.includes(name)) throw new Error(`No calendar “${name}”. There are: ${all.join(', ')}.`);
  return names;
}
