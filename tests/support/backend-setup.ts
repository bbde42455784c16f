/** For vitest and Playwright (`globalSetup`): the backend's process in one file, since starting tsx for each would cost ten times as much. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { ROOT } from '../../supabase/local/settings.ts';
import { BACKEND_VARIABLE } from './test-backend.ts';

/** The backend finds its files beside its sources, wherever it is bundled to. */
const atHome: Plugin = {
  name: 'at-home',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]supabase[/\\]local[/\\].+\.ts$/ }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8').replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file))),
      loader: 'ts',
    }));
  },
};

export default async function setup(): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'greben-backend-'));
  const file = path.join(folder, 'backend.mjs');
  await build({
    entryPoints: [path.join(import.meta.dirname, 'backend-process.ts')],
    absWorkingDir: ROOT,
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
    plugins: [atHome],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  process.env[BACKEND_VARIABLE] = file;
  return () => rmSync(folder, { recursive: true, force: true });
}
