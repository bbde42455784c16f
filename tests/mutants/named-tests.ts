/** Runs tests by their names in a folder, by vitest. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { NamedTest } from '../rules/checklist.ts';
import { patternOf } from './find-text.ts';

/** What one test came to. */
export interface Ran {
  /** From the root of the folder. */
  readonly file: string;
  /** With the titles of its groups before it. */
  readonly name: string;
  readonly passed: boolean;
}

/** `wrong`: why no test can be said to have passed or failed. */
export type Told = { readonly ran: readonly Ran[] } | { readonly wrong: string };

/**
 * What a test waits for is not there after so long, ms (each-file.ts): the tests wait for much that a mutant has taken away. Each mutant's
 * tests have passed with it just before.
 */
const PATIENCE = 10_000;
/** Tests that never come to an end are stopped after this, ms, for each of them. */
const LONGEST = 300_000;
/** So many failures say enough: a test of twenty cases waits in each of them. */
const FAILURES = 3;

const running = new Set<ChildProcess>();
/** With all that they have started. */
export function stopAll(): void {
  for (const child of running) if (child.pid) process.kill(-child.pid, 'SIGKILL');
}

const projectOf = (file: string) =>
  /^(?:src|schemas)\//.test(file)
    ? 'unit*'
    : file.startsWith('tests/sync/')
      ? 'sync'
      : file.startsWith('tests/rules/')
        ? 'rules'
        : file.startsWith('tests/database/process/')
          ? 'processes'
          : 'database';

/** Vitest's JSON. */
export interface Report {
  testResults: {
    name: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

export async function runNamed(folder: string, tests: readonly NamedTest[]): Promise<Told> {
  const reports = mkdtempSync(path.join(tmpdir(), 'greben-mutant-report-'));
  const report = path.join(reports, 'report.json');
  const files = [...new Set(tests.map(({ file }) => file))];
  const projects = [...new Set(files.map(projectOf))].flatMap((project) => ['--project', project]);
  const names = [...new Set(tests.map(({ title }) => patternOf(title)))].join('|');
  const child = spawn(
    path.join(folder, 'node_modules/.bin/vitest'),
    [
      'run',
      ...files,
      ...projects,
      '-t',
      names,
      '--maxWorkers=1',
      `--bail=${FAILURES}`,
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    { cwd: folder, stdio: 'ignore', detached: true, env: { ...process.env, GREBEN_PATIENCE_MS: String(PATIENCE) } },
  );
  running.add(child);
  const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), LONGEST * tests.length);
  try {
    const [code, signal] = await once(child, 'close');
    if (!existsSync(report)) return { wrong: signal ? 'it did not come to an end' : `vitest ended with ${code} and no report` };
    return toldBy(JSON.parse(readFileSync(report, 'utf8')) as Report, folder);
  } finally {
    clearTimeout(timer);
    running.delete(child);
    rmSync(reports, { recursive: true, force: true });
  }
}

export function toldBy({ testResults }: Report, folder: string): Told {
  const ran = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status }) => ({ file: path.relative(folder, name), name: fullName, passed: status === 'passed' })),
  );
  if (ran.some(({ passed }) => !passed)) return { ran }; // what was left out after that has no results either
  const unread = testResults.find(({ assertionResults }) => assertionResults.length === 0);
  if (unread) return { wrong: `${path.relative(folder, unread.name)} could not be read: ${unread.message.split('\n', 1)[0]}` };
  return { ran };
}
