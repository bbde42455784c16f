import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { mustBeBuildFolder } from './build/build-folder.ts';
import { CODE_GROUPS } from './build/code-groups.ts';
import { compiledWhileLoading } from './build/compile-hints.ts';
import { licenses } from './build/licenses.ts';
import { forBrowsersWithoutModules } from './build/old-browser-script.ts';
import { withIntegrity } from './build/precache-integrity.ts';
import { type StandaloneScript, standaloneScripts } from './build/standalone-scripts.ts';
import { startBudget } from './build/start-budget.ts';
import { WEB_MANIFEST } from './build/web-manifest.ts';
import { leftOut } from './left-out.ts';
import { BUILD_TARGETS } from './src/app/boot/browsers.ts';
import { headersFile } from './supabase/local/http/security-headers.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const dist = at(process.env.GREBEN_DIST ?? './dist');
// The default one is ours by its name, also when a build was killed in it.
if (process.env.GREBEN_DIST && dist !== at('./dist')) mustBeBuildFolder(dist);

/** `GREBEN_PROFILING=1`: a build that counts what React draws (src/features/calendar/counted-commits.tsx), for the bench. */
const profiling = process.env.GREBEN_PROFILING === '1';

const define = {
  'globalThis.GREBEN_VERSION': JSON.stringify(process.env.GREBEN_VERSION ?? ''),
  'globalThis.GREBEN_PROFILING': String(profiling),
};

const SCRIPTS: readonly StandaloneScript[] = [
  // Before the first paint, in whatever browser it is.
  { entry: './src/app/boot/boot.ts', file: { path: 'boot.js' }, global: 'grebenBoot', target: 'es2015' },
  { entry: './src/app/boot/rescue.ts', file: { path: 'rescue.js' }, global: 'grebenRescue', target: 'es2020' },
  // What the service worker needs to send without a window. sw.ts finds it by its name in the list of what was built.
  {
    entry: './src/pwa/push-worker.ts',
    file: { hashed: 'push-worker.js' },
    global: 'grebenPush',
    target: BUILD_TARGETS,
    plugins: [leftOut()],
  },
];

const resolve = {
  // For the browsers that we build for: both packages give bundlers what browsers of ten years ago can read.
  conditions: ['es2015', ...defaultClientConditions],
  alias: { dexie: at('./node_modules/dexie/dist/modern/dexie.min.mjs') },
};

/** A static host is told whom the app may talk to: the one project that it was built for. */
function staticHeaders(): Plugin {
  let supabaseUrl: string | undefined;
  return {
    name: 'greben-static-headers',
    apply: 'build',
    configResolved({ env }) {
      supabaseUrl = env.VITE_SUPABASE_URL || undefined;
    },
    generateBundle: {
      order: 'post', // other plugins have written their files by then
      handler(_options, bundle) {
        const hashed = Object.values(bundle)
          .filter(({ fileName }) => fileName.startsWith('assets/'))
          .map((file) => ({ path: `/${file.fileName}`, size: (file.type === 'chunk' ? file.code : file.source).length }))
          .sort((a, b) => b.size - a.size)
          .map(({ path }) => path);
        this.emitFile({ type: 'asset', fileName: '_headers', source: headersFile(supabaseUrl, hashed) });
      },
    },
  };
}

/** `src` is Vite's root, so that index.html lives beside the code and the top level stays small. */
export default defineConfig({
  /**
   * `GREBEN_VERSION=2 GREBEN_DIST=./dist-2 npx vite build` makes a version with another local schema version (schemas/json-schema.ts)
   * and so with other file names and another service worker. A test of the update serves the plain build, works, serves
   * this one from the same origin and lets `registration.update()` find it.
   */
  define,
  resolve: { ...resolve, alias: { ...resolve.alias, ...(profiling ? { 'react-dom/client': 'react-dom/profiling' } : {}) } },
  root: at('./src'),
  envDir: at('.'),
  publicDir: at('./public'),
  build: {
    outDir: dist,
    emptyOutDir: true,
    target: BUILD_TARGETS,
    sourcemap: false,
    // The page's own parts at once. What a part imports that opens later is fetched in a quiet moment (src/app/fetch-rest.ts): the
    // names of all these files would weigh 5 KB in the start.
    modulePreload: { resolveDependencies: (_file, deps, { hostType }) => (hostType === 'html' ? deps : []) },
    // In one file: the order of the rules is then that of the imports, whatever is loaded when.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [...CODE_GROUPS],
        },
      },
    },
  },
  plugins: [
    react(),
    tailwindcss(),
    leftOut(),
    standaloneScripts(SCRIPTS, { define, resolve }),
    forBrowsersWithoutModules(),
    staticHeaders(),
    licenses(),
    compiledWhileLoading(['start', 'react', 'replica']),
    ...(profiling ? [] : [startBudget()]),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'pwa',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,png,woff2,webmanifest}'],
        // The system takes the app's icons when it installs it, with a line; no screen shows one of these files. `old.js` is for browsers
        // that have no service worker.
        globIgnores: ['bench.html', 'screenshots/**', 'icons/**', 'old.js', 'assets/404.html'],
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
        manifestTransforms: [withIntegrity(dist)],
      },
      includeManifestIcons: false,
      manifest: WEB_MANIFEST,
    }),
  ],
});
