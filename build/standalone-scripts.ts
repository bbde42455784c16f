import { fileURLToPath } from 'node:url';
import { build, type Plugin, type UserConfig } from 'vite';
import { BUILD_TARGETS } from '../src/app/boot/browsers.ts';

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

interface StandaloneScript {
  /** From the top level. */
  readonly entry: string;
  /** In the build: with a hash, among the assets, or under exactly this path. */
  readonly file: { readonly hashed: string } | { readonly path: string };
  /** The global that holds what the entry exports. */
  readonly global: string;
  /** The oldest language, or browsers, that it is built for. */
  readonly target: string | string[];
}

const SCRIPTS: readonly StandaloneScript[] = [
  // Before the first paint, in whatever browser it is.
  { entry: 'src/app/boot/boot.ts', file: { path: 'boot.js' }, global: 'grebenBoot', target: 'es2015' },
  { entry: 'src/app/boot/rescue.ts', file: { path: 'rescue.js' }, global: 'grebenRescue', target: 'es2020' },
  // What the service worker needs to send without a window. sw.ts finds it by its name in the list of what was built.
  { entry: 'src/pwa/background-push.ts', file: { hashed: 'push-worker.js' }, global: 'grebenPush', target: BUILD_TARGETS },
];

/**
 * Scripts that stand alone: one file each, without the app's modules, so that they run where the app does not (before it,
 * instead of it, in the service worker), and so that the app's start does not wait for them.
 * @param shared what holds for the app's own build, too
 */
export function standaloneScripts(shared: Pick<UserConfig, 'define' | 'resolve'>): Plugin {
  async function codeOf({ entry, global, target }: StandaloneScript): Promise<string> {
    const built = await build({
      configFile: false,
      root: at('src'),
      envDir: at('.'),
      publicDir: false,
      logLevel: 'warn',
      ...shared,
      define: { ...shared.define, 'process.env.NODE_ENV': JSON.stringify('production') },
      build: { write: false, target, lib: { entry: at(entry), formats: ['iife'], name: global } },
    });
    const files = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
    const code = files.find((file) => file.type === 'chunk')?.code;
    if (!code) throw new Error(`${entry} was not built`);
    return code;
  }
  return {
    name: 'greben-standalone-scripts',
    async generateBundle() {
      for (const script of SCRIPTS) {
        const { file } = script;
        const place = 'hashed' in file ? { name: file.hashed } : { fileName: file.path };
        this.emitFile({ type: 'asset', source: await codeOf(script), ...place });
      }
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const script = SCRIPTS.find(({ file }) => 'path' in file && request.url === `/${file.path}`);
        if (!script) return next();
        codeOf(script).then((code) => response.setHeader('content-type', 'text/javascript').end(code), next);
      });
    },
  };
}
