/** A page for each adapter of a folder, built by Vite as it would be shipped: RxDB's limits hold for all that one page opens. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';

/** `dexie.ts`, or `pouchdb/pouchdb.js` where an engine has packages of its own. */
function adapterOf(adapters: string, entry: string): string[] {
  const own = path.join(entry, `${entry}.js`);
  if (existsSync(path.join(adapters, own))) return [own];
  return /\.(js|ts)$/.test(entry) ? [entry] : [];
}

const adaptersIn = (adapters: string) => readdirSync(adapters).flatMap((entry) => adapterOf(adapters, entry));

/** Names of the engines whose adapters lie in a folder. */
export const enginesIn = (adapters: string): string[] => adaptersIn(adapters).map((file) => path.parse(file).name);

/** Returns the folder of the built pages, `NAME.html` each. */
export async function buildEnginePages(adapters: string): Promise<{ readonly folder: string; remove(): void }> {
  const root = mkdtempSync(path.join(adapters, '.pages-'));
  const folder = mkdtempSync(path.join(tmpdir(), 'greben-bench-'));
  const input = adaptersIn(adapters).map((file) => {
    const page = path.join(root, `${path.parse(file).name}.html`);
    writeFileSync(page, `<!doctype html><meta charset="utf-8"><body><script type="module" src="../${file}"></script>`);
    return page;
  });
  try {
    await build({
      configFile: false,
      root,
      base: './',
      publicDir: false,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"', 'globalThis.GREBEN_VERSION': '""' },
      build: { outDir: folder, emptyOutDir: true, modulePreload: { polyfill: false }, rolldownOptions: { input } },
    });
  } finally {
    rmSync(root, { recursive: true });
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
