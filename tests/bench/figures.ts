import { markdownTable } from './results.ts';

/** What a suite has measured, gathered for its tables. */
interface Figure {
  runs: number;
  p50: number;
  p95: number;
}
const measured = new Map<string, Figure>();
const counted = new Map<string, number>();

const rounded = (value: number) => Math.round(value * 10) / 10;

export function note(what: string, milliseconds: readonly number[]): void {
  const sorted = [...milliseconds].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  const figure = { runs: sorted.length, p50: rounded(at(0.5)), p95: rounded(at(0.95)) };
  measured.set(what, figure);
  console.log(`${what}, ms`, figure);
}

/** Not a time. */
export function count(what: string, value: number): void {
  counted.set(what, value);
  console.log(what, value);
}

/** What was noted and counted since it was taken last, as tables in Markdown. */
export function takeFigures(): string {
  const times = [...measured].map(([what, { runs, p50, p95 }]) => [what, String(p50), String(p95), String(runs)]);
  const counts = [...counted].map(([what, value]) => [what, String(value)]);
  measured.clear();
  counted.clear();
  const tables = [
    ...(times.length > 0 ? [markdownTable(['', 'p50, ms', 'p95, ms', 'runs'], times)] : []),
    ...(counts.length > 0 ? [markdownTable(['', 'count'], counts)] : []),
  ];
  return tables.join('\n\n');
}

export async function times(count: number, once: (run: number) => Promise<number>): Promise<number[]> {
  const all: number[] = [];
  for (let run = 0; run < count; run++) all.push(await once(run));
  return all;
}

export async function took(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
