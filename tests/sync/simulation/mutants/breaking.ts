/**
 * How an engine is broken: a few lines of a source of sync/, or of what src/data writes by itself, are replaced on their way into a bundle. A line that is not there
 * any more, or that has lost its mark, is an error: the break must be found anew.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import { BROKEN_ENGINES, type BrokenEngine, type Change } from './broken-engines.ts';
import { BROKEN_RULES, type Rule } from './broken-rules.ts';

const MARK = /\/\/ ★ ([A-Za-z]+(?:, [A-Za-z]+)*)/;

/** The rules whose marks each line bears: at its end, or in a comment of its own above it. */
export function rulesAt(text: string): readonly (readonly string[])[] {
  let above: readonly string[] = [];
  return text.split('\n').map((line) => {
    const own = MARK.exec(line)?.[1]?.split(', ') ?? [];
    if (/^\s*\/\//.test(line)) {
      above = [...above, ...own];
      return [];
    }
    const all = [...above, ...own];
    above = [];
    return all;
  });
}

/** Without that rule: each line that bears its mark is changed by exactly one of the changes. @throws where one is not */
export function withoutRule(rule: string, text: string, changes: readonly Change[]): { text: string; done: readonly Change[] } {
  const done: Change[] = [];
  const lines = text.split('\n');
  for (const [at, rules] of rulesAt(text).entries()) {
    const line = lines[at] ?? '';
    if (!rules.includes(rule)) continue;
    const [change, ...more] = changes.filter(({ from }) => line.split(from).length === 2);
    if (!change || more.length > 0)
      throw new Error(`${rule}: ${change ? 'two changes fit' : 'no change fits'} the line ${line.trim()}`);
    lines[at] = line.replace(change.from, () => change.to);
    done.push(change);
  }
  return { text: lines.join('\n'), done };
}

/** @throws when a text to be replaced is not there exactly once */
function withReplaced(engine: string, text: string, changes: readonly Change[]): { text: string; done: readonly Change[] } {
  let contents = text;
  for (const { file, from, to } of changes) {
    if (contents.split(from).length !== 2) throw new Error(`${engine}: not found once in ${file}: ${from}`);
    contents = contents.replace(from, () => to);
  }
  return { text: contents, done: changes };
}

const isRule = (name: Rule | BrokenEngine): name is Rule => name in BROKEN_RULES;

/** For a bundle. @throws while it is bundled, when something that is to be changed is not there */
export function breaking(name: Rule | BrokenEngine): Plugin {
  const changes: readonly Change[] = isRule(name) ? BROKEN_RULES[name].changes : BROKEN_ENGINES[name].changes;
  const change = isRule(name) ? withoutRule : withReplaced;
  const open = new Set(changes);
  return {
    name: `broken engine: ${name}`,
    setup(build) {
      build.onLoad({ filter: /[\\/](?:sync|src[\\/]data)[\\/](?:[a-z]+[\\/]){0,2}[a-z-]+\.ts$/ }, ({ path: file }) => {
        const own = changes.filter((one) => one.file === path.basename(file) && !file.includes('/tests/'));
        if (own.length === 0) return null;
        const { text, done } = change(name, readFileSync(file, 'utf8'), own);
        for (const one of done) open.delete(one);
        return { contents: text, loader: 'ts' };
      });
      build.onEnd(() => {
        for (const { file, from } of open) throw new Error(`${name}: ${file} has no such line any more: ${from}`);
      });
    },
  };
}
