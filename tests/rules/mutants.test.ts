import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { planOf } from '../mutants/checklist-mutants.ts';
import { type CodeReport, scoreOf, survivorsOf } from '../mutants/code-mutants.ts';
import { fileOf, patternOf } from '../mutants/find-text.ts';
import { toldBy } from '../mutants/named-tests.ts';
import { copyTree } from '../mutants/tree-copy.ts';
import { BROKEN_ENGINES } from '../sync/simulation/mutants/broken-engines.ts';

it('each mutant of the checklist breaks a text that is there once, of a line with a test that runs without a browser', () => {
  expect(planOf([]).length).toBeGreaterThan(120);
});

it('each engine that is broken in the simulation breaks texts that stand once in their files', () => {
  const files = ['sync', 'src/data'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  );
  const lost = Object.entries(BROKEN_ENGINES).flatMap(([engine, { changes }]) =>
    (changes as readonly { file: string; from: string }[]).flatMap(({ file, from }) => {
      const texts = files.filter((one) => path.basename(one) === file).map((one) => readFileSync(one, 'utf8'));
      return texts.reduce((count, text) => count + text.split(from).length - 1, 0) === 1 ? [] : [`${engine}: ${file}: ${from}`];
    }),
  );
  expect(lost).toEqual([]);
});

describe('a mutant of the checklist', () => {
  const mutant = { line: 'DRAG-01', file: 'src/a.ts', text: 'drop(here)', with: 'drop(there)' };
  const found = (texts: Record<string, string>) => fileOf(mutant, new Map(Object.entries(texts)));

  it('is found by its text, also where the file has moved', () => {
    expect(found({ 'src/a.ts': 'drop(here);', 'src/b.ts': 'drop(here);' })).toBe('src/a.ts');
    expect(found({ 'src/a.ts': 'drop();', 'src/other/b.ts': 'drop(here);' })).toBe('src/other/b.ts');
  });

  it('is an error where its text is gone, or stands in two places', () => {
    expect(() => found({ 'src/a.ts': 'drop();' })).toThrow('stands nowhere once any more');
    expect(() => found({ 'src/a.ts': 'drop(here); drop(here);' })).toThrow('stands nowhere once any more');
    expect(() => found({ 'src/b.ts': 'drop(here);', 'src/c.ts': 'drop(here);' })).toThrow('but in src/b.ts and src/c.ts');
  });

  it('has its tests found by the beginning of their titles, whatever stands for a placeholder', () => {
    const finds = (title: string, name: string) => new RegExp(patternOf(title)).test(name);
    expect(finds('holds (every) place in %s', 'the menu holds (every) place in bg')).toBe(true);
    expect(finds('a swipe of $by px', 'the toasts on screen a swipe of -80 px to the right leaves 1')).toBe(true);
    expect(finds('a + b', 'aaa b')).toBe(false);
  });
});

it('tests that were broken off or left out are neither passed nor failed, and a file that could not be read is wrong', () => {
  const test = (fullName: string, status: string) => ({ fullName, status, failureMessages: [] });
  const file = (name: string, ...tests: ReturnType<typeof test>[]) => ({
    name,
    message: 'no such import\nat',
    assertionResults: tests,
  });
  const told = toldBy(
    { testResults: [file('/copy/src/a.test.ts', test('a', 'passed'), test('b', 'failed'), test('c', 'skipped'))] },
    '/copy',
  );
  expect(told).toEqual({
    ran: [
      { file: 'src/a.test.ts', name: 'a', passed: true },
      { file: 'src/a.test.ts', name: 'b', passed: false },
    ],
  });
  expect(toldBy({ testResults: [file('/copy/src/a.test.ts')] }, '/copy')).toEqual({
    wrong: 'src/a.test.ts could not be read: no such import',
  });
  const stopped = { testResults: [file('/copy/src/a.test.ts', test('a', 'failed')), file('/copy/src/b.test.ts')] };
  expect(toldBy(stopped, '/copy')).toEqual({ ran: [{ file: 'src/a.test.ts', name: 'a', passed: false }] });
});

it('a copy of the tree is broken while the work is done, whatever becomes of it, and the tree never', async () => {
  const file = 'tests/mutants/find-text.ts';
  const copy = copyTree(process.cwd(), [file]);
  const at = path.join(copy.folder, file);
  const whole = readFileSync(file, 'utf8');
  const broken = await copy.broken(file, 'export function fileOf', 'export function $& lost', async () =>
    readFileSync(at, 'utf8'),
  );
  expect(broken).toContain('export function $& lost');
  const failing = copy.broken(file, 'export', 'import', () => Promise.reject(new Error('killed')));
  await expect(failing).rejects.toThrow('killed');
  expect([readFileSync(at, 'utf8'), readFileSync(file, 'utf8')]).toEqual([whole, whole]);
  copy.remove();
  expect(() => readFileSync(at)).toThrow('ENOENT');
});

describe('the score of code', () => {
  const mutant = (status: string, testsCompleted?: number) => ({
    ...{ mutatorName: 'BooleanLiteral', replacement: 'false', status, testsCompleted },
    location: { start: { line: 2, column: 3 } },
  });
  const report = (...mutants: ReturnType<typeof mutant>[]) =>
    ({ files: { 'src/domain/a.ts': { source: 'one\n  two\n', mutants } } }) as unknown as CodeReport;

  it('counts apart whoever was told to survive where no test ran', () => {
    const told = report(
      mutant('Killed', 1),
      mutant('Timeout', 0),
      mutant('Survived', 3),
      mutant('Survived', 0),
      mutant('NoCoverage'),
    );
    expect(scoreOf(told)).toEqual({ killed: 2, survived: 1, uncovered: 1, unmeasured: 1 });
  });

  it('says of each survivor where it stands and what it says', () => {
    expect(survivorsOf(report(mutant('Survived', 3), mutant('Ignored')))).toEqual([
      'src/domain/a.ts:2:3 Survived BooleanLiteral\n    two\n    → false',
    ]);
  });
});
