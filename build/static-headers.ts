import type { Plugin } from 'vite';
import { headersFile } from '../supabase/local/http/security-headers.ts';

/** `_headers` in the build: a static host is told whom the app may talk to, the one project that it was built for. */
export function staticHeaders(): Plugin {
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
