/**
 * `npm run mutants -- checklist [LINE …]`: breaks one line of the checklist after the other (`checklist.json`), and says which of them the
 * tests that the line names do not notice. First these are seen to pass. Stories in the browser are left out: each would want a build of
 * its own, and what holds only in one of them is told as wrong.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type NamedTest, readChecklist, runningTests, type Texts } from '../rules/checklist.ts';
import { type ChecklistMutant, fileOf, patternOf } from './find-text.ts';
import { type Ran, runNamed, stopAll } from './named-tests.ts';
import { copyTree, filesOfTree, type TreeCopy } from './tree-copy.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TEST = /\.(?:test\.tsx?|spec\.ts)$/;
const SOURCE = /^(?:src|sync|schemas|supabase)\/.*\.(?:tsx?|mjs|css|sql)$/;

const textsOf = (files: readonly string[]): Texts =>
  new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));

interface Planned extends ChecklistMutant {
  readonly tests: readonly NamedTest[];
}

/** @throws for a line that the checklist does not have, a text that is not there, tests that cannot be run here */
export function planOf(only: readonly string[]): Planned[] {
  const all = JSON.parse(readFileSync(path.join(root, 'tests/mutants/checklist.json'), 'utf8')) as ChecklistMutant[];
  const unknown = only.filter((code) => !all.some(({ line }) => line === code));
  if (unknown.length > 0) throw new Error(`No mutant of ${unknown.join(', ')}`);
  const tree = filesOfTree(root);
  const tests = textsOf(tree.filter((file) => TEST.test(file)));
  const sources = textsOf(tree.filter((file) => SOURCE.test(file) && !TEST.test(file) && !file.includes('.test-support.')));
  const { lines } = readChecklist(readFileSync(path.join(root, 'tests/spec/checklist.md'), 'utf8'));
  const wrong: string[] = [];
  const planned = all
    .filter(({ line }) => only.length === 0 || only.includes(line))
    .flatMap((mutant) => {
      const line = lines.find(({ code }) => code === mutant.line);
      const named = line ? runningTests(line, tests).filter(({ file }) => !file.endsWith('.spec.ts')) : [];
      try {
        if (named.length === 0) throw new Error(`${mutant.line}: names no test but stories`);
        return [{ ...mutant, file: fileOf(mutant, sources), tests: named }];
      } catch (error) {
        wrong.push(String((error as Error).message));
        return [];
      }
    });
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return planned;
}

const isOf = ({ file, title }: NamedTest, ran: Ran) => ran.file === file && new RegExp(patternOf(title)).test(ran.name);

/** What is wrong before anything is broken. */
async function wrongUnbroken(copy: TreeCopy, plan: readonly Planned[]): Promise<string[]> {
  const tests = plan.flatMap((mutant) => mutant.tests);
  const told = await runNamed(copy.folder, tests);
  if ('wrong' in told) return [told.wrong];
  const unseen = tests.filter((test) => !told.ran.some((ran) => isOf(test, ran)));
  return [
    ...told.ran.filter(({ passed }) => !passed).map(({ file, name }) => `${file}: “${name}” fails unbroken`),
    ...unseen.map(({ file, title }) => `${file}: “${title}” did not run`),
  ];
}

interface Outcome {
  readonly how: 'noticed' | 'SURVIVED' | 'WRONG';
  /** Who noticed it, or what is wrong. */
  readonly said: string;
}

async function outcomeOf({ file, text, with: replacement, tests }: Planned, copy: TreeCopy): Promise<Outcome> {
  const told = await copy.broken(file, text, replacement, () => runNamed(copy.folder, tests));
  if ('wrong' in told) return { how: 'WRONG', said: told.wrong };
  const own = tests.map((test) => ({ test, ran: told.ran.filter((ran) => isOf(test, ran)) }));
  if (own.every(({ ran }) => ran.length === 0)) return { how: 'WRONG', said: 'no test ran' };
  const noticed = own.filter(({ ran }) => ran.some(({ passed }) => !passed)).map(({ test }) => `“${test.title}”`);
  return noticed.length > 0
    ? { how: 'noticed', said: `by ${noticed.join(' and ')}` }
    : { how: 'SURVIVED', said: own.map(({ test }) => `“${test.title}”`).join(' and ') };
}

/** @param only codes of lines; empty: all @returns how many were not noticed, or could not be judged */
export async function runChecklistMutants(only: readonly string[], workers: number): Promise<number> {
  const plan = planOf(only);
  const started = Date.now();
  const copies = Array.from({ length: Math.min(workers, plan.length) }, () => copyTree(root));
  const end = () => {
    stopAll();
    for (const copy of copies) copy.remove();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      end();
      process.exit(1);
    });
  try {
    const [first] = copies;
    const wrong = first ? await wrongUnbroken(first, plan) : [];
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
    console.log(`The tests pass unbroken, ${seconds(started)}`);
    const left = [...plan];
    let open = 0;
    const work = async (copy: TreeCopy) => {
      for (let mutant = left.shift(); mutant; mutant = left.shift()) {
        const from = Date.now();
        const { how, said } = await outcomeOf(mutant, copy);
        if (how !== 'noticed') open += 1;
        console.log(`${mutant.line} ${path.basename(mutant.file)} ${how}: ${said}, ${seconds(from)}`);
      }
    };
    await Promise.all(copies.map(work));
    console.log(`${plan.length - open} noticed, ${open} not, ${seconds(started)}`);
    return open;
  } finally {
    end();
  }
}

const seconds = (from: number) => `${((Date.now() - from) / 1000).toFixed(0)} s`;
