import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/**
 * What another file may use of sync/ says what it is: what goes in and comes out, with units, and which errors. A function's
 * docstring names what it does; one that begins with “What …” has to be read twice.
 */
const SYNC = fileURLToPath(new URL('../../sync/', import.meta.url));

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

const files = readdirSync(SYNC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

it('each export of sync/ says what it is, each function what it does', () => {
  expect(files.flatMap((file) => complaints(file, readFileSync(path.join(SYNC, file), 'utf8')))).toEqual([]);
  expect(files.length).toBeGreaterThan(50);
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
});
