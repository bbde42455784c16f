/**
 * `npm run mutants -- code [FOLDER or FILE …]`: Stryker breaks the code of a folder, file by file, and runs the unit tests beside it. It works in a
 * copy of the tree. After an hour no further file of the folder is begun; what was done is kept, and the next run goes on from there.
 *
 * Stryker 9 with vitest 4 tells some mutants as survivors for which it has run no test (stryker-js issue 6213): those are counted apart.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { copyTree, filesOfTree } from './tree-copy.ts';

const FOLDERS = ['src/domain', 'sync/core', 'src/data/events'];
/** For one folder, ms. */
const LONGEST = 60 * 60_000;
const OF_TESTS = /\.test\.ts$|\.test-support\.ts$/;

/** Of Stryker's report, what is read here (mutation-testing-report-schema). */
interface Mutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: string;
  readonly testsCompleted?: number;
  readonly location: { readonly start: { readonly line: number; readonly column: number } };
}
export interface CodeReport {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

export interface Score {
  readonly killed: number;
  readonly survived: number;
  /** No test comes by. */
  readonly uncovered: number;
  /** Told as survivors, and no test ran. */
  readonly unmeasured: number;
}

const isUnmeasured = ({ status, testsCompleted }: Mutant) => status === 'Survived' && testsCompleted === 0;

export function scoreOf({ files }: CodeReport): Score {
  const mutants = Object.values(files).flatMap((file) => file.mutants);
  const count = (...statuses: string[]) =>
    mutants.filter((mutant) => statuses.includes(mutant.status) && !isUnmeasured(mutant)).length;
  return {
    killed: count('Killed', 'Timeout'),
    survived: count('Survived'),
    uncovered: count('NoCoverage'),
    unmeasured: mutants.filter(isUnmeasured).length,
  };
}

/** A line for each that no test notices: where, what the line says, and what stood in its place. */
export function survivorsOf({ files }: CodeReport): string[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants
      .filter((mutant) => ['Survived', 'NoCoverage'].includes(mutant.status) && !isUnmeasured(mutant))
      .map(({ location: { start }, mutatorName, replacement = '', status }) => {
        const said = (lines[start.line - 1] ?? '').trim();
        return `${file}:${start.line}:${start.column} ${status} ${mutatorName}\n    ${said}\n    → ${replacement}`;
      });
  });
}

const percent = ({ killed, survived, uncovered }: Score) =>
  ((100 * killed) / Math.max(1, killed + survived + uncovered)).toFixed(1);

/** @param named folders or single files of them; empty: all @returns how many files could not be judged @throws for what is in none */
export async function runCodeMutants(root: string, named: readonly string[], workers: number): Promise<number> {
  let wrong = 0;
  for (const one of named.length > 0 ? named : FOLDERS) wrong += await breakCode(root, one, workers);
  return wrong;
}

async function breakCode(root: string, named: string, workers: number): Promise<number> {
  const folder = FOLDERS.find((one) => named === one || named.startsWith(`${one}/`));
  if (!folder) throw new Error(`${named} is none of ${FOLDERS.join(', ')}, nor in one`);
  const kept = path.join(root, 'node_modules/.cache/greben-mutants');
  mkdirSync(kept, { recursive: true });
  const report = path.join(kept, `${folder.replaceAll('/', '-')}.json`);
  const files = filesOfTree(root).filter(
    (file) => `${file}/`.startsWith(`${named}/`) && /\.ts$/.test(file) && !OF_TESTS.test(file),
  );
  const copy = copyTree(root);
  let child: ChildProcess | null = null;
  const end = () => {
    if (child?.pid && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    copy.remove();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      end();
      process.exit(1);
    });
  const started = Date.now();
  const failed: string[] = [];
  let done = 0;
  try {
    for (const file of files) {
      const left = LONGEST - (Date.now() - started);
      if (left <= 0) break;
      const config = ['run', 'tests/mutants/stryker.config.json', '--mutate', file, '--incrementalFile', report];
      child = spawn(path.join(root, 'node_modules/.bin/stryker'), [...config, '--concurrency', String(workers)], {
        cwd: copy.folder,
        stdio: ['ignore', 'ignore', 'inherit'],
        detached: true,
        env: { ...process.env, GREBEN_MUTATED: folder },
      });
      const timer = setTimeout(() => child?.pid && process.kill(-child.pid, 'SIGKILL'), left);
      const [code, signal] = await once(child, 'close');
      clearTimeout(timer);
      if (signal) break; // the hour is over
      done += 1;
      if (code !== 0) failed.push(file);
      console.log(`${file}: ${code === 0 ? 'done' : 'not judged'}`);
    }
  } finally {
    end();
  }
  if (!existsSync(report)) throw new Error(`${folder}: nothing was judged`);
  const told = JSON.parse(readFileSync(report, 'utf8')) as CodeReport;
  const list = report.replace(/json$/, 'txt');
  writeFileSync(list, `${survivorsOf(told).join('\n')}\n`);
  const score = scoreOf(told);
  console.log(`${folder}: ${percent(score)} % of those judged, ${JSON.stringify(score)}, ${done} of ${files.length} files`);
  console.log(`Who survived: ${path.relative(root, list)}`);
  return failed.length;
}
