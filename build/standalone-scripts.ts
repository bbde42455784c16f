import { fileURLToPath } from 'node:url';
import { build, type Plugin, type UserConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

export interface StandaloneScript {
  /** From the top level. */
  readonly entry: string;
  /** In the build: with a hash, among the assets, or under exactly this path. */
  readonly file: { readonly hashed: string } | { readonly path: string };
  /** The global that holds what the entry exports. */
  readonly global: string;
  /** The oldest language, or browsers, that it is built for. */
  readonly target: string | string[];
  readonly plugins?: readonly Plugin[];
}

/**
 * Scripts that stand alone: one file each, without the app's modules, so that they run where the app does not (before it,
 * instead of it, in the service worker), and so that the app's start does not wait for them.
 * @param shared what holds for the app's own build, too
 */
export function standaloneScripts(scripts: readonly StandaloneScript[], shared: Pick<UserConfig, 'define' | 'resolve'>): Plugin {
  async function codeOf({ entry, global, target, plugins = [] }: StandaloneScript): Promise<string> {
    const built = await build({
      configFile: false,
      root: at('./src'),
      envDir: at('.'),
      publicDir: false,
      logLevel: 'warn',
      plugins: [...plugins],
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
      for (const script of scripts) {
        const { file } = script;
        const place = 'hashed' in file ? { name: file.hashed } : { fileName: file.path };
        this.emitFile({ type: 'asset', source: await codeOf(script), ...place });
      }
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const script = scripts.find(({ file }) => 'path' in file && request.url === `/${file.path}`);
        if (!script) return next();
        codeOf(script).then((code) => response.setHeader('content-type', 'text/javascript').end(code), next);
      });
    },
  };
}
