/**
 * The public page (`src/booking`) is a build of its own, so that it shares no file with the app: a visitor loads nothing of the app, and
 * no device that has the app keeps the page. It lies in `booking/index.html` and `assets/booking/`; hosts serve it for `/b/…`.
 */
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type UserConfig } from 'vite';
import { BUILD_TARGETS } from '../src/app/boot/browsers.ts';
import { PUBLIC_ASSETS } from './start-budget.ts';

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The page's file in the build. */
const PAGE = 'booking/index.html';
/** All JavaScript until a time can be chosen, in bytes after gzip. A build fails above it. */
const MOST_SCRIPT = 150_000;

interface Chunk {
  readonly code: string;
  readonly imports: readonly string[];
  readonly isEntry: boolean;
}

const gzipped = (code: string) => gzipSync(code).length;

/** Returns the files that are needed until a time can be chosen: the entry, the larger language's texts, and all that these import. */
export function filesUntilTimes(chunks: ReadonlyMap<string, Chunk>): readonly string[] {
  const named = [...chunks.keys()];
  const texts = named.filter((name) => /\/texts-\w\w-/.test(name));
  const largest = texts.sort((a, b) => gzipped(chunks.get(b)?.code ?? '') - gzipped(chunks.get(a)?.code ?? '')).slice(0, 1);
  const found = new Set([...named.filter((name) => chunks.get(name)?.isEntry), ...largest]);
  for (const name of found) for (const next of chunks.get(name)?.imports ?? []) found.add(next);
  return [...found];
}

/** @param shared what holds for the app's own build, too */
export function publicPage(shared: Pick<UserConfig, 'define' | 'resolve'>): Plugin {
  async function built() {
    const output = await build({
      configFile: false,
      root: at('src'),
      envDir: at('.'),
      publicDir: at('public'), // the fonts that the styles name are there; the app's own build copies it
      logLevel: 'warn',
      ...shared,
      plugins: [react(), tailwindcss()],
      build: {
        write: false,
        copyPublicDir: false,
        target: BUILD_TARGETS,
        assetsDir: PUBLIC_ASSETS,
        cssCodeSplit: false,
        // Asked for while the visitor chooses, not with the page.
        modulePreload: { resolveDependencies: (_file, deps, { hostType }) => (hostType === 'html' ? deps : []) },
        rolldownOptions: { input: at('src/booking/index.html') },
      },
    });
    return [output].flat().flatMap((result) => ('output' in result ? result.output : []));
  }
  return {
    name: 'greben-public-page',
    async generateBundle() {
      const files = await built();
      const chunks = new Map(files.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
      const sizes = filesUntilTimes(chunks).map((name) => [name, gzipped(chunks.get(name)?.code ?? '')] as const);
      const sum = sizes.reduce((total, [, bytes]) => total + bytes, 0);
      this.info(`public page: ${sum} of ${MOST_SCRIPT} bytes`);
      if (sum > MOST_SCRIPT) {
        const listed = sizes.map(([name, bytes]) => `\n${String(bytes).padStart(8)} ${name}`).join('');
        this.error(`The public page has more than ${MOST_SCRIPT} bytes of script until a time can be chosen: ${sum}${listed}`);
      }
      for (const file of files) {
        const source = file.type === 'chunk' ? file.code : file.source;
        this.emitFile({ type: 'asset', fileName: file.fileName, source });
      }
    },
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        if (/^\/b\/[^/.]*$/.test(request.url?.split('?')[0] ?? '')) request.url = `/${PAGE}`;
        next();
      });
    },
  };
}
