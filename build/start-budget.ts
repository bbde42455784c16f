import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** A build fails above one of these, in bytes after gzip. */
export const MOST = {
  /** All JavaScript until the calendar stands there with data. */
  start: 345_000,
  styles: 32_000,
  /** Any file of JavaScript that no start fetches. */
  file: 80_000,
} as const;

/** The folder of the public page's files (booking-page-build.ts): no device keeps them, and no start fetches one. */
export const PUBLIC_ASSETS = 'assets/booking';

interface Chunk {
  readonly code: string;
  readonly imports: readonly string[];
}
type Weight = readonly [name: string, bytes: number];

const sizeOf = (content: string | Uint8Array) => gzipSync(content).length;
const heaviestFirst = (one: Weight, other: Weight) => other[1] - one[1];
const sumOf = (weights: readonly Weight[]) => weights.reduce((sum, [, bytes]) => sum + bytes, 0);
const listed = (weights: readonly Weight[]) => weights.map(([name, bytes]) => `\n${String(bytes).padStart(8)} ${name}`).join('');

/**
 * Returns the files of a start: the entry, the larger language's first texts, and all that these import. Dialogs, other screens
 * and what speaks with the server are imported dynamically and not among them.
 */
export function filesOfStart(chunks: ReadonlyMap<string, Chunk>, entry: string, texts: readonly string[]): Set<string> {
  const weigh = (name: string): Weight => [name, sizeOf(chunks.get(name)?.code ?? '')];
  const largest = texts.map(weigh).sort(heaviestFirst).slice(0, 1);
  const found = new Set([entry, ...largest.map(([name]) => name)]);
  for (const name of found) for (const next of chunks.get(name)?.imports ?? []) found.add(next);
  return found;
}

/** Written beside the build as `start.json`, for the bench and the story of the start. */
export interface Weighed {
  readonly start: readonly Weight[];
  readonly styles: readonly Weight[];
  /** The heaviest file that no start fetches. */
  readonly file: readonly Weight[];
}

/** A build in which something has grown too heavy fails, and says what that is made of. */
export function startBudget(): Plugin {
  return {
    name: 'greben-start-budget',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // After all others: Vite writes the names of what a chunk fetches later into it.
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const entry = chunks.find((chunk) => chunk.isEntry)?.fileName;
        if (!entry) throw new Error('the build has no entry');
        const texts = chunks.filter(({ name }) => /^texts-\w+-first$/.test(name));
        const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
        const start = filesOfStart(
          byName,
          entry,
          texts.map(({ fileName }) => fileName),
        );
        const scripts = chunks.map(({ fileName, code }): Weight => [fileName, sizeOf(code)]).sort(heaviestFirst);
        const styles = Object.values(bundle).flatMap((file): Weight[] =>
          file.type === 'asset' && file.fileName.endsWith('.css') && !file.fileName.startsWith(PUBLIC_ASSETS)
            ? [[file.fileName, sizeOf(file.source)]]
            : [],
        );
        const weighed: Weighed = {
          start: scripts.filter(([name]) => start.has(name)),
          styles,
          file: scripts.filter(([name]) => !start.has(name)).slice(0, 1),
        };
        this.emitFile({ type: 'asset', fileName: 'start.json', source: JSON.stringify(weighed) });
        for (const what of ['start', 'styles', 'file'] as const) {
          const bytes = sumOf(weighed[what]);
          this.info(`${what}: ${bytes} of ${MOST[what]} bytes`);
          if (bytes > MOST[what]) this.error(`The ${what} is heavier than ${MOST[what]} bytes: ${bytes}${listed(weighed[what])}`);
        }
      },
    },
  };
}
