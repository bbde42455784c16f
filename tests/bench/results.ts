/** `RESULTS.md`: a section for each suite, as it was measured last. A suite that runs alone replaces its own section. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';

const FILE = path.join(import.meta.dirname, 'RESULTS.md');
const HEAD = `# What the bench has measured

Written by \`npm run bench\` (all suites) or \`npm run bench -- NAME\` (its section alone). Milliseconds are this machine's; the ratios
in brackets are what should agree elsewhere. How each suite measures stands at the head of its file in \`tests/bench\`. What
it means for many salons is computed in \`docs/scale.md\`.
`;

const begin = (suite: string) => `<!-- ${suite} -->`;
const end = (suite: string) => `<!-- end of ${suite} -->`;

const sectionOf = (suite: string, title: string, text: string, at: Date): string =>
  [
    begin(suite),
    `## ${title}`,
    `\`npm run bench -- ${suite}\`, ${at.toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}).`,
    text.trim(),
    end(suite),
  ].join('\n\n');

/** Puts a suite's section in the place of its former one, or at the end. */
export function withSection(all: string, suite: string, section: string): string {
  const [from, to] = [all.indexOf(begin(suite)), all.indexOf(end(suite))];
  if (from < 0 || to < 0) return `${all.trimEnd()}\n\n${section}\n`;
  return all.slice(0, from) + section + all.slice(to + end(suite).length);
}

/** @param text the section in Markdown, without its headline */
export function writeResults(suite: string, title: string, text: string): void {
  console.log(`\n${text}\n`);
  const all = existsSync(FILE) ? readFileSync(FILE, 'utf8') : HEAD;
  writeFileSync(FILE, withSection(all, suite, sectionOf(suite, title, text, new Date())));
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '--')), ...rows.map(line)].join('\n');
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}

/** As many digits as a noisy machine is good for. */
export const brief = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(value >= 10 ? 2 : 2);
