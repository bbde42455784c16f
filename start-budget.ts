import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/**
 * Compressed, in bytes. The first: all JavaScript until the calendar stands there with data. The second: any other file of JavaScript.
 * The third: all styles.
 */
export const MOST = { start: 345_000, file: 80_000, styles: 32_000 } as const;
/** The zlib of another Node may press a little less: a build fails above this much of the limits. */
const OTHER_ZLIB = 1.005;

interface Chunk {
  readonly code: string;
  readonly imports: readonly string[];
}

const sizeOf = (content: string | Uint8Array) => gzipSync(content).length;
const heaviest = (one: readonly [string, number], other: readonly [string, number]) => other[1] - one[1];

/**
 * The files of a start: what the page's script imports, what those import, and the larger language's first texts. Dialogs, other
 * screens and what speaks with the server are fetched later (src/ui/lazy-part.tsx, src/data/session/later-server.ts).
 * @returns names with their compressed sizes in bytes, the largest first
 */
export function filesOfStart(chunks: ReadonlyMap<string, Chunk>, entry: string, texts: readonly string[]): [string, number][] {
  const weigh = (name: string): [string, number] => [name, sizeOf(chunks.get(name)?.code ?? '')];
  const largest = texts.map(weigh).sort(heaviest).slice(0, 1);
  const found = new Set([entry, ...largest.map(([name]) => name)]);
  for (const name of found) for (const next of chunks.get(name)?.imports ?? []) found.add(next);
  return [...found].map(weigh).sort(heaviest);
}

/** What is fetched when somebody goes to a screen or opens a dialog for the first time: its file, and what that imports beyond the start. */
export function filesOfPart(chunks: ReadonlyMap<string, Chunk>, name: string, start: ReadonlySet<string>): string[] {
  const found = new Set([name]);
  for (const file of found) for (const next of chunks.get(file)?.imports ?? []) if (!start.has(next)) found.add(next);
  return [...found];
}

/** Written beside the build as `start.json`, for the bench and the story of the start. Sizes are compressed, in bytes. */
export interface Weighed {
  readonly bytes: number;
  readonly most: typeof MOST;
  readonly files: readonly [string, number][];
  /** Every file that no start fetches, the heaviest first. */
  readonly later: readonly [string, number][];
  /** Every screen and dialog with all the files that it brings, the heaviest first. */
  readonly parts: readonly [string, number][];
  readonly styles: number;
}

const listed = (files: readonly (readonly [string, number])[]) =>
  files.map(([name, size]) => `${String(size).padStart(8)} ${name}`).join('\n');

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
        const texts = chunks
          .filter(({ facadeModuleId }) => /i18n\/\w+\/first\.ts$/.test(facadeModuleId ?? ''))
          .map((c) => c.fileName);
        const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
        const sizes = new Map(chunks.map(({ fileName, code }) => [fileName, sizeOf(code)]));
        const files = filesOfStart(byName, entry, texts);
        const bytes = files.reduce((sum, [, size]) => sum + size, 0);
        const start = new Set(files.map(([name]) => name));
        const weighed = (name: string) => filesOfPart(byName, name, start).map((file) => [file, sizes.get(file) ?? 0] as const);
        const parts = chunks
          .filter(({ isDynamicEntry, fileName }) => isDynamicEntry && !start.has(fileName))
          .map(({ fileName }): [string, number] => [fileName, weighed(fileName).reduce((sum, [, size]) => sum + size, 0)])
          .sort(heaviest);
        const later = [...sizes].filter(([name]) => !start.has(name)).sort(heaviest);
        const styles = Object.values(bundle)
          .filter((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
          .reduce((sum, file) => sum + (file.type === 'asset' ? sizeOf(file.source) : 0), 0);
        const told: Weighed = { bytes, most: MOST, files, later, parts, styles };
        this.emitFile({ type: 'asset', fileName: 'start.json', source: JSON.stringify(told) });
        if (bytes > MOST.start * OTHER_ZLIB)
          this.error(`A start fetches ${bytes} bytes of JavaScript, more than ${MOST.start}:\n${listed(files)}`);
        const tooHeavy = later.filter(([, size]) => size > MOST.file * OTHER_ZLIB);
        if (tooHeavy.length > 0) this.error(`More than ${MOST.file} bytes of JavaScript in a file:\n${listed(tooHeavy)}`);
        if (styles > MOST.styles * OTHER_ZLIB) this.error(`The styles are ${styles} bytes, more than ${MOST.styles}`);
      },
    },
  };
}
