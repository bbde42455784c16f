import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { productCode, ROOT, textOf } from './tree.ts';

/**
 * A comment is one plain sentence, its subject first. One that opens with “What …” or “Whether …” has to be read twice, so none
 * does. What another file may use of sync/, src/domain and src/data says what it is: what goes in and comes out, with units, and
 * which errors; a function's docstring names what it does.
 *
 * docstrings.json names the files that do not keep a rule yet. It only shrinks: a file that keeps it is taken off
 * (`GREBEN_DOCSTRINGS=write npx vitest run --project rules docstrings` does that).
 */
const LIST = path.join(ROOT, 'tests/rules/docstrings.json');
const NOT_YET = JSON.parse(textOf('tests/rules/docstrings.json')) as { opening: readonly string[]; exports: readonly string[] };

const OPENING = /\/\*\*\s*(?:\*\s*)?(?:What|Whatever|Who|Whoever|Whose|Whom|Whether|Where|Wherever)\b.*/g;

/** One complaint for each docstring that opens with a word that turns the sentence round. */
const openings = (file: string, text: string): string[] => [...text.matchAll(OPENING)].map(([found]) => `${file}: ${found}`);

const EXPORT = /^export (?:declare |abstract |async )*(function|const|let|class|interface|type|enum)\*? (\w+)/;
const DECODED = /^(?:What|Whatever|Who|Whoever|Where|When|How|Which|Of|The answer)\b/;

/** The text of the docstring that ends in the line before this one; null where there is none. */
function docAbove(lines: readonly string[], at: number): string | null {
  if (!lines[at - 1]?.trimEnd().endsWith('*/')) return null;
  let from = at - 1;
  while (from > 0 && !lines[from]?.includes('/**')) from--;
  const text = lines.slice(from, at).join(' ');
  return text.replace(/\/\*\*|\*\/|\s\*\s/g, ' ').trim();
}

/** One complaint for each export without a docstring, and for each function whose docstring names no verb. */
function complaints(file: string, text: string): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const [, kind, name] = EXPORT.exec(line) ?? [];
    if (!name) return [];
    const doc = docAbove(lines, at);
    if (!doc) return [`${file}: ${name} has no docstring`];
    const isFunction = kind === 'function' || (kind === 'const' && /=>/.test(`${line}${lines[at + 1]}`));
    return isFunction && DECODED.test(doc) ? [`${file}: ${name} is said in “${doc.slice(0, 30)}”`] : [];
  });
}

const files = productCode();
const foundBy = (rule: typeof complaints, of: readonly string[]) =>
  of.map((file) => ({ file, said: rule(file, textOf(file)) })).filter(({ said }) => said.length > 0);

const found = {
  opening: foundBy(openings, files),
  exports: foundBy(
    complaints,
    files.filter((file) => /^(?:sync|src\/domain|src\/data)\//.test(file)),
  ),
};

if (process.env.GREBEN_DOCSTRINGS === 'write') {
  const left = (rule: keyof typeof found) => NOT_YET[rule].filter((file) => found[rule].some((one) => one.file === file));
  writeFileSync(LIST, `${JSON.stringify({ opening: left('opening'), exports: left('exports') }, null, 2)}\n`);
}

describe.each(['opening', 'exports'] as const)('the rule of %s', (rule) => {
  it('is kept by every file that is not on the list', () => {
    expect(files.length).toBeGreaterThan(700);
    expect(found[rule].filter(({ file }) => !NOT_YET[rule].includes(file)).flatMap(({ said }) => said)).toEqual([]);
  });

  it('has no file on its list that keeps it', () => {
    const { [rule]: listed } = JSON.parse(textOf('tests/rules/docstrings.json')) as typeof NOT_YET;
    expect(listed.filter((file) => !found[rule].some((one) => one.file === file))).toEqual([]);
  });
});

describe('it is noticed when', () => {
  it.each([
    ['a function has none', 'let x;\nexport function f() {}', ['a.ts: f has no docstring']],
    ['a type has none', '\nexport interface T {', ['a.ts: T has no docstring']],
    [
      'one has to be decoded',
      '/** What is kept. */\nexport const kept = (): number =>\n  1;',
      ['a.ts: kept is said in “What is kept.”'],
    ],
    [
      'one of several lines has to be',
      '/**\n * Of a row, the rest.\n */\nexport async function f() {',
      ['a.ts: f is said in “Of a row, the rest.”'],
    ],
    ['nothing is wrong', '/** Returns the rest. */\nexport function f() {}\n/** What is kept. */\nexport interface T {}', []],
  ])('%s', (_, text, expected) => {
    expect(complaints('a.ts', text)).toEqual(expected);
  });

  it.each([
    ['one opens so', '/** What is kept. */\nconst kept = 1;', ['a.ts: /** What is kept. */']],
    ['one of several lines does', '  /**\n   * Whether it\n   * is so.\n   */', ['a.ts: /**\n   * Whether it']],
    ['none does', '/** The rows kept here: what is left of them. */\n/** Whatsoever */\n// What', []],
  ])('%s', (_, text, expected) => {
    expect(openings('a.ts', text)).toEqual(expected);
  });
});
