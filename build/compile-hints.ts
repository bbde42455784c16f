import type { Plugin } from 'vite';

/**
 * Tells V8 that what is in these chunks is called at once: it compiles them whole, beside the main thread, while they load,
 * and keeps them so in its cache, instead of stopping at each function's first call. Other engines read a comment.
 * @param names of chunks that every start runs through
 */
export function compiledWhileLoading(names: readonly string[]): Plugin {
  return {
    name: 'greben-compiled-while-loading',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // Vite puts the files that a dynamic import needs before a chunk's code: the hint has to stand before that.
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && names.includes(chunk.name)) chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
      },
    },
  };
}
