import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { publicPage } from './build/booking-page-build.ts';
import { mustBeBuildFolder } from './build/build-folder.ts';
import { CODE_GROUPS } from './build/code-groups.ts';
import { compiledWhileLoading } from './build/compile-hints.ts';
import { licenses } from './build/licenses.ts';
import { forBrowsersWithoutModules } from './build/old-browser-script.ts';
import { serviceWorker } from './build/service-worker.ts';
import { standaloneScripts } from './build/standalone-scripts.ts';
import { startBudget } from './build/start-budget.ts';
import { staticHeaders } from './build/static-headers.ts';
import { BUILD_TARGETS } from './src/app/boot/browsers.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const dist = at(process.env.GREBEN_DIST ?? './dist');
// The default one is ours by its name, also when a build was killed in it.
if (process.env.GREBEN_DIST && dist !== at('./dist')) mustBeBuildFolder(dist);

/** `GREBEN_PROFILING=1`: a build that counts what React draws (src/features/calendar/counted-commits.tsx), for the bench. */
const profiling = process.env.GREBEN_PROFILING === '1';

/**
 * `GREBEN_VERSION=2 GREBEN_DIST=./dist-2 npx vite build` makes a version with another local schema version (schemas/json-schema.ts),
 * other file names and another service worker, for tests of the update.
 */
const define = {
  'globalThis.GREBEN_VERSION': JSON.stringify(process.env.GREBEN_VERSION ?? ''),
  'globalThis.GREBEN_PROFILING': String(profiling),
};

const resolve = {
  // For the browsers that we build for: some packages give bundlers what browsers of ten years ago can read.
  conditions: ['es2015', ...defaultClientConditions],
  alias: [
    { find: 'dexie', replacement: at('./node_modules/dexie/dist/modern/dexie.min.mjs') },
    // The router's package gives every bundler its build with warnings for developers.
    { find: /^react-router$/, replacement: at('./node_modules/react-router/dist/production/index.mjs') },
    { find: /^react-router\/dom$/, replacement: at('./node_modules/react-router/dist/production/dom-export.mjs') },
    ...(profiling ? [{ find: 'react-dom/client', replacement: 'react-dom/profiling' }] : []),
  ],
};

/** `src` is Vite's root, so that index.html lives beside the code and the top level stays small. */
export default defineConfig({
  define,
  resolve,
  root: at('./src'),
  envDir: at('.'),
  publicDir: at('./public'),
  build: {
    outDir: dist,
    emptyOutDir: true,
    target: BUILD_TARGETS,
    // The page's own parts at once. What a part imports that opens later is fetched in a quiet moment (src/ui/timing/lazy-component.tsx): the
    // names of all these files would weigh 5 KB in the start.
    modulePreload: { resolveDependencies: (_file, deps, { hostType }) => (hostType === 'html' ? deps : []) },
    // In one file: the order of the rules is then that of the imports, whatever is loaded when.
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: { groups: [...CODE_GROUPS] } } },
  },
  plugins: [
    react(),
    tailwindcss(),
    standaloneScripts({ define, resolve }),
    publicPage({ define, resolve }),
    forBrowsersWithoutModules(),
    staticHeaders(),
    licenses(),
    compiledWhileLoading(['start', 'react', 'replica']),
    ...(profiling ? [] : [startBudget()]),
    serviceWorker(dist),
  ],
});
